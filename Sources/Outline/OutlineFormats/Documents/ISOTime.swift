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
    if text.utf8.count == 8 {
      guard let day = Day(basic: text) else { return nil }
      self.day = day
      return
    }
    var rest = Substring(text).utf8
    guard let year = Self.number(4, &rest) else { return nil }
    let hasHyphens = Self.take("-", &rest)
    guard let month = Self.number(2, &rest), Self.take("-", &rest) == hasHyphens,
      let dayOfMonth = Self.number(2, &rest),
      let day = Day(year: year, month: month, day: dayOfMonth)
    else { return nil }
    self.day = day
    if rest.isEmpty { return }
    guard Self.take("T", &rest) || Self.take("t", &rest) || Self.take(" ", &rest), let time = Self.time(rest) else {
      return nil
    }
    (seconds, offset) = time
  }

  /// The day or the time without its zone.
  var date: DueDate? {
    guard let seconds else { return DueDate(day) }
    return DueDate(day, hour: seconds / 3_600, minute: seconds / 60 % 60)
  }

  /// Reads `14`, `1400`, `14:00:30`, `2:30:00PM` or `23:30:00.000-05:00`.
  ///
  /// - Returns: The seconds since midnight, and how many seconds they are ahead of UTC; nil for no zone.
  static func time(_ text: Substring.UTF8View) -> (seconds: Int, offset: Int?)? {
    var rest = text
    guard var seconds = clock(&rest) else { return nil }
    if take(".", &rest) { rest = rest.drop(while: \.isDigit) }
    if let half = rest.first, [UInt8(ascii: "a"), UInt8(ascii: "p")].contains(half | 0x20),
      rest.dropFirst().first.map({ $0 | 0x20 == UInt8(ascii: "m") }) == true
    {
      guard (3_600..<46_800).contains(seconds) else { return nil }
      seconds = seconds % 43_200 + (half | 0x20 == UInt8(ascii: "p") ? 43_200 : 0)
      rest = rest.dropFirst(2)
    }
    guard let sign = rest.first else { return (seconds, nil) }
    if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest.removeFirst()
      guard let distance = clock(&rest), rest.isEmpty else { return nil }
      return (seconds, sign == UInt8(ascii: "-") ? -distance : distance)
    }
    let isUTC = ["z", "utc", "gmt"].contains { $0.utf8.elementsEqual(rest.lazy.map { $0 | 0x20 }) }
    return isUTC ? (seconds, 0) : nil
  }

  /// Reads `14`, `1400`, `14:00` or `14:00:30` in seconds.
  private static func clock(_ rest: inout Substring.UTF8View) -> Int? {
    let isShort = rest.dropFirst().first == UInt8(ascii: ":")
    guard let hour = number(isShort ? 1 : 2, &rest), hour < 24 else { return nil }
    var (seconds, unit) = (hour * 3_600, 60)
    while unit > 0, take(":", &rest) || rest.first?.isDigit == true {
      // A minute may have a leap second.
      guard let part = number(2, &rest), part < (unit == 1 ? 61 : 60) else { return nil }
      seconds += part * unit
      unit /= 60
    }
    return min(seconds, 86_399)
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
