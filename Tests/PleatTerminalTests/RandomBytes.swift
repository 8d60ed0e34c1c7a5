import TestSupport

/// What a terminal might send that is broken, or that means harm.
enum RandomBytes {
  private static let pieces = [
    "\u{1B}", "\u{1B}[", "\u{1B}[<", "\u{1B}O", ";", "M", "m", "~", "A", "0", "1", "64", "-", "99999999999999999999",
    "-9223372036854775808", "200~", "\u{1B}[200~", "\u{1B}[201~", "q", "\r", "\t", "é", "牛", "\u{301}", "\u{202E}",
  ].map { Array($0.utf8) }

  /// A few bytes, mostly of sequences.
  static func piece(_ random: inout SeededGenerator) -> [UInt8] {
    if Int.random(in: 0..<3, using: &random) == 0 {
      return (0..<Int.random(in: 1...6, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
    return (0..<Int.random(in: 1...6, using: &random)).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
  }
}
