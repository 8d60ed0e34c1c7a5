/// How a text looks on a terminal: a weight, a colour, or several of them.
package struct Look: Hashable {
  /// The terminal's codes, separated by semicolons; empty for plain text.
  package let code: String

  private init(code: String) { self.code = code }

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
  package static let late = Look(code: "31")

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

  /// Returns the default look of a key; nil for a key that sets no look.
  ///
  /// Nothing is shown by a colour alone: a sign or a word shows it too.
  package static func standard(_ key: ConfigurationKey) -> Look? {
    switch key {
    case .titleColor: Look(code: "1")
    case .numberColor: dim
    case .hitColor: Look(code: "1;35")
    case .tagColor: Look(code: "33")
    case .openColor: Look(code: "36")
    case .doneColor: Look(code: "32")
    default: nil
    }
  }
}
