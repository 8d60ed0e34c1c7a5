/// How the transactions of one outline handle the signals of its process.
package struct TransactionSignals: Sendable {
  /// Called with true when a COMMIT begins that can save an edit, and with false when it has failed.
  ///
  /// At other times, ending the process saves nothing.
  package let noteSaving: @Sendable (Bool) -> Void
  /// How many seconds a transaction may last, without its COMMIT, before SIGALRM is raised; nil for no limit.
  package var limit: UInt32?

  /// Creates the handling of signals; by default, signals are not handled.
  package init(noteSaving: @escaping @Sendable (Bool) -> Void = { _ in }, limit: UInt32? = nil) {
    self.noteSaving = noteSaving
    self.limit = limit
  }

  /// Runs the work of a transaction within the limit.
  package func limited<T>(_ work: () throws -> T) rethrows -> T {
    guard let limit else { return try work() }
    Platform.alarm(after: limit)
    defer { Platform.alarm(after: 0) }
    return try work()
  }
}
