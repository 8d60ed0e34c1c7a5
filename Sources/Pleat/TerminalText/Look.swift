/// How a text looks on a terminal: a weight, a colour, or several of them.
package struct Look: Hashable {
  /// The terminal's codes, separated by semicolons; empty for plain text.
  package let code: String

  package init(code: String) { self.code = code }

  /// Reads a look in the form of the configuration, such as `bold red`; nil if a word is unknown.
  package init?(_ words: String) {
    var codes: [String] = []
    for word in words.split(separator: " ") {
      guard let code = Self.codes.first(where: { $0.word == word })?.code else { return nil }
      if !code.isEmpty { codes.append(code) }
    }
    guard words.contains(where: { $0 != " " }) else { return nil }
    code = codes.joined(separator: ";")
  }

  package static let none = Look(code: "")
  package static let dim = Look(code: "2")
  private static let late = Look(code: "31")
  private static let today = Look(code: "1;34")

  /// The look of the day of a task that is due in this many days, less than 0 if it is late.
  package static func due(in days: Int) -> Look { days < 0 ? late : days == 0 ? today : dim }

  /// The look in the form of the configuration.
  package var name: String {
    let words = code.split(separator: ";").compactMap { code in Self.codes.first { $0.code == code }?.word }
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }

  /// The words of the configuration.
  package static var words: [String] { codes.map(\.word) }

  private static let codes: [(word: String, code: String)] = [
    ("none", ""), ("bold", "1"), ("dim", "2"), ("italic", "3"), ("underline", "4"), ("reverse", "7"), ("black", "30"),
    ("red", "31"), ("green", "32"), ("yellow", "33"), ("blue", "34"), ("magenta", "35"), ("cyan", "36"),
    ("white", "37"),
  ]
}
