/// A moment as people and programs read it.
struct Timestamp {
  /// The whole seconds since 1970, negative before.
  private let seconds: Int64
  /// The milliseconds after these, 0 to 999.
  private let milliseconds: Int64

  /// Makes the moment that is so many milliseconds after the beginning of 1970, or before it where they are negative.
  init(milliseconds: Int64) {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    seconds = remainder < 0 ? quotient - 1 : quotient
    self.milliseconds = remainder < 0 ? remainder + 1_000 : remainder
  }

  /// The minute on the clock of the user's time zone: `2026-01-31 10:30`.
  var localMinute: String { Platform.date(seconds, on: .local, as: "%Y-%m-%d %H:%M") }

  /// The moment as ISO 8601 has it, in UTC: `2026-01-31T09:30:00.123Z`.
  var iso8601: String {
    let zeros = milliseconds < 10 ? "00" : milliseconds < 100 ? "0" : ""
    return Platform.date(seconds, on: .utc, as: "%Y-%m-%dT%H:%M:%S") + ".\(zeros)\(milliseconds)Z"
  }
}
