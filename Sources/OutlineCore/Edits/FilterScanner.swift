/// A part of the text of a filter.
struct FilterToken: Hashable {
  enum Kind: Hashable {
    case open, close
    /// A word that has no name before it.
    case word
    /// A text between quotation marks.
    case phrase
    /// A value after a name and a sign, as in `in:Home`.
    case comparison(name: String, sign: String)
  }

  let kind: Kind
  /// The word or the value.
  var value = ""
  /// The character at which the part begins, counted from 1.
  let column: Int
  /// The character at which its value begins, counted from 1.
  var valueColumn = 0

  /// The word; nil for any other part.
  var word: String? { kind == .word ? value : nil }
}

/// Divides the text of a filter into its parts.
struct FilterScanner {
  /// The names that a colon may follow.
  private static let names: Set = ["in", "text", "no", "changed", "by", "due"]

  private let characters: [Character]
  private var position = 0
  /// The position of a quotation mark that is never closed; nil if there is none.
  private(set) var openQuote: Int?

  init(_ text: String) { characters = Array(text) }

  /// The column after the last character.
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
    let start = position
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
    openQuote = start
    return text
  }

  /// Reads up to the next space or bracket; the value after a sign may be a phrase.
  private mutating func word() -> FilterToken {
    let start = position
    while position < characters.count, !characters[position].isWhitespace, !"()".contains(characters[position]) {
      if ":=<>".contains(characters[position]), let token = comparison(from: start) { return token }
      position += 1
    }
    return FilterToken(kind: .word, value: String(characters[start..<position]), column: start + 1)
  }

  /// Reads a sign and the value after it; reads nothing and returns nil if no known name is before it.
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
