/// A secret that lets somebody in.
enum Token {
  /// Makes a new one, of 256 random bits.
  static func make() -> String {
    (0..<4).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
