/// The declaration of an option, such as `--in` or `-r`, for code that does not read its value.
///
/// The parser, help, the manual, completions, the history and `pleat serve` all read this one declaration.
package class AnyOption: @unchecked Sendable {  // nothing in it changes
  /// The long name, without its dashes.
  package let name: String
  /// The long name in earlier versions, which is still accepted; nil for none.
  package let formerName: String?
  /// The short name, one letter without its dash; nil for none.
  package let letter: String?
  /// The kind of the value; nil for a flag.
  package let kind: ValueKind?
  /// The name of the value in help, for example "address".
  package let valueName: String
  /// The default stated in help; nil for none.
  package let standard: String?
  /// The description in whole sentences; nil to hide the option from help.
  package let help: String?
  package let audience: Audience
  /// Where help and the history include the option.
  package let purpose: Purpose
  /// Whether the option may be repeated with further values.
  package let isRepeating: Bool

  /// Where help and the history include an option.
  package enum Purpose: Sendable {
    /// Part of the edit; the history keeps it.
    case edit
    /// Affects only the answer, or chooses the file and the user; the history leaves it out.
    case answer
    /// Like `answer`, but only for programs and scripts; help lists it after all others.
    case programs
  }

  fileprivate init(
    _ name: String, formerly formerName: String?, letter: String?, _ kind: ValueKind?, _ valueName: String?,
    standard: String?, isRepeating: Bool, for audience: Audience, _ purpose: Purpose, help: String?
  ) {
    (self.name, self.formerName, self.letter) = (name, formerName, letter)
    (self.kind, self.valueName, self.isRepeating) = (kind, valueName ?? name, isRepeating)
    (self.standard, self.help, self.audience, self.purpose) = (standard, help, audience, purpose)
  }

  /// The names as typed: the letter, if there is one, and the long name.
  package var spellings: [String] { (letter.map { ["-" + $0] } ?? []) + ["--" + name] }

  /// Whether a word, with its dashes, is one of the option's names.
  package func isSpelled(_ word: String) -> Bool {
    word.utf8.starts(with: [0x2D, 0x2D])
      && (word.utf8.dropFirst(2).elementsEqual(name.utf8)
        || formerName.map { word.utf8.dropFirst(2).elementsEqual($0.utf8) } ?? false)
      || letter.map { word.utf8.elementsEqual([0x2D] + $0.utf8) } ?? false
  }

  /// The placeholder for the value in help; empty for a flag.
  package var placeholder: String { kind.map { ValueName.placeholder($0, valueName) } ?? "" }
}

/// An option of a verb; `arguments[option]` reads it.
///
/// The type of its value decides which of the initializers below makes it: a flag, a text, a number, one of the cases of
/// a type, or several texts.
package final class Option<Value>: AnyOption, @unchecked Sendable {
  /// Returns the value for the words that were given after the option; a flag that was given has one empty word.
  let value: @Sendable (_ words: [String]) -> Value

  fileprivate init(
    _ name: String, formerly formerName: String? = nil, letter: String? = nil, _ kind: ValueKind?,
    _ valueName: String? = nil, standard: String? = nil, isRepeating: Bool = false, for audience: Audience,
    _ purpose: Purpose, help: String?, value: @escaping @Sendable ([String]) -> Value
  ) {
    self.value = value
    super.init(
      name, formerly: formerName, letter: letter, kind, valueName, standard: standard, isRepeating: isRepeating,
      for: audience, purpose, help: help)
  }
}

package typealias Flag = Option<Bool>
package typealias TextOption = Option<String?>

extension Option where Value == Bool {
  /// Declares an option without a value; reading it returns whether it is given.
  package convenience init(
    _ name: String, letter: String? = nil, for audience: Audience = .owner, purpose: Purpose = .edit, help: String?
  ) {
    self.init(name, letter: letter, nil, for: audience, purpose, help: help) { !$0.isEmpty }
  }
}

extension Option where Value == String? {
  /// Declares an option with one text; reading it returns the text, or nil without the option.
  package convenience init(
    _ name: String, letter: String? = nil, _ kind: ValueKind = .text, _ valueName: String? = nil,
    formerly formerName: String? = nil, for audience: Audience = .owner, purpose: Purpose = .edit, help: String?
  ) {
    self.init(
      name, formerly: formerName, letter: letter, kind, valueName, for: audience, purpose, help: help
    ) { $0.first }
  }
}

extension Option where Value == Int? {
  /// Declares an option with a whole number; reading it returns the number, or nil without the option.
  package convenience init(
    _ name: String, _ range: ClosedRange<Int>, _ valueName: String = "n", for audience: Audience = .owner,
    purpose: Purpose = .edit, help: String?
  ) {
    self.init(name, .number(range), valueName, for: audience, purpose, help: help) { $0.first.flatMap { Int($0) } }
  }
}

extension Option where Value == [String] {
  /// Declares an option that may be repeated; reading it returns all texts, in order.
  package convenience init(_ name: String, _ valueName: String, for audience: Audience = .owner, help: String?) {
    self.init(name, .text, valueName, isRepeating: true, for: audience, .edit, help: help) { $0 }
  }
}

extension Option {
  /// Declares an option that takes one of several words; reading it returns what the word means, or nil without the
  /// option.
  package convenience init<Choice: Sendable>(
    _ name: String, choices: [(word: String, meaning: Choice)], for audience: Audience = .owner,
    purpose: Purpose = .edit, help: String?
  ) where Value == Choice? {
    self.init(name, .choice(choices.map(\.word)), for: audience, purpose, help: help) { words in
      words.first.flatMap { word in choices.first { $0.word == word }?.meaning }
    }
  }

  /// Declares an option that takes one of the cases of a type.
  package convenience init<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    choice name: String, for audience: Audience = .owner, purpose: Purpose = .edit, help: String?
  ) where Value == Choice? {
    self.init(name, choices: Choice.allCases.map { ($0.rawValue, $0) }, for: audience, purpose: purpose, help: help)
  }

  /// Returns the same option with a default, which help states.
  package func or<Standard: CustomStringConvertible & Sendable>(_ standard: Standard) -> Option<Standard>
  where Value == Standard? { or(standard, called: standard.description) }

  /// Returns the same option with a default, which help states.
  package func or<Choice: RawRepresentable<String> & Sendable>(_ standard: Choice) -> Option<Choice>
  where Value == Choice? { or(standard, called: standard.rawValue) }

  // Interpolating a generic value would look up its conformances in the whole program, at each start.
  private func or<Standard: Sendable>(_ standard: Standard, called text: String) -> Option<Standard>
  where Value == Standard? {
    Option<Standard>(
      name, formerly: formerName, letter: letter, kind, valueName, standard: text, for: audience, purpose, help: help
    ) { [value] words in value(words) ?? standard }
  }
}
