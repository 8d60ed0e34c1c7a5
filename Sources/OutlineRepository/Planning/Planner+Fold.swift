import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  func fold(_ scope: FoldScope, _ request: FoldRequest) throws -> Plan {
    switch scope {
    case .all:
      let states = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
      let after = FoldRules.states(
        after: request, on: Set(states.map(\.id)), isRecursive: false, in: states, accordion: false)
      return plan(from: states, to: after, firstIndex: 0)
    case .sections(let addresses, let isRecursive):
      let sections = try resolver.distinctSections(addresses).map { section in
        if request != .expand, !isRecursive, !section.isCollapsible {
          throw OutlineError.notCollapsible(title: section.title)
        }
        return section
      }
      return try fold(sections, request, isRecursive: isRecursive)
    case .enclosing(let ids):
      var plan = try fold(try enclosing(ids), request, isRecursive: false)
      let changed = plan.items.filter { plan.flag(of: $0) == (request == .collapse) }
      if !plan.writes.isEmpty { plan.items = changed }
      return plan
    }
  }

  private func fold(_ sections: [Section], _ request: FoldRequest, isRecursive: Bool) throws -> Plan {
    let usesAccordion = user.user.accordion && request != .collapse
    let (states, firstIndex) = try states(around: sections, withSiblings: usesAccordion)
    let after = FoldRules.states(
      after: request, on: Set(sections.map(\.id)), isRecursive: isRecursive, in: states, accordion: usesAccordion)
    var plan = plan(from: states, to: after, firstIndex: firstIndex)
    plan.items = sections.map { .section($0.id) }
    return plan
  }

  func setAccordion(isOn: Bool) -> Plan {
    var settings = user.user
    settings.accordion = isOn
    return Plan(writes: settings == user.user ? [] : [.setUser(settings)])
  }

  func resetFolds(startsCollapsed: Bool?) throws -> Plan {
    let before = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
    var settings = user.user
    settings.startsCollapsed = startsCollapsed ?? settings.startsCollapsed
    var after = before
    for index in after.indices { after[index].isCollapsed = settings.startsCollapsed }
    let clears = try reader.hasFlags(user) ? [Write.clearFlags] : []
    return Plan(
      writes: clears + (settings == user.user ? [] : [.setUser(settings)]),
      changes: computesChanges ? FoldRules.changes(from: before, to: after, firstIndex: 0) : ViewChanges())
  }

  /// Returns the plan that leads from one set of flags to another; `firstIndex` is nil if no section is visible.
  func plan(from before: [SectionState], to after: [SectionState], firstIndex: Int?) -> Plan {
    var writes: [Write] = []
    for isCollapsed in [true, false] {
      let changed = zip(before, after).filter { $0.isCollapsed != $1.isCollapsed && $1.isCollapsed == isCollapsed }
      if !changed.isEmpty { writes.append(.setFlag(changed.map(\.1.id), isCollapsed: isCollapsed)) }
    }
    guard computesChanges, let firstIndex else { return Plan(writes: writes) }
    return Plan(writes: writes, changes: FoldRules.changes(from: before, to: after, firstIndex: firstIndex))
  }

  /// Returns the states of a small part that contains the sections: one section's subtree, its parent's subtree, or the
  /// whole outline.
  ///
  /// - Returns: The states, and the index of the first of them among the visible sections; nil if the part is hidden.
  func states(
    around sections: [Section], withSiblings: Bool
  ) throws -> (states: [SectionState], firstIndex: Int?) {
    let only = sections.count == 1 ? sections.first : nil
    let root = try withSiblings ? only.flatMap { try reader.parent(ord: $0.ord, level: $0.level) } : only
    let part = try OutlinePart(reader, of: root)
    let firstIndex = try root.map { try visibility(of: $0).headerIndex } ?? 0
    return (try reader.states(from: part.start, to: part.end, for: user), firstIndex)
  }

  private func enclosing(_ ids: [ItemID]) throws -> [Section] {
    var seen: Set<SectionID> = []
    return try ids.flatMap { id -> [Section] in
      switch try resolver.item(Address(id)) {
      case .section(let section): try reader.ancestors(of: section)
      case .row(_, let section): try [section] + reader.ancestors(of: section)
      }
    }.filter { seen.insert($0.id).inserted }
  }
}

extension Plan {
  /// Returns the acting user's flag for a section as the plan sets it; nil if the plan leaves the flag as it is.
  func flag(of item: ItemID) -> Bool? {
    guard case .section(let section) = item else { return nil }
    for case .setFlag(let ids, let isCollapsed) in writes where ids.contains(section) { return isCollapsed }
    return nil
  }
}
