import OutlineCore

extension ModelOutline {
  mutating func fold(_ scope: FoldScope, _ request: FoldRequest, as user: String) throws {
    var named: [SectionID] = []
    var reach: [SectionID] = []
    var usesAccordion = viewers[user]?.accordion ?? false
    switch scope {
    case .all:
      named = sections.map(\.id)
      reach = named
      usesAccordion = false
    case .sections(let addresses, let isRecursive):
      for address in addresses {
        let section = sections[try section(address)]
        if !isRecursive, request != .expand, !section.isCollapsible { throw Refusal("not collapsible") }
        named.append(section.id)
      }
      reach = isRecursive ? named.flatMap { subtree(of: $0) } : named
    case .enclosing(let ids):
      for id in ids { named += try enclosing(id) }
      reach = named
    }
    let before = self
    for section in sections where reach.contains(section.id) && section.isCollapsible {
      let flag = request == .toggle ? !before.isShut(section, for: user) : request == .collapse
      viewers[user, default: Viewer()].flags[section.id] = flag
    }
    if usesAccordion, request != .collapse { closeSiblings(of: named, sparing: reach, since: before, as: user) }
  }

  /// Closes the siblings of each named section that has opened, except those that the request reaches as well.
  private mutating func closeSiblings(
    of named: [SectionID], sparing reach: [SectionID], since before: ModelOutline, as user: String
  ) {
    let opened = sections.filter { before.isShut($0, for: user) && !isShut($0, for: user) }.map(\.id)
    for id in named where opened.contains(id) {
      for sibling in children(of: parent(of: id)) {
        let isSpared = reach.contains(sibling.id) || !sibling.isCollapsible
        if !isSpared { viewers[user, default: Viewer()].flags[sibling.id] = true }
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
