extension JSONStream {
  /// Reads an object without interpreting it, and returns its text without the white space between values.
  ///
  /// Strings keep their escapes, even those that no text can contain, and duplicate members are kept, because SQLite
  /// keeps both.
  ///
  /// - Parameters:
  ///   - what: The name of the object in error messages.
  ///   - most: The limit for the result, in bytes.
  /// - Throws: ``ImportError`` if there is no object, or one that is malformed, too long or nested too deep.
  package mutating func object(_ what: String, most: Int) throws -> String {
    guard let first = try peek() else { throw cutOff() }
    guard first == UInt8(ascii: "{") else { throw text.error("The \(what) must be an object") }
    return try value(what, most: most)
  }

  /// Reads a value of any kind as ``object(_:most:)`` reads an object.
  package mutating func value(_ what: String, most: Int) throws -> String {
    var copy: [UInt8] = []
    try copyValue(into: &copy, what, most)
    return String(decoding: copy, as: UTF8.self)
  }

  /// Copies a value of any kind; `depth` is the number of objects and arrays around it.
  private mutating func copyValue(into copy: inout [UInt8], depth: Int = 0, _ what: String, _ most: Int) throws {
    guard let byte = try peek() else { throw cutOff() }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try copyContainer(byte, into: &copy, depth: depth, what, most)
    case UInt8(ascii: "\""): try copyString(into: &copy, what, most)
    case UInt8(ascii: "t"): try copyWord("true", into: &copy)
    case UInt8(ascii: "f"): try copyWord("false", into: &copy)
    case UInt8(ascii: "n"): try copyWord("null", into: &copy)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try copyNumber(into: &copy, what, most)
    default: throw text.error("Expected a value, found \(described(byte))")
    }
    if copy.count > most { throw tooLong(what, most) }
  }

  /// Copies an object or an array, whose closing bracket is two after the opening one in ASCII.
  private mutating func copyContainer(
    _ opening: UInt8, into copy: inout [UInt8], depth: Int, _ what: String, _ most: Int
  ) throws {
    if depth == Self.deepest { throw tooDeep() }
    let isObject = opening == UInt8(ascii: "{")
    text.position += 1
    copy.append(opening)
    var parts = JSONContainer()
    while try isNext(opening + 2, isObject ? "'}'" : "']'", &parts) {
      if parts.count > 1 { copy.append(UInt8(ascii: ",")) }
      if isObject {
        try copyString(into: &copy, what, most)
        try take(UInt8(ascii: ":"), "':'")
        copy.append(UInt8(ascii: ":"))
      }
      try copyValue(into: &copy, depth: depth + 1, what, most)
    }
    copy.append(opening + 2)
  }

  private mutating func copyWord(_ word: StaticString, into copy: inout [UInt8]) throws {
    try take(word: word)
    copy += UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
  }

  private mutating func copyString(into copy: inout [UInt8], _ what: String, _ most: Int) throws {
    try take(UInt8(ascii: "\""), "a string")
    copy.append(UInt8(ascii: "\""))
    while true {
      let end = text.bytes.endOfPlain(from: text.position)
      copy += text.bytes[text.position..<end]
      text.position = end
      if copy.count > most { throw tooLong(what, most) }
      guard let byte = try nextByte() else { throw cutOff() }
      if byte == UInt8(ascii: "\\") {
        try copyEscape(into: &copy)
      } else if byte == UInt8(ascii: "\"") {
        text.position += 1
        copy.append(byte)
        return
      } else if byte < 0x20 {
        throw rawControl(at: text.position)
      }
    }
  }

  private mutating func copyEscape(into copy: inout [UInt8]) throws {
    let start = try positionWithLookAhead()
    guard start + 1 < text.bytes.count else { throw cutOff() }
    var length = 2
    if Self.unescaped(text.bytes[start + 1]) == nil {
      _ = try hexUnit(at: start)
      length = 6
    }
    copy += text.bytes[start..<(start + length)]
    text.position = start + length
  }
}

extension JSONStream {
  /// Copies a number in the spelling of the document, and checks its syntax.
  mutating func copyNumber(into copy: inout [UInt8], _ what: String, _ most: Int) throws {
    if try nextByte() == UInt8(ascii: "-") { takeByte(into: &copy) }
    if try nextByte() == UInt8(ascii: "0") {
      takeByte(into: &copy)
    } else {
      try copyDigits(into: &copy, what, most)
    }
    if try nextByte() == UInt8(ascii: ".") {
      takeByte(into: &copy)
      try copyDigits(into: &copy, what, most)
    }
    if let byte = try nextByte(), byte | 0x20 == UInt8(ascii: "e") {
      takeByte(into: &copy)
      if let sign = try nextByte(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { takeByte(into: &copy) }
      try copyDigits(into: &copy, what, most)
    }
  }

  /// Copies one or more digits.
  private mutating func copyDigits(into copy: inout [UInt8], _ what: String, _ most: Int) throws {
    guard let first = try nextByte() else { throw cutOff() }
    guard first.isDigit else { throw text.error("Expected a digit, found \(described(first))") }
    while let byte = try nextByte(), byte.isDigit {
      takeByte(into: &copy)
      if copy.count > most { throw tooLong(what, most) }
    }
  }

  private mutating func takeByte(into copy: inout [UInt8]) {
    copy.append(text.bytes[text.position])
    text.position += 1
  }
}
