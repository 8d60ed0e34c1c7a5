import CSQLite

extension Connection {
  /// Copies the whole database to another connection, replacing its content.
  ///
  /// The pages are copied in portions, between which other connections may read and write. The copy starts again from
  /// the beginning when another connection writes to this connection's file. The last start copies all pages within one
  /// transaction, while writers wait.
  ///
  /// O(n) in the number of pages, for each start.
  ///
  /// - Parameters:
  ///   - target: The connection whose database is replaced.
  ///   - pages: The number of pages in a portion; -1 to copy all at once.
  ///   - starts: How often the copy may start again before writers have to wait.
  ///   - progress: Called after each portion with the number of pages in total and the number still to be copied. It
  ///     may throw to cancel the copy.
  /// - Throws: ``DatabaseError``, with ``ResultCode/busy`` if a file stays locked for longer than ``whenBusy(_:)``
  ///   allows, and what `progress` throws. The target is then incomplete and must be discarded.
  package func backUp(
    to target: Connection, pages: Int = 1_000, starts: Int = 2,
    _ progress: (_ total: Int, _ remaining: Int) throws -> Void = { _, _ in }
  ) throws {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw DatabaseError(of: target.handle, code: sqlite3_errcode(target.handle))
    }
    var code = SQLITE_OK
    var copied = 0
    var started = 0
    var holdsWriters = false
    var unfinished: OpaquePointer? = backup
    defer {
      sqlite3_backup_finish(unfinished)
      if holdsWriters { _ = Result { try run("ROLLBACK") } }  // it has only read
    }
    while code != SQLITE_DONE {
      if started >= starts, !isInTransaction {
        try run("BEGIN DEFERRED")
        holdsWriters = true
        try run("VALUES ((SELECT count(*) FROM sqlite_schema))")  // takes the lock
      }
      code = sqlite3_backup_step(backup, Int32(clamping: pages))
      guard code == SQLITE_OK || code == SQLITE_DONE else {
        // Finishing hands the step's error and the system's reason to the target.
        sqlite3_backup_finish(backup)
        unfinished = nil
        throw DatabaseError(of: target.handle, code: code)
      }
      let (total, remaining) = (Int(sqlite3_backup_pagecount(backup)), Int(sqlite3_backup_remaining(backup)))
      if total - remaining <= copied { started += 1 }
      copied = total - remaining
      try progress(total, remaining)
    }
  }
}
