import OutlineCore

/// The clock of a time zone in the notation of POSIX: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule {
  /// A day of each year on which the clock changes, and the local time in seconds.
  private struct Change {
    let month: Int
    /// The week of the month; 5 is the last one.
    let week: Int
    /// The weekday, 0 for Sunday.
    let weekday: Int
    let seconds: Int
  }

  /// How many seconds the clock is ahead of UTC outside of summer.
  private let standard: Int
  /// The clock in summer, and the days on which summer begins and ends; nil for a zone without summer time.
  private let summer: (offset: Int, start: Change, end: Change)?

  /// Reads a rule; nil for any other text, and for one that counts the days of the year.
  init?(_ text: String) {
    var rest = text[...]
    guard Self.skipName(&rest), let west = Self.time(&rest) else { return nil }
    standard = -west
    guard !rest.isEmpty else {
      summer = nil
      return
    }
    guard Self.skipName(&rest) else { return nil }
    let summerWest = Self.time(&rest) ?? west - 3_600
    let parts = rest.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, let start = Self.change(parts[1]), let end = Self.change(parts[2]) else {
      return nil
    }
    summer = (-summerWest, start, end)
  }

  /// Returns how many seconds the clock is ahead of UTC at a number of seconds since 1970.
  func offset(at seconds: Int) -> Int {
    guard let summer else { return standard }
    let year = Day(ofSecondsSince1970: Int64(clamping: seconds.addingReportingOverflow(standard).partialValue)).date
      .year
    guard let start = Self.seconds(of: summer.start, in: year), let end = Self.seconds(of: summer.end, in: year) else {
      return standard
    }
    let (first, last) = (start - standard, end - summer.offset)
    let isSummer = first < last ? first <= seconds && seconds < last : !(last <= seconds && seconds < first)
    return isSummer ? summer.offset : standard
  }

  /// The local time of a change in seconds since 1970.
  private static func seconds(of change: Change, in year: Int) -> Int? {
    guard let first = Day(year: year, month: change.month, day: 1) else { return nil }
    let weekday = (first.weekday.rawValue + 1) % 7
    var day = first.number + (change.weekday - weekday + 7) % 7 + (change.week - 1) * 7
    while Day(number: day)?.date.month != change.month, day > first.number { day -= 7 }
    return day * 86_400 + change.seconds
  }

  /// Reads `M3.5.0`, or `M3.5.0/3` with a time.
  private static func change(_ text: Substring) -> Change? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].dropFirst().split(separator: ".").compactMap { Int($0) }
    guard parts[0].first == "M", numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
      (0...6).contains(numbers[2])
    else { return nil }
    var rest = parts.count > 1 ? parts[1] : "2"
    guard let seconds = time(&rest), rest.isEmpty else { return nil }
    return Change(month: numbers[0], week: numbers[1], weekday: numbers[2], seconds: seconds)
  }

  /// Skips the name of a zone: letters, or anything in angle brackets.
  private static func skipName(_ rest: inout Substring) -> Bool {
    if rest.first == "<" {
      guard let end = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let name = rest.prefix { $0.isLetter }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// Reads `5`, `-1` or `+5:30` as hours, minutes and seconds; nil if no number follows.
  private static func time(_ rest: inout Substring) -> Int? {
    let isNegative = rest.first == "-"
    let text = rest.drop { $0 == "-" || $0 == "+" }.prefix { $0.isNumber || $0 == ":" }
    let numbers = text.split(separator: ":").compactMap { Int($0) }
    guard (1...3).contains(numbers.count), numbers.allSatisfy({ $0 <= 167 }) else { return nil }
    rest = rest[text.endIndex...]
    let seconds = zip(numbers, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return isNegative ? -seconds : seconds
  }
}
