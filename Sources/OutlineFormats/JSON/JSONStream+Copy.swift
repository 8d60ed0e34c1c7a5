import OutlineCore

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
  mutating func object(_ what: String, most: Int) throws -> String {
    guard let first = try peek() else { throw cutOff() }
    guard first == UInt8(ascii: "{") else { throw text.error("The \(what) must be an object") }
    var copy: [UInt8] = []
    var closers: [UInt8] = []
    repeat {
      if try !copyOpening(into: &copy, &closers) { try copyScalar(into: &copy, what, most) }
      try copyClosings(into: &copy, &closers, what, most)
      if copy.count > most { throw tooLong(what, most) }
    } while !closers.isEmpty
    return String(decoding: copy, as: UTF8.self)
  }

  /// Copies an opening bracket and records its closing one; returns false if another value follows.
  private mutating func copyOpening(into copy: inout [UInt8], _ closers: inout [UInt8]) throws -> Bool {
    guard let byte = try peek() else { throw cutOff() }
    guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return false }
    if closers.count == Self.deepest { throw tooDeep() }
    closers.append(byte + 2)
    copy.append(byte)
    text.position += 1
    return true
  }

  /// Copies closing brackets, commas and keys, up to the start of the next value.
  private mutating func copyClosings(
    into copy: inout [UInt8], _ closers: inout [UInt8], _ what: String, _ most: Int
  ) throws {
    while let closer = closers.last {
      guard let byte = try peek() else { throw cutOff() }
      if byte == closer {
        copy.append(byte)
        text.position += 1
        closers.removeLast()
        continue
      }
      let isOpened = copy.last == UInt8(ascii: "{") || copy.last == UInt8(ascii: "[")
      if !isOpened {
        try take(UInt8(ascii: ","), "',' or '\(closer == UInt8(ascii: "}") ? "}" : "]")'")
        copy.append(UInt8(ascii: ","))
      }
      if closer == UInt8(ascii: "}") {
        try copyString(into: &copy, what, most)
        try take(UInt8(ascii: ":"), "':'")
        copy.append(UInt8(ascii: ":"))
      }
      return
    }
  }

  private mutating func copyScalar(into copy: inout [UInt8], _ what: String, _ most: Int) throws {
    guard let byte = try peek() else { throw cutOff() }
    switch byte {
    case UInt8(ascii: "\""): try copyString(into: &copy, what, most)
    case UInt8(ascii: "t"): try copyWord("true", into: &copy)
    case UInt8(ascii: "f"): try copyWord("false", into: &copy)
    case UInt8(ascii: "n"): try copyWord("null", into: &copy)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try copyNumber(into: &copy, what, most)
    default: throw text.error("Expected a value, found \(described(byte))")
    }
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
