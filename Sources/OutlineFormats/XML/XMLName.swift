/// Checks names of XML elements and attributes, accepting only names that every parser accepts.
enum XMLName {
  /// The letters of scripts in use that both the fourth and the fifth edition of XML 1.0 allow in names.
  private static let letters: [ClosedRange<UInt32>] = [
    0xC0...0xD6, 0xD8...0xF6, 0xF8...0x131, 0x134...0x13E, 0x141...0x148, 0x14A...0x17E, 0x388...0x38A, 0x38E...0x3A1,
    0x3A3...0x3CE, 0x401...0x40C, 0x40E...0x44F, 0x451...0x45C, 0x45E...0x481, 0x5D0...0x5EA, 0x621...0x63A,
    0x3041...0x3094, 0x30A1...0x30FA, 0x4E00...0x9FA5, 0xAC00...0xD7A3,
  ]

  /// Whether a text is a valid name without a colon.
  static func isValid(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, isLetter(first) || first == "_" else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      isLetter(scalar) || ("0"..."9").contains(scalar) || ["_", "-", "."].contains(scalar)
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) { return true }
    return letters.contains { $0.contains(scalar.value) }
  }
}
