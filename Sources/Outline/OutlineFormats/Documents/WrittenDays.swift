import OutlineCore

/// Reads days as programs and people write them into tables: `2026-11-28T23:30:00Z`, `28.11.2026`, `11/28/2026` or `Nov 28, 2026`.
struct WrittenDays {
  let clock: LocalClock
  /// Whether the month comes first in days such as `11/12/2026`; nil while no day has told.
  private(set) var isMonthFirst: Bool?

  init(_ clock: LocalClock) { self.clock = clock }

  /// Learns from a day whether the month comes first; false if the day can be read both ways and none before it has told.
  mutating func learn(_ text: String) -> Bool {
    let mayTell = text.utf8.prefix(3).contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "-") }
    guard mayTell, isMonthFirst == nil, let (first, second) = Self.slashed(text) else { return true }
    if first <= 12, second <= 12, first != second { return false }
    if first > 12 || second > 12 { isMonthFirst = second > 12 }
    return true
  }

  /// Returns the two numbers at the beginning of `11/28/2026`; nil for any other text.
  private static func slashed(_ text: String) -> (Int, Int)? {
    let word = text.prefix { $0 != " " && $0 != "," && $0 != "T" }
    let parts = word.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
    guard parts.count == 3, let first = Int(parts[0]), let second = Int(parts[1]), parts[0].utf8.count < 3,
      (1...31).contains(first), (1...31).contains(second)
    else { return nil }
    return (first, second)
  }

  /// Reads a day or a time, which becomes local if it names its zone; nil for any other text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isWholeDay: Whether only the day counts; a time that names its zone is then the beginning of the day somewhere.
  func date(_ text: String, isWholeDay: Bool = false) -> DueDate? {
    if text.utf8.count == 10, let day = Day(text) { return DueDate(day) }
    var words = text.split { $0 == " " || $0 == "," || $0 == "\u{202F}" || $0 == "\u{A0}" }
    if let first = words.first, first.utf8.count > 11, first.first?.isNumber == true,
      let sign = first.firstIndex(of: "T")
    {
      words.replaceSubrange(0..<1, with: [first[..<sign], first[first.index(after: sign)...]])
    }
    let end = words.firstIndex { $0.contains(":") } ?? words.endIndex
    guard let day = day(words[..<end]) else { return nil }
    guard end < words.endIndex else { return DueDate(day) }
    guard let (seconds, zone) = ISOTime.time(words[end...].joined()[...].utf8) else { return nil }
    guard let zone else { return isWholeDay ? DueDate(day) : Self.date(day, seconds) }
    let moment = day.number * 86_400 + seconds - zone
    // Midnight of any zone is less than half a day away from noon of the same day in UTC.
    return isWholeDay
      ? LocalClock.utc.date(ofSeconds: moment + 43_200).map { DueDate($0.day) } : clock.date(ofSeconds: moment)
  }

  private static func date(_ day: Day, _ seconds: Int) -> DueDate? {
    DueDate(day, hour: seconds / 3_600, minute: seconds / 60 % 60)
  }

  private func day(_ words: ArraySlice<Substring>) -> Day? {
    guard let first = words.first else { return nil }
    if words.count > 1 {
      // A month in letters, with its year.
      guard words.contains(where: { $0.utf8.count == 4 && Int($0) != nil }) else { return nil }
      let text = words.map { $0.hasSuffix(".") ? $0.dropLast() : $0 }.joined(separator: " ")
      return Day(number: 0).flatMap { try? DueDate(parsing: text, today: $0) }?.day
    }
    if let day = Day(first) ?? Day(basic: first) { return day }
    let parts = first.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" || $0 == "." }
    let numbers = parts.compactMap { $0.utf8.allSatisfy(\.isDigit) ? Int($0) : nil }
    guard parts.count == 3, numbers.count == 3 else { return nil }
    if parts[0].utf8.count == 4 { return Day(year: numbers[0], month: numbers[1], day: numbers[2]) }
    let year = parts[2].utf8.count == 2 ? 2_000 + numbers[2] : numbers[2]
    guard first.contains(".") || isMonthFirst != nil || numbers[0] == numbers[1] else { return nil }
    let isMonthFirst = !first.contains(".") && isMonthFirst == true
    return Day(year: year, month: numbers[isMonthFirst ? 0 : 1], day: numbers[isMonthFirst ? 1 : 0])
  }
}
