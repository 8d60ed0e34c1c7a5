import PleatSystem

/// The names and values of a query or a submitted form.
struct Fields {
  private let values: [(name: String, value: String)]

  /// Reads percent-encoded `NAME=VALUE&…`; nil if the encoding is wrong or the bytes are not UTF-8.
  init?(_ text: some StringProtocol) {
    var values: [(String, String)] = []
    for part in text.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0]), let value = Self.decoded(sides.count > 1 ? sides[1] : "") else {
        return nil
      }
      values.append((name, value))
    }
    self.values = values
  }

  /// The names, in the order of the text.
  var names: [String] { values.map(\.name) }

  subscript(_ name: String) -> String? { values.first { $0.name == name }?.value }

  private static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = digit(rest.next()), let low = digit(rest.next()) else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(utf8: bytes)
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    byte.flatMap { Character(UnicodeScalar($0)).hexDigitValue.map(UInt8.init) }
  }
}
