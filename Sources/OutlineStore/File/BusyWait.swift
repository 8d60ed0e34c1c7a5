import PleatSystem
import Synchronization

/// Waits for a locked file with short sleeps of random length, up to a limit.
///
/// SQLite's own timeout sleeps longer and longer, so that writers can wait forever.
final class BusyWait: Sendable {
  private let limit: Duration
  private let start = Mutex(ContinuousClock.now)

  init(limit: Duration) {
    self.limit = limit
  }

  /// Sleeps, and returns whether to try again.
  ///
  /// - Parameter tries: The number of earlier calls for the same lock.
  func shouldRetry(after tries: Int) -> Bool {
    let waited = start.withLock { start in
      if tries == 0 { start = .now }
      return ContinuousClock.now - start
    }
    if waited >= limit { return false }
    Platform.sleep(microseconds: .random(in: 200...2_000))
    return true
  }
}
