import GRDB
import OutlineCore

/// Lets the oldest entries of the log go: whole ones, in the same transaction as an edit.
struct LogTrim {
  /// How many changes go with one edit at the most, apart from as many again as it made: no small edit pays for a
  /// big one, and the log does not outgrow its bound.
  private static let allowance: Int64 = 1_000

  /// The number of the first change of the running transaction, whose entries stay.
  private let first: Int64

  init(before first: Int64) {
    self.first = first
  }

  /// Lets what is beyond the size or the age go. A few look-ups where there is nothing to do.
  func trim(in db: Database) throws {
    let reader = StoreReader(db: db)
    guard let oldest: Int64 = try reader.value("SELECT min(change_id) FROM change", []) else { return }
    let newest = try reader.lastChange()
    let end = min(first, try max(endBySize(newest, reader), endByAge(reader)))
    guard end > oldest else { return }
    let allowed = oldest + Self.allowance + 2 * (newest - first + 1)
    try db.cachedStatement(sql: "DELETE FROM change WHERE change_id < ?").execute(arguments: [min(end, allowed)])
    try db.cachedStatement(
      sql: """
        DELETE FROM edit WHERE edit_id < (
          SELECT edit_id FROM edit WHERE last_change >= (SELECT min(change_id) FROM change) ORDER BY edit_id LIMIT 1)
        """
    ).execute()
  }

  /// Where the first entry begins that reaches into the newest changes.
  private func endBySize(_ newest: Int64, _ reader: StoreReader) throws -> Int64 {
    let kept = try reader.setting(.historyChanges)
    return try reader.value(
      """
      SELECT coalesce((SELECT first_change FROM edit WHERE edit.edit_id = change.edit_id), change_id)
      FROM change WHERE change_id = ?
      """, [newest - Int64(kept) + 1]) ?? 0
  }

  /// Where the first entry begins that is not too old.
  private func endByAge(_ reader: StoreReader) throws -> Int64 {
    try reader.value(
      """
      SELECT first_change FROM edit
      WHERE at >= CAST((julianday('now') - 2440587.5 - ?) * 86400000 AS INTEGER) ORDER BY edit_id LIMIT 1
      """, [reader.setting(.historyDays)]) ?? 0
  }
}
