import GRDB
import OutlineCore

extension StoreReader {
  /// What a setting is.
  public func setting(_ setting: Setting) throws -> Int {
    try value("SELECT value FROM setting WHERE name = ?", [setting.rawValue]) ?? setting.standard
  }

  /// Calls `body` with the entries of the history from the newest back, until it answers false.
  ///
  /// O(entries visited + changes made by hand among them).
  public func eachEntry(_ body: (HistoryEntry) throws -> Bool) throws {
    let oldest = try value("SELECT min(change_id) FROM change", []) ?? Int64.max
    var end = try lastChange() + 1  // every change from here on belongs to an entry that was visited
    let edits = try GRDB.Row.fetchCursor(
      db,
      sql: """
        SELECT edit_id, kind, user, words, at, first_change,
          coalesce(last_change, (SELECT max(change_id) FROM change)) FROM edit
        WHERE last_change IS NOT NULL OR edit_id = (SELECT edit_id FROM current_edit) ORDER BY edit_id DESC
        """)
    while let line = try edits.next() {
      let edit = entry(from: line, oldest: oldest)
      while end > edit.changes.upperBound, let other = try entry(before: end, after: edit.changes, oldest: oldest) {
        if try !body(other) { return }
        end = other.changes.lowerBound
      }
      if try !body(edit) { return }
      end = min(end, edit.changes.lowerBound)
    }
    while let other = try entry(before: end, after: 0..<0, oldest: oldest) {
      if try !body(other) { return }
      end = other.changes.lowerBound
    }
  }

  private func entry(from line: GRDB.Row, oldest: Int64) -> HistoryEntry {
    let first: Int64 = line[5]
    let last: Int64 = line[6]
    let isComplete = first > last || first >= oldest
    return HistoryEntry(
      group: .edit(line[0]), kind: HistoryEntry.Kind(name: line[1]), user: line[2], words: line[3], time: line[4],
      changes: first..<max(first, last + 1), isComplete: isComplete)
  }

  /// The entry of changes that no line of `edit` speaks of: those of one statement by hand.
  private func entry(before end: Int64, after earlier: Range<Int64>, oldest: Int64) throws -> HistoryEntry? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT change_id, edit_id, at FROM change WHERE change_id < ? AND change_id >= ? ORDER BY change_id DESC
        """)
    let lines = try GRDB.Row.fetchCursor(statement, arguments: [end, earlier.upperBound])
    guard let newest = try lines.next() else { return nil }
    let last: Int64 = newest[0]
    let edit: Int64? = newest[1]
    let time: Int64? = newest[2]
    var first = last
    while let line = try lines.next(), line[1] == edit, line[2] == time { first = line[0] }
    return HistoryEntry(
      group: edit.map { .edit($0) } ?? .hand(at: time ?? 0), kind: .hand, user: nil, words: "", time: time ?? 0,
      changes: first..<(last + 1), isComplete: first > oldest || oldest == 1)
  }

  /// Whether there is a change of a section or row among these.
  ///
  /// O(changes before the first such).
  public func hasContent(_ changes: Range<Int64>) throws -> Bool {
    try value(
      """
      SELECT EXISTS (SELECT 1 FROM change WHERE change_id >= ? AND change_id < ? AND thing IN ('section', 'row'))
      """, [changes.lowerBound, changes.upperBound]) ?? false
  }

  /// Whether there is a change of a user's flags or settings among these.
  ///
  /// O(changes before the first such).
  public func hasFolds(_ changes: Range<Int64>, of user: Int64) throws -> Bool {
    try value(
      """
      SELECT EXISTS (SELECT 1 FROM change WHERE change_id >= ?1 AND change_id < ?2
        AND (thing = 'fold' AND user_id = ?3 OR thing = 'user' AND action = 'update' AND id = ?3))
      """, [changes.lowerBound, changes.upperBound, user]) ?? false
  }

  /// Whether the file still knows the user with this value of `user.user_id`.
  public func hasUser(_ key: Int64) throws -> Bool {
    try value("SELECT EXISTS (SELECT 1 FROM user WHERE user_id = ?)", [key]) ?? false
  }

  /// The row at exactly this rank.
  ///
  /// O(log n).
  public func row(ranked rank: OrderKey, in section: SectionID) throws -> RowID? {
    try value("SELECT row_id FROM row WHERE section_id = ? AND rank = ?", [section.rawValue, rank]).map { RowID($0) }
  }
}
