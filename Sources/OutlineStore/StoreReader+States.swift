import OutlineCore
import SQLite

extension StoreReader {
  /// The sections from `start` to before `end` (nil: all that follow) as a user has them, in document order.
  ///
  /// O(n log n) in the sections there; those of a whole outline are read in one pass over each table.
  package func states(from start: OrderKey, to end: OrderKey?, for user: StoredUser) throws -> [SectionState] {
    if start == -OrderKeys.bound, end == nil { return try allStates(for: user).map(\.state) }
    let cursor = try db.cursor(
      """
      SELECT section.section_id, level, collapsible, coalesce(fold.collapsed, ?2),
        (SELECT sum(rows) FROM row_count WHERE row_count.section_id = section.section_id)
      FROM section LEFT JOIN fold ON fold.user_id = ?1 AND fold.section_id = section.section_id
      WHERE ord >= ?3 AND ord < ?4 ORDER BY ord
      """, user.flagArguments + [start, end ?? OrderKeys.bound])
    var states: [SectionState] = []
    while let line = try cursor.next() {
      states.append(
        SectionState(
          id: SectionID(try line[0]), level: try line[1], isCollapsible: try line[2], isCollapsed: try line[3],
          rowCount: try line[4] ?? 0))
    }
    return states
  }

  /// Every section as a user has it, with its sort key, in document order.
  ///
  /// One pass over each of three tables in the order of their keys, which takes a third of the time of look-ups.
  func allStates(for user: StoredUser) throws -> [PlacedState] {
    let sections = try db.cursor("SELECT section_id, ord, level, collapsible FROM section ORDER BY section_id")
    var counts = try KeyedColumn(db.cursor("SELECT section_id, rows FROM row_count ORDER BY section_id"))
    var flags = try KeyedColumn(
      db.cursor("SELECT section_id, collapsed FROM fold WHERE user_id = ? ORDER BY section_id", [user.key ?? -1]))
    var states: [PlacedState] = []
    var isSorted = true
    while let line = try sections.next() {
      let (id, ord): (Int64, OrderKey) = (try line[0], try line[1])
      let flag = try flags.sum(for: id).map { $0 != 0 }
      let state = SectionState(
        id: SectionID(id), level: try line[2], isCollapsible: try line[3],
        isCollapsed: flag ?? user.user.startsCollapsed, rowCount: try counts.sum(for: id) ?? 0)
      if let last = states.last, last.ord > ord { isSorted = false }
      states.append(PlacedState(ord: ord, state: state))
    }
    if !isSorted { states.sort { $0.ord < $1.ord } }
    return states
  }
}

/// A section as one user has it, and where it stands.
struct PlacedState {
  let ord: OrderKey
  let state: SectionState
}

/// Numbers under keys, both ascending, read in step with another list of the same keys.
private struct KeyedColumn {
  private let cursor: Cursor
  private var next: (key: Int64, number: Int)?

  init(_ cursor: Cursor) throws {
    self.cursor = cursor
    try advance()
  }

  private mutating func advance() throws {
    next = try cursor.next().map { row in (try row[0], try row[1]) }
  }

  /// The sum of the numbers under a key, nil where there is none; keys have to be asked for in ascending order.
  mutating func sum(for key: Int64) throws -> Int? {
    var sum: Int?
    while let current = next, current.key <= key {
      if current.key == key {
        let (total, overflow) = (sum ?? 0).addingReportingOverflow(current.number)
        if overflow {
          throw DatabaseError(.mismatch, message: "the rows of section \(key) are more than can be counted")
        }
        sum = total
      }
      try advance()
    }
    return sum
  }
}
