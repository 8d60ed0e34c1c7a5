import OutlineCore
import PleatArguments

extension Failure {
  init(day error: DayError) {
    let isRule = (try? RepeatRule(parsing: error.words, today: Day(ofSecondsSince1970: 0))) != nil
    self.init(
      .usage, "\(error)",
      hint: isRule
        ? "It is a rule, which --repeat takes: --repeat '\(error.words)'."
        : "Write a day as today, fri, +3d, next week, eom, 27 nov or 2026-11-27, with a time as fri 14:00.")
    corrections = error.nearest.map { [Correction(of: error.words, to: $0)] } ?? []
  }

  init(repeating error: RepeatError) {
    let hint =
      switch error {
      case .unreadable:
        "Write a rule as daily, every 2 weeks, every 2nd tue, monthly on the last day, or 3d after done."
      case .foreign: "An RRULE may have FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, COUNT, UNTIL and WKST."
      case .empty: "Write a rule that has one, such as weekly, monthly on the last day, or daily until eom."
      }
    self.init(.usage, "\(error)", hint: hint)
    if case .unreadable(let words, let nearest?) = error { corrections = [Correction(of: words, to: nearest)] }
  }
}
