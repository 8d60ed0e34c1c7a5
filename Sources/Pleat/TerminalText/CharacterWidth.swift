/// The widths of characters on a terminal, in columns.
///
/// The C library knows them only in a locale that the machine may not have, so pleat has its own table.
package enum CharacterWidth {
  /// Returns the width of one user-perceived character, at most two columns.
  ///
  /// Combining marks add nothing, and neither do characters after a joiner: a family of four is two columns wide, like
  /// each of its members. The variation selector for emoji makes a character two columns wide.
  package static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
    var width = 0
    for scalar in character.unicodeScalars {
      if scalar.value == 0xFE0F, width > 0 { return 2 }
      width = max(width, of(scalar))
    }
    return width
  }

  package static func of(_ text: some StringProtocol) -> Int {
    ofASCII(text) ?? text.reduce(0) { $0 + of($1) }
  }

  /// Returns the width of a text that is all ASCII; nil for any other.
  ///
  /// Most of what a screen paints is ASCII, and to look at its bytes costs a tenth of finding its characters.
  private static func ofASCII(_ text: some StringProtocol) -> Int? {
    let width = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      var width = 0
      for byte in bytes {
        if byte >= 0x80 { return nil }
        if byte >= 0x20, byte != 0x7F { width += 1 }
      }
      return width
    }
    return width ?? nil
  }

  /// The columns of one scalar by itself.
  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0: 0
    case ..<0x300: 1
    case 0x1F1E6...0x1F1FF: 2  // the letters of flags, which come in pairs
    case let value where contains(value, WidthTable.empty): 0
    case let value where contains(value, WidthTable.wide): 2
    default: 1
    }
  }

  /// Whether a value is in a sorted list of ranges, by bisection.
  private static func contains(_ value: UInt32, _ ranges: [UInt32]) -> Bool {
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if ranges[2 * middle + 1] < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count / 2 && ranges[2 * low] <= value
  }
}
