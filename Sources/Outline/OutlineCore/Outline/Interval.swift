/// A length of time such as `12h`, `1d` or `2w`.
public struct Interval: Hashable, Sendable {
  /// The length in seconds.
  package let seconds: Int64
  /// Whether periods begin on a Monday.
  private let isInWeeks: Bool

  private static let lengths: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]

  /// Reads a number from 1 to 9999 followed by one of the units; nil for any other text.
  package init?(_ words: String, units: String = "hdw") {
    guard let unit = words.last, units.contains(unit), let length = Self.lengths[unit] else { return nil }
    let digits = words.dropLast()
    guard let number = Int64(digits), 1...9_999 ~= number, digits == "\(number)" else { return nil }
    seconds = number * length
    isInWeeks = unit == "w"
  }

  /// Returns the number of the period that contains a moment.
  ///
  /// Days begin at midnight of the moment's clock, and weeks on Monday.
  ///
  /// - Parameter time: The moment, in seconds since the beginning of 1970 on its clock.
  package func period(of time: Int64) -> Int64 {
    let shifted = time &+ (isInWeeks ? 3 * 86_400 : 0)  // 1970 began on a Thursday
    let (quotient, remainder) = shifted.quotientAndRemainder(dividingBy: seconds)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
