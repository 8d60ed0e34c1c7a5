import Locking

/// A connection that several threads may use, one at a time.
package final class SharedConnection: @unchecked Sendable {
  // Only `use` reads it, while it holds the lock.
  private let connection: Connection
  private let lock = Lock(())

  /// Takes over a connection that nothing else refers to.
  package init(_ connection: sending Connection) {
    self.connection = connection
  }

  /// Runs `body` with the connection while all other threads wait.
  ///
  /// `body` must not call this method again, which would deadlock.
  ///
  /// - Throws: What `body` throws.
  package func use<T>(_ body: (Connection) throws -> T) throws -> T {
    // `withLock` can only return values that nothing else refers to, so the result is handed over in a variable.
    var result = Result<T, any Error>.failure(DatabaseError(.misuse, message: "the connection was not used"))
    lock.withLock { _ in result = Result { try body(connection) } }
    return try result.get()
  }
}
