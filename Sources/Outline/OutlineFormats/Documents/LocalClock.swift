import OutlineCore

/// The user's clock, for formats that have times in coordinated universal time and in other zones.
public struct LocalClock: Sendable {
  private let offset: @Sendable (Int) -> Int
  private let zone: @Sendable (String) -> String?

  /// The clock of coordinated universal time.
  public static let utc = LocalClock { _ in 0 }

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - zone: Returns the rule of a time zone by its IANA name, in the notation of POSIX; nil for an unknown one.
  ///   - offset: Returns how many seconds the clock is ahead of UTC at a number of seconds since 1970.
  public init(
    zone: @escaping @Sendable (String) -> String? = { _ in nil }, offset: @escaping @Sendable (Int) -> Int
  ) {
    (self.zone, self.offset) = (zone, offset)
  }

  /// Returns the local time of a moment such as `20261127T130000Z` or `2026-11-27T08:00-05:00`, without seconds; nil for any
  /// other text.
  func date(of text: String) -> DueDate? {
    guard let time = ISOTime(text), let seconds = time.seconds, let offset = time.offset else { return nil }
    return date(ofSeconds: time.day.number * 86_400 + seconds - offset)
  }

  /// Returns the local time of a number of seconds since 1970, without seconds; nil outside of the years that days have.
  func date(ofSeconds seconds: Int) -> DueDate? {
    let local = seconds + offset(seconds)
    let (day, rest) = local.quotientAndRemainder(dividingBy: 86_400)
    let minutes = (rest < 0 ? rest + 86_400 : rest) / 60
    return Day(number: rest < 0 ? day - 1 : day).flatMap { DueDate($0, hour: minutes / 60, minute: minutes % 60) }
  }

  /// Returns the local time of a time by another clock; a whole day stays the same one.
  func date(_ date: DueDate, by other: LocalClock) -> DueDate? {
    date.minutes == nil ? date : self.date(ofSeconds: other.seconds(of: date))
  }

  /// Returns the clock of a time zone, by its IANA name or an address that ends with it; nil for an unknown one.
  func clock(of name: String) -> LocalClock? {
    if name.uppercased() == "UTC" { return .utc }
    let parts = name.split(separator: "/")
    for count in [parts.count, 3, 2] where count <= parts.count && (count < parts.count || !name.hasPrefix("/")) {
      if let rule = zone(parts.suffix(count).joined(separator: "/")).flatMap(ZoneRule.init) {
        return LocalClock { rule.offset(at: $0) }
      }
    }
    return nil
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
    let digits = Day(number: rest < 0 ? day - 1 : day)?.digits ?? 19_700_101
    let time = inDay / 3_600 * 10_000 + inDay / 60 % 60 * 100 + inDay % 60
    return Day.text(digits * 1_000_000 + time, form: "00000000T000000Z")
  }

  /// Whether a text is a moment as ``stamp(ofSeconds:)`` writes it.
  static func isStamp(_ text: String) -> Bool {
    text.utf8.count == 16 && text.hasSuffix("Z") && !text.hasByte(UInt8(ascii: "-")) && ISOTime(text)?.offset == 0
  }

}

/// The user's clock and the clocks of the time zones that a document names; each zone is looked up once.
struct ZonedClock {
  let local: LocalClock
  private var known: [String: LocalClock?] = [:]
  /// The names of the zones that only the document knows.
  private(set) var ownZones: Set<String> = []

  init(_ local: LocalClock) { self.local = local }

  /// Returns the clock of a zone, as the document describes it or by a name of IANA or of Windows; nil for an unknown one.
  mutating func clock(of zone: String) -> LocalClock? {
    if let clock = known[zone] { return clock }
    let clock = local.clock(of: zone) ?? WindowsZones.name(of: zone).flatMap(local.clock)
    known[zone] = .some(clock)
    return clock
  }

  /// Adds a zone that the document describes; false if its name is an IANA name or was added before, or if its description
  /// is not complete.
  mutating func add(_ zone: String, _ described: LocalClock?) -> Bool {
    guard !ownZones.contains(zone), local.clock(of: zone) == nil, let described else { return false }
    known[zone] = .some(described)
    return ownZones.insert(zone).inserted
  }
}

extension Day {
  /// Reads a day without hyphens, such as `20261127`; nil for any other text.
  init?(basic digits: some StringProtocol) {
    self.init(digits.utf8, form: "00000000")
  }
}
