import ListChanges
import OutlineCore
import OutlineStore

/// A row with everything below it.
struct RowBranch {
  let row: Row
  let section: Section
  /// The rows below it, in order.
  let below: [Row]

  /// The row and those below it, in order.
  var rows: [Row] { [row] + below }
}

extension Planner {
  func addRows(_ drafts: [RowDraft], to placement: Placement, asTyped: Bool) throws -> Plan {
    for draft in drafts {
      try DraftRules.check(typed: draft.text, as: "text")
      try DraftRules.check(text: draft.text)
      try check(attributes: draft.attributes)
    }
    return try insert(drafts, to: placement, asTyped: asTyped)
  }

  /// Inserts rows whose content was checked; their levels are relative to that of the placement.
  func insert(_ drafts: [RowDraft], to placement: Placement, asTyped: Bool = false) throws -> Plan {
    guard !drafts.isEmpty else { return Plan() }
    if let plan = try inboxIfMissing(for: drafts, to: placement, asTyped: asTyped) { return plan }
    if let plan = try holderIfMissing(placement, adding: { .addRows(drafts, to: $0, asTyped: asTyped) }) { return plan }
    let spot = try rowSpot(placement)
    let drafts = try (asTyped ? self.drafts(drafts, typedInto: spot) : drafts).map { draft in
      var draft = draft
      draft.level = try level(draft.level + spot.level - 1, of: draft.text)
      return draft
    }
    let (ranks, room) = try makeRoom(for: drafts.count, in: spot.gap, of: spot.section.id)
    let inserts = zip(drafts, ranks).map { Write.insertRow($0, in: spot.section.id, rank: $1) }
    let changes = try computesChanges ? RowRules.inserting(drafts.counts, at: location(of: spot)) : ViewChanges()
    var plan = Plan(writes: room + inserts, changes: changes)
    plan.isDiffed = drafts.contains { $0.level > 1 }
    return plan
  }

  /// Gives rows that were typed without a check box the one that new rows of their section have.
  private func drafts(_ drafts: [RowDraft], typedInto spot: RowSpot) throws -> [RowDraft] {
    if drafts.allSatisfy({ $0.isDone != nil }) { return drafts }
    let box = try spot.section.content.boxOfNewRow(besides: reader.counts(of: spot.section.id))
    return drafts.map { $0.with(box) }
  }

  /// Returns a level that a row is to have.
  ///
  /// - Throws: ``OutlineError/tooDeep(title:level:)``.
  func level(_ level: Int, of text: String) throws -> Int {
    if OutlineLimits.levels.contains(level) { return level }
    throw OutlineError.tooDeep(title: text.firstLine, level: level)
  }

  /// Returns rows, none below another, each with the rows below it.
  func branches(_ rows: [(row: Row, section: Section)]) throws -> [RowBranch] {
    try rows.map { RowBranch(row: $0.row, section: $0.section, below: try reader.rows(below: $0.row)) }
  }

  /// Moves rows with everything below them, in the order named.
  func moveRows(_ rows: [(row: Row, section: Section)], to placement: Placement) throws -> Plan {
    let items = rows.map { ItemID.row($0.row.id) }
    let branches = try branches(rows)
    let moving = branches.flatMap(\.rows)
    let spot = try rowSpot(placement, moving: branches)
    let levels = try branches.flatMap { branch in
      try branch.rows.map { try level($0.level + spot.level - branch.row.level, of: branch.row.text) }
    }
    let isInPlace = try staysInPlace(moving, at: spot)
    if isInPlace, moving.map(\.level) == levels { return Plan(items: items) }
    var plan = Plan(items: items)
    plan.isDiffed = (levels + moving.map(\.level)).contains { $0 > 1 }
    if computesChanges, !plan.isDiffed {
      plan.changes = RowRules.moving(
        try rows.map { try location(of: $0.row, in: $0.section) }, to: try location(of: spot))
    }
    if !isInPlace {
      let (ranks, room) = try makeRoom(for: moving.count, in: spot.gap, of: spot.section.id)
      plan.writes = room + zip(moving, ranks).map { Write.moveRow($0.id, in: spot.section.id, rank: $1) }
    }
    plan.writes += zip(moving, levels).compactMap { row, level in
      row.level == level ? nil : .changeLevel(of: row, to: level)
    }
    plan.below.rows = moving.count - branches.count
    return plan
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

extension Write {
  /// Sets the level of a row, and leaves its content as it is.
  static func changeLevel(of row: Row, to level: Int) -> Write {
    var content = row.content
    content.level = level
    return .changeRow(row.with(content), before: row.content)
  }
}
