import OutlineCore
import OutlineStore

/// The writes that undo an entry of the history, in an order in which none gets in the way of another.
///
/// Most sections and rows go back to their former sort keys. If others came, went or moved since, they go beside their
/// former neighbours, and their keys are chosen when everything else is in place.
struct UndoPlan {
  /// A row to be put beside a neighbour.
  struct LooseRow {
    /// Where the row goes.
    enum Spot {
      case before(RowID)
      case after(RowID)
      case end
    }

    let row: Row
    /// Whether it exists at the moment; otherwise it is restored.
    let exists: Bool
    let spot: Spot
  }

  /// The writes to begin with: rows are deleted, items in the way move aside, and sections go to their keys.
  var opening: [Write] = []
  /// The sections that go beside others, after the opening.
  var runs: [SectionReturn.Run] = []
  /// The sections among them that are restored; the others exist.
  var restored: [SectionID: Section] = [:]
  /// The rows that become sections again, which are among those restored.
  var converted: Set<RowID> = []
  /// The rows that go to their keys, when all sections are there.
  var rows: [Write] = []
  /// The rows that go beside others, in the order in which to position them.
  var looseRows: [LooseRow] = []
  /// The writes to end with: contents change, sections are deleted, and flags come back.
  var closing: [Write] = []

  var isEmpty: Bool {
    opening.isEmpty && runs.allSatisfy(\.sections.isEmpty) && rows.isEmpty && looseRows.isEmpty && closing.isEmpty
  }
}

extension WriteSession {
  func write(_ plan: UndoPlan) throws {
    let planner = try planner(computesChanges: false)
    _ = try write(plan.opening)
    for run in plan.runs { _ = try write(planner.writes(placing: run, plan)) }
    _ = try write(plan.rows)
    for row in plan.looseRows { _ = try write(planner.writes(placing: row)) }
    _ = try write(plan.closing)
  }
}

extension Planner {
  /// Returns the writes that put sections directly before the one that is to follow them.
  fileprivate func writes(placing run: SectionReturn.Run, _ plan: UndoPlan) throws -> [Write] {
    if run.sections.isEmpty { return [] }
    let room = try makeRoom(for: run.sections.count, before: run.next.flatMap { try reader.section($0) })
    return room.writes
      + zip(run.sections, room.ords).flatMap { section, ord -> [Write] in
        guard let restored = plan.restored[section.id] else {
          return [.moveSection(section.id, ord: ord, level: section.level)]
        }
        let row = RowID(section.id.rawValue)
        return [.restoreSection(restored.moved(to: ord, level: section.level))]
          + (plan.converted.contains(row) ? [.deleteRow(row)] : [])
      }
  }

  /// Returns the writes that put a row beside its neighbour.
  fileprivate func writes(placing loose: UndoPlan.LooseRow) throws -> [Write] {
    let row = loose.row
    var (lower, upper): (OrderKey?, OrderKey?) = (nil, nil)
    switch loose.spot {
    case .before(let next):
      upper = try reader.row(next)?.rank
      lower = try reader.row(before: upper ?? OrderKeys.bound, in: row.section)?.key
    case .after(let last):
      lower = try reader.row(last)?.rank
      upper = try lower.flatMap { try reader.row(after: $0, in: row.section)?.key }
    case .end: lower = try reader.row(before: OrderKeys.bound, in: row.section)?.key
    }
    let (ranks, room) = try makeRoom(for: 1, in: Gap(lower: lower, upper: upper), of: row.section)
    let rank = ranks.first ?? row.rank
    if loose.exists { return room + [.moveRow(row.id, in: row.section, rank: rank)] }
    return room + [.restoreRow(Row(id: row.id, section: row.section, rank: rank, content: row.content))]
  }
}

extension Section {
  func moved(to ord: OrderKey, level: Int) -> Section {
    Section(id: id, ord: ord, level: level, content: content)
  }
}

/// Sort keys beyond all those that are in use or needed in a list, at the end or else at the start.
struct SpareKeys {
  private var key: OrderKey
  private let step: OrderKey

  init(first: OrderKey, last: OrderKey) {
    let hasRoomAfter = last < OrderKeys.bound - OrderKeys.gap
    key = hasRoomAfter ? last : first
    step = hasRoomAfter ? 1 : -1
  }

  mutating func next() -> OrderKey {
    key += step
    return key
  }
}
