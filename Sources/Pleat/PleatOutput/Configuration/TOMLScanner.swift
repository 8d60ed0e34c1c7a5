/// Reads one line of a TOML document.
package struct TOMLScanner {
  package enum Line {
    /// A comment, or an empty line.
    case nothing
    case table([String])
    /// A key, with any dotted parts, and its value.
    case entry([String], TOMLValue)
  }

  private var rest: Substring.UnicodeScalarView
  private let number: Int

  /// - Parameters:
  ///   - text: The line, without its line break.
  ///   - line: The number of the line, from 1.
  package init(_ text: String, line: Int) {
    rest = text.unicodeScalars[...]
    number = line
  }

  package mutating func line() throws(TOMLProblem) -> Line {
    if let control = rest.first(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) {
      throw problem("the line contains a control character (\(String(control.value, radix: 16)) in hexadecimal)")
    }
    skipBlanks()
    if rest.isEmpty || rest.first == "#" { return .nothing }
    let line = rest.first == "[" ? try header() : try entry()
    skipBlanks()
    guard rest.isEmpty || rest.first == "#" else {
      throw problem("'\(shortened(String(rest)))' is where the line should end")
    }
    return line
  }

  private mutating func header() throws(TOMLProblem) -> Line {
    rest.removeFirst()
    if rest.first == "[" { throw problem("lists of tables, [[…]], are not supported") }
    let path = try path()
    guard take("]") else { throw problem("the header of a table has no closing ]") }
    return .table(path)
  }

  private mutating func entry() throws(TOMLProblem) -> Line {
    let path = try path()
    guard take("=") else { throw problem("there is no = after the key '\(TOMLReader.name(path))'") }
    skipBlanks()
    return .entry(path, try value())
  }

  /// Reads a key or a dotted path, and the spaces after it.
  private mutating func path() throws(TOMLProblem) -> [String] {
    var path: [String] = []
    repeat {
      skipBlanks()
      path.append(try key())
      skipBlanks()
    } while take(".")
    return path
  }

  private mutating func key() throws(TOMLProblem) -> String {
    if take("\"") { return try basicText() }
    if take("'") { return try literalText() }
    let bare = rest.prefix { $0 == "_" || $0 == "-" || $0.isASCII && $0.properties.isAlphanumeric }
    rest = rest[bare.endIndex...]
    if bare.isEmpty {
      throw problem(
        "'\(shortened(String(rest)))' is not a key; a key with characters other than a-z, 0-9, _ and - needs quotes")
    }
    return String(bare)
  }

  private mutating func value() throws(TOMLProblem) -> TOMLValue {
    if rest.starts(with: "\"\"\"".unicodeScalars) || rest.starts(with: "'''".unicodeScalars) {
      throw problem("texts of several lines, in three quotes, are not supported")
    }
    if take("\"") { return .text(try basicText()) }
    if take("'") { return .text(try literalText()) }
    let word = rest.prefix { $0 != "#" && $0 != " " && $0 != "\t" }
    rest = rest[word.endIndex...]
    switch String(word) {
    case "": throw problem("there is no value after the =")
    case "true": return .flag(true)
    case "false": return .flag(false)
    case let word:
      if let number = Self.integer(word) { return .number(number) }
      throw problem(
        "'\(shortened(word))' is not a value; a text needs quotes, "
          + "and other values are whole numbers, true and false")
    }
  }

  /// Reads a decimal number as TOML defines it: with or without a sign, and with _ between digits.
  private static func integer(_ word: String) -> Int? {
    let digits = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst() : word[...]
    let parts = digits.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      digits == "0" || !digits.hasPrefix("0")
    else { return nil }
    return Int((word.hasPrefix("-") ? "-" : "") + parts.joined())
  }

  /// Reads the rest of a text in double quotes, in which a backslash begins an escape.
  private mutating func basicText() throws(TOMLProblem) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(text)
      case "\\": text.append(try escaped())
      default: text.append(scalar)
      }
    }
    throw problem("a text has no closing \"")
  }

  private mutating func escaped() throws(TOMLProblem) -> Unicode.Scalar {
    switch rest.popFirst() {
    case "b": return "\u{8}"
    case "t": return "\t"
    case "n": return "\n"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "\"": return "\""
    case "\\": return "\\"
    case "u": return try scalar(digits: 4)
    case "U": return try scalar(digits: 8)
    case let other:
      let name = other.map { "\\\($0)" } ?? "\\"
      throw problem("\(name) is not an escape; write a backslash as \\\\, or put the text in single quotes")
    }
  }

  private mutating func scalar(digits count: Int) throws(TOMLProblem) -> Unicode.Scalar {
    let digits = rest.prefix(count)
    rest = rest[digits.endIndex...]
    let isWhole = digits.count == count && digits.allSatisfy { $0.isASCII && $0.properties.isASCIIHexDigit }
    guard isWhole, let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init), scalar != "\0" else {
      throw problem("'\(String(digits))' is not a character; \\u takes four hexadecimal digits, and \\U eight")
    }
    return scalar
  }

  /// Reads the rest of a text in single quotes, in which no character is special.
  private mutating func literalText() throws(TOMLProblem) -> String {
    let text = rest.prefix { $0 != "'" }
    rest = rest[text.endIndex...]
    guard take("'") else { throw problem("a text has no closing '") }
    return String(text)
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

  /// Skips the next character if it is this one; returns whether it was.
  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private func shortened(_ text: String) -> String { text.count > 30 ? "\(text.prefix(29))…" : text }

  private func problem(_ message: String) -> TOMLProblem { TOMLProblem(line: number, message: message) }
}

extension Unicode.Scalar.Properties {
  /// Whether the scalar is a letter or a digit.
  fileprivate var isAlphanumeric: Bool { isAlphabetic || numericType == .decimal }
}
