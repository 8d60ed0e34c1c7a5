import OutlineCore
import OutlineStore

/// A gap between two rows of a section, and a level, where rows go.
struct RowSpot {
  let section: Section
  let gap: Gap
  let start: Start
  /// The level for new rows: that of the neighbouring sibling, so that no existing row ends up below a new one.
  let level: Int

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
  ///
  /// - Throws: ``OutlineError/rowAfterSection(title:)`` where rows cannot be, and ``OutlineError/insideItself(title:)``.
  func rowSpot(_ placement: Placement, moving: [RowBranch] = []) throws -> RowSpot {
    switch placement.anchor {
    case .anywhere:
      guard let section = try reader.inbox(titled: placement.inbox) else { throw OutlineError.noSection }
      return try rowSpot(in: section, placement.position, moving: moving)
    case .inside(let address):
      switch try resolver.item(address, among: .section) {
      case .section(let section): return try rowSpot(in: section, placement.position, moving: moving)
      case .row(let row, let section):
        if moving.contains(where: { $0.row.id == row.id }) {
          throw OutlineError.insideItself(title: row.text.firstLine)
        }
        try refuse(row, movingInto: moving)
        return try rowSpot(below: row, in: section, placement.position, moving: moving)
      }
    case .before(let address):
      switch try resolver.item(address, among: .row, needing: .row) {
      case .row(let row, let section):
        try refuse(row, movingInto: moving)
        return try rowSpot(before: row, in: section)
      case .section(let next): return try rowSpot(before: next)
      }
    case .after(let address):
      switch try resolver.item(address, among: .row, needing: .row) {
      case .row(let row, let section):
        try refuse(row, movingInto: moving)
        return try rowSpot(after: row, in: section)
      case .section(let section): throw OutlineError.rowAfterSection(title: section.title)
      }
    }
  }

  /// Refuses a placement beside or in a row that moves there itself.
  private func refuse(_ row: Row, movingInto branches: [RowBranch]) throws {
    for branch in branches where branch.below.contains(where: { $0.id == row.id }) {
      throw OutlineError.insideItself(title: branch.row.text.firstLine)
    }
  }

  /// The end of the rows of the section whose first subsection comes next.
  private func rowSpot(before next: Section) throws -> RowSpot {
    guard let parent = try reader.parent(ord: next.ord, level: next.level),
      try lastSubsection(of: parent, before: next.ord) == nil
    else { throw OutlineError.rowAfterSection(title: next.title) }
    return try rowSpot(in: parent, .last, moving: [])
  }

  private func rowSpot(before row: Row, in section: Section) throws -> RowSpot {
    let before = try reader.row(before: row.rank, in: section.id)
    return RowSpot(
      section: section, gap: Gap(lower: before?.key, upper: row.rank), start: .row(rank: row.rank, plus: 0),
      level: row.level)
  }

  /// The spot after everything that is below a row.
  private func rowSpot(after row: Row, in section: Section, level: Int? = nil) throws -> RowSpot {
    let end = try reader.subtreeEnd(of: row)
    let last = try reader.row(before: end ?? OrderKeys.bound, in: section.id)
    let lower = last?.key ?? row.rank
    return RowSpot(
      section: section, gap: Gap(lower: lower, upper: end), start: .row(rank: lower, plus: 1), level: level ?? row.level
    )
  }

  private func rowSpot(
    below row: Row, in section: Section, _ position: Placement.Position, moving: [RowBranch]
  ) throws -> RowSpot {
    switch position {
    case .last: return try rowSpot(after: row, in: section, level: row.level + 1)
    case .first, .at:
      let children = siblings(in: try reader.rows(below: row), without: moving)
      let number = if case .at(let number) = position { number } else { 1 }
      guard (1...(children.count + 1)).contains(number) else {
        throw OutlineError.outOfRange(number, noun: "position", validUpTo: children.count + 1)
      }
      return number <= children.count
        ? try rowSpot(before: children[number - 1], in: section)
        : try rowSpot(after: row, in: section, level: row.level + 1)
    }
  }

  /// Returns the rows of a list that are not below another row of it, without those that move.
  private func siblings(in rows: [Row], without moving: [RowBranch]) -> [Row] {
    let leaving = Set(moving.map(\.row.id))
    var level = Int.max
    return rows.filter { row in
      if row.level > level { return false }
      level = row.level
      return !leaving.contains(row.id)
    }
  }

  /// Returns the rows that are directly in a section or below a row, in order.
  ///
  /// O(n) in the number of the section's rows.
  func children(of holder: Item?) throws -> [Row] {
    switch holder {
    case .section(let section): siblings(in: try reader.rows(in: section.id, from: -OrderKeys.bound), without: [])
    case .row(let row, _): siblings(in: try reader.rows(below: row), without: [])
    case nil: []
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

  private func rowSpot(in section: Section, _ position: Placement.Position, moving: [RowBranch]) throws -> RowSpot {
    switch position {
    case .first:
      let upper = try reader.row(after: -OrderKeys.bound, in: section.id).flatMap { try reader.row($0.id) }
      return RowSpot(
        section: section, gap: Gap(lower: nil, upper: upper?.rank), start: .index(0), level: upper?.level ?? 1)
    case .last:
      let lower = try reader.row(before: OrderKeys.bound, in: section.id)
      return RowSpot(section: section, gap: Gap(lower: lower?.key, upper: nil), start: .end, level: 1)
    case .at(let number):
      if try reader.hasRowLevels(in: section.id) {
        let rows = siblings(in: try reader.rows(in: section.id, from: -OrderKeys.bound), without: moving)
        guard (1...(rows.count + 1)).contains(number) else {
          throw OutlineError.outOfRange(number, noun: "position", validUpTo: rows.count + 1)
        }
        return try number <= rows.count
          ? rowSpot(before: rows[number - 1], in: section) : rowSpot(in: section, .last, moving: [])
      }
      let count = try reader.rowCount(of: section.id)
      let index = try rowIndex(for: number, in: section, count: count, moving: moving)
      let lower = try index > 0 ? reader.row(at: index - 1, in: section.id) : nil
      let upper = try index < count ? reader.row(at: index, in: section.id) : nil
      return RowSpot(
        section: section, gap: Gap(lower: lower?.rank, upper: upper?.rank), start: .index(index), level: 1)
    }
  }

  /// Returns the index before which to insert so that the first row becomes number `number`, without the moving rows.
  private func rowIndex(
    for number: Int, in section: Section, count: Int, moving: [RowBranch]
  ) throws -> Int {
    let leaving = try moving.filter { $0.section.id == section.id }
      .map { try reader.rowIndex(of: $0.row.rank, in: section.id) }
    let valid = count - leaving.count + 1
    guard (1...valid).contains(number) else {
      throw OutlineError.outOfRange(number, noun: "position", validUpTo: valid)
    }
    return leaving.sorted().reduce(number - 1) { index, left in left <= index ? index + 1 : index }
  }

  /// Returns ranks for `count` rows in a gap of a section, and the writes that make room for them.
  func makeRoom(for count: Int, in gap: Gap, of section: SectionID) throws -> (ranks: [OrderKey], writes: [Write]) {
    let spacing: Spacing<RowID> = try gap.spacing(
      for: count, before: { try reader.row(before: $0, in: section) }, after: { try reader.row(after: $0, in: section) }
    )
    return (spacing.keys, spacing.moved.map { .spaceRow($0.id, rank: $0.key) })
  }
}
