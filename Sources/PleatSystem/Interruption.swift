import Synchronization

/// Signals that ask a long command to stop, so that it rolls back and reports the interruption.
enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// Records interrupts from now on, instead of letting them end the process.
  static func note() {
    Platform.handleInterrupts { signal in
      Interruption.received.store(signal, ordering: .relaxed)
      Platform.passOn(signal)
    }
  }

  /// The signal of the interrupt that there was; nil if there was none.
  static var signal: Int32? {
    let signal = received.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// Throws an error if there was an interrupt.
  static func check() throws(Failure) {
    let signal = received.load(ordering: .relaxed)
    if signal != 0 { throw Failure(interruptedBy: signal) }
  }
}
