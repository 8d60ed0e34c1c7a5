/// Bytes that are known to be UTF-8, read a character at a time where the bytes alone do not tell enough.
package struct UTF8Text {
  package let bytes: UnsafeRawBufferPointer

  /// Returns the character that begins at an index, and its length in bytes.
  func character(at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let lead = UInt32(bytes[index])
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var value = length == 1 ? lead : lead & (0xFF >> UInt32(length + 1))
    for offset in 1..<max(length, 1) where index + offset < bytes.count {
      value = value << 6 | UInt32(bytes[index + offset] & 0x3F)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// Returns the character that begins at an index; nil at the end.
  func scalar(at index: Int) -> Unicode.Scalar? { index < bytes.count ? character(at: index).scalar : nil }

  /// Returns the index where the character before an index begins; nil at the start.
  func start(before index: Int) -> Int? {
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start < 0 ? nil : start
  }

  /// Returns the character that ends before an index; nil at the start.
  func scalar(before index: Int) -> Unicode.Scalar? { start(before: index).flatMap { scalar(at: $0) } }

  /// Calls `body` with the bytes as UTF-8; U+FFFD replaces bytes that are not.
  package static func with<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UTF8Text) throws -> Result
  ) rethrows -> Result {
    switch EncodingCheck(of: bytes) {
    case .valid: return try body(UTF8Text(bytes: bytes))
    case .nul, .invalid, .incomplete:
      var text = String(decoding: bytes, as: UTF8.self)
      return try text.withUTF8 { try body(UTF8Text(bytes: UnsafeRawBufferPointer($0))) }
    }
  }
}

extension UTF8Text {
  /// Appends the text with some characters replaced.
  ///
  /// - Parameters:
  ///   - output: Receives the text.
  ///   - range: The part of the text to append; all of it by default.
  ///   - isSuspect: Whether a character may have to be replaced, from its first byte and the byte after that. All others
  ///     are copied without another look.
  ///   - replacement: Returns the bytes in place of the character at an index; nil to copy it.
  @inline(__always)
  package func copy(
    to output: inout [UInt8], _ range: Range<Int>? = nil, stoppingAt isSuspect: (UInt8, UInt8) -> Bool,
    replacing replacement: (_ scalar: Unicode.Scalar, _ index: Int) -> String?
  ) {
    let range = range ?? 0..<bytes.count
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      guard isSuspect(bytes[index], index + 1 < bytes.count ? bytes[index + 1] : 0) else {
        index += 1
        continue
      }
      let (scalar, length) = character(at: index)
      if let replacement = replacement(scalar, index) {
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
        output.append(contentsOf: replacement.utf8)
        start = index + length
      }
      index += length
    }
    if start < range.upperBound {
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<range.upperBound]))
    }
  }
}

/// The kinds of bytes in a text.
extension UInt8 {
  /// Whether it is a line feed or a carriage return.
  @inlinable package var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  /// Whether it is a space or a tab.
  @inlinable package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether JSON allows it between values.
  @inlinable package var isJSONSpace: Bool { isBlank || isLineEnd }

  /// Whether it is an ASCII digit.
  @inlinable package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
