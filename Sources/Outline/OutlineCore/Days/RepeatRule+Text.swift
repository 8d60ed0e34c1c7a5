/// A part of an RRULE that pleat cannot keep.
struct ForeignPart: Error {
  /// The name of the part, such as `BYWEEKNO`, or the text if it has none.
  let part: String
}

extension Weekday {
  /// The name in an RRULE, such as `FR`.
  var code: String { name.prefix(2).uppercased() }

  /// Reads the name in an RRULE; nil for any other text.
  init?(code: some StringProtocol) {
    guard let weekday = Weekday.allCases.first(where: { $0.code == code }) else { return nil }
    self = weekday
  }
}

extension RepeatRule.NamedDay: CustomStringConvertible {
  /// The weekday as an RRULE has it, such as `2TU`.
  public var description: String { (ordinal.map(String.init) ?? "") + weekday.code }

  init?(_ text: some StringProtocol) {
    guard let weekday = Weekday(code: text.suffix(2)) else { return nil }
    self.weekday = weekday
    let number = text.dropLast(2)
    if number.isEmpty { return }
    guard let ordinal = Int(number), (1...53).contains(ordinal.magnitude) else { return nil }
    self.ordinal = ordinal
  }
}

extension RepeatRule: CustomStringConvertible {
  /// The rule as the file has it, an RRULE: `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU`.
  public var description: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    func add(_ name: String, _ values: [some CustomStringConvertible]) {
      if !values.isEmpty { parts.append("\(name)=\(values.map { "\($0)" }.joined(separator: ","))") }
    }
    add("BYMONTH", months)
    add("BYMONTHDAY", monthDays)
    add("BYDAY", weekdays)
    add("BYSETPOS", positions)
    switch end {
    case .never: break
    case .after(let count): parts.append("COUNT=\(count)")
    case .on(let day): parts.append("UNTIL=\("\(day)".filter { $0 != "-" })")
    }
    if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
    if countsFromDone { parts.append("X-FROM=DONE") }
    return parts.joined(separator: ";")
  }

  /// Reads an RRULE, with or without `RRULE:` before it.
  init(rrule text: String) throws(ForeignPart) {
    let upper = text.uppercased()
    let body = upper.hasPrefix("RRULE:") ? upper.dropFirst(6) : upper[...]
    self.init(.daily)
    var known: Set<String> = []
    for part in body.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
      let ends = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(ends[0].prefix { $0 != ":" })
      guard ends.count == 2, known.insert(name).inserted, take(name, ends[1]) else { throw ForeignPart(part: name) }
    }
    guard known.contains("FREQ") else { throw ForeignPart(part: known.first ?? text) }
    try check(known)
  }

  /// Sets the property of one part; returns false if a rule cannot have this part or value.
  private mutating func take(_ name: String, _ value: Substring) -> Bool {
    switch name {
    case "FREQ":
      guard let known = Frequency(rawValue: String(value)) else { return false }
      frequency = known
    case "INTERVAL":
      guard let number = Self.number(value, 1...99_999) else { return false }
      interval = number
    case "BYMONTH": return Self.fill(&months, value) { Self.number($0, 1...12) }
    case "BYMONTHDAY": return Self.fill(&monthDays, value) { Self.number($0, -31...31) }
    case "BYDAY": return Self.fill(&weekdays, value, NamedDay.init)
    case "BYSETPOS": return Self.fill(&positions, value) { Self.number($0, -366...366) }
    case "COUNT":
      guard let number = Self.number(value, 1...99_999), end == .never else { return false }
      end = .after(number)
    case "UNTIL":
      guard let day = Self.day(value), end == .never else { return false }
      end = .on(day)
    case "WKST":
      guard let day = Weekday(code: value) else { return false }
      weekStart = day
    case "X-FROM" where value == "DONE": countsFromDone = true
    default: return false
    }
    return true
  }

  /// Throws an error for parts that cannot be combined.
  private func check(_ names: Set<String>) throws(ForeignPart) {
    let hasOrdinals = weekdays.contains { $0.ordinal != nil }
    let hasFilters = !(months.isEmpty && monthDays.isEmpty && weekdays.isEmpty)
    if hasOrdinals, frequency == .daily || frequency == .weekly || weekdays.contains(where: { $0.ordinal == nil }) {
      throw ForeignPart(part: "BYDAY")
    }
    if frequency == .weekly, !monthDays.isEmpty { throw ForeignPart(part: "BYMONTHDAY") }
    if !positions.isEmpty, !hasFilters { throw ForeignPart(part: "BYSETPOS") }
    if countsFromDone, hasFilters { throw ForeignPart(part: "X-FROM") }
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) && $0 != 0 ? $0 : nil }
  }

  /// Appends values between commas, each once, in their order; returns false if one of them cannot be read.
  private static func fill<T: Hashable>(_ list: inout [T], _ text: Substring, _ read: (Substring) -> T?) -> Bool {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let value = read(part) else { return false }
      if !list.contains(value) { list.append(value) }
    }
    return true
  }

  /// Reads the day of `20261231` and of `20261231T235959Z`.
  private static func day(_ text: Substring) -> Day? {
    let ends = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    return ends.first.flatMap { Day($0.utf8, form: "00000000") }
  }
}
