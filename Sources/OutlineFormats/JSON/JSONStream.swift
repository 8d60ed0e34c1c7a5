import OutlineCore

/// Reads JSON piece by piece, as its caller asks for it: RFC 8259 and nothing beyond.
///
/// Of the document it holds a chunk and the string it is at. It is the one reader of JSON in pleat; what is small is
/// read whole with ``JSONTree``.
struct JSONStream {
  var text: TextBuffer
  /// The decoded bytes of the string that is being read, where it has escapes.
  var decoded: [UInt8] = []

  /// Whether to take what the grammar allows and no two programs read alike, as SQLite does: members of one object with
  /// the same name, and in strings `\u0000` and halves of surrogate pairs, which become U+FFFD.
  let isLenient: Bool

  init(_ text: TextBuffer, isLenient: Bool = false) {
    self.text = text
    self.isLenient = isLenient
  }

  /// The next byte that is not white space, without taking it; nil at the end.
  mutating func peek() throws -> UInt8? {
    while true {
      while text.position < text.bytes.count {
        let byte = text.bytes[text.position]
        if byte > UInt8(ascii: " ") || !byte.isJSONSpace { return byte }
        text.position += 1
      }
      guard try text.more() else { return nil }
    }
  }

  /// Takes a byte that must come, after white space; `what` is how it is called in the error.
  mutating func take(_ byte: UInt8, _ what: @autoclosure () -> String) throws {
    guard let next = try peek() else { throw cutOff() }
    guard next == byte else { throw text.error("Expected \(what()), found \(described(next))") }
    text.position += 1
  }

  /// Takes the end of the document.
  mutating func takeEnd() throws {
    if let byte = try peek() { throw text.error("Expected the end of the document, found \(described(byte))") }
  }

  /// Takes `true` or `false`.
  mutating func bool(_ what: String) throws -> Bool {
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

  /// Takes an integer that is written without fraction and exponent.
  mutating func integer(_ what: String, in range: ClosedRange<Int>) throws -> Int {
    guard let first = try peek() else { throw cutOff() }
    let place = text.position
    var value = 0
    var digits = 0
    while let byte = try byteAtPlace(), byte.isDigit, digits < 17 {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
      text.position += 1
    }
    let isWhole = try byteAtPlace().map { !$0.isDigit && $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
    let isPlain = digits == 1 || first != UInt8(ascii: "0")
    guard digits > 0, isPlain, isWhole ?? true, range.contains(value) else {
      let message = "The \(what) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw text.error(message, at: min(place, text.position))
    }
    return value
  }

  /// Takes a word such as `null`.
  mutating func take(word: StaticString) throws {
    for offset in 0..<word.utf8CodeUnitCount {
      guard let byte = try byteAtPlace() else { throw cutOff() }
      guard byte == word.utf8Start[offset] else { throw text.error("Expected \(word), found \(described(byte))") }
      text.position += 1
    }
  }

  /// The next byte, white space or not; nil at the end.
  mutating func byteAtPlace() throws -> UInt8? {
    if text.position == text.bytes.count {
      guard try text.more() else { return nil }
    }
    return text.bytes[text.position]
  }

  /// The error that the document ends too early.
  mutating func cutOff() -> ImportError {
    text.error("The document ends in the middle; the file may have been cut off", at: text.bytes.count)
  }

  /// A byte as an error message names it.
  func described(_ byte: UInt8) -> String {
    guard byte >= 0x80 else { return byte < 0x20 ? "a control character" : "'\(Character(Unicode.Scalar(byte)))'" }
    let character = text.bytes[text.position...].prefix(4)
    return "'\(String(decoding: character, as: UTF8.self).unicodeScalars.first.map(String.init) ?? "?")'"
  }
}

extension UInt8 {
  /// Whether JSON allows it between values.
  var isJSONSpace: Bool { isBlank || isLineEnd }

  /// Whether it is a digit of ASCII.
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
