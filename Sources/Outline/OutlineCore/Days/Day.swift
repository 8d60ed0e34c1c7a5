/// A day of the Gregorian calendar, from 0001-01-01 to 9999-12-31.
public struct Day: Hashable, Sendable {
  /// The number of days since 1970-01-01.
  package let number: Int

  /// Creates a day from the number of days since 1970-01-01; nil outside the years 1 to 9999.
  package init?(number: Int) {
    guard (-719_162...2_932_896).contains(number) else { return nil }
    self.number = number
  }

  /// Creates the day, in UTC, of a time in seconds since 1970; a time outside the calendar gives its first or last day.
  package init(ofSecondsSince1970 seconds: Int64) {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
    number = Int(min(max(day, -719_162), 2_932_896))
  }

  /// Creates the day with this date; nil if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Day.count(ofMonth: month, year: year)
    else { return nil }
    // Years begin in March here, so that the leap day is the last of a year.
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    number = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 719_469
  }

  /// The year, the month and the day of the month, all counted from 1.
  public var date: (year: Int, month: Int, day: Int) {
    // H. Hinnant, "chrono-Compatible Low-Level Date Algorithms": eras of 400 years, beginning in March.
    let shifted = number + 719_468
    let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = era * 400 + yearOfEra
    return month < 10 ? (year, month + 3, day) : (year + 1, month - 9, day)
  }

  /// The day of the week.
  public var weekday: Weekday { Weekday.allCases[((number + 3) % 7 + 7) % 7] }

  /// Returns the number of days of a month.
  static func count(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Day: Comparable {
  /// Whether one day is before another.
  public static func < (first: Day, second: Day) -> Bool { first.number < second.number }
}

// Days at a distance.
extension Day {
  /// Returns the day a number of days later; nil beyond the calendar.
  public func adding(days: Int) -> Day? {
    let (sum, overflow) = number.addingReportingOverflow(days)
    return overflow ? nil : Day(number: sum)
  }

  /// Returns the same day of the month a number of months later, or the last day of that month if it is shorter; nil
  /// beyond the calendar.
  func adding(months: Int) -> Day? {
    let date = date
    let (sum, overflow) = (date.year * 12 + date.month - 1).addingReportingOverflow(months)
    guard !overflow, sum >= 0 else { return nil }
    let (year, month) = (sum / 12, sum % 12 + 1)
    return Day(year: year, month: month, day: min(date.day, Day.count(ofMonth: month, year: year)))
  }

  var startOfMonth: Day { Day(known: number - date.day + 1) }

  /// The last day of the calendar.
  static let last = Day(known: 2_932_896)

  var endOfMonth: Day { Day(known: startOfMonth.number + Day.count(ofMonth: date.month, year: date.year) - 1) }

  private init(known number: Int) { self.number = number }
}

extension Day: CustomStringConvertible {
  /// The day as ISO 8601 writes it: `2026-11-27`.
  public var description: String {
    Self.text(digits, form: "0000-00-00")
  }

  /// The year, the month and the day as one number, such as 20261127.
  package var digits: Int {
    let date = date
    return date.year * 10_000 + date.month * 100 + date.day
  }

  /// Reads a day as ISO 8601 writes it, `2026-11-27`; nil for any other text.
  public init?(_ text: some StringProtocol) { self.init(text.utf8, form: "0000-00-00") }

  /// Reads a year of four digits, a month of two and a day of two from a text in a form such as `0000-00-00`; nil if the
  /// text does not have the form, or there is no such day.
  package init?(_ text: some Sequence<UInt8>, form: StaticString) {
    guard let digits = Self.digits(text, form: form) else { return nil }
    self.init(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
  }

  /// Returns the digits of a text, read as one number; nil if the text does not have the form.
  ///
  /// A 0 in the form is the place of any digit; the text must have every other character of the form as it is.
  static func digits(_ text: some Sequence<UInt8>, form: StaticString) -> Int? {
    // A loop over the bytes of any sequence takes 20 times as long.
    text.withContiguousStorageIfAvailable { digits(in: $0, form) }
      ?? Array(text).withUnsafeBufferPointer { digits(in: $0, form) }
  }

  private static func digits(in bytes: UnsafeBufferPointer<UInt8>, _ form: StaticString) -> Int? {
    var (number, length) = (0, 0)
    for byte in bytes {
      guard length < form.utf8CodeUnitCount else { return nil }
      let expected = form.utf8Start[length]
      if expected == UInt8(ascii: "0"), (0x30...0x39).contains(byte) {
        number = number * 10 + Int(byte - 0x30)
      } else if byte != expected {
        return nil
      }
      length += 1
    }
    return length == form.utf8CodeUnitCount ? number : nil
  }

  /// Returns a number that is written with digits alone; nil for any other text, and for a number that is too large.
  static func digits(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// Returns a form such as `0000-00-00` with the digits of a number in place of its zeros.
  package static func text(_ number: Int, form: StaticString) -> String {
    String(unsafeUninitializedCapacity: form.utf8CodeUnitCount) { bytes in
      var rest = number
      for index in (0..<form.utf8CodeUnitCount).reversed() {
        bytes[index] = form.utf8Start[index]
        guard bytes[index] == UInt8(ascii: "0") else { continue }
        bytes[index] += UInt8(rest % 10)
        rest /= 10
      }
      return form.utf8CodeUnitCount
    }
  }
}
