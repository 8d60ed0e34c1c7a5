/// The kind of an option's or an argument's value, which decides how it is checked and what completions offer.
package enum ValueKind: Equatable, Sendable {
  case text
  /// Any text; completions suggest these.
  case suggested([String])
  /// A filter; completions suggest its terms.
  case filter
  case file
  /// One of these texts.
  case choice([String])
  /// The address of a section or a row.
  case item
  /// The address of a section.
  case section
  case user
  /// A tag, with or without its `#`.
  case tag
  case number(ClosedRange<Int>)
  /// A number of seconds, which may have a fraction.
  case seconds(ClosedRange<Int>)
  /// The number of an entry in the history.
  case entry
  /// A verb, or another topic of help.
  case topic

  /// Whether the value is an address, which a batch may replace by `$NAME`.
  package var isAddress: Bool { self == .item || self == .section }

  /// The texts to choose from; empty for any other kind.
  package var choices: [String] {
    if case .choice(let choices) = self { choices } else { [] }
  }

  /// The accepted numbers in words, for example "a number from 1 to 10000"; nil if the value is not a number.
  package var numbers: String? {
    switch self {
    case .number(let range): Self.numbers(in: range, unit: "")
    case .seconds(let range): Self.numbers(in: range, unit: " of seconds")
    case .text, .suggested, .filter, .file, .choice, .item, .section, .user, .tag, .entry, .topic: nil
    }
  }

  private static func numbers(in range: ClosedRange<Int>, unit: String) -> String {
    range.upperBound < .max
      ? "a number\(unit) from \(range.lowerBound) to \(range.upperBound)"
      : "a number\(unit) of \(range.lowerBound) or more"
  }
}
