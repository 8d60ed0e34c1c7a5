/// A text as people sort it: case is ignored, and digits side by side are one number, so that "item 2" is before "item
/// 10".
///
/// Other characters are in the order of their code points.
package struct NaturalText: Comparable, Sendable {
  /// The folded text in UTF-8, whose bytes are in the same order as the characters.
  private let bytes: [UInt8]

  /// Folds a text once for all comparisons.
  package init(_ text: String) { bytes = Array(TextMatch.folded(text).utf8) }

  /// Whether one text is before another.
  ///
  /// O(length). Numbers may have any length; leading zeros do not count.
  package static func < (left: NaturalText, right: NaturalText) -> Bool {
    var (mine, other) = (left.bytes[...], right.bytes[...])
    while let byte = mine.first, let second = other.first {
      if isDigit(byte), isDigit(second) {
        let (number, otherNumber) = (takeNumber(from: &mine), takeNumber(from: &other))
        if number.count != otherNumber.count { return number.count < otherNumber.count }
        if number != otherNumber { return number.lexicographicallyPrecedes(otherNumber) }
      } else {
        if byte != second { return byte < second }
        mine.removeFirst()
        other.removeFirst()
      }
    }
    return mine.isEmpty && !other.isEmpty
  }

  /// Whether neither text is before the other.
  package static func == (left: NaturalText, right: NaturalText) -> Bool { !(left < right) && !(right < left) }

  /// Removes the digits at the front, and returns them without leading zeros.
  private static func takeNumber(from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = bytes.prefix(while: isDigit)
    bytes = bytes[digits.endIndex...]
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
