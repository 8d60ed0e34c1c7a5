import OutlineCore
import OutlineStore

// Addresses of several sections and rows.
extension Resolver {
  /// Returns the items that the addresses name, in the same order and each item once.
  ///
  /// - Parameter kind: The kind of item that they must name; nil for either.
  func distinct(_ addresses: [Address], among kind: ItemKind? = nil) throws -> [Item] {
    try Self.distinct(addresses.flatMap { try items($0, among: kind) }) { $0.id }
  }

  /// Returns the sections that the addresses name, in the same order and each section once.
  func distinctSections(_ addresses: [Address]) throws -> [Section] {
    try distinct(addresses, among: .section).compactMap { item in
      if case .section(let section) = item { section } else { nil }
    }
  }

  /// Returns the sections and rows that addresses name, in the same order and each once; sections are looked for first.
  func foldable(_ addresses: [Address]) throws -> [Item] {
    try Self.distinct(
      addresses.flatMap { address in
        switch address {
        case .range, .fitting: try items(address, among: nil)
        case .id, .section, .row, .number, .named, .words, .path: [try item(address, among: .section)]
        }
      }
    ) { $0.id }
  }

  // A single item needs no set, whose first use costs 300,000 instructions.
  private static func distinct<T, ID: Hashable>(_ items: [T], by id: (T) -> ID) -> [T] {
    if items.count < 2 { return items }
    var seen: Set<ID> = []
    return items.filter { seen.insert(id($0)).inserted }
  }

  /// Returns the items that are not inside another one of them, in the same order, whatever their kinds.
  func outermostItems(_ items: [Item]) throws -> [Item] {
    let (sections, rows) = try outermost(items)
    let ids = Set(sections.map { ItemID.section($0.id) } + rows.map { .row($0.row.id) })
    return items.filter { ids.contains($0.id) }
  }

  /// Returns the items that are not inside another one of them, in the same order.
  func outermost(_ items: [Item]) throws -> (sections: [Section], rows: [(row: Row, section: Section)]) {
    var sections: [Section] = []
    var rows: [(row: Row, section: Section)] = []
    let named = Set(items.map(\.id))
    func isBelowNamed(_ section: Section) throws -> Bool {
      try reader.ancestors(of: section).contains { named.contains(.section($0.id)) }
    }
    func isBelowNamed(_ row: Row) throws -> Bool {
      var row = row
      while row.level > 1, items.count > 1, let parent = try reader.parent(of: row) {
        if named.contains(.row(parent.id)) { return true }
        row = parent
      }
      return false
    }
    for item in items {
      switch item {
      case .section(let section):
        if try !isBelowNamed(section) { sections.append(section) }
      case .row(let row, let section):
        if try !named.contains(.section(section.id)) && !isBelowNamed(section) && !isBelowNamed(row) {
          rows.append((row, section))
        }
      }
    }
    return (sections, rows)
  }
}

extension Resolver {
  /// Returns the items that an address names: several, in document order, if it is a range or a filter.
  ///
  /// O(k log n) for a range of k items, and O(n) for a filter.
  private func items(_ address: Address, among kind: ItemKind?) throws -> [Item] {
    switch address {
    case .range(let first, let last): return try items(from: first, to: last, address, among: kind)
    case .fitting(let filter): return try items(fitting: filter).filter { kind == nil || $0.isRow == (kind == .row) }
    case .id, .section, .row, .number, .named, .words, .path:
      return [try kind == .section ? .section(section(address)) : item(address)]
    }
  }

  private func items(
    from first: Address, to last: Address, _ address: Address, among kind: ItemKind?
  ) throws -> [Item] {
    let ends = try [item(first), item(last)].sorted { $0.key < $1.key }
    let parents = try ends.map { try parent(of: $0)?.id }
    guard parents[0] == parents[1] else { throw OutlineError.badRange(address) }
    let rows = try rows(from: ends[0], to: ends[1])
    if kind == .section, let row = rows.first { throw OutlineError.needsSection(Address(row.id)) }
    return try rows + sections(from: ends[0], to: ends[1])
  }

  /// The parent of an item: the row or the section that it is directly in; nil for a section at the top.
  func holder(of item: Item) throws -> Item? {
    if case .row(let row, let section) = item, let above = try reader.parent(of: row) {
      return .row(above, in: section)
    }
    return try parent(of: item).map(Item.section)
  }

  /// The section that an item is directly in; nil for a section at the top.
  func parent(of item: Item) throws -> Section? {
    switch item {
    case .section(let section): try reader.parent(ord: section.ord, level: section.level)
    case .row(_, let section): section
    }
  }

  /// Returns the rows of a range; none if it begins with a section.
  private func rows(from first: Item, to last: Item) throws -> [Item] {
    guard case .row(let row, let section) = first else { return [] }
    let end = if case .row(let row, _) = last { row.rank } else { OrderKeys.bound }
    var items = [first]
    var rank = row.rank
    while let next = try reader.row(after: rank, in: section.id), next.key <= end {
      if let row = try reader.row(next.id) { items.append(.row(row, in: section)) }
      rank = next.key
    }
    return items
  }

  /// Returns the sections of a range, without those below them; none if it ends with a row.
  private func sections(from first: Item, to last: Item) throws -> [Item] {
    guard case .section(let end) = last else { return [] }
    var next: Section?
    switch first {
    case .section(let section): next = section
    case .row(_, let section): next = try reader.section(after: section.ord)
    }
    var items: [Item] = []
    while let section = next, section.ord <= end.ord {
      items.append(.section(section))
      next = try reader.subtreeEnd(ord: section.ord, level: section.level).flatMap { try reader.section(atOrAfter: $0) }
    }
    return items
  }
}

extension Item {
  /// Where the item is among the items of its parent: rows come before sections.
  fileprivate var key: (kind: Int, key: OrderKey) {
    switch self {
    case .row(let row, _): (0, row.rank)
    case .section(let section): (1, section.ord)
    }
  }
}

extension [Item] {
  /// The ids of the items that are not among some sections and rows.
  func ids(besides sections: [Section], _ rows: [(row: Row, section: Section)]) -> Set<ItemID> {
    if count == sections.count + rows.count { return [] }
    return Set(map(\.id)).subtracting(sections.map { .section($0.id) } + rows.map { .row($0.row.id) })
  }
}

extension [Address] {
  var mayNameSeveral: Bool { count > 1 || contains(where: \.mayNameSeveral) }
}

extension Resolver {
  /// Prepares a search for the items that fit a filter, in the whole outline or in a part of it.
  func matches(
    of filter: ItemFilter, in part: FilterPlace? = nil, leavesOutDone: Bool = false
  ) throws -> FilterMatches {
    try reader.matches(of: filter, places: places(in: filter), in: part, leavesOutDone: leavesOutDone)
  }

  /// Returns the sections and rows that a filter names, each with everything below it.
  func places(in filter: ItemFilter) throws -> [Address: FilterPlace] {
    var places: [Address: FilterPlace] = [:]
    var exact = self
    exact.takesBeginnings = false  // a filter may find many items
    for address in filter.holders { places[address] = try place(of: exact.item(address, among: .section)) }
    return places
  }

  /// Returns where an item is with everything below it.
  func place(of item: Item) throws -> FilterPlace {
    switch item {
    case .section(let section):
      (nil, section.ord..<(try reader.subtreeEnd(ord: section.ord, level: section.level) ?? OrderKeys.bound))
    case .row(let row, let section):
      (section.id, row.rank..<(try reader.subtreeEnd(of: row) ?? OrderKeys.bound))
    }
  }

  /// Returns the items of the whole outline that fit a filter, in document order.
  ///
  /// O(n).
  func items(fitting filter: ItemFilter) throws -> [Item] {
    let found = try reader.items(fitting: filter, places: places(in: filter))
    let ids = Set(found.sections.keys).union(found.rows.keys)
    let sections = try ids.compactMap { try found.sections[$0] ?? reader.section($0) }
    return sections.sorted { $0.ord < $1.ord }.flatMap { section in
      (found.sections[section.id] == nil ? [] : [.section(section)])
        + found.rows[section.id, default: []].map { .row($0, in: section) }
    }
  }
}
