import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  func addRows(_ drafts: [RowDraft], to place: Place) throws -> Plan {
    for draft in drafts { try DraftRules.check(text: draft.text) }
    guard !drafts.isEmpty else { return Plan() }
    let spot = try rowSpot(place)
    let (ranks, room) = try makeRoom(for: drafts.count, at: spot)
    let inserts = zip(drafts, ranks).map { Write.insertRow($0, in: spot.section.id, rank: $1) }
    let changes = RowRules.inserting(drafts.count, at: try placed(spot))
    return Plan(writes: room + inserts, changes: changes)
  }

  func moveRows(_ rows: [(row: Row, section: Section)], to place: Place) throws -> Plan {
    let items = rows.map { ItemID.row($0.row.id) }
    let spot = try rowSpot(place, moving: rows.map(\.row))
    let places = try rows.map { try placed($0.row, in: $0.section) }
    if staysInPlace(places, at: spot) { return Plan(items: items) }
    let (ranks, room) = try makeRoom(for: rows.count, at: spot)
    let moves = zip(rows, ranks).map { Write.placeRow($0.row.id, in: spot.section.id, rank: $1) }
    let changes = RowRules.moving(places, to: try placed(spot))
    return Plan(writes: room + moves, changes: changes, items: items)
  }

  /// Whether rows stand already, in this order, where they are to go.
  private func staysInPlace(_ rows: [PlacedRow], at spot: RowSpot) -> Bool {
    let own = rows.filter { $0.section == spot.section.id }.map(\.index)
    guard own.count == rows.count else { return false }
    let start = spot.index - own.count { $0 < spot.index }
    return own == Array(start..<(start + own.count))
  }

  private func placed(_ spot: RowSpot) throws -> PlacedRow {
    PlacedRow(
      section: spot.section.id, visibility: try visibility(of: spot.section), index: spot.index)
  }
}
