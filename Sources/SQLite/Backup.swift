import CSQLite

extension Connection {
  /// Copies the whole database to another connection, replacing its content.
  ///
  /// The pages are copied in portions, between which other connections may read and write. The copy starts again from
  /// the beginning when another connection writes to this connection's file.
  ///
  /// O(n) in the number of pages, for each start.
  ///
  /// - Parameters:
  ///   - target: The connection whose database is replaced.
  ///   - pages: The number of pages in a portion; -1 to copy all at once.
  ///   - progress: Called after each portion with the number of pages in total and the number still to be copied. It
  ///     may throw to cancel the copy.
  /// - Throws: ``DatabaseError``, and what `progress` throws. The target is then incomplete and must be discarded.
  package func backUp(
    to target: Connection, pages: Int = 1_000, _ progress: (_ total: Int, _ remaining: Int) throws -> Void = { _, _ in }
  ) throws {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw DatabaseError(of: target.handle, code: sqlite3_errcode(target.handle))
    }
    var code = SQLITE_OK
    defer { sqlite3_backup_finish(backup) }
    while code != SQLITE_DONE {
      code = sqlite3_backup_step(backup, Int32(clamping: pages))
      guard code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_BUSY || code == SQLITE_LOCKED else {
        throw DatabaseError(code: code)
      }
      if code == SQLITE_BUSY || code == SQLITE_LOCKED { sqlite3_sleep(2) }
      try progress(Int(sqlite3_backup_pagecount(backup)), Int(sqlite3_backup_remaining(backup)))
    }
  }
}
