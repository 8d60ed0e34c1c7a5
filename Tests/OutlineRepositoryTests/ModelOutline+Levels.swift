import OutlineCore

extension ModelOutline {
  /// Where something stands in the document, to sort by.
  private func position(_ item: Found) -> [Int] {
    switch item {
    case .section(let index): [index, -1]
    case .row(let section, let row): [section, row]
    }
  }

  private func id(_ item: Found) -> ItemID {
    switch item {
    case .section(let index): .section(sections[index].id)
    case .row(let section, let row): .row(sections[section].rows[row].id)
    }
  }

  /// What addresses name, by ids, in document order; what is below a section that is named is left out.
  private func outermost(_ addresses: [Address]) throws -> [ItemID] {
    let found = try items(addresses)
    let covered = found.flatMap { item -> [SectionID] in
      if case .section(let index) = item { return Array(subtree(of: sections[index].id).dropFirst()) }
      return []
    }
    let named = found.compactMap { item in
      if case .section(let index) = item { sections[index].id } else { nil }
    }
    return found.filter { item in
      switch item {
      case .section(let index): !covered.contains(sections[index].id)
      case .row(let section, _): !(covered + named).contains(sections[section].id)
      }
    }.sorted { position($0).lexicographicallyPrecedes(position($1)) }.map(id)
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
    if !rows.isEmpty { throw Refusal("rows and sections") }
    roots = roots.filter { id in !roots.contains { $0 != id && subtree(of: $0).contains(id) } }
    let drafts = roots.flatMap { root in
      sections.filter { subtree(of: root).contains($0.id) }.map { section in
        SectionDraft(
          level: section.level - level(of: root) + 1, title: section.title, detail: section.detail,
          isCollapsible: section.isCollapsible, isDone: section.isDone, rows: section.rows.map(draft))
      }
    }
    try addSections(drafts, to: placement)
  }

  private func draft(_ row: RowContent) -> RowDraft { RowDraft(row.text, isDone: row.isDone) }

  mutating func promote(_ addresses: [Address]) throws {
    for item in try outermost(addresses).reversed() {
      switch item {
      case .section(let id):
        guard let parent = parent(of: id) else { throw Refusal("at the top") }
        let nodes = remove([id]).map { $0.atLevel(level(of: parent)) }
        let siblings = children(of: self.parent(of: parent)).map(\.id)
        let next = siblings.drop { $0 != parent }.dropFirst().first
        insert(nodes, below: self.parent(of: parent), before: next)
      case .row(let id):
        let (section, row) = try row(.row(id))
        let removed = sections[section].rows.remove(at: row)
        if removed.text.isEmpty { throw Refusal("an empty title") }
        made += 1
        let first = children(of: sections[section].id).first
        let level = first?.level ?? sections[section].level + 1
        if level > 100 { throw Refusal("too deep") }
        let new = Section(id: SectionID(made), level: level, title: removed.text, isDone: removed.isDone)
        insert([Node(section: new)], below: sections[section].id, before: first?.id)
      }
    }
  }

  mutating func demote(_ addresses: [Address]) throws {
    for item in try outermost(addresses) {
      guard case .section(let id) = item else { throw Refusal("a section is needed") }
      let siblings = children(of: parent(of: id)).map(\.id)
      let before = siblings.prefix { $0 != id }.last
      let section = sections[try section(.section(id))]
      if subtree(of: id).count == 1, section.rows.isEmpty {
        guard let holder = parent(of: id) ?? before else { throw Refusal("nothing before it") }
        _ = remove([id])
        for user in viewers.keys { viewers[user]?.flags[id] = nil }
        let text = section.title + (section.detail.map { "\n" + $0 } ?? "")
        let row = makeRow(RowDraft(text, isDone: section.isDone))
        sections[try self.section(.section(holder))].rows.append(row)
      } else {
        guard let before else { throw Refusal("nothing before it") }
        let last = children(of: before).last
        let nodes = remove([id]).map { $0.atLevel(last?.level ?? level(of: before) + 1) }
        if nodes.flatMap(\.sections).contains(where: { $0.level > 100 }) { throw Refusal("too deep") }
        insert(nodes, below: before, before: nil)
      }
    }
  }

  mutating func sort(_ addresses: [Address], by order: SortOrder) throws {
    guard case .text = order.key else { throw Refusal("the model knows no attributes") }
    func isAscending(_ left: String, _ right: String) -> Bool {
      order.isReversed ? Self.precedes(right, left) : Self.precedes(left, right)
    }
    if addresses.isEmpty, !order.sortsSections { throw Refusal("no section") }
    let named = try items(addresses).map { item in
      guard case .section(let index) = item else { throw Refusal("a section is needed") }
      return sections[index].id
    }
    for parent in addresses.isEmpty ? [nil] : named.map(Optional.some) {
      if order.sortsSections {
        let old = children(of: parent)
        let new = Self.sorted(old) { isAscending($0.title, $1.title) }
        if new == old { continue }
        let level = old.map(\.level).min() ?? 1
        let nodes = remove(new.map(\.id)).map { $0.atLevel(level) }
        insert(nodes, below: parent, before: nil)
      } else if let parent {
        let index = try section(.section(parent))
        sections[index].rows = Self.sorted(sections[index].rows) { isAscending($0.text, $1.text) }
      }
    }
  }

  /// Puts each thing behind all that do not come after it.
  private static func sorted<T>(_ things: [T], _ precedes: (T, T) -> Bool) -> [T] {
    var sorted: [T] = []
    for thing in things {
      sorted.insert(thing, at: sorted.firstIndex { precedes(thing, $0) } ?? sorted.count)
    }
    return sorted
  }

  /// Whether a text stands before another; of its numbers, the model knows small ones at the end.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    func parts(_ text: String) -> (String, Int) {
      let letters = text.prefix { !$0.isNumber }
      return (letters.lowercased(), Int(text.dropFirst(letters.count)) ?? -1)
    }
    return parts(left) < parts(right)
  }
}
