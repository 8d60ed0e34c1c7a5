import OutlineCore

/// The user's clock, for formats that have times in coordinated universal time.
public struct LocalClock: Sendable {
  private let offset: @Sendable (Int) -> Int

  /// The clock of coordinated universal time.
  public static let utc = LocalClock { _ in 0 }

  /// Creates a clock.
  ///
  /// - Parameter offset: Returns how many seconds the clock is ahead of UTC at a number of seconds since 1970.
  public init(offset: @escaping @Sendable (Int) -> Int) { self.offset = offset }

  /// Returns the local time of a moment such as `20261127T130000Z`, without seconds; nil for any other text.
  func date(of text: String) -> DueDate? {
    guard let seconds = Self.seconds(text) else { return nil }
    let local = seconds + offset(seconds)
    let (day, rest) = local.quotientAndRemainder(dividingBy: 86_400)
    let minutes = (rest < 0 ? rest + 86_400 : rest) / 60
    return Day(number: rest < 0 ? day - 1 : day).flatMap { DueDate($0, hour: minutes / 60, minute: minutes % 60) }
  }

  /// Returns the moment of a local time as `20261127T130000Z`; a whole day begins at midnight.
  func stamp(of date: DueDate) -> String {
    Self.stamp(ofSeconds: seconds(of: date))
  }

  /// Returns the moment of a local time in seconds since 1970; a whole day begins at midnight.
  package func seconds(of date: DueDate) -> Int {
    let local = date.day.number * 86_400 + (date.minutes ?? 0) * 60
    let guess = local - offset(local)
    return local - offset(guess)
  }

  /// Returns a number of seconds since 1970 as `20261127T130000Z`.
  static func stamp(ofSeconds seconds: Int) -> String {
    let (day, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let inDay = rest < 0 ? rest + 86_400 : rest
    let digits = "\(Day(number: rest < 0 ? day - 1 : day)?.description ?? "1970-01-01")".filter { $0 != "-" }
    return "\(digits)T\(padded(inDay / 3600))\(padded(inDay / 60 % 60))\(padded(inDay % 60))Z"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func seconds(_ text: String) -> Int? {
    let digits = text.filter { $0 != "-" && $0 != ":" }
    guard digits.utf8.count == 16, digits.hasSuffix("Z"), let day = Day(basic: digits.prefix(8)),
      digits.dropFirst(8).first == "T", let time = Int(digits.dropFirst(9).dropLast()), (0..<240_000).contains(time)
    else { return nil }
    return day.number * 86_400 + time / 10_000 * 3600 + time / 100 % 100 * 60 + time % 100
  }
}

extension Day {
  /// Reads a day without hyphens, such as `20261127`; nil for any other text.
  init?(basic digits: some StringProtocol) {
    let text = String(digits)
    guard text.utf8.count == 8 else { return nil }
    self.init("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.dropFirst(6))")
  }
}
