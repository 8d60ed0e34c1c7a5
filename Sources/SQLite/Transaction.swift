import CSQLite

extension Connection {
  /// How a transaction begins.
  package enum TransactionKind: String {
    /// It takes a lock for reading with its first statement: one state of the file for all of them.
    case deferred = "BEGIN DEFERRED"
    /// It takes the lock for writing at once.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// How a transaction ends.
  package enum TransactionEnd: Sendable {
    /// What was written stays.
    case commit
    /// What was written is taken back.
    case rollback
  }

  /// Runs `body` in one transaction, and ends it as `body` says; where `body` throws, everything is taken back.
  ///
  /// - Throws: ``DatabaseError``, and what `body` throws. Where COMMIT itself reports an error, the transaction has ended
  ///   all the same, and only another connection can tell whether it is saved.
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

  /// Takes back what the transaction wrote, where SQLite has not done so itself.
  private func takeBack() {
    // The error that led here is the one to be told; a transaction that cannot be rolled back ends with the connection.
    if isInTransaction { _ = Result { () throws(DatabaseError) in try run("ROLLBACK") } }
  }
}
