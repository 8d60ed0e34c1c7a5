import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  func addRows(_ drafts: [RowDraft], to placement: Placement, asTyped: Bool) throws -> Plan {
    for draft in drafts {
      try DraftRules.check(typed: draft.text, as: "text")
      try DraftRules.check(text: draft.text)
      try check(attributes: draft.attributes)
    }
    return try insert(drafts, to: placement, asTyped: asTyped)
  }

  /// Inserts rows whose content was checked.
  func insert(_ drafts: [RowDraft], to placement: Placement, asTyped: Bool = false) throws -> Plan {
    guard !drafts.isEmpty else { return Plan() }
    if let plan = try inboxIfMissing(for: drafts, to: placement, asTyped: asTyped) { return plan }
    switch try destination(ofRows: placement) {
    case .rows(let placement): return try insertRows(drafts, to: placement, asTyped: asTyped)
    case .sections(let placement):
      let drafts = try asTyped ? self.drafts(drafts, typedAmongSections: placement) : drafts
      return try insert(drafts.map { SectionDraft(try LevelRules.section(of: $0)) }, to: placement)
    case .split(let first, let then):
      return Plan(parts: [first, EditPart(.edit(.addRows(drafts, to: then, asTyped: asTyped)), index: 0)])
    }
  }

  private func insertRows(_ drafts: [RowDraft], to placement: Placement, asTyped: Bool) throws -> Plan {
    let spot = try rowSpot(placement)
    let drafts = try asTyped ? self.drafts(drafts, typedInto: spot.section) : drafts
    let (ranks, room) = try makeRoom(for: drafts.count, at: spot)
    let inserts = zip(drafts, ranks).map { Write.insertRow($0, in: spot.section.id, rank: $1) }
    let changes = try computesChanges ? RowRules.inserting(drafts.counts, at: location(of: spot)) : ViewChanges()
    return Plan(writes: room + inserts, changes: changes)
  }

  /// Gives rows that were typed without a check box the one that new rows of their section have.
  private func drafts(_ drafts: [RowDraft], typedInto section: Section) throws -> [RowDraft] {
    if drafts.allSatisfy({ $0.isDone != nil }) { return drafts }
    let box = try section.content.boxOfNewRow(besides: reader.counts(of: section.id))
    return drafts.map { $0.with(box) }
  }

  /// Gives rows that will be sections a check box in the same way; beside a task they are tasks.
  private func drafts(_ drafts: [RowDraft], typedAmongSections placement: Placement) throws -> [RowDraft] {
    let parent = try sectionSpot(placement).parent
    switch placement.anchor {
    case .before(let address), .after(let address):
      if parent?.newRows == nil, try resolver.section(address).isDone != nil { return drafts.map { $0.with(.open) } }
    case .anywhere, .inside: break
    }
    return try parent.map { try self.drafts(drafts, typedInto: $0) } ?? drafts
  }

  func moveRows(_ rows: [(row: Row, section: Section)], to placement: Placement) throws -> Plan {
    let items = rows.map { ItemID.row($0.row.id) }
    let spot = try rowSpot(placement, moving: rows.map(\.row))
    if try staysInPlace(rows.map(\.row), at: spot) { return Plan(items: items) }
    let changes =
      try computesChanges
      ? RowRules.moving(rows.map { try location(of: $0.row, in: $0.section) }, to: location(of: spot)) : ViewChanges()
    let (ranks, room) = try makeRoom(for: rows.count, at: spot)
    let moves = zip(rows, ranks).map { Write.moveRow($0.row.id, in: spot.section.id, rank: $1) }
    return Plan(writes: room + moves, changes: changes, items: items)
  }

  /// Returns whether the rows already are at the spot, in this order.
  private func staysInPlace(_ rows: [Row], at spot: RowSpot) throws -> Bool {
    guard rows.allSatisfy({ $0.section == spot.section.id }) else { return false }
    let own = try rows.map { try reader.rowIndex(of: $0.rank, in: $0.section) }
    let index = try index(of: spot)
    let start = index - own.count { $0 < index }
    return own == Array(start..<(start + own.count))
  }

  func location(of spot: RowSpot) throws -> RowLocation {
    RowLocation(
      section: spot.section.id, visibility: try visibility(of: spot.section), index: try index(of: spot))
  }
}
