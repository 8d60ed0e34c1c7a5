import Synchronization

/// Waits for a locked file: short sleeps of random length, up to a limit.
///
/// SQLite's own time-out backs off to long sleeps and so starves writers.
final class BusyWait: Sendable {
  private let limit: Duration
  private let start = Mutex(ContinuousClock.now)

  init(limit: Duration) {
    self.limit = limit
  }

  /// Sleeps and says whether to try again; `tries` is how often it was asked for the same lock.
  func shouldRetry(after tries: Int) -> Bool {
    let waited = start.withLock { start in
      if tries == 0 { start = .now }
      return ContinuousClock.now - start
    }
    if waited >= limit { return false }
    FileSystem.sleep(microseconds: .random(in: 200...2_000))
    return true
  }
}
