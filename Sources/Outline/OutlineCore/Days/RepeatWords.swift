/// An error for words that name no repeat rule.
public enum RepeatError: Error, Hashable {
  /// The words cannot be read.
  ///
  /// - Parameters:
  ///   - words: The words as typed.
  ///   - nearest: The nearest words that name a rule; nil if none are near.
  case unreadable(words: String, nearest: String?)
  /// The words are an RRULE that has a part which pleat cannot keep, such as `BYWEEKNO`.
  case foreign(rule: String, part: String)
  /// The rule has no day on or after the given one, such as `every 30 feb`.
  case empty(words: String, from: Day)
}

extension RepeatError: CustomStringConvertible {
  /// The mistake, as a sentence.
  public var description: String {
    switch self {
    case .unreadable(let words, _): "'\(words)' is not a repeat rule."
    case .foreign(let rule, let part): "pleat cannot follow '\(rule)', because of \(part)."
    case .empty(let words, let day): "'\(words)' has no day from \(day.shown) on."
    }
  }
}

extension RepeatRule {
  /// Reads a rule as people say it, such as `weekly`, `every 2nd tue`, `monthly on the last day` or `3d after done`, or an RRULE.
  ///
  /// Case is ignored.
  ///
  /// - Parameters:
  ///   - words: The words to read.
  ///   - today: The day from which an end such as `until eom` counts. The rule must have a day on it or after it.
  /// - Throws: ``RepeatError``.
  public init(parsing words: String, today: Day) throws(RepeatError) {
    try self.init(reading: words, today: today)
    if first(from: today) == nil { throw .empty(words: words, from: today) }
  }

  /// Reads a rule, even one that has no day.
  package init(reading words: String, today: Day) throws(RepeatError) {
    if words.contains("=") {
      do { self = try RepeatRule(rrule: words.filter { $0 != " " }) } catch {
        throw .foreign(rule: words, part: error.part)
      }
      return
    }
    let parts = DayWords.split(words)
    if let rule = Self.read(parts, today: today) {
      self = rule
      return
    }
    let near = parts.map { DayWords.spelled($0, among: RepeatWords.vocabulary) }
    let isNear = near != parts && Self.read(near, today: today) != nil
    throw .unreadable(words: words, nearest: isNear ? near.joined(separator: " ") : nil)
  }

  private static func read(_ parts: [String], today: Day) -> RepeatRule? {
    var (head, end) = (parts[...], End.never)
    if let until = parts.firstIndex(of: "until") {
      let words = parts[(until + 1)...].joined(separator: " ")
      guard let date = try? DueDate(parsing: words, today: today) else { return nil }
      (head, end) = (parts[..<until], .on(date.day))
    } else if parts.count > 2, parts.last == "times", let count = Day.digits(parts[parts.count - 2]) {
      guard (1...99_999).contains(count) else { return nil }
      (head, end) = (parts.dropLast(2), .after(count))
      if head.last == "for" { head.removeLast() }
    }
    let isOfMonth = head.suffix(3) == ["of", "the", "month"]
    if isOfMonth { head.removeLast(3) }
    let isOrLast = head.suffix(4) == ["or", "the", "last", "day"]
    if isOrLast { head.removeLast(4) }
    var words = RepeatWords(rest: head.filter { !RepeatWords.fillers.contains($0) }[...], isOfMonth: isOfMonth)
    var rule = words.rule()
    if isOrLast { rule = rule?.orLastDay }
    rule?.end = end
    return rule
  }
}

/// Reads the words of a rule, one after the other.
private struct RepeatWords {
  /// Words without a meaning of their own.
  static let fillers: Set<String> = ["on", "the", "and", "of", "in"]

  /// All words that have a meaning, for suggestions.
  static let vocabulary =
    [
      "daily", "weekly", "monthly", "yearly", "annually", "every", "other", "day", "days", "week", "weeks", "month",
      "months", "year", "years", "weekday", "weekdays", "weekend", "weekends", "last", "after", "done", "until",
      "times", "or", "each", "quarter", "quarters", "fortnight", "fortnights",
    ] + multiples.keys.sorted() + ordinals.keys.sorted() + fillers.sorted() + CalendarNames.spellings

  /// Words for several weeks, months or years, each with the distance.
  private static let multiples = [
    "biweekly": "2w", "fortnightly": "2w", "bimonthly": "2m", "quarterly": "3m", "semiannually": "6m",
    "half-yearly": "6m",
  ]

  private static let ordinals = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1]

  var rest: ArraySlice<String>
  let isOfMonth: Bool

  /// Reads all words; nil if they name no rule.
  mutating func rule() -> RepeatRule? {
    if let afterDone = afterDone() { return afterDone }
    guard let word = rest.popFirst() else { return nil }
    switch word {
    case "daily": return placed(RepeatRule(.daily))
    case "weekly": return placed(RepeatRule(.weekly))
    case "monthly": return placed(RepeatRule(.monthly))
    case "yearly", "annually": return placed(RepeatRule(.yearly))
    case "weekdays": return placed(.onWeekdays)
    case "weekends": return placed(.onWeekends)
    case "every", "each": return every()
    default:
      if let distance = Self.multiples[word] { return Self.distance(distance).flatMap { placed($0) } }
      guard Self.weekday(word) != nil else { return nil }
      rest = [word] + rest
      return every()
    }
  }

  /// Reads `3d after done`, `every 2 weeks after done`, `a week after done` and `3 days after`.
  private func afterDone() -> RepeatRule? {
    var words = rest
    if words.last == "done" { words.removeLast() }
    guard words.popLast() == "after" else { return nil }
    if words.first == "every" { words.removeFirst() }
    if let first = words.first, ["a", "an"].contains(first) { words[words.startIndex] = "1" }
    var rule = Self.distance(words.joined())
    rule?.countsFromDone = true
    return rule
  }

  /// Reads the words after `every`.
  private mutating func every() -> RepeatRule? {
    let interval = interval()
    guard let first = rest.first else { return nil }
    if let unit = Self.unit(first, times: interval ?? 1) {
      rest.removeFirst()
      return placed(unit)
    }
    if let days = ["weekday": RepeatRule.onWeekdays, "weekend": .onWeekends][first] {
      rest.removeFirst()
      return interval == nil || first == "weekend" ? placed(days.every(interval)) : nil
    }
    let count = Self.distance(first) == nil ? 2 : 1
    if interval == nil, let rule = Self.distance(rest.prefix(count).joined()) {
      rest = rest.dropFirst(count)
      return placed(rule)
    }
    return placed(RepeatRule(.weekly, every: interval ?? 1), mayChange: interval == nil)
  }

  /// Reads `other`, or a word such as `third` or `3rd` before one such as `week`; nil for neither.
  private mutating func interval() -> Int? {
    guard let word = rest.first else { return nil }
    let isOfUnit = rest.dropFirst().first.map { Self.unit($0, times: 1) != nil } == true
    let ordinal = isOfUnit && !isOfMonth && Day.digits(word) == nil ? Self.ordinals[word] ?? DayWords.number(word) : nil
    guard let interval = word == "other" ? 2 : ordinal, interval > 1 else { return nil }
    rest.removeFirst()
    return interval
  }

  /// Reads the days that a rule has in its periods; if `mayChange`, these days decide the frequency.
  private mutating func placed(_ rule: RepeatRule, mayChange: Bool = false) -> RepeatRule? {
    var (rule, ordinals) = (rule, [Int]())
    let isPlain = rest.isEmpty
    while let word = rest.popFirst() {
      if let ordinal = Self.ordinals[word] ?? DayWords.number(word) {
        ordinals.append(ordinal)
      } else if word == "day" || word == "days" {
        rule.monthDays += ordinals
        if ordinals.isEmpty { return nil }
        ordinals = []
      } else if word == "weekday", !ordinals.isEmpty {
        (rule.weekdays, rule.positions) = (RepeatRule.onWeekdays.weekdays, ordinals)
        ordinals = []
      } else if let weekday = Self.weekday(word) {
        rule.weekdays += ordinals.map { .init(ordinal: $0, weekday: weekday) }
        if ordinals.isEmpty { rule.weekdays.append(.init(weekday: weekday)) }
        ordinals = []
      } else if let month = CalendarNames.month(word) {
        rule.months.append(month)
      } else {
        return nil
      }
    }
    rule.monthDays += ordinals
    if mayChange { rule.frequency = rule.months.isEmpty ? (rule.isOfMonth ? .monthly : .weekly) : .yearly }
    return isPlain ? (mayChange ? nil : rule) : rule.isSaid ? rule : nil
  }

  /// Reads `3d`, `2weeks` or `1month` as a rule without an end.
  private static func distance(_ text: String) -> RepeatRule? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), (1...99_999).contains(count) else { return nil }
    return unit(text.dropFirst(digits.count), times: count)
  }

  /// Returns the rule with an interval of `count` units, such as `weeks`; nil if the word is no unit.
  private static func unit(_ word: some StringProtocol, times count: Int) -> RepeatRule? {
    let unit: (frequency: RepeatRule.Frequency, times: Int)? =
      switch word {
      case "d", "day", "days": (.daily, 1)
      case "w", "week", "weeks": (.weekly, 1)
      case "fortnight", "fortnights": (.weekly, 2)
      case "m", "mo", "month", "months": (.monthly, 1)
      case "quarter", "quarters": (.monthly, 3)
      case "y", "year", "years": (.yearly, 1)
      default: nil
      }
    guard let unit, count * unit.times <= 99_999 else { return nil }
    return RepeatRule(unit.frequency, every: count * unit.times)
  }

  /// Reads a weekday, also one such as `mondays`.
  private static func weekday(_ word: String) -> Weekday? {
    Weekday(word: word) ?? (word.hasSuffix("s") ? Weekday(word: word.dropLast()) : nil)
  }
}

extension RepeatRule {
  /// Monday to Friday.
  fileprivate static var onWeekdays: RepeatRule { weekly(on: Weekday.allCases.prefix(5)) }

  /// Saturday and Sunday.
  fileprivate static var onWeekends: RepeatRule { weekly(on: Weekday.allCases.suffix(2)) }

  private static func weekly(on days: ArraySlice<Weekday>) -> RepeatRule {
    var rule = RepeatRule(.weekly)
    rule.weekdays = days.map { NamedDay(weekday: $0) }
    return rule
  }

  /// The rule with another interval; nil leaves it as it is.
  fileprivate func every(_ interval: Int?) -> RepeatRule {
    var rule = self
    rule.interval = interval ?? rule.interval
    return rule
  }

  /// Whether the rule names days by their places in a month.
  fileprivate var isOfMonth: Bool {
    !(monthDays.isEmpty && positions.isEmpty) || weekdays.contains { $0.ordinal != nil }
  }

  /// Whether the named days fit the frequency: weekdays of a week, days of a month, or days of named months of a year.
  fileprivate var isSaid: Bool {
    let hasOrdinals =
      positions.isEmpty
      ? weekdays.allSatisfy { $0.ordinal != nil && abs($0.ordinal ?? 0) <= 5 }
      : weekdays.count == 5 && Set(positions).count == positions.count
    guard monthDays.allSatisfy({ $0 == -1 || (1...31).contains($0) }), weekdays.isEmpty || monthDays.isEmpty,
      Set(weekdays).count == weekdays.count, Set(monthDays).count == monthDays.count,
      Set(months).count == months.count
    else { return false }
    switch frequency {
    case .daily: return false
    case .weekly: return months.isEmpty && !isOfMonth
    case .monthly: return months.isEmpty && isOfMonth && hasOrdinals
    case .yearly: return !months.isEmpty && isOfMonth && hasOrdinals
    }
  }
}
