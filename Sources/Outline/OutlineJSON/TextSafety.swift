/// Decides which characters of a text may be shown to people, or written into JSON, as they are.
///
/// Nothing else in pleat knows which characters these are.
package enum TextSafety {
  /// Returns whether a character can harm a terminal or turn the text around it.
  ///
  /// Such are control characters, line and paragraph separators, and marks that change the direction of text.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Returns whether a character is not drawn, so that a text with it looks like another text.
  ///
  /// Such are the characters that Unicode calls Default_Ignorable, and the marks of interlinear annotations.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x034F, 0x061C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E: true
    case 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB: true
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
    default: false
    }
  }

  /// Returns whether the character that begins at an index of a text is shown to people escaped.
  ///
  /// These are the harmful characters, and the invisible ones that the characters around them do not need.
  package static func isShownEscaped(_ scalar: Unicode.Scalar, at index: Int, in text: UTF8Text) -> Bool {
    isHarmful(scalar) || isInvisible(scalar) && !isNeeded(scalar, at: index, in: text)
  }

  /// Returns whether bytes are printable ASCII alone, which is neither harmful nor invisible.
  ///
  /// O(n / 8) in the number of bytes.
  package static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 8 else { return bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
    let last = bytes.count &- 8
    var index = 0
    while index < last {
      if !isPlain(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { return false }
      index &+= 8
    }
    return isPlain(bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self))  // some of them once more
  }

  /// Returns whether eight bytes are printable ASCII: adding 1 takes the highest bit of 0x7F, subtracting 0x20 that of all below.
  @inline(__always)
  private static func isPlain(_ word: UInt64) -> Bool {
    (word | (word &+ 0x0101_0101_0101_0101) | (word &- 0x2020_2020_2020_2020)) & 0x8080_8080_8080_8080 == 0
  }

  /// Returns whether a byte can begin a character that is harmful or invisible.
  ///
  /// - Parameter next: The byte after it; 0 at the end of the text.
  @inline(__always)
  package static func isSuspect(_ byte: UInt8, before next: UInt8) -> Bool {
    switch byte {
    case 0x20..<0x7F: false
    case 0..<0x80, 0xC2, 0xCD, 0xD8, 0xF3: true
    case 0xE1: next == 0x85 || next == 0x9E || next == 0xA0
    case 0xE2: next & 0xFE == 0x80
    case 0xE3: next == 0x85
    case 0xEF: next == 0xB8 || next >= 0xBB
    case 0xF0: next == 0x9B || next == 0x9D
    default: false
    }
  }
}
