import ListChanges
import OutlineCore

extension ModelOutline {
  mutating func fold(_ scope: FoldScope, _ request: FoldRequest, as user: String) throws {
    var named: [SectionID] = []
    var reach: [SectionID] = []
    var usesAccordion = viewers[user]?.accordion ?? false
    let flags = viewers[user]?.flags ?? [:]
    switch scope {
    case .all(let withRows):
      if withRows || request == .expand {
        for index in sections.indices { foldRows(of: index, request, as: user, from: flags) }
      }
      named = sections.map(\.id)
      reach = named
      usesAccordion = false
    case .sections(let addresses, let isRecursive):
      for address in addresses {
        if case .row(let section, let row) = try item(address) {
          try fold(row, in: section, request, isRecursive, as: user, from: flags)
          continue
        }
        let section = sections[try section(address)]
        if !isRecursive, request != .expand, !section.isCollapsible { throw Refusal("not collapsible") }
        named.append(section.id)
      }
      reach = isRecursive ? named.flatMap { subtree(of: $0) } : named
      if isRecursive {
        for id in Set(reach) { try foldRows(of: section(.section(id)), request, as: user, from: flags) }
      }
    case .enclosing(let ids):
      for id in ids { named += try enclosing(id) }
      if request == .expand { for case .row(let id) in ids { try reveal(id, to: user) } }
      reach = named
    }
    let before = self
    for section in sections where reach.contains(section.id) && section.isCollapsible {
      let flag = request == .toggle ? !before.isShut(section, for: user) : request == .collapse
      // A flag that says what holds without it is not stored, which matters if the section becomes a row.
      if flag != before.isShut(section, for: user) { viewers[user, default: Viewer()].flags[section.id] = flag }
    }
    if usesAccordion, request != .collapse { closeSiblings(of: named, sparing: reach, since: before, as: user) }
  }

  /// Collapses or expands a row with others below it; an expanded row has no flag.
  private mutating func fold(
    _ row: Int, in section: Int, _ request: FoldRequest, _ isRecursive: Bool, as user: String,
    from flags: [SectionID: Bool]
  ) throws {
    let branch = branch(row, in: section)
    let id = SectionID(sections[section].rows[row].id.rawValue)
    let isOpening = request == .expand || request == .toggle && flags[id] == true
    if !isOpening, branch.count == 1 { throw Refusal("nothing below it") }
    for below in isRecursive ? branch : row..<(row + 1) where below == row || self.branch(below, in: section).count > 1
    {
      let id = SectionID(sections[section].rows[below].id.rawValue)
      if isOpening { viewers[user]?.flags[id] = nil } else { viewers[user, default: Viewer()].flags[id] = true }
    }
  }

  private mutating func foldRows(
    of section: Int, _ request: FoldRequest, as user: String, from flags: [SectionID: Bool]
  ) {
    for row in sections[section].rows.indices where branch(row, in: section).count > 1 {
      let id = SectionID(sections[section].rows[row].id.rawValue)
      let isOpening = request == .expand || request == .toggle && flags[id] == true
      if isOpening { viewers[user]?.flags[id] = nil } else { viewers[user, default: Viewer()].flags[id] = true }
    }
  }

  /// A line for each section, and each row that has others below it: its id, its level, and whether it is collapsed.
  func folds(of user: String) -> [String] {
    sections.indices.flatMap { index -> [String] in
      let section = sections[index]
      let parents = section.rows.indices.filter { branch($0, in: index).count > 1 }.map { section.rows[$0] }
      return ["\(section.id) \(section.level) \(isShut(section, for: user))"]
        + parents.map { row in
          let isCollapsed = viewers[user]?.flags[SectionID(row.id.rawValue)] == true
          return "\(row.id) \(section.level + row.level) \(isCollapsed)"
        }
    }
  }

  /// Forgets all flags of rows that have nothing below them.
  mutating func dropFlagsOfLeaves() {
    for section in sections.indices {
      for row in sections[section].rows.indices where branch(row, in: section).count == 1 {
        for user in viewers.keys { viewers[user]?.flags[SectionID(sections[section].rows[row].id.rawValue)] = nil }
      }
    }
  }

  private mutating func reveal(_ id: RowID, to user: String) throws {
    var (section, row) = try row(.row(id))
    while let above = parent(ofRow: row, in: section) {
      viewers[user]?.flags[SectionID(sections[section].rows[above].id.rawValue)] = nil
      (section, row) = (section, above)
    }
  }

  /// Closes the siblings of each named section that has opened, except those that the request reaches as well.
  private mutating func closeSiblings(
    of named: [SectionID], sparing reach: [SectionID], since before: ModelOutline, as user: String
  ) {
    let opened = sections.filter { before.isShut($0, for: user) && !isShut($0, for: user) }.map(\.id)
    for id in named where opened.contains(id) {
      for sibling in children(of: parent(of: id)) {
        let isSpared = reach.contains(sibling.id) || !sibling.isCollapsible
        if !isSpared, !isShut(sibling, for: user) { viewers[user, default: Viewer()].flags[sibling.id] = true }
      }
    }
  }

  /// The sections around a thing: a row's own, and all that enclose it.
  private func enclosing(_ id: ItemID) throws -> [SectionID] {
    switch id {
    case .section(let id):
      _ = try section(.section(id))
      return sections.map(\.id).filter { $0 != id && subtree(of: $0).contains(id) }
    case .row(let id):
      let own = sections[try row(.row(id)).section].id
      return sections.map(\.id).filter { subtree(of: $0).contains(own) }
    }
  }
}
