import PleatSystem

/// Turns the bytes that a terminal sends into keys.
///
/// The sequences are those of xterm, which all current terminals send.
struct KeyDecoder {
  private var bytes: [UInt8] = []
  /// The bytes of a paste so far; nil if nothing is being pasted.
  private var pasted: [UInt8]?
  /// Whether the terminal has answered that its ground is light, or that it is dark; nil without an answer.
  private(set) var isGroundLight: Bool?

  /// The largest size of a paste, in bytes; the rest is dropped.
  private static let longestPaste = 4_194_304

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Whether an incomplete sequence is waiting for more bytes.
  var isWaiting: Bool { !bytes.isEmpty }

  /// Takes bytes, and returns the completed keys.
  ///
  /// - Parameter isLast: Whether no more bytes have come for a while, so that an escape is the Escape key.
  mutating func take(_ new: some Sequence<UInt8>, isLast: Bool = false) -> [Key] {
    bytes += new
    var keys: [Key] = []
    while !bytes.isEmpty {
      if pasted != nil {
        guard let key = takePaste() else { break }
        keys.append(key)
        continue
      }
      guard let (key, count) = next(isLast: isLast) else { break }
      bytes.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  private mutating func takePaste() -> Key? {
    let end = Self.pasteEnd
    let start = bytes.indices.first { bytes[$0...].starts(with: end) }
    // The last bytes may begin the end marker, so they wait for more.
    let taken = start ?? max(bytes.count - end.count + 1, 0)
    let room = max(Self.longestPaste - (pasted?.count ?? 0), 0)
    pasted?.append(contentsOf: bytes.prefix(taken).prefix(room))
    bytes.removeFirst(taken)
    guard start != nil, let text = pasted else { return nil }
    bytes.removeFirst(end.count)
    pasted = nil
    return .paste(String(decoding: text, as: UTF8.self))
  }

  /// Returns the first key and the number of its bytes; nil if it is not complete.
  ///
  /// The key is nil for bytes without a meaning.
  private mutating func next(isLast: Bool) -> (key: Key?, count: Int)? {
    let first = bytes[0]
    if first == 0x1B { return escape(isLast: isLast) }
    if first < 0x20 || first == 0x7F { return (Self.control(first), 1) }
    let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    if bytes.count < length { return isLast ? (nil, bytes.count) : nil }
    guard let text = String(utf8: bytes.prefix(length)), let character = text.first else {
      return (nil, 1)
    }
    return (.character(character), length)
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x0D: .enter
    case 0x09: .tab
    case 0x08, 0x7F: .backspace
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: nil
    }
  }

  private mutating func escape(isLast: Bool) -> (key: Key?, count: Int)? {
    guard bytes.count > 1 else { return isLast ? (.escape, 1) : nil }
    switch bytes[1] {
    case UInt8(ascii: "["): return sequence(isLast: isLast)
    case UInt8(ascii: "]") where bytes.count == 2: return isLast ? (.alt("]"), 2) : nil
    case UInt8(ascii: "]") where (0x30...0x39).contains(bytes[2]): return takeAnswer()
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return isLast ? (.alt("O"), 2) : nil }
      return (Self.letter(bytes[2], modifier: 1), 3)
    case 0x0D: return (.altEnter, 2)
    case 0x1B: return (.escape, 1)
    case 0x20..<0x7F: return (.alt(Character(Unicode.Scalar(bytes[1]))), 2)
    default: return (.escape, 1)
    }
  }

  /// Reads a sequence that begins with `ESC [`: numbers with `;` between them, and a letter or `~`.
  private mutating func sequence(isLast: Bool) -> (key: Key?, count: Int)? {
    guard let end = bytes.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(bytes[$0]) }) else {
      return isLast || bytes.count > 64 ? (nil, bytes.count) : nil
    }
    let words = String(decoding: bytes[2..<end], as: UTF8.self)
    let isMouse = words.hasPrefix("<")
    let numbers = words.drop { $0 == "<" }.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = end + 1
    let final = bytes[end]
    if isMouse { return (Self.mouse(numbers, isPress: final == UInt8(ascii: "M")), count) }
    if final != UInt8(ascii: "~") {
      return (Self.letter(final, modifier: numbers.count > 1 ? numbers[1] : 1), count)
    }
    if numbers.first == 200 {
      pasted = []
      return (nil, count)
    }
    return (Self.number(numbers.first ?? 0), count)
  }

  /// The largest answer of a terminal, in bytes; a longer one is dropped.
  private static let longestAnswer = 64

  /// Takes a terminal's answer to a question: `ESC ]`, a number, and a text that ends with BEL or `ESC \`.
  ///
  /// However slowly it comes, it is never taken for keys.
  private mutating func takeAnswer() -> (key: Key?, count: Int)? {
    guard let end = bytes.indices.dropFirst(2).first(where: { bytes[$0] == 0x07 || bytes[$0] == 0x1B }) else {
      return bytes.count > Self.longestAnswer ? (nil, bytes.count) : nil
    }
    let isLong = bytes[end] == 0x1B
    if isLong, end + 1 == bytes.count { return nil }
    isGroundLight = Self.isLight(answer: String(decoding: bytes[2..<end], as: UTF8.self)) ?? isGroundLight
    return (nil, isLong && bytes[end + 1] != UInt8(ascii: "\\") ? end : end + (isLong ? 2 : 1))
  }

  /// Whether an answer such as `11;rgb:ffff/ffff/ffff` says that the ground is light; nil for another answer.
  private static func isLight(answer: String) -> Bool? {
    guard answer.hasPrefix("11;rgb") else { return nil }
    let parts = answer.drop { $0 != ":" }.dropFirst().split(separator: "/").prefix(3).map { part in
      (1...4).contains(part.count) && part.allSatisfy(\.isHexDigit)
        ? Int(part, radix: 16).map { Double($0) / Double(1 << (4 * part.count) - 1) }
        : nil
    }
    guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5
  }

  private static func letter(_ letter: UInt8, modifier: Int) -> Key? {
    let hasShift = modifier > 1 && (modifier - 1) & 1 != 0
    let hasAlt = modifier > 1 && (modifier - 1) & 2 != 0
    let hasControl = modifier > 1 && (modifier - 1) & 4 != 0
    return switch Character(Unicode.Scalar(letter)) {
    case "A": hasAlt ? .altUp : hasShift ? .shiftUp : .up
    case "B": hasAlt ? .altDown : hasShift ? .shiftDown : .down
    case "C": hasAlt || hasControl ? .altRight : .right
    case "D": hasAlt || hasControl ? .altLeft : .left
    case "H": .home
    case "F": .end
    case "Z": .backTab
    case "M": .enter
    default: nil
    }
  }

  private static func number(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }

  private static func mouse(_ numbers: [Int], isPress: Bool) -> Key? {
    // Positions are counted from 1; one over 100,000 cannot be real.
    guard numbers.count == 3, isPress, numbers.dropFirst().allSatisfy((1...100_000).contains) else { return nil }
    return switch numbers[0] {
    case 0: .click(column: numbers[1] - 1, row: numbers[2] - 1)
    case 64: .wheelUp
    case 65: .wheelDown
    default: nil
    }
  }
}
