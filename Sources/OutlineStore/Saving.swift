import PleatSystem
import Synchronization

/// Whether the process may just have saved an edit, so that nobody who ends it now can tell.
package enum Saving {
  private static let state = Atomic<Bool>(false)

  /// Whether a COMMIT has begun that did not fail; a signal handler may ask.
  package static var isUnderWay: Bool { state.load(ordering: .acquiring) }

  /// Records that a COMMIT begins, or that it failed.
  package static func note(isUnderWay: Bool) { state.store(isUnderWay, ordering: .releasing) }

  /// How many seconds a transaction may last; 0 for any time.
  private static let limit = Atomic<UInt32>(0)

  /// Raises SIGALRM, from now on, when a transaction lasts longer than so many seconds.
  package static func limitTransactions(toSeconds seconds: UInt32) { limit.store(seconds, ordering: .releasing) }

  /// Runs the work of a transaction that may have a limit.
  static func limited<T>(_ work: () throws -> T) rethrows -> T {
    let seconds = limit.load(ordering: .acquiring)
    if seconds == 0 { return try work() }
    Platform.alarm(after: seconds)
    defer { Platform.alarm(after: 0) }
    return try work()
  }
}
