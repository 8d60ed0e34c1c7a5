/// A secret that gives access.
enum Token {
  /// Makes a token of 256 random bits.
  static func make() -> String {
    (0..<4).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
