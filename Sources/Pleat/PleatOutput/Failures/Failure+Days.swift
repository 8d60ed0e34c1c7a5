import OutlineCore
import PleatArguments

extension Failure {
  init(day error: DayError) {
    self.init(
      .usage, "'\(error.words)' is not a day.",
      hint: "Write a day as today, fri, +3d, next week, eom, 27 nov or 2026-11-27, with a time as fri 14:00.")
    corrections = Self.correction(of: error.words, to: error.nearest)
  }

  init(repeating error: RepeatError) {
    switch error {
    case .unreadable(let words, let nearest):
      self.init(
        .usage, "'\(words)' is not a repeat rule.",
        hint: "Write a rule as daily, every 2 weeks, every 2nd tue, monthly on the last day, or 3d after done.")
      corrections = Self.correction(of: words, to: nearest)
    case .foreign(let rule, let part):
      self.init(
        .usage, "pleat cannot follow '\(rule)', because of \(part).",
        hint: "An RRULE may have FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, COUNT, UNTIL and WKST.")
    case .empty(let words, let day):
      self.init(
        .usage, "'\(words)' has no day from \(day.shown) on.",
        hint: "Write a rule that has one, such as weekly, monthly on the last day, or daily until eom.")
    }
  }

  private static func correction(of words: String, to nearest: String?) -> [Correction] {
    nearest.map { [Correction(of: words, to: $0)] } ?? []
  }
}
