/// Breaks lines between words for a terminal, and indents the following lines to where the text begins.
package struct LineWrapping {
  /// The width of the terminal, in columns.
  package let width: Int

  package init(width: Int) { self.width = width }

  /// The least width of a text, in columns; if the indentation leaves less, the following lines are not indented.
  private static let least = 12

  /// Appends a line.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the line, which is never broken.
  ///   - text: The text as UTF-8, which may contain line breaks and codes for looks.
  package func append(prefix: ArraySlice<UInt8>, text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output += prefix
    // A character never takes more columns than bytes.
    if prefix.count + text.count <= width {
      output += text
      return
    }
    var breaker = LineBreaker(width: width)
    breaker.start(after: String(decoding: prefix, as: UTF8.self), least: Self.least)
    breaker.add(String(decoding: text, as: UTF8.self))
    output += breaker.result.utf8
  }

  /// Returns how many columns a line takes, whose codes for looks take none.
  package static func columns(of line: String) -> Int { LineBreaker.parts(of: line).reduce(0) { $0 + $1.width } }

  /// Returns a line with its breaks; `prefix` is never broken.
  package func broken(_ prefix: String, _ text: String) -> String {
    var output: [UInt8] = []
    append(prefix: Array(prefix.utf8)[...], text: Array(text.utf8)[...], to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}

/// A text that is being broken.
private struct LineBreaker {
  /// A part of a word: a character, or a code that takes no column.
  fileprivate struct Part {
    let text: String
    let width: Int
    var isCode: Bool { width == 0 && text.hasPrefix("\u{1B}") }
  }

  let width: Int
  private(set) var result = ""
  private var indent = 0
  private var column = 0
  /// The spaces before the word, which a break drops.
  private var spaces = 0
  private var word: [Part] = []
  private var wordWidth = 0
  /// The codes of the look at the current position.
  private var look = ""

  init(width: Int) { self.width = width }

  /// Begins after a prefix that is already on the line.
  mutating func start(after prefix: String, least: Int) {
    for part in Self.parts(of: prefix) {
      column += part.width
      if part.isCode { note(part.text) }
    }
    indent = column + least <= width ? column : 0
  }

  mutating func add(_ text: String) {
    for part in Self.parts(of: text) {
      switch part.text {
      case "\n":
        endWord()
        result += "\n"
        (column, spaces) = (0, 0)
      case " ":
        endWord()
        spaces += 1
      default:
        word.append(part)
        wordWidth += part.width
      }
    }
    endWord()
  }

  private mutating func endWord() {
    if word.isEmpty { return }
    let isLong = wordWidth > width - indent
    if column > 0, column + spaces + (isLong ? 1 : wordWidth) > width { breakLine() }
    result += String(repeating: " ", count: spaces)
    column += spaces
    for part in word {
      if part.width > 0, column + part.width > width { breakLine() }
      result += part.text
      column += part.width
      if part.isCode { note(part.text) }
    }
    word.removeAll(keepingCapacity: true)
    (wordWidth, spaces) = (0, 0)
  }

  /// Starts a new line; the current look does not apply to its indentation.
  private mutating func breakLine() {
    if !look.isEmpty { result += "\u{1B}[0m" }
    result += "\n" + String(repeating: " ", count: indent) + look
    (column, spaces) = (indent, 0)
  }

  private mutating func note(_ code: String) {
    if code == "\u{1B}[0m" { look = "" } else { look = code.hasPrefix("\u{1B}[0;") ? code : look + code }
  }

  /// Splits a text into its characters, with each code for a look as one part.
  fileprivate static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var code: String?
    for character in text {
      if let start = code {
        code = start + String(character)
        guard character.unicodeScalars.first == "m" else { continue }
        parts.append(Part(text: start + String(character), width: 0))
        code = nil
      } else if character == "\u{1B}" {
        code = "\u{1B}"
      } else {
        parts.append(Part(text: String(character), width: CharacterWidth.of(character)))
      }
    }
    if let code { parts.append(Part(text: code, width: 0)) }
    return parts
  }
}
