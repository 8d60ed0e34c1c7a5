import CSQLite

extension Connection {
  /// The lock with which a transaction begins.
  package enum TransactionKind: String {
    /// Takes a read lock with its first statement, so that all statements see the same state of the file.
    case deferred = "BEGIN DEFERRED"
    /// Takes the write lock at once.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// How a transaction ends.
  package enum TransactionEnd: Sendable {
    /// Keeps what was written.
    case commit
    /// Discards what was written.
    case rollback
  }

  /// Runs `body` in one transaction, which ends as `body` says; an error that `body` throws rolls it back.
  ///
  /// - Throws: ``DatabaseError``, and what `body` throws. If COMMIT itself fails, the transaction has ended, and only
  ///   another connection can tell whether it was saved.
  package func transaction<T>(
    _ kind: TransactionKind, _ body: () throws -> (result: T, end: TransactionEnd)
  ) throws -> T {
    try run(kind.rawValue)
    let (result, end): (T, TransactionEnd)
    do { (result, end) = try body() } catch {
      takeBack()
      throw error
    }
    guard end == .commit else {
      try run("ROLLBACK")
      return result
    }
    do throws(DatabaseError) { try run("COMMIT") } catch {
      takeBack()
      throw error
    }
    return result
  }

  /// Runs `body` in a savepoint of the transaction that is open, which ends as `body` says.
  ///
  /// An error that `body` throws discards what `body` wrote, and nothing else, unless SQLite ended the whole
  /// transaction; ``isInTransaction`` tells.
  package func savepoint<T>(_ body: () throws -> (result: T, end: TransactionEnd)) throws -> T {
    try run("SAVEPOINT part")
    let (result, end): (T, TransactionEnd)
    do { (result, end) = try body() } catch {
      // The caller reports the error that led here; if this fails as well, so does the COMMIT.
      if isInTransaction { _ = Result { try endSavepoint(.rollback) } }
      throw error
    }
    try endSavepoint(end)
    return result
  }

  private func endSavepoint(_ end: TransactionEnd) throws(DatabaseError) {
    if end == .rollback { try run("ROLLBACK TO part") }
    try run("RELEASE part")
  }

  /// Rolls the transaction back, unless SQLite already did.
  private func takeBack() {
    // The caller reports the first error. If the rollback fails as well, the transaction ends with the connection.
    if isInTransaction { _ = Result { () throws(DatabaseError) in try run("ROLLBACK") } }
  }
}
