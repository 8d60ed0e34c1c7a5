/// A moment in time, in formats for people and for programs.
struct Timestamp {
  /// The whole seconds since 1970; negative for earlier moments.
  private let seconds: Int64
  /// The milliseconds after the whole seconds, from 0 to 999.
  private let milliseconds: Int64

  /// Creates the moment that is this many milliseconds after the beginning of 1970 in UTC, or before it if negative.
  init(milliseconds: Int64) {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    seconds = remainder < 0 ? quotient - 1 : quotient
    self.milliseconds = remainder < 0 ? remainder + 1_000 : remainder
  }

  /// The date and the minute in the user's time zone: `2026-01-31 10:30`.
  var localMinute: String { Platform.date(seconds, on: .local, as: "%Y-%m-%d %H:%M") }

  /// The moment in ISO 8601 and UTC: `2026-01-31T09:30:00.123Z`.
  var iso8601: String {
    let zeros = milliseconds < 10 ? "00" : milliseconds < 100 ? "0" : ""
    return Platform.date(seconds, on: .utc, as: "%Y-%m-%dT%H:%M:%S") + ".\(zeros)\(milliseconds)Z"
  }
}
