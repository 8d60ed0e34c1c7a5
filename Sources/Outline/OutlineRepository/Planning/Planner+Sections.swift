import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  func addSections(_ drafts: [SectionDraft], to placement: Placement, asTyped: Bool) throws -> Plan {
    for draft in drafts {
      try DraftRules.check(typed: draft.title, as: "title")
      try check(draft)
    }
    return try insert(drafts, to: placement, asTyped: asTyped)
  }

  /// Inserts sections whose content was checked.
  func insert(_ drafts: [SectionDraft], to placement: Placement, asTyped: Bool = false) throws -> Plan {
    guard !drafts.isEmpty else { return Plan() }
    if let plan = try holderIfMissing(placement, adding: { .addSections(drafts, to: $0, asTyped: asTyped) }) {
      return plan
    }
    let spot = try sectionSpot(placement)
    let box = asTyped ? spot.parent?.content.boxOfNewSubsection : nil
    let drafts = box.map { box in drafts.map { $0.with(box) } } ?? drafts
    let isEmpty = try reader.lastSection() == nil
    let leveled = try DraftRules.leveled(
      drafts, at: isEmpty ? nil : spot.level, isTop: placement.anchor == .anywhere && spot.next == nil)
    let (ords, room) = try makeRoom(for: leveled.count, before: spot.next)
    let inserts = zip(leveled, ords).flatMap { draft, ord in
      let section = Write.insertSection(draft.content, ord: ord, level: draft.level)
      return draft.rows.isEmpty ? [section] : [section, .fillSection(draft.rows)]
    }
    let changes = try computesChanges ? changes(inserting: leveled, at: spot) : ViewChanges()
    return Plan(writes: room + inserts, changes: changes)
  }

  private func check(_ draft: SectionDraft) throws {
    try DraftRules.check(title: draft.title)
    try check(attributes: draft.attributes)
    if let detail = draft.detail { try DraftRules.check(detail: detail) }
    for row in draft.rows { try DraftRules.check(text: row.text) }
  }

  private func changes(inserting drafts: [SectionDraft], at spot: SectionSpot) throws -> ViewChanges {
    let (parent, index) = try boundary(at: spot)
    return SectionRules.inserting(drafts, startsCollapsed: user.user.startsCollapsed, at: index, below: parent)
  }

  /// Returns how the user sees the section around a spot, and the number of visible sections before it; 0 if hidden.
  func boundary(at spot: SectionSpot) throws -> (parent: SectionVisibility?, index: Int) {
    let parent = try spot.parent.map { try visibility(of: $0) }
    let isShown = parent == nil || parent?.shownIndex != nil
    return (parent, try isShown ? reader.visibleIndex(of: spot.next?.ord ?? OrderKeys.bound, for: user) : 0)
  }

  func moveSections(_ sections: [Section], to placement: Placement) throws -> Plan {
    let items = sections.map { ItemID.section($0.id) }
    let roots = Set(sections.map(\.id))
    let spot = try sectionSpot(placement, moving: roots)
    try refuseMovingIntoItself(roots, to: placement, spot)
    let before = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
    let rearranged = SectionMoves.rearrange(
      before, moving: sections.map(\.id.rawValue), before: spot.next?.id.rawValue, level: spot.level)
    if rearranged.sections == before { return Plan(items: items) }
    if let deep = rearranged.moved.max(by: { $0.level < $1.level }), deep.level > OutlineLimits.levels.upperBound {
      throw OutlineError.tooDeep(title: sections[0].title, level: deep.level)
    }
    let (ords, room) = try makeRoom(for: rearranged.moved.count, before: spot.next)
    let moves = zip(rearranged.moved, ords).map { Write.moveSection($0.id, ord: $1, level: $0.level) }
    let changes = computesChanges ? SectionRules.rearranging(before, to: rearranged.sections) : ViewChanges()
    var plan = Plan(writes: room + moves, changes: changes, items: items)
    plan.below = (rearranged.moved.count - sections.count, rearranged.moved.reduce(0) { $0 + $1.rowCount })
    return plan
  }

  private func refuseMovingIntoItself(_ roots: Set<SectionID>, to placement: Placement, _ spot: SectionSpot) throws {
    var enclosing = try spot.parent.map { [$0] + (try reader.ancestors(of: $0)) } ?? []
    switch placement.anchor {
    case .before(let address), .after(let address): enclosing.append(try resolver.section(address))
    case .anywhere, .inside: break
    }
    if let section = enclosing.first(where: { roots.contains($0.id) }) {
      throw OutlineError.insideItself(title: section.title)
    }
  }
}
