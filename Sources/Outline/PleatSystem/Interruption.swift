/// The error of a command that was interrupted by a signal.
package struct Interrupted: Error {
  package let signal: Int32

  package init(signal: Int32) {
    self.signal = signal
  }
}

/// Signals that interrupt a long command, so that it rolls back and reports the interruption.
package enum Interruption {
  /// Records interrupts instead of terminating the process.
  package static func note() {
    Platform.handleInterrupts { signal in
      SharedWord.interrupt.number = signal
      Platform.passOn(signal)
    }
  }

  /// The signal of the last interrupt; nil if there was none.
  package static var signal: Int32? {
    let signal = SharedWord.interrupt.number
    return signal == 0 ? nil : signal
  }

  /// Throws an error if there was an interrupt.
  package static func check() throws(Interrupted) {
    let signal = SharedWord.interrupt.number
    if signal != 0 { throw Interrupted(signal: signal) }
  }
}

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
