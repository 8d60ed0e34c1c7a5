/// Reads JSON according to RFC 8259, one piece at a time, as the caller asks for it.
///
/// Keeps a chunk of the document and the current string in memory. All of pleat's JSON is read by it; ``JSONTree``
/// reads small texts as a whole.
package struct JSONStream {
  package var text: TextBuffer
  /// The decoded bytes of the current string, if it has escapes.
  var decoded: [UInt8] = []

  /// Whether to accept JSON that the grammar allows but programs interpret differently, as SQLite does.
  ///
  /// That is, several members with the same name in one object, and in strings `\u0000` and halves of surrogate pairs,
  /// which become U+FFFD.
  let isLenient: Bool

  package init(_ text: TextBuffer, isLenient: Bool = false) {
    self.text = text
    self.isLenient = isLenient
  }

  /// Returns the next byte that is not white space, without consuming it; nil at the end.
  package mutating func peek() throws -> UInt8? {
    while true {
      while text.position < text.bytes.count {
        let byte = text.bytes[text.position]
        if byte > UInt8(ascii: " ") || !byte.isJSONSpace { return byte }
        text.position += 1
      }
      guard try text.more() else { return nil }
    }
  }

  /// Skips white space and reads the given byte; `what` names it in the error.
  ///
  /// - Throws: ``ImportError`` if another byte or the end follows.
  package mutating func take(_ byte: UInt8, _ what: @autoclosure () -> String) throws {
    guard let next = try peek() else { throw cutOff() }
    guard next == byte else { throw text.error("Expected \(what()), found \(described(next))") }
    text.position += 1
  }

  /// Checks that nothing but white space is left.
  package mutating func takeEnd() throws {
    if let byte = try peek() { throw text.error("Expected the end of the document, found \(described(byte))") }
  }

  /// Reads `true` or `false`; `what` names the value in the error.
  package mutating func bool(_ what: String) throws -> Bool {
    switch try peek() {
    case UInt8(ascii: "t"): try take(word: "true")
    case UInt8(ascii: "f"):
      try take(word: "false")
      return false
    case nil: throw cutOff()
    default: throw text.error("The \(what) must be true or false")
    }
    return true
  }

  /// Reads an integer written without fraction and exponent; `what` names it in the error.
  ///
  /// - Throws: ``ImportError`` if no such integer follows or if it is not in the range.
  package mutating func integer(_ what: String, in range: ClosedRange<Int>) throws -> Int {
    guard let first = try peek() else { throw cutOff() }
    let start = text.position
    var value = 0
    var digits = 0
    while let byte = try nextByte(), byte.isDigit, digits < 17 {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
      text.position += 1
    }
    let isWhole = try nextByte().map { !$0.isDigit && $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
    let isPlain = digits == 1 || first != UInt8(ascii: "0")
    guard digits > 0, isPlain, isWhole ?? true, range.contains(value) else {
      let message = "The \(what) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw text.error(message, at: min(start, text.position))
    }
    return value
  }

  /// Reads a keyword such as `null`.
  mutating func take(word: StaticString) throws {
    for offset in 0..<word.utf8CodeUnitCount {
      guard let byte = try nextByte() else { throw cutOff() }
      guard byte == word.utf8Start[offset] else { throw text.error("Expected \(word), found \(described(byte))") }
      text.position += 1
    }
  }

  /// Returns the next byte, which may be white space, without consuming it; nil at the end.
  mutating func nextByte() throws -> UInt8? {
    if text.position == text.bytes.count {
      guard try text.more() else { return nil }
    }
    return text.bytes[text.position]
  }

  /// Creates the error for a document that ends too early.
  mutating func cutOff() -> ImportError {
    text.error("The document ends in the middle; the file may have been cut off", at: text.bytes.count)
  }

  func described(_ byte: UInt8) -> String {
    guard byte >= 0x80 else { return byte < 0x20 ? "a control character" : "'\(Character(Unicode.Scalar(byte)))'" }
    let character = text.bytes[text.position...].prefix(4)
    return "'\(String(decoding: character, as: UTF8.self).unicodeScalars.first.map(String.init) ?? "?")'"
  }
}
