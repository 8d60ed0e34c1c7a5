import OutlineCore
import OutlineStore

extension Planner {
  func move(_ addresses: [Address], to placement: Placement) throws -> Plan {
    let items = try resolver.distinct(addresses)
    let rows = items.compactMap { item in
      if case .row(let row, let section) = item { (row: row, section: section) } else { nil }
    }
    if rows.count == items.count { return try moveRows(rows, to: placement) }
    guard rows.isEmpty else { throw OutlineError.mixedMove }
    return try moveSections(resolver.outermost(items).sections, to: placement)
  }

  /// Moves rows within their section, or sections among their siblings, in the order named.
  ///
  /// - Throws: ``OutlineError/severalParents`` where they are not all in one section.
  func reorder(_ addresses: [Address], to position: Placement.Position) throws -> Plan {
    let items = try resolver.distinct(addresses)
    let parents = try Set(items.map(parent))
    if Set(items.map(\.isRow)).count > 1 { throw OutlineError.mixedMove }
    guard let parent = parents.first else { return Plan() }
    if parents.count > 1 { throw OutlineError.severalParents }
    return try move(
      items.map { Address($0.id) }, to: Placement(parent.map { .inside(.section($0)) } ?? .anywhere, position))
  }

  /// The section that a row or a section is directly in; nil for a section at the top.
  private func parent(of item: Item) throws -> SectionID? {
    switch item {
    case .section(let section): try reader.parent(ord: section.ord, level: section.level)?.id
    case .row(let row, _): row.section
    }
  }
}

extension Resolver {
  /// Returns the items that the addresses name, in the same order and each item once.
  func distinct(_ addresses: [Address]) throws -> [Item] {
    try Self.distinct(addresses.map { try item($0) }) { $0.id }
  }

  /// Returns the sections that the addresses name, in the same order and each section once.
  func distinctSections(_ addresses: [Address]) throws -> [Section] {
    try Self.distinct(addresses.map(section)) { $0.id }
  }

  /// Leaves out what has the id of something before it; a set costs a start 300,000 instructions, so one thing alone needs
  /// none.
  private static func distinct<T, ID: Hashable>(_ items: [T], by id: (T) -> ID) -> [T] {
    if items.count < 2 { return items }
    var seen: Set<ID> = []
    return items.filter { seen.insert(id($0)).inserted }
  }

  /// Returns the items that are not inside another one of them, in the same order.
  func outermost(_ items: [Item]) throws -> (sections: [Section], rows: [(row: Row, section: Section)]) {
    var sections: [Section] = []
    var rows: [(row: Row, section: Section)] = []
    let named = Set(items.map(\.id))
    func isBelowNamed(_ section: Section) throws -> Bool {
      try reader.ancestors(of: section).contains { named.contains(.section($0.id)) }
    }
    for item in items {
      switch item {
      case .section(let section):
        if try !isBelowNamed(section) { sections.append(section) }
      case .row(let row, let section):
        if try !named.contains(.section(section.id)) && !isBelowNamed(section) { rows.append((row, section)) }
      }
    }
    return (sections, rows)
  }
}
