import OutlineCore
import Testing

/// The periods of automatic backups.
struct IntervalTests {
  @Test(arguments: ["", "d", "1", "0d", "01d", "-1d", "+1d", "1.5d", "10000h", "1m", "1D", "1 d", "d1", "1dd", "off"])
  func `words that are no interval are refused`(words: String) { #expect(Interval(words) == nil) }

  @Test func `days begin at midnight, weeks on Monday, and hours on the hour`() throws {
    let day: Int64 = 86_400
    for (words, first, last) in [
      ("1d", 0, day - 1), ("1d", -day, -1), ("1h", 7 * 3_600, 8 * 3_600 - 1), ("12h", day / 2, day - 1),
      ("1w", -3 * day, 4 * day - 1), ("1w", 4 * day, 11 * day - 1), ("2d", 2 * day, 4 * day - 1),
    ] {
      let interval = try #require(Interval(words))
      #expect(interval.period(of: first) == interval.period(of: last), "\(words)")
      #expect(interval.period(of: first - 1) == interval.period(of: first) - 1, "\(words)")
      #expect(interval.period(of: last + 1) == interval.period(of: last) + 1, "\(words)")
    }
  }

  @Test func `the largest numbers do not trap`() throws {
    for words in ["1h", "9999w", "9999d"] {
      let interval = try #require(Interval(words))
      #expect(interval.period(of: .max - 600_000) > interval.period(of: .min + 600_000))
      _ = (interval.period(of: .max), interval.period(of: .min))
    }
  }
}
