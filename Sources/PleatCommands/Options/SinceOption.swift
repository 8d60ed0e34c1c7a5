import OutlineCore
import OutlineFormats
import PleatArguments
import PleatOutput
import PleatSystem

/// An option with a time in the past: a distance such as `3d`, or a day with or without a time.
enum SinceOption {
  /// Returns the time in milliseconds since 1970.
  ///
  /// A weekday is the most recent one, which may be today; a day begins at midnight.
  static func milliseconds(_ words: String, in context: Context) throws -> Int64 {
    if let interval = Interval(words) { return Platform.now - interval.seconds * 1_000 }
    let today = context.today()
    let date = try DueDate(parsingPast: words, today: today)
    if date.day > today {
      throw Refusal(
        "--since takes a time in the past, not '\(words)'.", hint: "For example 3h, 2d, yesterday or 2026-11-27.")
    }
    return Int64(LocalClock.ofUser.seconds(of: date)) * 1_000
  }
}
