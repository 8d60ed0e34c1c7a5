import Foundation
import Synchronization

/// Signals that ask a long command to stop: it takes back what it did, and says so.
enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// From now on an interrupt is noted instead of ending the process.
  static func note() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { Interruption.received.store($0, ordering: .relaxed) }
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaction(signal, &action, nil) }
  }

  /// Throws when there was an interrupt.
  static func check() throws(Failure) {
    let signal = received.load(ordering: .relaxed)
    if signal != 0 { throw Failure(interruptedBy: signal) }
  }
}
