import PleatSystem
import Synchronization

/// How long a transaction of this process may last; the system has one alarm for each process.
package enum TransactionLimit {
  /// How many seconds a transaction may last; 0 for any time.
  private static let limit = Atomic<UInt32>(0)

  /// Raises SIGALRM, from now on, when a transaction lasts longer than so many seconds.
  package static func set(toSeconds seconds: UInt32) { limit.store(seconds, ordering: .releasing) }

  /// Runs the work of a transaction that may have a limit.
  static func limited<T>(_ work: () throws -> T) rethrows -> T {
    let seconds = limit.load(ordering: .acquiring)
    if seconds == 0 { return try work() }
    Platform.alarm(after: seconds)
    defer { Platform.alarm(after: 0) }
    return try work()
  }
}
