/// A moment in time, in formats for people and for programs.
package struct Timestamp {
  /// The whole seconds since 1970; negative for earlier moments.
  private let seconds: Int64
  /// The milliseconds after the whole seconds, from 0 to 999.
  private let milliseconds: Int64

  /// Creates the moment this many milliseconds after 1970 began in UTC; before it, if negative.
  package init(milliseconds: Int64) {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    seconds = remainder < 0 ? quotient - 1 : quotient
    self.milliseconds = remainder < 0 ? remainder + 1_000 : remainder
  }

  /// The date and the minute in the user's time zone: `2026-01-31 10:30`.
  package var localMinute: String { Platform.date(seconds, on: .local, as: "%Y-%m-%d %H:%M") }

  /// The moment in ISO 8601 and UTC: `2026-01-31T09:30:00.123Z`.
  package var iso8601: String {
    let zeros = milliseconds < 10 ? "00" : milliseconds < 100 ? "0" : ""
    return Platform.date(seconds, on: .utc, as: "%Y-%m-%dT%H:%M:%S") + ".\(zeros)\(milliseconds)Z"
  }
}

/// The age of an event in words.
package enum Age {
  /// Returns "just now", "5 minutes ago" or "3 hours ago", or the date if it is more than a day ago.
  ///
  /// - Parameters:
  ///   - time: The time of the event, in milliseconds since 1970.
  ///   - now: The current time, in milliseconds since 1970.
  package static func text(of time: Int64, at now: Int64) -> String {
    let (difference, overflow) = now.subtractingReportingOverflow(time)
    switch overflow ? .max : difference / 60_000 {
    case ..<1: return "just now"
    case 1: return "1 minute ago"
    case ..<60: return "\(difference / 60_000) minutes ago"
    case ..<120: return "1 hour ago"
    case ..<1_440: return "\(difference / 3_600_000) hours ago"
    default: return "on \(Timestamp(milliseconds: time).localMinute)"
    }
  }
}
