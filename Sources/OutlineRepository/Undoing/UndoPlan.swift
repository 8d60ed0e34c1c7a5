import OutlineCore
import OutlineStore

/// What takes an entry of the history back, in an order in which nothing ever gets in the way of anything else.
///
/// Most sections and rows go back to the sort keys that they had. Those whose place is gone go into the nearest gap,
/// which is looked up when everything else is in place.
struct UndoPlan {
  /// A section with what goes with it, the outermost one first, to be put into the nearest gap.
  struct Block {
    var sections: [Section]
    /// Those of them that exist at the moment; the others are restored.
    var existing: Set<SectionID>
    let spot: PlacesSince.Spot
  }

  /// A row to be put into the nearest gap.
  struct LooseRow {
    let row: Row
    /// Whether it exists at the moment; otherwise it is restored.
    let exists: Bool
    let spot: PlacesSince.Spot
  }

  /// The writes to begin with: rows are deleted, what is in the way moves aside, and sections go to their keys.
  var opening: [Write] = []
  /// The sections that go into gaps, after the opening.
  var blocks: [Block] = []
  /// The rows that go to their keys, when all sections are there.
  var rows: [Write] = []
  /// The rows that go into gaps, in the order in which to place them.
  var looseRows: [LooseRow] = []
  /// The writes to end with: contents change, sections are deleted, and flags come back.
  var closing: [Write] = []
}

extension WriteSession {
  /// Carries out the plan of an undo.
  func write(_ plan: UndoPlan) throws {
    let planner = try planner(computesChanges: false)
    _ = try write(plan.opening)
    for block in plan.blocks { _ = try write(planner.writes(placing: block)) }
    _ = try write(plan.rows)
    for row in plan.looseRows { _ = try write(planner.writes(placing: row)) }
    _ = try write(plan.closing)
  }
}

extension Planner {
  /// Returns the writes that put sections into the gap that is nearest to their spot and catches no other section.
  fileprivate func writes(placing block: UndoPlan.Block) throws -> [Write] {
    guard let level = block.sections.first?.level else { return [] }
    var next: Section? =
      switch block.spot {
      case .at(let key), .before(let key): try reader.section(atOrAfter: key)
      case .after(let key): try reader.section(after: key)
      }
    while let section = next, section.level > level || block.existing.contains(section.id) {
      next = try reader.section(after: section.ord)
    }
    let room = try makeRoom(for: block.sections.count, at: SectionSpot(parent: nil, level: level, next: next))
    return room.writes
      + zip(block.sections, room.ords).map { section, ord in
        if block.existing.contains(section.id) { return .placeSection(section.id, ord: ord, level: section.level) }
        return .restoreSection(section.moved(to: ord))
      }
  }

  /// Returns the writes that put a row into the gap that is nearest to its spot.
  fileprivate func writes(placing loose: UndoPlan.LooseRow) throws -> [Write] {
    let row = loose.row
    let (last, next): (OrderKey, OrderKey) =
      switch loose.spot {
      case .at(let key), .after(let key): (key + 1, key)
      case .before(let key): (key, key - 1)
      }
    let gap = Gap(
      lower: try reader.row(before: last, in: row.section)?.key,
      upper: try reader.row(after: next, in: row.section)?.key)
    let spacing: Spacing<RowID> = try gap.spacing(
      for: 1, before: { try reader.row(before: $0, in: row.section) },
      after: { try reader.row(after: $0, in: row.section) })
    let rank = spacing.keys.first ?? row.rank
    let room = spacing.moved.map { Write.spaceRow($0.id, rank: $0.key) }
    if loose.exists { return room + [.placeRow(row.id, in: row.section, rank: rank)] }
    return room + [.restoreRow(Row(id: row.id, section: row.section, rank: rank, content: row.content))]
  }
}

extension Section {
  /// The section with another sort key.
  func moved(to ord: OrderKey) -> Section {
    Section(
      id: id, ord: ord, level: level, title: title, detail: detail, isCollapsible: isCollapsible,
      attributes: attributes)
  }
}

/// Sort keys beyond all those that are in use or needed in a list, at the end or else at the start.
struct SpareKeys {
  private var key: OrderKey
  private let step: OrderKey

  init(first: OrderKey, last: OrderKey) {
    let hasRoomBehind = last < OrderKeys.bound - OrderKeys.gap
    key = hasRoomBehind ? last : first
    step = hasRoomBehind ? 1 : -1
  }

  mutating func next() -> OrderKey {
    key += step
    return key
  }
}
