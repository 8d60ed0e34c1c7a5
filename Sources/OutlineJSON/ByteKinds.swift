/// The kinds of bytes in a text.
extension UInt8 {
  /// Whether it is a line feed or a carriage return.
  @inlinable package var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  /// Whether it is a space or a tab.
  @inlinable package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether JSON allows it between values.
  @inlinable package var isJSONSpace: Bool { isBlank || isLineEnd }

  /// Whether it is an ASCII digit.
  @inlinable package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
