extension JSONStream {
  /// Reads a string.
  ///
  /// - Parameters:
  ///   - what: The name of the string in error messages.
  ///   - most: The limit for the decoded string, in bytes of UTF-8.
  /// - Throws: ``ImportError`` if there is no string, or one that is malformed or too long.
  package mutating func string(_ what: String, most: Int) throws -> String {
    try take(UInt8(ascii: "\""), "the \(what), a string")
    decoded.removeAll(keepingCapacity: true)
    var start = text.position
    var end = start
    while true {
      end = text.bytes.endOfPlain(from: end)
      guard end < text.bytes.count else {
        if decoded.count + end - start > most { throw tooLong(what, most) }
        text.position = start
        guard try text.more() else { throw cutOff() }
        end -= start
        start = 0
        continue
      }
      if text.bytes[end] == UInt8(ascii: "\"") { return try endString(start..<end, what, most: most) }
      guard text.bytes[end] == UInt8(ascii: "\\") else { throw rawControl(at: end) }
      decoded += text.bytes[start..<end]
      start = try escape(at: end, what)
      end = start
      if decoded.count > most { throw tooLong(what, most) }
    }
  }

  private mutating func endString(_ rest: Range<Int>, _ what: String, most: Int) throws -> String {
    text.position = rest.upperBound + 1
    if decoded.count + rest.count > most { throw tooLong(what, most) }
    if decoded.isEmpty {
      return text.bytes.withUnsafeBufferPointer {
        String(decoding: UnsafeBufferPointer(rebasing: $0[rest]), as: UTF8.self)
      }
    }
    decoded += text.bytes[rest]
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Decodes the escape at an index of the buffer, and returns the index after it.
  private mutating func escape(at index: Int, _ what: String) throws -> Int {
    text.position = index
    let index = try positionWithLookAhead()
    guard index + 1 < text.bytes.count else { throw cutOff() }
    if let byte = Self.unescaped(text.bytes[index + 1]) {
      decoded.append(byte)
      return index + 2
    }
    let unit = try hexUnit(at: index)
    guard unit != 0 || isLenient else {
      throw text.error("The \(what) contains \\u0000, which pleat cannot store", at: index)
    }
    guard unit & 0xF800 == 0xD800 else {
      if let scalar = Unicode.Scalar(unit) { decoded += Array(String(scalar).utf8) }
      return index + 6
    }
    if let scalar = try pair(unit, at: index) {
      decoded += Array(String(scalar).utf8)
      return index + 12
    }
    guard isLenient else { throw text.error("The \(what) contains half of a surrogate pair", at: index) }
    decoded += Array("\u{FFFD}".utf8)
    return index + 6
  }

  /// Returns the character whose surrogate pair begins at an index; nil if there is no complete pair.
  private mutating func pair(_ high: UInt32, at index: Int) throws -> Unicode.Scalar? {
    guard high < 0xDC00 else { return nil }
    guard index + 6 < text.bytes.count else { throw cutOff() }
    guard text.bytes[index + 6] == UInt8(ascii: "\\") else { return nil }
    guard index + 7 < text.bytes.count else { throw cutOff() }
    guard text.bytes[index + 7] == UInt8(ascii: "u") else { return nil }
    let low = try hexUnit(at: index + 6)
    guard low & 0xFC00 == 0xDC00 else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  /// Returns the parser's position once the buffer contains the longest possible escape after it, or the end of the
  /// document.
  mutating func positionWithLookAhead() throws -> Int {
    while text.position + 12 > text.bytes.count {
      guard try text.more() else { break }
    }
    return text.position
  }

  /// Returns the number in the `\uXXXX` at an index of the buffer.
  mutating func hexUnit(at index: Int) throws -> UInt32 {
    var unit: UInt32 = 0
    guard text.bytes[index + 1] == UInt8(ascii: "u") else {
      throw text.error("There is no such escape in JSON", at: index)
    }
    for offset in 2..<6 {
      guard index + offset < text.bytes.count else { throw cutOff() }
      guard let digit = text.bytes[index + offset].hexDigit else {
        throw text.error("\\u must be followed by four hexadecimal digits", at: index)
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// Creates the error for a control character that is not escaped.
  mutating func rawControl(at index: Int) -> ImportError {
    text.error("A string contains a control character that is not escaped", at: index)
  }

  mutating func tooLong(_ what: String, _ most: Int) -> ImportError {
    ImportError(line: text.location(at: text.position).line, message: "The \(what) is longer than \(most) bytes")
  }

  /// The character that a backslash followed by the byte represents; nil if there is none.
  static func unescaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: nil
    }
  }
}

extension [UInt8] {
  /// Returns the index of the next quote, backslash or control character, or `count` if there is none.
  func endOfPlain(from start: Int) -> Int {
    withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
        index += 1
      }
      return index
    }
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit; nil for any other byte.
  package var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
