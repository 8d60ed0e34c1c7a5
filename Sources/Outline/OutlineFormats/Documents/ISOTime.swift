import OutlineCore

/// A day or a time as ISO 8601 writes it: with or without hyphens and colons, seconds, and a distance to UTC.
struct ISOTime {
  let day: Day
  /// The seconds since midnight; nil for a whole day.
  private(set) var seconds: Int?
  /// How many seconds the time is ahead of UTC; nil if the text does not say.
  private(set) var offset: Int?

  /// Reads `20261127`, `2026-11-27T14:00`, `20261127T140000Z` or `2026-11-27 14:00:00.000+01:00`; nil for any other text.
  init?(_ text: some StringProtocol) {
    var rest = Substring(text).utf8
    guard let year = Self.number(4, &rest) else { return nil }
    let hasHyphens = Self.take("-", &rest)
    guard let month = Self.number(2, &rest), Self.take("-", &rest) == hasHyphens,
      let dayOfMonth = Self.number(2, &rest),
      let day = Day(year: year, month: month, day: dayOfMonth)
    else { return nil }
    self.day = day
    if rest.isEmpty { return }
    guard Self.take("T", &rest) || Self.take("t", &rest) || Self.take(" ", &rest),
      let clock = Self.clock(&rest), clock < 86_400
    else { return nil }
    seconds = clock
    if Self.take(".", &rest) { rest = rest.drop(while: \.isDigit) }
    if Self.take("Z", &rest) || Self.take("z", &rest) {
      offset = 0
    } else if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest.removeFirst()
      guard let distance = Self.clock(&rest) else { return nil }
      offset = sign == UInt8(ascii: "-") ? -distance : distance
    }
    guard rest.isEmpty else { return nil }
  }

  /// The day or the time without its zone.
  var date: DueDate? {
    guard let seconds else { return DueDate(day) }
    return DueDate(day, hour: seconds / 3_600, minute: seconds / 60 % 60)
  }

  /// Reads `14`, `1400`, `14:00` or `14:00:30` in seconds.
  private static func clock(_ rest: inout Substring.UTF8View) -> Int? {
    guard let hour = number(2, &rest), hour < 24 else { return nil }
    var (seconds, unit) = (hour * 3_600, 60)
    while unit > 0, take(":", &rest) || rest.first?.isDigit == true {
      guard let part = number(2, &rest), part < 60 else { return nil }
      seconds += part * unit
      unit /= 60
    }
    return seconds
  }

  private static func number(_ count: Int, _ rest: inout Substring.UTF8View) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let byte = rest.first, byte.isDigit else { return nil }
      number = number * 10 + Int(byte - 0x30)
      rest.removeFirst()
    }
    return number
  }

  private static func take(_ sign: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
    guard let byte = rest.first, byte == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }
}
