import Synchronization

/// Signals that ask a long command to stop: it takes back what it did, and says so.
enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// Records interrupts from now on instead of ending the process.
  static func note() {
    Platform.handleInterrupts { signal in Interruption.received.store(signal, ordering: .relaxed) }
  }

  /// Throws when there was an interrupt.
  static func check() throws(Failure) {
    let signal = received.load(ordering: .relaxed)
    if signal != 0 { throw Failure(interruptedBy: signal) }
  }
}
