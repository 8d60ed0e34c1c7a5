import OutlineCore

extension ModelOutline {
  /// Where something is in the document, to sort by.
  private func position(_ item: Found) -> [Int] {
    switch item {
    case .section(let index): [index, -1]
    case .row(let section, let row): [section, row]
    }
  }

  func id(_ item: Found) -> ItemID {
    switch item {
    case .section(let index): .section(sections[index].id)
    case .row(let section, let row): .row(sections[section].rows[row].id)
    }
  }

  /// What addresses name, by ids, in document order or as named; what is below a section that is named is left out.
  func outermost(_ addresses: [Address], sorted: Bool = true) throws -> [ItemID] {
    let found = try items(addresses)
    let covered = found.flatMap { item -> [SectionID] in
      if case .section(let index) = item { return Array(subtree(of: sections[index].id).dropFirst()) }
      return []
    }
    let named = found.compactMap { item in
      if case .section(let index) = item { sections[index].id } else { nil }
    }
    let outermost = found.filter { item in
      switch item {
      case .section(let index): return !covered.contains(sections[index].id)
      case .row(let section, let row):
        let isBelow = found.contains { other in
          guard case .row(section, let above) = other else { return false }
          return above != row && branch(above, in: section).contains(row)
        }
        return !isBelow && !(covered + named).contains(sections[section].id)
      }
    }
    return (sorted ? outermost.sorted { position($0).lexicographicallyPrecedes(position($1)) } : outermost).map(id)
  }

  mutating func reorder(_ addresses: [Address], to position: Placement.Position) throws {
    let found = try items(addresses)
    if found.isEmpty { return }
    try move(addresses, to: placement(at: position, besideAll: found))
  }

  /// The placement in the one section, or below the one row, that directly holds all of these items.
  private func placement(at position: Placement.Position, besideAll found: [Found]) throws -> Placement {
    let holders = try Set(found.map { try holder(of: id($0)) })
    guard holders.count == 1, let holder = holders.first else { throw Refusal("several parents") }
    return Placement(holder.map { .inside(Address($0)) } ?? .anywhere, position)
  }

  mutating func copy(_ addresses: [Address], to placement: Placement) throws {
    let found = try items(addresses)
    if found.isEmpty { return }
    let isAnywhere = placement.anchor == .anywhere
    let placement = try isAnywhere ? self.placement(at: placement.position, besideAll: found) : placement
    var rows: [RowDraft] = []
    var roots: [SectionID] = []
    for item in found {
      switch item {
      case .section(let index): roots.append(sections[index].id)
      case .row(let section, let row):
        guard try outermost(addresses).contains(.row(sections[section].rows[row].id)) else { continue }
        rows += Self.branch(branch(row, in: section).map { sections[section].rows[$0] }, atLevel: 1).map(draft)
      }
    }
    if roots.isEmpty { return try addRows(rows, to: placement) }
    if !rows.isEmpty { return try place(outermost(addresses, sorted: false), to: placement, copying: true) }
    roots = roots.filter { id in !roots.contains { $0 != id && subtree(of: $0).contains(id) } }
    let drafts = roots.flatMap { root in
      sections.filter { subtree(of: root).contains($0.id) }.map { section in
        SectionDraft(
          level: section.level - level(of: root) + 1,
          SectionContent(
            section.title, detail: section.detail, isCollapsible: section.isCollapsible, newRows: section.newRows,
            isDone: section.isDone, schedule: section.schedule),
          rows: section.rows.map(draft))
      }
    }
    try addSections(drafts, to: placement)
  }

  /// A copy of a row; the only attributes are places of archived items, which copies do not have.
  private func draft(_ row: RowContent) -> RowDraft {
    RowDraft(row.text, isDone: row.isDone, schedule: row.schedule, level: row.level)
  }

  mutating func sort(_ addresses: [Address], by order: SortOrder) throws {
    guard case .text = order.key else { throw Refusal("the model knows no attributes") }
    func isAscending(_ left: String, _ right: String) -> Bool {
      order.isReversed ? Self.precedes(right, left) : Self.precedes(left, right)
    }
    if addresses.isEmpty, !order.sortsSections { throw Refusal("no section") }
    if addresses.isEmpty { return sortSections(below: nil, isAscending) }
    for item in try items(addresses) {
      switch item {
      case .section(let index) where order.sortsSections: sortSections(below: sections[index].id, isAscending)
      case .section(let index): sortRows(below: nil, in: index, isAscending)
      case .row(let section, let row):
        if order.sortsSections { throw Refusal("a section is needed") }
        sortRows(below: row, in: section, isAscending)
      }
    }
  }

  private mutating func sortSections(below parent: SectionID?, _ isAscending: (String, String) -> Bool) {
    let old = children(of: parent)
    let new = Self.sorted(old) { isAscending($0.title, $1.title) }
    if new == old { return }
    let level = old.map(\.level).min() ?? 1
    let nodes = remove(new.map(\.id)).map { $0.atLevel(level) }
    insert(nodes, below: parent, before: nil)
  }

  private mutating func sortRows(below row: Int?, in section: Int, _ isAscending: (String, String) -> Bool) {
    let rows = sections[section].rows
    let branches = children(ofRow: row, in: section).map { Array(rows[branch($0, in: section)]) }
    let sorted = Self.sorted(branches) { isAscending($0[0].text, $1[0].text) }.flatMap(\.self)
    let first = row.map { $0 + 1 } ?? 0
    sections[section].rows.replaceSubrange(first..<(first + sorted.count), with: sorted)
  }

  /// Puts each thing behind all that do not come after it.
  static func sorted<T>(_ things: [T], _ precedes: (T, T) -> Bool) -> [T] {
    var sorted: [T] = []
    for thing in things {
      sorted.insert(thing, at: sorted.firstIndex { precedes(thing, $0) } ?? sorted.count)
    }
    return sorted
  }

  /// Whether a text comes before another; the model knows small numbers, and only the first one of each text.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    func parts(_ text: String) -> (String, Int, String) {
      let letters = text.prefix { !$0.isNumber }
      let digits = text.dropFirst(letters.count).prefix { $0.isNumber }
      let rest = text.dropFirst(letters.count + digits.count)
      return (letters.lowercased(), Int(digits) ?? -1, rest.lowercased())
    }
    return parts(left) < parts(right)
  }
}
