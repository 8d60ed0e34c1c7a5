import Synchronization

/// The error of a command that was interrupted by a signal.
package struct Interrupted: Error {
  package let signal: Int32

  package init(signal: Int32) {
    self.signal = signal
  }
}

/// Signals that interrupt a long command, so that it rolls back and reports the interruption.
package enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// Records interrupts instead of terminating the process.
  package static func note() {
    Platform.handleInterrupts { signal in
      Interruption.received.store(signal, ordering: .relaxed)
      Platform.passOn(signal)
    }
  }

  /// The signal of the last interrupt; nil if there was none.
  package static var signal: Int32? {
    let signal = received.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// Throws an error if there was an interrupt.
  package static func check() throws(Interrupted) {
    let signal = received.load(ordering: .relaxed)
    if signal != 0 { throw Interrupted(signal: signal) }
  }
}
