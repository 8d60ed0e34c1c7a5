extension String {
  /// Whether an item with this text is certain to be read back unchanged, as most are.
  var isPlainItem: Bool {
    guard let first = utf8.first, isOneLine, !(hasByte(UInt8(ascii: "]")) && utf8.hasDefinition) else { return false }
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "["), 0x80...:
      return !MarkdownSigns.areIn(self)
    default: return false
    }
  }

  /// Whether a heading with this title is certain to be read back unchanged, as most are.
  var isPlainHeading: Bool {
    guard let first = utf8.first, let last = utf8.last, isOneLine else { return false }
    return first != UInt8(ascii: "#") && last != UInt8(ascii: "#")
  }

  /// Whether the text is one line without spaces or tabs around it and certainly without an ``EntryNote`` at its end.
  private var isOneLine: Bool {
    guard let first = utf8.first, let last = utf8.last, !first.isBlank, !last.isBlank else { return false }
    return last != UInt8(ascii: ">") && !hasByte { $0 < 0x20 }
  }

  /// The text with control characters replaced by spaces, and without spaces around it.
  func withoutControls() -> String {
    let bytes = utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
    return String(decoding: bytes.trimmed(), as: UTF8.self)
  }
}

extension Sequence<UInt8> {
  /// Whether the bytes might contain a link reference definition.
  var hasDefinition: Bool {
    var last: UInt8 = 0
    for byte in self {
      if last == UInt8(ascii: "]"), byte == UInt8(ascii: ":") { return true }
      last = byte
    }
    return false
  }
}
