/// How the transactions of one outline and the signals of its process go together.
package struct TransactionSignals: Sendable {
  /// Called with true when a COMMIT begins that can save an edit, and with false when it has failed.
  ///
  /// At other times, ending the process saves nothing.
  package let noteSaving: @Sendable (Bool) -> Void
  /// How many seconds a transaction may last until SIGALRM is raised, without its COMMIT; nil for any time.
  package var limit: UInt32?

  /// Creates what an outline does around a transaction; by default, nothing.
  package init(noteSaving: @escaping @Sendable (Bool) -> Void = { _ in }, limit: UInt32? = nil) {
    self.noteSaving = noteSaving
    self.limit = limit
  }

  /// Runs the work of a transaction, which may have a limit.
  package func limited<T>(_ work: () throws -> T) rethrows -> T {
    guard let limit else { return try work() }
    Platform.alarm(after: limit)
    defer { Platform.alarm(after: 0) }
    return try work()
  }
}
