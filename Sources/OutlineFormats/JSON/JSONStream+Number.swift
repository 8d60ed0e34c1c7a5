extension JSONStream {
  /// Copies a number in the spelling of the document, and checks its syntax.
  mutating func copyNumber(into copy: inout [UInt8], _ what: String, _ most: Int) throws {
    if try nextByte() == UInt8(ascii: "-") { takeByte(into: &copy) }
    if try nextByte() == UInt8(ascii: "0") {
      takeByte(into: &copy)
    } else {
      try copyDigits(into: &copy, what, most)
    }
    if try nextByte() == UInt8(ascii: ".") {
      takeByte(into: &copy)
      try copyDigits(into: &copy, what, most)
    }
    if let byte = try nextByte(), byte | 0x20 == UInt8(ascii: "e") {
      takeByte(into: &copy)
      if let sign = try nextByte(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { takeByte(into: &copy) }
      try copyDigits(into: &copy, what, most)
    }
  }

  /// Copies one or more digits.
  private mutating func copyDigits(into copy: inout [UInt8], _ what: String, _ most: Int) throws {
    guard let first = try nextByte() else { throw cutOff() }
    guard first.isDigit else { throw text.error("Expected a digit, found \(described(first))") }
    while let byte = try nextByte(), byte.isDigit {
      takeByte(into: &copy)
      if copy.count > most { throw tooLong(what, most) }
    }
  }

  private mutating func takeByte(into copy: inout [UInt8]) {
    copy.append(text.bytes[text.position])
    text.position += 1
  }
}
