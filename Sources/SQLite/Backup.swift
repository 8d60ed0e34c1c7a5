import CSQLite

extension Connection {
  /// Copies the whole database to another connection, whose content is replaced.
  ///
  /// Pages are copied in portions; between two of them others may read and write, and what they write on this
  /// connection's file begins the copy anew.
  /// - Parameters:
  ///   - target: where the copy goes.
  ///   - pages: how many pages one portion has; -1 for all at once.
  ///   - progress: is told after each portion how many pages there are, and how many are left; it may throw to end the
  ///     copy.
  /// - Throws: ``DatabaseError``, and what `progress` throws; the target is then to be thrown away.
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
