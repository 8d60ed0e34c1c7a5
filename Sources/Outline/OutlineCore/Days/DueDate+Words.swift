/// An error for words that name no day.
public struct DayError: Error, Hashable {
  /// The words as typed.
  public let words: String
  /// The nearest words that name a day; nil if none are near.
  public let nearest: String?

  package init(words: String, nearest: String?) {
    self.words = words
    self.nearest = nearest
  }
}

extension DayError: CustomStringConvertible {
  /// The mistake, as a sentence.
  public var description: String { "'\(words)' is not a day." }
}

extension DueDate {
  /// Reads a day as people say it, such as `today`, `fri 14:00`, `+3d`, `next week`, `eom`, `27 nov` or `2026-11-27`.
  ///
  /// Case is ignored. A weekday is the next one after today, and a date without a year the next one from today on. A
  /// time alone is a time of today.
  ///
  /// - Parameters:
  ///   - words: The words to read.
  ///   - today: The day that relative words count from.
  /// - Throws: ``DayError``, with the nearest words that name a day.
  public init(parsing words: String, today: Day) throws(DayError) {
    let parts = DayWords.split(words)
    if let date = Self.read(parts, today: today) {
      self = date
      return
    }
    let spelled = parts.map { DayWords.spelled($0, among: DayWords.vocabulary) }
    let candidates = [spelled, Self.clamped(parts), Self.clamped(spelled)]
    let nearest = candidates.first { $0 != parts && Self.read($0, today: today) != nil }
    throw DayError(words: words, nearest: nearest?.joined(separator: " "))
  }

  /// Reads a day in the past as people say it: as ``init(parsing:today:)`` does, except that a weekday is the last one, today
  /// included.
  ///
  /// Other words may still name a day to come.
  /// - Throws: ``DayError``, with the nearest words that name a day.
  package init(parsingPast words: String, today: Day) throws(DayError) {
    let isWeekday = DayWords.split(words).first.map { Weekday(word: $0) != nil } ?? false
    try self.init(parsing: words, today: isWeekday ? today.adding(days: -7) ?? today : today)
  }

  private static func read(_ parts: [String], today: Day) -> DueDate? {
    if parts.count == 1, let date = DueDate(parts[0].uppercased()) { return date }
    var words = parts
    guard let last = words.last, let time = clock(last) else { return DayWords(today: today).day(words).map(Self.init) }
    words.removeLast()
    if words.last == "at" { words.removeLast() }
    guard let day = words.isEmpty ? today : DayWords(today: today).day(words) else { return nil }
    return DueDate(day, hour: time.hour, minute: time.minute)
  }

  /// Reads a time such as `14:00`, `9:30`, `2pm` or `2:30pm`; nil for any other text.
  ///
  /// The hour and the minute may be out of range.
  private static func clock(_ word: String) -> (hour: Int, minute: Int)? {
    let half = word.hasSuffix("am") ? 0 : word.hasSuffix("pm") ? 12 : nil
    let parts = (half == nil ? word[...] : word.dropLast(2)).split(separator: ":", omittingEmptySubsequences: false)
    guard (half == nil ? 2...2 : 1...2).contains(parts.count), (1...2).contains(parts[0].utf8.count),
      let hour = Day.digits(parts[0]), parts.count == 1 || parts[1].utf8.count == 2,
      let minute = parts.count == 1 ? 0 : Day.digits(parts[1])
    else { return nil }
    guard let half else { return (hour, minute) }
    return (1...12).contains(hour) ? (hour % 12 + half, minute) : nil
  }
}

// Suggestions for words that name no day.
extension DueDate {
  /// Replaces days and times that do not exist with the last valid ones before them, and `27/11` with a day and a
  /// month.
  private static func clamped(_ parts: [String]) -> [String] {
    var parts = parts
    if let last = parts.last, let time = clock(last), time.hour > 23 || time.minute > 59 {
      parts[parts.count - 1] = "23:59"
    }
    if let first = parts.first {
      parts.replaceSubrange(0..<1, with: clampedISO(first) ?? slashed(first) ?? [first])
    }
    guard let place = parts.firstIndex(where: { CalendarNames.month($0) != nil }),
      let month = CalendarNames.month(parts[place])
    else { return parts }
    let year = parts.last.flatMap { $0.utf8.count == 4 ? Day.digits($0) : nil } ?? 2001
    for index in parts.indices {
      if let day = DayWords.number(parts[index]), day > Day.count(ofMonth: month, year: year) {
        parts[index] = "\(Day.count(ofMonth: month, year: year))"
      }
    }
    return parts
  }

  /// Returns the last day of the month of `2026-02-30`, or `2026-02-03` for `2026-2-3`; nil for any other text.
  private static func clampedISO(_ word: String) -> [String]? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Day.digits($0) }
    guard parts.count == 3, numbers.count == 3, numbers[0] > 31 else { return nil }
    let month = min(max(numbers[1], 1), 12)
    let day = min(max(numbers[2], 1), Day.count(ofMonth: month, year: numbers[0]))
    return Day(year: numbers[0], month: month, day: day).map { ["\($0)"] }
  }

  /// Returns the day and the month of `27/11`, and of `11/27`; nil for any other text.
  private static func slashed(_ word: String) -> [String]? {
    var numbers = word.split { $0 == "/" || $0 == "." || $0 == "-" }.map { Day.digits($0) ?? 0 }
    guard (2...3).contains(numbers.count) else { return nil }
    if numbers[1] > 12 { numbers.swapAt(0, 1) }
    guard (1...31).contains(numbers[0]), (1...12).contains(numbers[1]) else { return nil }
    let month = String(CalendarNames.months[numbers[1] - 1].prefix(3))
    return ["\(numbers[0])", month] + numbers.dropFirst(2).map { "\($0)" }
  }
}
