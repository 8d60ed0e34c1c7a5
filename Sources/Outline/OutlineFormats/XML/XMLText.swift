import OutlineJSON

/// Escapes texts for XML 1.0, which cannot contain control characters, U+FFFE and U+FFFF even when escaped.
enum XMLText {
  /// Escapes a text for an attribute in double quotes.
  ///
  /// Line breaks and tabs become character references, since a parser would turn them into spaces.
  static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

  /// Escapes a text for the content of an element.
  static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

  /// Whether XML can represent every character of the text.
  static func canCarry(_ text: String) -> Bool {
    // A character that it cannot encode is a control character, or begins with 0xEF in UTF-8.
    !text.hasByte { $0 < 0x20 || $0 == 0xEF } || text.unicodeScalars.allSatisfy(canCarry)
  }

  /// Replaces each character that XML cannot represent with U+FFFD.
  static func visible(_ text: String) -> String {
    if canCarry(text) { return text }
    var visible = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { visible.append(canCarry(scalar) ? scalar : "\u{FFFD}") }
    return String(visible)
  }

  /// Writes JSON so that XML can represent it.
  static func json(_ tree: JSONTree) -> String { JSONText.escaping(tree.text) { !canCarry($0) } }

  private static func canCarry(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20
      ? scalar.value != 0xFFFE && scalar.value != 0xFFFF : [0x9, 0xA, 0xD].contains(scalar.value)
  }

  private static func isMarkup(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
    default: false
    }
  }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    guard text.hasByte(where: { $0 < 0x20 || isMarkup($0) }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\r"): bytes += "&#13;".utf8
      case UInt8(ascii: "\"") where isAttribute: bytes += "&quot;".utf8
      case UInt8(ascii: "\n") where isAttribute: bytes += "&#10;".utf8
      case UInt8(ascii: "\t") where isAttribute: bytes += "&#9;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
