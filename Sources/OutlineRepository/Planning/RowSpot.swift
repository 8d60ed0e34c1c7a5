import OutlineCore
import OutlineStore

/// A gap between two rows of a section, where rows go.
struct RowSpot {
  let section: Section
  let gap: Gap
  let start: Start

  /// A way to find out how many rows of the section come before the spot.
  enum Start {
    /// This number of rows.
    case index(Int)
    /// All rows of the section.
    case end
    /// As many rows as come before the row with this rank, plus a number.
    case row(rank: OrderKey, plus: Int)
  }
}

extension Planner {
  /// Returns the spot for rows that a placement names; `moving` are rows that will leave their position for it.
  func rowSpot(_ placement: Placement, moving: [Row] = []) throws -> RowSpot {
    switch placement.anchor {
    case .anywhere:
      guard let section = try reader.inbox(titled: placement.inbox) else { throw OutlineError.noSection }
      return try rowSpot(in: section, placement.position, moving: moving)
    case .inside(let address):
      return try rowSpot(in: resolver.section(address), placement.position, moving: moving)
    case .before(let address):
      let (row, section) = try resolver.row(address)
      let before = try reader.row(before: row.rank, in: section.id)
      let gap = Gap(lower: before?.key, upper: row.rank)
      return RowSpot(section: section, gap: gap, start: .row(rank: row.rank, plus: 0))
    case .after(let address):
      let (row, section) = try resolver.row(address)
      let after = try reader.row(after: row.rank, in: section.id)
      let gap = Gap(lower: row.rank, upper: after?.key)
      return RowSpot(section: section, gap: gap, start: .row(rank: row.rank, plus: 1))
    }
  }

  /// Returns how many rows of the section come before a spot.
  ///
  /// O(rows / 4,400 + rows of one span) next to a row, O(rows / 4,400) at the end of the section, O(1) elsewhere.
  func index(of spot: RowSpot) throws -> Int {
    switch spot.start {
    case .index(let index): index
    case .end: try reader.rowCount(of: spot.section.id)
    case .row(let rank, let more): try reader.rowIndex(of: rank, in: spot.section.id) + more
    }
  }

  private func rowSpot(in section: Section, _ position: Placement.Position, moving: [Row]) throws -> RowSpot {
    switch position {
    case .first:
      let upper = try reader.row(after: -OrderKeys.bound, in: section.id)
      return RowSpot(section: section, gap: Gap(lower: nil, upper: upper?.key), start: .index(0))
    case .last:
      let lower = try reader.row(before: OrderKeys.bound, in: section.id)
      return RowSpot(section: section, gap: Gap(lower: lower?.key, upper: nil), start: .end)
    case .at(let number):
      let count = try reader.rowCount(of: section.id)
      let index = try rowIndex(for: number, in: section, count: count, moving: moving)
      let lower = try index > 0 ? reader.row(at: index - 1, in: section.id) : nil
      let upper = try index < count ? reader.row(at: index, in: section.id) : nil
      return RowSpot(section: section, gap: Gap(lower: lower?.rank, upper: upper?.rank), start: .index(index))
    }
  }

  /// Returns the index before which to insert so that the first row becomes number `number`, without the moving rows.
  private func rowIndex(for number: Int, in section: Section, count: Int, moving: [Row]) throws -> Int {
    let leaving = try moving.filter { $0.section == section.id }
      .map { try reader.rowIndex(of: $0.rank, in: section.id) }
    let valid = count - leaving.count + 1
    guard (1...valid).contains(number) else {
      throw OutlineError.outOfRange(number, noun: "position", validUpTo: valid)
    }
    return leaving.sorted().reduce(number - 1) { index, left in left <= index ? index + 1 : index }
  }

  /// Returns ranks for `count` rows at a spot, and the writes that make room for them.
  func makeRoom(for count: Int, at spot: RowSpot) throws -> (ranks: [OrderKey], writes: [Write]) {
    let spacing: Spacing<RowID> = try spot.gap.spacing(
      for: count,
      before: { try reader.row(before: $0, in: spot.section.id) },
      after: { try reader.row(after: $0, in: spot.section.id) })
    return (spacing.keys, spacing.moved.map { .spaceRow($0.id, rank: $0.key) })
  }
}
