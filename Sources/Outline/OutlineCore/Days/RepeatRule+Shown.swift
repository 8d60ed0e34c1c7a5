extension Repeat {
  /// The rule in words; a rule that pleat cannot follow is shown as it is stored, with a remark.
  public var shown: String {
    switch self {
    case .rule(let rule): rule.shown
    case .foreign(let text, let part): "\(text) (pleat does not follow \(part))"
    }
  }

  /// The rule in words, for a list; `repeats` if there are no such words, or pleat cannot follow it.
  package var brief: String {
    switch self {
    case .rule(let rule): rule.words ?? "repeats"
    case .foreign: "repeats"
    }
  }
}

extension Schedule {
  /// The rule after a comma, such as `, weekly`; empty for a task that does not repeat.
  package var repeatNote: String { repeats.map { ", \(Repeat(stored: $0).brief)" } ?? "" }
}

extension RepeatRule {
  /// The rule in words that can be read again, such as `every 2 weeks on Tue`; the RRULE if there are no such words.
  public var shown: String { words ?? description }

  /// The rule in words that can be read again; nil if there are no such words.
  fileprivate var words: String? {
    let words = [base, place, ending].filter { !$0.isEmpty }.joined(separator: " ")
    let first = Day(number: 0)
    let isSame = first.flatMap { try? RepeatRule(reading: words, today: $0) } == self
    return isSame ? words : nil
  }

  private var base: String {
    let unit = "\(frequency == .daily ? "day" : "\(frequency)".dropLast(2))"
    if countsFromDone { return "\(interval) \(unit)\(interval == 1 ? "" : "s") after done" }
    if frequency == .weekly, interval == 1, weekdays.map(\.weekday) == Array(Weekday.allCases.prefix(5)) {
      return "every weekday"
    }
    return interval == 1 ? "\(frequency)" : "every \(interval) \(unit)s"
  }

  /// The days of the periods, such as `on Mon and Fri`, `on the last day`, `on 27 Nov`.
  private var place: String {
    if base == "every weekday" { return "" }
    let months = months.map(CalendarNames.short).joined(separator: " and ")
    if let day = dayOrLast {
      return "on \(frequency == .yearly ? "\(day) \(months)" : "the \(Self.ordinal(day))") or the last day"
    }
    if !positions.isEmpty {
      return "on " + positions.map { "the \(Self.ordinal($0))" }.joined(separator: " and ") + " weekday"
        + (months.isEmpty ? "" : " of \(months)")
    }
    if frequency == .yearly, weekdays.isEmpty, !monthDays.contains(-1), !months.isEmpty {
      return "on " + (monthDays.map { "\($0)" } + [months]).joined(separator: " ")
    }
    let days = monthDays.map { $0 == -1 ? "the last day" : "the \(Self.ordinal($0))" }
    let named = weekdays.map { day in (day.ordinal.map { "the \(Self.ordinal($0)) " } ?? "") + day.weekday.shortName }
    if days.isEmpty, named.isEmpty { return "" }
    return "on " + (days + named).joined(separator: " and ") + (months.isEmpty ? "" : " of \(months)")
  }

  private var ending: String {
    switch end {
    case .never: ""
    case .after(let count): "\(count) times"
    case .on(let day): "until \(day)"
    }
  }

  private static func ordinal(_ number: Int) -> String {
    if number == -1 { return "last" }
    let size = number.magnitude
    let ending = (11...13).contains(size % 100) ? "th" : [1: "st", 2: "nd", 3: "rd"][size % 10] ?? "th"
    return "\(number)\(ending)"
  }
}
