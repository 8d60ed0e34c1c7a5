import Synchronization

/// A connection that several threads may use, one at a time.
package final class SharedConnection: @unchecked Sendable {
  // Only `use` reads it, and only with the lock.
  private let connection: Connection
  private let lock = Mutex(())

  /// Takes a connection that nobody else keeps.
  package init(_ connection: sending Connection) {
    self.connection = connection
  }

  /// Runs `body` with the connection, while all other threads wait; `body` must not come back here.
  package func use<T>(_ body: (Connection) throws -> T) throws -> T {
    // Not as the result of `withLock`, which may only hand out what nobody else has.
    var result = Result<T, any Error>.failure(DatabaseError(.misuse, message: "the connection was not used"))
    lock.withLock { _ in result = Result { try body(connection) } }
    return try result.get()
  }
}
