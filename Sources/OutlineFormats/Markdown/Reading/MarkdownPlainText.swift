extension String {
  /// Whether an item with this text is surely read as that; most texts are.
  var isPlainItem: Bool {
    guard let first = utf8.first, isOneLine, !utf8.hasDefinition else { return false }
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "["), 0x80...:
      return true
    default: return false
    }
  }

  /// Whether a heading with this title is surely read as that; most titles are.
  var isPlainHeading: Bool {
    guard let first = utf8.first, let last = utf8.last, isOneLine else { return false }
    return first != UInt8(ascii: "#") && last != UInt8(ascii: "#")
  }

  /// Whether it is a line without blanks around it, and surely without a note of pleat's at its end.
  private var isOneLine: Bool {
    guard let first = utf8.first, let last = utf8.last, !first.isBlank, !last.isBlank else { return false }
    return last != UInt8(ascii: ">") && utf8.allSatisfy { $0 >= 0x20 }
  }

  /// The text with blanks in the place of control characters, and none around it.
  func withoutControls() -> String {
    let bytes = utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
    return String(decoding: bytes.trimmed(), as: UTF8.self)
  }
}

extension Sequence<UInt8> {
  /// Whether a link reference definition may be in the bytes.
  var hasDefinition: Bool {
    var last: UInt8 = 0
    for byte in self {
      if last == UInt8(ascii: "]"), byte == UInt8(ascii: ":") { return true }
      last = byte
    }
    return false
  }
}
