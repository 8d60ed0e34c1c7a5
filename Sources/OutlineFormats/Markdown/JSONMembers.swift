/// The members of a small JSON object, read strictly; what their values hold stays as it is written.
struct JSONMembers {
  /// The value of a member.
  enum Value: Hashable {
    case string(String)
    /// Anything else, as it is written.
    case raw(String)
  }

  private(set) var members: [(key: String, value: Value)] = []
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  private static let mostNesting = 1_000

  /// Reads an object; nil where the bytes are anything else.
  init?(_ object: ArraySlice<UInt8>) {
    bytes = object
    place = object.startIndex
    skipSpace()
    guard readObject(nesting: 0) else { return nil }
    skipSpace()
    guard place == bytes.endIndex else { return nil }
  }

  /// The value of the first member with a name.
  subscript(key: String) -> Value? { members.first { $0.key == key }?.value }

  private mutating func readObject(nesting: Int) -> Bool {
    guard take("{") else { return false }
    skipSpace()
    if take("}") { return true }
    repeat {
      skipSpace()
      guard let key = readString() else { return false }
      skipSpace()
      guard take(":") else { return false }
      skipSpace()
      let start = place
      guard readValue(nesting: nesting + 1) else { return false }
      if nesting == 0 { addMember(key, start..<place) }
      skipSpace()
    } while take(",")
    return take("}")
  }

  private mutating func addMember(_ key: String, _ range: Range<Int>) {
    let end = place
    place = range.lowerBound
    members.append((key, readString().map { .string($0) } ?? .raw(String(decoding: bytes[range], as: UTF8.self))))
    place = end
  }

  private mutating func readValue(nesting: Int) -> Bool {
    guard nesting <= Self.mostNesting, place < bytes.endIndex else { return false }
    switch bytes[place] {
    case UInt8(ascii: "{"): return readObject(nesting: nesting)
    case UInt8(ascii: "["): return readArray(nesting: nesting)
    case UInt8(ascii: "\""): return readString() != nil
    default: return take("null") || take("true") || take("false") || readNumber()
    }
  }

  private mutating func readArray(nesting: Int) -> Bool {
    guard take("[") else { return false }
    skipSpace()
    if take("]") { return true }
    repeat {
      skipSpace()
      guard readValue(nesting: nesting + 1) else { return false }
      skipSpace()
    } while take(",")
    return take("]")
  }

  private mutating func readNumber() -> Bool {
    _ = take("-")
    if !take("0") { guard takeDigits() else { return false } }
    if take(".") { guard takeDigits() else { return false } }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      return takeDigits()
    }
    return true
  }

  private mutating func takeDigits() -> Bool {
    let digits = bytes[place...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    place = digits.endIndex
    return !digits.isEmpty
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[place...].starts(with: word) else { return false }
    place += word.count
    return true
  }

  private mutating func skipSpace() {
    while place < bytes.endIndex, bytes[place].isBlank || bytes[place].isLineEnd { place += 1 }
  }

  private mutating func readString() -> String? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while place < bytes.endIndex {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = readEscape() else { return nil }
        text += Array(String(escaped).utf8)
      case ..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Reads what follows a backslash.
  private mutating func readEscape() -> Unicode.Scalar? {
    guard place < bytes.endIndex else { return nil }
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return readScalar()
    default: return nil
    }
  }

  /// Reads four digits, and the second half of a surrogate pair; a half without the other is a replacement character.
  private mutating func readScalar() -> Unicode.Scalar? {
    guard let first = readUnit() else { return nil }
    let end = place
    if 0xD800..<0xDC00 ~= first, take("\\u"), let second = readUnit(), 0xDC00..<0xE000 ~= second {
      return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }
    place = end
    return Unicode.Scalar(first) ?? "\u{FFFD}"
  }

  private mutating func readUnit() -> UInt32? {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
    place += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
