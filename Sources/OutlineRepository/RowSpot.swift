import OutlineCore
import OutlineStore

/// A place for rows: a gap between two rows of a section.
struct RowSpot {
  let section: Section
  /// How many rows of the section stand before the place.
  let index: Int
  let gap: Gap
}

extension Planner {
  /// The spot that a place names for rows; `moving` are rows that leave their places for it.
  func rowSpot(_ place: Place, moving: [Row] = []) throws -> RowSpot {
    switch place.anchor {
    case .anywhere:
      guard let section = try reader.lastSection() else { throw OutlineError.noSection }
      return try rowSpot(in: section, place.position, moving: moving)
    case .inside(let address):
      return try rowSpot(in: resolver.section(address), place.position, moving: moving)
    case .before(let address):
      let (row, section) = try resolver.row(address)
      let before = try reader.row(before: row.rank, in: section.id)
      let index = try reader.rowIndex(of: row.rank, in: section.id)
      return RowSpot(section: section, index: index, gap: Gap(lower: before?.key, upper: row.rank))
    case .after(let address):
      let (row, section) = try resolver.row(address)
      let after = try reader.row(after: row.rank, in: section.id)
      let index = try reader.rowIndex(of: row.rank, in: section.id)
      return RowSpot(section: section, index: index + 1, gap: Gap(lower: row.rank, upper: after?.key))
    }
  }

  private func rowSpot(in section: Section, _ position: Place.Position, moving: [Row]) throws -> RowSpot {
    let count = try reader.rowCount(of: section.id)
    let index =
      switch position {
      case .first: 0
      case .last: count
      case .at(let number): try rowIndex(for: number, in: section, count: count, moving: moving)
      }
    let lower = try index > 0 ? reader.row(at: index - 1, in: section.id) : nil
    let upper = try index < count ? reader.row(at: index, in: section.id) : nil
    return RowSpot(section: section, index: index, gap: Gap(lower: lower?.rank, upper: upper?.rank))
  }

  /// The index before which something goes that is to become the `number`-th row, once the moving ones have left.
  private func rowIndex(for number: Int, in section: Section, count: Int, moving: [Row]) throws -> Int {
    let leaving = try moving.filter { $0.section == section.id }
      .map { try reader.rowIndex(of: $0.rank, in: section.id) }
    let valid = count - leaving.count + 1
    guard (1...valid).contains(number) else {
      throw OutlineError.outOfRange(number, noun: "position", validUpTo: valid)
    }
    return leaving.sorted().reduce(number - 1) { index, left in left <= index ? index + 1 : index }
  }

  /// Ranks for `count` rows at a spot, and the steps that make room for them.
  func makeRoom(for count: Int, at spot: RowSpot) throws -> (ranks: [OrderKey], writes: [Write]) {
    let spacing: Spacing<RowID> = try spot.gap.spacing(
      for: count,
      before: { try reader.row(before: $0, in: spot.section.id) },
      after: { try reader.row(after: $0, in: spot.section.id) })
    return (spacing.keys, spacing.moved.map { .spaceRow($0.id, rank: $0.key) })
  }
}
