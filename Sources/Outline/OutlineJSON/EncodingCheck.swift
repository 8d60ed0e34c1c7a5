/// The result of checking that bytes are UTF-8 without NUL.
///
/// Numbers are offsets into the bytes.
package enum EncodingCheck: Equatable {
  /// The bytes are UTF-8 without NUL.
  case valid
  /// The byte at the offset is NUL.
  case nul(Int)
  /// The byte at the offset is not part of valid UTF-8.
  case invalid(Int)
  /// The bytes end within a character that begins at the offset; the rest may be in bytes that follow.
  case incomplete(Int)

  /// Checks bytes, eight at a time while they are ASCII.
  ///
  /// O(n) in the number of bytes.
  package init(of bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Self.check($0) }
  }

  /// Checks bytes like ``init(of:)-([UInt8])``.
  package init(of bytes: UnsafeRawBufferPointer) { self = Self.check(bytes) }

  private static func check(_ bytes: UnsafeRawBufferPointer) -> EncodingCheck {
    var index = 0
    while index < bytes.count {
      while index + 8 <= bytes.count, isText(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { index += 8 }
      guard index < bytes.count else { break }
      let lead = bytes[index]
      if lead == 0 { return .nul(index) }
      if lead < 0x80 {
        index += 1
        continue
      }
      guard let (length, second) = sequence(after: lead) else { return .invalid(index) }
      for offset in 1..<length {
        guard index + offset < bytes.count else { return .incomplete(index) }
        let expected = offset == 1 ? second : 0x80...0xBF
        guard expected.contains(bytes[index + offset]) else { return .invalid(index) }
      }
      index += length
    }
    return .valid
  }

  /// Whether eight bytes are ASCII and none is NUL.
  private static func isText(_ word: UInt64) -> Bool {
    (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0
  }

  /// The length of the character that begins with the byte, in bytes, and the range of its second byte (the table in
  /// RFC 3629); nil if no character begins so.
  private static func sequence(after lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}
