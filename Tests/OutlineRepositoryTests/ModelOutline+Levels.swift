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
      case .section(let index): !covered.contains(sections[index].id)
      case .row(let section, _): !(covered + named).contains(sections[section].id)
      }
    }
    return (sorted ? outermost.sorted { position($0).lexicographicallyPrecedes(position($1)) } : outermost).map(id)
  }

  mutating func reorder(_ addresses: [Address], to position: Placement.Position) throws {
    let found = try items(addresses)
    if found.isEmpty { return }
    try move(addresses, to: placement(at: position, besideAll: found))
  }

  /// The placement in the one section that directly holds all of these items.
  private func placement(at position: Placement.Position, besideAll found: [Found]) throws -> Placement {
    let parents = Set(
      found.map { item in
        switch item {
        case .section(let index): parent(of: sections[index].id)
        case .row(let section, _): sections[section].id
        }
      })
    guard parents.count == 1, let parent = parents.first else { throw Refusal("several parents") }
    return Placement(parent.map { .inside(.section($0)) } ?? .anywhere, position)
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
      case .row(let section, let row): rows.append(draft(sections[section].rows[row]))
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
    RowDraft(row.text, isDone: row.isDone, schedule: row.schedule)
  }

  mutating func sort(_ addresses: [Address], by order: SortOrder) throws {
    guard case .text = order.key else { throw Refusal("the model knows no attributes") }
    func isAscending(_ left: String, _ right: String) -> Bool {
      order.isReversed ? Self.precedes(right, left) : Self.precedes(left, right)
    }
    if addresses.isEmpty, !order.sortsSections { throw Refusal("no section") }
    let indices = try items(addresses).map { item in
      guard case .section(let index) = item else { throw Refusal("a section is needed") }
      return index
    }
    // Sorting a section may make rows of the sections in it, which are sorted before.
    let named = indices.sorted(by: >).map { sections[$0].id }
    for parent in addresses.isEmpty ? [nil] : named.map(Optional.some) {
      let all = children(of: parent)
      let hasTasks = parent != nil && all.contains { $0.isDone != nil }
      let hasItems = !hasTasks && !order.sortsSections && all.contains(where: isEmpty)
      if hasTasks || hasItems, let parent {
        try convertForSorting(parent, among: hasTasks ? all : Array(all.prefix(while: isEmpty)), isAscending)
      }
      if hasTasks || !order.sortsSections, let parent {
        let index = try section(.section(parent))
        sections[index].rows = Self.sorted(sections[index].rows) { isAscending($0.text, $1.text) }
      }
      if hasTasks || hasItems || order.sortsSections {
        let old = children(of: parent)
        let new = hasItems ? sortedBetweenFull(old, isAscending) : Self.sorted(old) { isAscending($0.title, $1.title) }
        if new == old { continue }
        let level = old.map(\.level).min() ?? 1
        let nodes = remove(new.map(\.id)).map { $0.atLevel(level) }
        insert(nodes, below: parent, before: nil)
      }
    }
  }

  /// Sorts what is without content between the sections that have some, and stay.
  private func sortedBetweenFull(_ sections: [Section], _ isAscending: (String, String) -> Bool) -> [Section] {
    var (sorted, run): ([Section], [Section]) = ([], [])
    for section in sections + [nil] {
      if let section, isEmpty(section) {
        run.append(section)
      } else {
        sorted += Self.sorted(run) { isAscending($0.title, $1.title) } + [section].compactMap(\.self)
        run = []
      }
    }
    return sorted
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
