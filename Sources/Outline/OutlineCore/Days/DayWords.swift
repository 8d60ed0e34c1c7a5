/// Reads the words with which people name days, relative to a day.
struct DayWords {
  /// The day that relative words such as `tomorrow` count from.
  let today: Day

  /// All words that have a meaning, for suggestions.
  static let vocabulary =
    ["today", "tomorrow", "yesterday", "next", "this", "end", "week", "month", "year", "eow", "eom", "eoy", "days"]
    + ["on", "the", "by", "in", "a", "an", "at", "of"] + CalendarNames.spellings

  /// Splits a text into words in small letters, without commas; a month that is written together with a number, as in
  /// `27nov`, is a word of its own.
  static func split(_ text: String) -> [String] {
    let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "\t" || $0.isNewline }
    return words.flatMap { word in
      var parts: [String] = []
      for character in word {
        let isDigit = { (character: Character) in character.isASCII && character.isNumber }
        if let last = parts.last?.last, isDigit(last) == isDigit(character) {
          parts[parts.count - 1].append(character)
        } else {
          parts.append(String(character))
        }
      }
      return parts.contains { CalendarNames.month($0) != nil } ? parts : [String(word)]
    }
  }

  /// Returns the most similar known word; the word itself if it is known, has not only letters, or resembles none.
  static func spelled(_ word: String, among vocabulary: [String]) -> String {
    guard word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return word }
    if vocabulary.contains(where: { $0 == word || word.utf8.count >= 3 && $0.hasPrefix(word) }) { return word }
    if word == "now" { return word }  // which is near eow, and means another day
    // A word with two letters more or others before it means something else, as semiweekly does beside weekly and biweekly.
    let ends = vocabulary.filter { $0.utf8.count > 3 && $0.utf8.count < word.utf8.count && word.hasSuffix($0) }
    let near = TextMatch.suggestions(for: word, among: vocabulary)
    return near.first { near in
      word.hasSuffix(near) ? word.utf8.count < near.utf8.count + 2 : !ends.contains(where: near.hasSuffix)
    } ?? word
  }

  /// Returns the day that words in small letters name; nil if they name none.
  func day(_ words: [String]) -> Day? {
    guard let first = words.first, let last = words.last else { return nil }
    if words.count == 1 { return word(first) ?? distance(words) ?? dayOfMonth(first) ?? Day(first) }
    switch first {
    case "on", "the", "by": return day(Array(words.dropFirst()))
    case "next" where words.count == 2: return next(last)
    case "this" where words.count == 2: return Weekday(word: last).flatMap { weekday($0, from: 0) }
    case "end" where words.count >= 3 && words[1] == "of": return end(of: Array(words.dropFirst(2)))
    default: break
    }
    guard words.count > 2, let weekday = Weekday(word: first) else { return distance(words) ?? date(words) }
    return date(Array(words.dropFirst())).flatMap { $0.weekday == weekday ? $0 : nil }
  }

  private func word(_ word: String) -> Day? {
    switch word {
    case "today": return today
    case "tomorrow", "tom": return today.adding(days: 1)
    case "yesterday": return today.adding(days: -1)
    case "eow": return end(of: ["week"])
    case "eom": return end(of: ["month"])
    case "eoy": return end(of: ["year"])
    default: return Weekday(word: word).flatMap { weekday($0, from: 1) }
    }
  }

  /// Returns the first day with this weekday that is at least a number of days away.
  private func weekday(_ weekday: Weekday, from days: Int) -> Day? {
    let distance = (weekday.rawValue - today.weekday.rawValue + 7) % 7
    return today.adding(days: distance < days ? distance + 7 : distance)
  }

  /// Reads the word after `next`: the first day of that week, month or year, or a weekday of the next week.
  private func next(_ word: String) -> Day? {
    let monday = today.adding(days: 7 - today.weekday.rawValue)
    switch word {
    case "week": return monday
    case "month": return today.adding(months: 1)?.startOfMonth
    case "year": return Day(year: today.date.year + 1, month: 1, day: 1)
    default: return Weekday(word: word).flatMap { monday?.adding(days: $0.rawValue) }
    }
  }

  /// Reads the words after `end of`: the last day of a week, a month or a year.
  private func end(of words: [String]) -> Day? {
    let isNext = words.count == 2 && words[0] == "next"
    guard let unit = words.last, words.count == 1 || isNext else { return nil }
    switch unit {
    case "week": return today.adding(days: 6 - today.weekday.rawValue + (isNext ? 7 : 0))
    case "month": return today.adding(months: isNext ? 1 : 0)?.endOfMonth
    case "year": return Day(year: today.date.year + (isNext ? 1 : 0), month: 12, day: 31)
    default: return CalendarNames.month(unit).flatMap { isNext ? nil : upcoming(month: $0, day: nil) }
    }
  }

  /// Reads a distance: `+3d`, `3d`, `in 3 days`, `-2 weeks`, `in a month`.
  private func distance(_ words: [String]) -> Day? {
    let isAhead = words.first == "in"
    let words = isAhead ? words.dropFirst() : words[...]
    guard (1...2).contains(words.count) else { return nil }
    let text = words.count == 2 && ["a", "an"].contains(words.first) ? "1" + words[words.endIndex - 1] : words.joined()
    let sign = text.hasPrefix("-") ? -1 : 1
    let unsigned = !isAhead && (text.hasPrefix("-") || text.hasPrefix("+")) ? text.dropFirst() : text[...]
    let digits = unsigned.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count <= 4_000_000 else { return nil }
    switch unsigned.dropFirst(digits.count) {
    case "d", "day", "days": return today.adding(days: sign * count)
    case "w", "week", "weeks": return today.adding(days: sign * count * 7)
    case "m", "mo", "month", "months": return today.adding(months: sign * count)
    case "y", "year", "years": return today.adding(months: sign * count * 12)
    default: return nil
    }
  }

  /// Reads a day and a month in any order, with or without a year.
  private func date(_ words: [String]) -> Day? {
    guard (2...3).contains(words.count) else { return nil }
    guard let place = words.prefix(2).firstIndex(where: { CalendarNames.month($0) != nil }),
      let month = CalendarNames.month(words[place]), let day = Self.number(words[1 - place])
    else { return nil }
    guard words.count == 3 else { return upcoming(month: month, day: day) }
    guard words[2].utf8.count == 4, let year = Day.digits(words[2]) else { return nil }
    return Day(year: year, month: month, day: day)
  }

  /// Returns the next day with this date, today included; without a day, the last of the month.
  private func upcoming(month: Int, day: Int?) -> Day? {
    let year = today.date.year
    for year in year...year + 8 {  // eight years are the longest time without a leap day
      let found = Day(year: year, month: month, day: day ?? Day.count(ofMonth: month, year: year))
      if let found, found >= today { return found }
    }
    return nil
  }

  /// Reads the number of a day in a month, such as `27th`: the next such day, today included.
  private func dayOfMonth(_ word: String) -> Day? {
    guard !word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let day = Self.number(word) else { return nil }
    for months in 0...2 {
      guard let date = today.startOfMonth.adding(months: months)?.date else { return nil }
      if let found = Day(year: date.year, month: date.month, day: day), found >= today { return found }
    }
    return nil
  }

  /// Reads the number of a day: `27`, `27th` or `27.`; nil for any other text.
  static func number(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count), let number = Int(digits) else { return nil }
    return ["", "st", "nd", "rd", "th", "."].contains(word.dropFirst(digits.count)) ? number : nil
  }
}
