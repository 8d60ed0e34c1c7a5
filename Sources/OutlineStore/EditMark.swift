import GRDB

/// A random number that every committed transaction leaves in the file, by which it is found again.
enum EditMark {
  /// How many of the last marks are kept: more than writers can pass by while one of them looks for its own.
  private static let kept = 1_000

  /// Leaves a mark in the running transaction.
  static func leave(in db: Database) throws -> Int64 {
    let mark = Int64.random(in: .min ... .max)
    try db.cachedStatement(sql: "INSERT INTO edit_mark (mark) VALUES (?)").execute(arguments: [mark])
    try db.cachedStatement(sql: "DELETE FROM edit_mark WHERE edit_id <= ?")
      .execute(arguments: [db.lastInsertedRowID - Int64(kept)])
    return mark
  }

  /// Whether the transaction that left `mark` is in the file.
  static func stands(_ mark: Int64, in db: Database) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM edit_mark WHERE mark = ?)", arguments: [mark]) ?? false
  }
}
