/// A part of the text of a filter.
struct FilterToken: Hashable {
  enum Kind: Hashable {
    case open, close
    /// A word that is not the value of a comparison.
    case word
    /// A text between quotation marks.
    case phrase
    /// A name, a sign and a value, as in `in:Home` and `due<=fri`.
    case comparison(name: String, sign: String)
  }

  let kind: Kind
  /// The word, the text of the phrase or the value of the comparison; empty for a bracket.
  var value = ""
  /// The character at which the part begins, counted from 1.
  let column: Int
  /// The character at which the value of a comparison begins, counted from 1; 0 for other parts.
  var valueColumn = 0

  var word: String? { kind == .word ? value : nil }
  var isOr: Bool { word == "or" || word == "OR" }
}

/// Divides the text of a filter into its parts.
struct FilterScanner {
  /// The names before a colon that make a comparison; a word with any other name is a text to find.
  private static let names: Set = ["in", "text", "no", "has", "changed", "by", "due", "done"]

  private let characters: [Character]
  /// The index in `characters` of the next character to read.
  private var position = 0
  /// Whether the text has a quotation mark that is never closed; known once all parts are read.
  private(set) var hasOpenQuote = false

  init(_ text: String) { characters = Array(text) }

  /// The column after the last character, counted from 1.
  var end: Int { characters.count + 1 }

  mutating func tokens() -> [FilterToken] {
    var tokens: [FilterToken] = []
    while position < characters.count {
      let (character, column) = (characters[position], position + 1)
      if character.isWhitespace {
        position += 1
      } else if character == "(" || character == ")" {
        position += 1
        tokens.append(FilterToken(kind: character == "(" ? .open : .close, column: column))
      } else if character == "\"" {
        tokens.append(FilterToken(kind: .phrase, value: phrase(), column: column))
      } else {
        tokens.append(word())
      }
    }
    return tokens
  }

  /// Reads a phrase; a backslash in it escapes a quotation mark or a backslash.
  private mutating func phrase() -> String {
    position += 1
    var text = ""
    while position < characters.count {
      let character = characters[position]
      position += 1
      if character == "\"" { return text }
      if character == "\\", position < characters.count, "\\\"".contains(characters[position]) {
        text.append(characters[position])
        position += 1
      } else {
        text.append(character)
      }
    }
    hasOpenQuote = true
    return text
  }

  /// Reads a word or a comparison, up to the next space or bracket; the value of a comparison may be a phrase.
  private mutating func word() -> FilterToken {
    let start = position
    while position < characters.count, !characters[position].isWhitespace, !"()".contains(characters[position]) {
      if ":=<>".contains(characters[position]), let token = comparison(from: start) { return token }
      position += 1
    }
    return FilterToken(kind: .word, value: String(characters[start..<position]), column: start + 1)
  }

  /// Reads the sign at the position and the value after it, if the characters from `start` are a name for this sign.
  ///
  /// A colon needs one of `names`, `=` takes any name of an attribute, and the other signs need `due`. For any other name
  /// it reads nothing and returns nil.
  private mutating func comparison(from start: Int) -> FilterToken? {
    let name = String(characters[start..<position])
    var sign = String(characters[position])
    let isOrder = sign == "<" || sign == ">"
    if isOrder, position + 1 < characters.count, characters[position + 1] == "=" { sign += "=" }
    let isKnown =
      switch sign {
      case ":": Self.names.contains(name)
      case "=": !name.isEmpty && !name.contains { ":<>\"".contains($0) }
      default: name == "due"
      }
    guard isKnown else { return nil }
    position += sign.count
    let column = position + 1
    return FilterToken(
      kind: .comparison(name: name, sign: sign), value: value(), column: start + 1, valueColumn: column)
  }

  private mutating func value() -> String {
    if position < characters.count, characters[position] == "\"" { return phrase() }
    let start = position
    while position < characters.count, !characters[position].isWhitespace, !"()".contains(characters[position]) {
      position += 1
    }
    return String(characters[start..<position])
  }
}
