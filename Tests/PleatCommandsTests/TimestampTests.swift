import Foundation
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Moments in time, in the formats of the output.
struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (7, "1970-01-01T00:00:00.007Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (-60_000, "1969-12-31T23:59:00.000Z"), (1_769_851_800_123, "2026-01-31T09:30:00.123Z"),
    (951_782_399_099, "2000-02-28T23:59:59.099Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ])
  func `ISO 8601 has milliseconds and is in UTC`(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).iso8601 == text)
  }

  @Test func `random moments are as Foundation writes them`() {
    for _ in 0..<1_000 {
      let time = Int64.random(in: 0...4_102_444_800_000)
      let date = Date(timeIntervalSince1970: Double(time / 1_000))
      let text = date.formatted(.iso8601).dropLast()
      #expect(Timestamp(milliseconds: time).iso8601.hasPrefix("\(text)."), "\(time)")
    }
  }

  @Test func `the first and the last moment that a file can hold are some text`() {
    for time in [Int64.min, .max] {
      #expect(Timestamp(milliseconds: time).iso8601.hasSuffix("Z"))
      #expect(!Timestamp(milliseconds: time).localMinute.isEmpty)
    }
  }
}
