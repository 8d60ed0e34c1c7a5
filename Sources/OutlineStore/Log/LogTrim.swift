import OutlineCore
import SQLite

/// Removes the oldest entries of the log, always whole ones, in the transaction of an edit.
struct LogTrim {
  /// The number of lines that one edit may remove in addition to twice its own changes.
  ///
  /// The limit keeps small edits fast after a big one, and the share of its own changes keeps the log from outgrowing
  /// its bound.
  private static let allowance: Int64 = 1_000

  /// The id of the transaction's first entry, which is kept with all that follow.
  private let entry: Int64

  init(before entry: Int64) {
    self.entry = entry
  }

  /// Removes entries that exceed the log's size or age.
  ///
  /// A single look-up if there are none.
  func trim(in db: Connection) throws {
    let reader = StoreReader(db: db)
    guard let oldest = try reader.firstChange(), let bounds = try bounds(in: db) else { return }
    let (newest, kept, endByAge, first) = bounds
    let endBySize = try newest - oldest >= kept ? start(ofEntryWith: newest - kept + 1, reader) : oldest
    let end = min(first, max(endByAge ?? oldest, endBySize))
    if end > oldest { try delete(before: end, atMost: Self.allowance + 2 * (newest - first + 1), in: db) }
  }

  /// Returns the last change, the number of changes to keep, the first change young enough to keep, and the first
  /// change of the transaction.
  private func bounds(in db: Connection) throws -> (newest: Int64, kept: Int64, endByAge: Int64?, first: Int64)? {
    try db.first(
      """
      SELECT (SELECT max(change_id) FROM change), (SELECT value FROM setting WHERE name = ?1),
        (SELECT first_change FROM edit WHERE at >= CAST((julianday('now') - 2440587.5
          - coalesce((SELECT value FROM setting WHERE name = ?2), ?3)) * 86400000 AS INTEGER) ORDER BY edit_id LIMIT 1),
        (SELECT first_change FROM edit WHERE edit_id = ?4)
      """,
      [Setting.historyChanges.rawValue, Setting.historyDays.rawValue, Setting.historyDays.standard.description, entry]
    ) { line in
      (
        try line.key(0), try line.ifPresent(1) { try line.integer($0, in: 1_000...1_000_000_000) } ?? 200_000,
        try line.ifPresent(2, line.key), try line.key(3)
      )
    }
  }

  /// Returns the first change of the entry that contains a change.
  private func start(ofEntryWith change: Int64, _ reader: StoreReader) throws -> Int64 {
    try reader.value(
      """
      SELECT coalesce((SELECT first_change FROM edit WHERE edit.edit_id = change.edit_id),
        change_id - coalesce(run, 1) + 1)
      FROM change WHERE change_id >= ? ORDER BY change_id LIMIT 1
      """, [change]) ?? change
  }

  private func delete(before end: Int64, atMost lines: Int64, in db: Connection) throws {
    let rest: Int64? = try db.value("SELECT change_id FROM change ORDER BY change_id LIMIT 1 OFFSET ?", [lines])
    try db.run("DELETE FROM change WHERE change_id < ?", [min(end, rest ?? end)])
    try db.run(
      """
      DELETE FROM edit WHERE edit_id < (
        SELECT edit_id FROM edit WHERE last_change >= (SELECT min(change_id) FROM change) ORDER BY edit_id LIMIT 1)
      """)
  }
}
