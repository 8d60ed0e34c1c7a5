#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A moment on the clock that never goes back, whoever sets the time of the machine, and goes on while it sleeps.
///
/// It is what `ContinuousClock.Instant` is, without the runtime of Swift's concurrency, which is half a megabyte of the
/// static program.
package struct MonotonicTime: Comparable, Sendable {
  private let sinceStart: Duration

  package static var now: MonotonicTime {
    var time = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_MONOTONIC, &time)  // goes on while the machine sleeps, unlike elsewhere
    #else
      clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    return MonotonicTime(sinceStart: .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec)))
  }

  /// The time from this moment until now.
  package var elapsed: Duration { MonotonicTime.now - self }

  package static func < (one: MonotonicTime, other: MonotonicTime) -> Bool { one.sinceStart < other.sinceStart }

  package static func - (end: MonotonicTime, start: MonotonicTime) -> Duration { end.sinceStart - start.sinceStart }

  package static func + (start: MonotonicTime, time: Duration) -> MonotonicTime {
    MonotonicTime(sinceStart: start.sinceStart + time)
  }

  package static func - (start: MonotonicTime, time: Duration) -> MonotonicTime {
    MonotonicTime(sinceStart: start.sinceStart - time)
  }
}
