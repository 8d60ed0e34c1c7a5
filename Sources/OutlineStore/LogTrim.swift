import GRDB
import OutlineCore

/// Lets the oldest entries of the log go: whole ones, in the same transaction as an edit.
struct LogTrim {
  /// How many changes go with one edit at the most, apart from twice as many as it made: no small edit pays for a big
  /// one, and the log does not outgrow its bound.
  private static let allowance: Int64 = 1_000

  /// The key of the running transaction's first entry, which stays, with all behind it.
  private let entry: Int64

  init(before entry: Int64) {
    self.entry = entry
  }

  /// Lets what is beyond the size or the age go.
  ///
  /// One look-up where there is nothing to do.
  func trim(in db: Database) throws {
    let reader = StoreReader(db: db)
    let bounds = try reader.line(
      """
      SELECT (SELECT min(change_id) FROM change), (SELECT max(change_id) FROM change),
        (SELECT value FROM setting WHERE name = ?1),
        (SELECT first_change FROM edit WHERE at >= CAST((julianday('now') - 2440587.5
          - coalesce((SELECT value FROM setting WHERE name = ?2), ?3)) * 86400000 AS INTEGER) ORDER BY edit_id LIMIT 1),
        (SELECT first_change FROM edit WHERE edit_id = ?4)
      """,
      [Setting.historyChanges.rawValue, Setting.historyDays.rawValue, Setting.historyDays.standard, entry])
    guard let bounds, let oldest: Int64 = bounds[0], let newest: Int64 = bounds[1], let first: Int64 = bounds[4]
    else { return }
    let kept: Int64 = bounds[2] ?? Int64(Setting.historyChanges.standard)
    let endByAge: Int64 = bounds[3] ?? oldest
    let endBySize = try newest - oldest >= kept ? start(ofEntryWith: newest - kept + 1, reader) : oldest
    let end = min(first, max(endByAge, endBySize))
    if end > oldest { try delete(before: min(end, oldest + Self.allowance + 2 * (newest - first + 1)), in: db) }
  }

  /// Where the entry begins that a change belongs to.
  private func start(ofEntryWith change: Int64, _ reader: StoreReader) throws -> Int64 {
    try reader.value(
      """
      SELECT coalesce((SELECT first_change FROM edit WHERE edit.edit_id = change.edit_id), change_id)
      FROM change WHERE change_id = ?
      """, [change]) ?? change
  }

  private func delete(before end: Int64, in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM change WHERE change_id < ?").execute(arguments: [end])
    try db.cachedStatement(
      sql: """
        DELETE FROM edit WHERE edit_id < (
          SELECT edit_id FROM edit WHERE last_change >= (SELECT min(change_id) FROM change) ORDER BY edit_id LIMIT 1)
        """
    ).execute()
  }
}
