/// An option of a verb, such as `--in` or `-r`.
///
/// The parser, help, the manual, completions, the history and `pleat serve` all read this one value. Verbs hold options
/// as constants of the types below; the type decides what reading the option returns.
package struct Option: Sendable {
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
    _ name: String, _ letter: String?, _ kind: ValueKind?, _ valueName: String, _ standard: String?,
    _ audience: Audience, _ purpose: Purpose, isRepeating: Bool = false, formerly formerName: String? = nil,
    _ help: String?
  ) {
    self.name = name
    self.formerName = formerName
    self.letter = letter
    self.kind = kind
    self.valueName = valueName
    self.standard = standard
    self.help = help
    self.audience = audience
    self.purpose = purpose
    self.isRepeating = isRepeating
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

/// An option that takes no value; reading it returns whether it was given.
package struct Flag: Sendable {
  package let option: Option

  package init(
    _ name: String, letter: String? = nil, for audience: Audience = .owner, purpose: Option.Purpose = .edit,
    help: String?
  ) {
    option = Option(name, letter, nil, "", nil, audience, purpose, help)
  }
}

/// An option with one text; reading it gives the text, or nil without the option.
package struct TextOption: Sendable {
  package let option: Option

  package init(
    _ name: String, letter: String? = nil, _ kind: ValueKind = .text, _ valueName: String? = nil,
    standard: String? = nil, formerly formerName: String? = nil, for audience: Audience = .owner,
    purpose: Option.Purpose = .edit, help: String?
  ) {
    option = Option(
      name, letter, kind, valueName ?? name, standard, audience, purpose, formerly: formerName, help)
  }
}

/// An option that may be repeated; reading it gives all texts, in order.
package struct TextsOption: Sendable {
  package let option: Option

  package init(_ name: String, _ valueName: String, for audience: Audience = .owner, help: String?) {
    option = Option(name, nil, .text, valueName, nil, audience, .edit, isRepeating: true, help)
  }
}

/// An option with a whole number; reading it gives the number, or nil without the option.
package struct NumberOption: Sendable {
  package let option: Option

  package init(
    _ name: String, _ range: ClosedRange<Int>, _ valueName: String = "n", standard: String? = nil,
    for audience: Audience = .owner, purpose: Option.Purpose = .edit, help: String?
  ) {
    option = Option(name, nil, .number(range), valueName, standard, audience, purpose, help)
  }
}
