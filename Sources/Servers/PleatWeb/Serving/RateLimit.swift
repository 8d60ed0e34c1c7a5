import Locking
import PleatSystem

/// Limits the requests of each user: a burst at once, and a lower rate over time.
final class RateLimit: Sendable {
  private struct Bucket {
    var left: Double
    var time: MonotonicTime
  }

  private let buckets = Lock<[String: Bucket]>([:])
  private let perSecond: Double
  private let most: Double

  init(perSecond: Double, most: Double) { (self.perSecond, self.most) = (perSecond, most) }

  func takes(_ user: String) -> Bool {
    let now = MonotonicTime.now
    return buckets.withLock { buckets in
      if buckets.count > 10_000 { buckets = [:] }
      var bucket = buckets[user] ?? Bucket(left: most, time: now)
      bucket.left = min(most, bucket.left + perSecond * ((now - bucket.time) / .seconds(1)))
      bucket.time = now
      let isTaken = bucket.left >= 1
      if isTaken { bucket.left -= 1 }
      buckets[user] = bucket
      return isTaken
    }
  }
}
