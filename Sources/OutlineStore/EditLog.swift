import GRDB

/// The entry that every transaction of pleat's makes in the log.
enum EditLog {
  /// How many changes the log holds before the oldest go.
  private static let kept = 200_000
  /// How many of the oldest go with one edit at the most, so that no small edit pays for a big one.
  private static let trimmed = 1_000

  /// Begins the entry of the running transaction: from now on its changes are logged under it.
  ///
  /// - Returns: a random mark, by which the entry is found again.
  static func begin(as user: String, in db: Database) throws -> Int64 {
    let mark = Int64.random(in: .min ... .max)
    try db.cachedStatement(sql: "INSERT INTO edit (user, mark) VALUES (?, ?)").execute(arguments: [user, mark])
    try db.cachedStatement(sql: "UPDATE current_edit SET edit_id = ?").execute(arguments: [db.lastInsertedRowID])
    return mark
  }

  /// Ends the entry, and lets the oldest changes go where the log is full.
  static func end(in db: Database) throws {
    try db.cachedStatement(sql: "UPDATE current_edit SET edit_id = NULL").execute()
    try db.cachedStatement(
      sql: """
        DELETE FROM change WHERE change_id <= (SELECT max(change_id) FROM change) - ?
          AND change_id < (SELECT min(change_id) FROM change) + ?
        """
    ).execute(arguments: [kept, trimmed])
    try db.cachedStatement(
      sql: "DELETE FROM edit WHERE edit_id < (SELECT edit_id FROM change ORDER BY change_id LIMIT 1)"
    ).execute()
  }

  /// Whether the transaction that left `mark` is in the file.
  static func stands(_ mark: Int64, in db: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM (SELECT mark FROM edit ORDER BY edit_id DESC LIMIT 10000) WHERE mark = ?)"
    return try Bool.fetchOne(db, sql: sql, arguments: [mark]) ?? false
  }
}
