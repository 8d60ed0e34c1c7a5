import OutlineCore

/// A VTIMEZONE of iCalendar: the parts of the year with their distances to UTC, for zones that only the document knows.
struct CalendarZone {
  /// A STANDARD or DAYLIGHT part, which begins on some days at a time of the clock before it.
  private struct Part {
    let isStandard: Bool
    var start: ISOTime?
    var before = 0
    var after = 0
    var rules: [RepeatRule] = []
    var dates: [ISOTime] = []
    /// Whether all its rules can be followed.
    var isKnown = true

    /// The last moment until a number of seconds since 1970 at which the part begins; nil if it is later.
    func beginning(until seconds: Int) -> Int? {
      guard let start, let time = start.seconds else { return nil }
      let local = seconds.addingReportingOverflow(before).partialValue
      let last = Day(ofSecondsSince1970: Int64(clamping: local.subtractingReportingOverflow(time).partialValue))
      let days = rules.compactMap { rule in
        // The days of a rule are at most as many years apart as its interval says.
        var day = last.adding(days: -366 * min(rule.interval, 100)) ?? start.day
        var found: Day?
        while let next = rule.next(after: day, from: start.day), next <= last { (found, day) = (next, next) }
        return found.map { $0.number * 86_400 + time }
      }
      let dates = ([start] + dates).map { $0.day.number * 86_400 + ($0.seconds ?? 0) }
      return (days + dates).filter { $0 <= local }.max().map { $0 - before }
    }
  }

  /// The most times at which a clock may change; each is looked at for each time of a task.
  private static let mostTimes = 200

  private(set) var name = ""
  private var parts: [Part] = []

  mutating func begin(_ component: String) { parts.append(Part(isStandard: component == "STANDARD")) }

  mutating func take(_ line: CalendarLine) {
    if line.name == "TZID" { name = line.value.filter { $0 != "\"" } }
    guard let last = parts.indices.last else { return }
    switch line.name {
    case "DTSTART": parts[last].start = ISOTime(line.value)
    case "TZOFFSETFROM": parts[last].before = Self.distance(line.value) ?? 0
    case "TZOFFSETTO": parts[last].after = Self.distance(line.value) ?? 0
    case "RDATE":
      parts[last].dates += line.value.split(separator: ",").compactMap { ISOTime($0.prefix { $0 != "/" && $0 != "Z" }) }
    case "RRULE":
      // Clocks change once a year. The days of other rules would be counted one by one for each time, and so would those of
      // a rule with a number of times.
      guard case .rule(var rule) = Repeat(stored: line.value), rule.frequency == .yearly, !rule.isCounted(beyond: 100)
      else {
        parts[last].isKnown = false
        return
      }
      // The end is a moment in UTC, which may be on the day before.
      if case .on(let day) = rule.end { rule.end = day.adding(days: 1).map(RepeatRule.End.on) ?? .never }
      parts[last].rules.append(rule)
    default: break
    }
  }

  /// The clock of the zone; nil if the document does not say when one of its parts begins, or says too much.
  var clock: LocalClock? {
    let parts = parts.filter { ($0.isKnown || $0.before == $0.after) && $0.start?.seconds != nil }
    let count = parts.reduce(0) { $0 + 1 + $1.rules.count + $1.dates.count }
    guard let first = parts.first(where: \.isStandard) ?? parts.first, parts.count == self.parts.count,
      count <= Self.mostTimes
    else { return nil }
    return LocalClock { seconds in
      let begun = parts.compactMap { part in part.beginning(until: seconds).map { ($0, part.after) } }
      return begun.max { $0.0 < $1.0 }?.1 ?? first.after
    }
  }

  /// Reads `+0100` or `-003045` in seconds; nil for any other text.
  private static func distance(_ text: String) -> Int? {
    let digits = text.utf8.dropFirst()
    guard let sign = text.first, "+-".contains(sign), [4, 6].contains(digits.count), digits.allSatisfy(\.isDigit),
      let number = Int(text.dropFirst())
    else { return nil }
    let whole = digits.count == 4 ? number * 100 : number
    let seconds = whole / 10_000 * 3_600 + whole / 100 % 100 * 60 + whole % 100
    return sign == "-" ? -seconds : seconds
  }
}

extension RepeatRule {
  /// Whether the rule ends after more than a number of days.
  fileprivate func isCounted(beyond most: Int) -> Bool {
    if case .after(let count) = end { count > most } else { false }
  }
}
