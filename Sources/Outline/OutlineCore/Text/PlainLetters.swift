@_spi(_Unicode) import Swift

/// Removes the accents of Latin letters, for words that are typed without them, and splits letters such as `ß`.
enum PlainLetters {
  /// The plain letters for those that Unicode does not decompose.
  private static let others: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{D8}": "O", "\u{F8}": "o", "\u{141}": "L", "\u{142}": "l", "\u{110}": "D", "\u{111}": "d", "\u{126}": "H",
    "\u{127}": "h", "\u{131}": "i", "\u{166}": "T", "\u{167}": "t",
  ]

  /// The plain letter for each character from U+00C0 to U+024F, and then from U+1E00 to U+1EFF; 0 for none.
  private static let table: [UInt8] = (Array(0xC0..<0x250) + Array(0x1E00..<0x1F00)).map { code in
    guard let scalar = Unicode.Scalar(UInt32(code)) else { return 0 }
    let base = others[scalar] ?? String(scalar)._nfd.first { _ in true } ?? scalar
    return base.isASCII ? UInt8(base.value) : 0
  }

  /// Returns the plain letter for a code point; 0 for none.
  private static func letter(_ code: Int) -> UInt8 {
    (0xC0..<0x250).contains(code) ? table[code - 0xC0] : (0x1E00..<0x1F00).contains(code) ? table[code - 0x1C70] : 0
  }

  /// Returns the two plain letters for a code point; nil for none.
  private static func letters(_ code: Int) -> [UInt8]? {
    switch code {
    case 0xDF, 0x1E9E: Array("ss".utf8)
    case 0xC6, 0xE6: Array("ae".utf8)
    case 0x152, 0x153: Array("oe".utf8)
    default: nil
    }
  }

  /// Whether a text is ASCII.
  ///
  /// Looks at eight bytes at a time; the last eight can overlap those before.
  static func isASCII(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count >= 8 else { return text.allSatisfy { $0 < 0x80 } }
    var index = 0
    while index < text.count {
      let start = min(index, text.count &- 8)
      if text.loadUnaligned(fromByteOffset: start, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      index &+= 8
    }
    return true
  }

  /// Whether bytes may contain a letter with an accent, or a combining accent.
  ///
  /// Skips ASCII eight bytes at a time.
  static func areHidden(in text: UnsafeRawBufferPointer) -> Bool { !isASCII(text) && text.contains(where: canHide) }

  /// Whether a byte can begin a letter with an accent, or a combining accent.
  private static func canHide(_ byte: UInt8) -> Bool { (0xC3...0xCD).contains(byte) || byte == 0xE1 }

  /// Returns the bytes of a text with plain letters in place of those with accents.
  static func bytes(of text: UnsafeRawBufferPointer) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var index = 0
    /// The bits of a byte that continues a letter; nil for any other byte.
    func next(_ offset: Int) -> Int? {
      guard index + offset < text.count, text[index + offset] & 0xC0 == 0x80 else { return nil }
      return Int(text[index + offset] & 0x3F)
    }
    while index < text.count {
      let byte = text[index]
      let code: Int? =
        switch byte {
        case 0xC3...0xCD: next(1).map { (Int(byte) & 0x1F) << 6 | $0 }
        case 0xE1: next(1).flatMap { second in next(2).map { 0x1000 | second << 6 | $0 } }
        default: nil
        }
      switch code {
      case .some(0x300..<0x370): index += 2  // an accent by itself
      case .some(let code) where letter(code) != 0:
        plain.append(letter(code))
        index += byte == 0xE1 ? 3 : 2
      case .some(let code) where Self.letters(code) != nil:
        plain += Self.letters(code) ?? []
        index += byte == 0xE1 ? 3 : 2
      default:
        plain.append(byte)
        index += 1
      }
    }
    return plain
  }

  /// Returns a text with plain letters in place of those with accents.
  static func text(of text: String) -> String {
    var text = text
    return text.withUTF8 { String(decoding: bytes(of: UnsafeRawBufferPointer($0)), as: UTF8.self) }
  }
}
