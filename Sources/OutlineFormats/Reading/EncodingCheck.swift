/// What a look at the bytes of a text says; a number is an offset.
enum EncodingCheck: Equatable {
  /// They are UTF-8 without NUL.
  case valid
  /// A byte is NUL.
  case nul(Int)
  /// The byte is not UTF-8.
  case invalid(Int)
  /// The last character begins here and may go on in bytes to come.
  case incomplete(Int)

  /// Looks at bytes: eight at a time as long as they are ASCII.
  init(of bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Self.check($0) }
  }

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

  /// How many bytes the character takes and what its second byte may be: the table of RFC 3629.
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
