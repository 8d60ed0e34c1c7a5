/// Reads the words of a JSON text one after the other.
struct JSONScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The place of the next word that is no white space.
  var start: Int {
    mutating get {
      skipSpace()
      return index
    }
  }

  /// The text from a place to the end of the last word.
  func text(from start: Int) -> String { String(decoding: bytes[start..<index], as: UTF8.self) }

  /// Whether nothing but white space is left.
  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index == bytes.count
    }
  }

  /// Takes a sign if it comes next.
  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  /// Takes a string, a number, `true`, `false` or `null`; nil for anything else.
  mutating func scalar() -> JSONTree? {
    skipSpace()
    switch peek {
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    default: return number().map { .number($0) }
    }
  }

  /// Takes a string; a lone surrogate becomes U+FFFD.
  mutating func string() -> String? {
    skipSpace()
    guard peek == UInt8(ascii: "\"") else { return nil }
    index += 1
    var units: [UInt8] = []
    while let byte = peek {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        units += Array(String(Character(scalar)).utf8)
      case ..<0x20: return nil
      default: units.append(byte)
      }
    }
    return nil
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte.isBlank || byte.isLineEnd { index += 1 }
  }

  private mutating func word(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func number() -> String? {
    let start = index
    if peek == UInt8(ascii: "-") { index += 1 }
    let hasLeadingZero = peek == UInt8(ascii: "0")
    guard case let count = digits(), count == 1 || (count > 1 && !hasLeadingZero) else { return nil }
    if peek == UInt8(ascii: ".") {
      index += 1
      guard digits() > 0 else { return nil }
    }
    if let sign = peek, sign == UInt8(ascii: "e") || sign == UInt8(ascii: "E") {
      index += 1
      if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
      guard digits() > 0 else { return nil }
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - start
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = peek else { return nil }
    index += 1
    if let plain = JSONStream.unescaped(byte) { return Unicode.Scalar(plain) }
    guard byte == UInt8(ascii: "u"), let unit = hexUnit() else { return nil }
    return scalar(from: unit)
  }

  private mutating func scalar(from unit: UInt16) -> Unicode.Scalar {
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let start = index
    if UTF16.isLeadSurrogate(unit), bytes[index...].starts(with: "\\u".utf8) {
      index += 2
      if let trail = hexUnit(), UTF16.isTrailSurrogate(trail) {
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
      }
      index = start
    }
    return "\u{FFFD}"
  }

  private mutating func hexUnit() -> UInt16? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[index..<(index + 4)] {
      guard let digit = byte.hexDigit else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    index += 4
    return unit
  }
}
