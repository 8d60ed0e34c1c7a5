/// A day of the week.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The name in small letters, such as `friday`.
  var name: String { "\(self)" }

  /// The short name to show, such as `Fri`.
  public var shortName: String { Self.shortNames[rawValue] }

  private static let shortNames = allCases.map { CalendarNames.short($0.name) }

  /// Reads a name of three letters or more, such as `fri`, `tues` or `thursday`; nil for any other text.
  init?(word: some StringProtocol) {
    guard let index = CalendarNames.index(of: word, among: Weekday.allCases.map(\.name)) else { return nil }
    self = Weekday.allCases[index]
  }
}

/// The names of weekdays and months.
enum CalendarNames {
  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// The names of weekdays and months, in full and cut to three letters, for suggestions.
  static let spellings = (Weekday.allCases.map(\.name) + months).flatMap { [$0, String($0.prefix(3))] }

  /// Returns the short name of a month to show, such as `Nov`.
  static func short(month: Int) -> String { shortMonths[month - 1] }

  private static let shortMonths = months.map(short)

  /// Returns the first three letters of a name, with a capital.
  static func short(_ name: String) -> String { String(long(name).prefix(3)) }

  /// Returns a name with a capital.
  static func long(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Reads the name of a month, such as `nov`, `sept` or `november`; nil for any other text.
  static func month(_ word: some StringProtocol) -> Int? { index(of: word, among: months).map { $0 + 1 } }

  /// Returns the index of the name that a lower-case word is, or begins with three letters or more.
  static func index(of word: some StringProtocol, among names: [String]) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }
  }
}
