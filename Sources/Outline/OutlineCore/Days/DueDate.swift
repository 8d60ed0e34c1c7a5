/// When a task is due: a day, or a time of a day, in the reader's local time.
public struct DueDate: Hashable, Sendable {
  /// The day.
  public var day: Day
  /// The minutes since midnight; nil for the whole day.
  public private(set) var minutes: Int?

  /// Creates the date of a whole day.
  public init(_ day: Day) { self.day = day }

  /// Creates the date of a time of a day; nil if there is no such time.
  public init?(_ day: Day, hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    (self.day, minutes) = (day, hour * 60 + minute)
  }
}

extension DueDate {
  package static let last = DueDate(Day.last)
}

extension DueDate: Comparable {
  /// Whether one date is before another; a whole day is before each of its times, as their texts in the file sort.
  public static func < (first: DueDate, second: DueDate) -> Bool {
    (first.day, first.minutes ?? -1) < (second.day, second.minutes ?? -1)
  }
}

extension DueDate: CustomStringConvertible {
  /// The date as the file has it: `2026-11-27`, or `2026-11-27T14:00`.
  public var description: String { text("0000-00-00", withTime: "0000-00-00T00:00") }

  /// Returns the digits of the date in a form such as `0000-00-00`, or in the longer one if it has a time.
  package func text(_ form: StaticString, withTime longForm: StaticString) -> String {
    guard let clock else { return Day.text(day.digits, form: form) }
    return Day.text(day.digits * 10_000 + clock, form: longForm)
  }

  /// Reads a date as the file has it; nil for any other text.
  public init?(_ text: String) {
    if text.utf8.count == 10 {
      // Most dates have no time, and a part of a text is slower to read.
      guard let day = Day(text.utf8, form: "0000-00-00") else { return nil }
      self.init(day)
      return
    }
    guard let day = Day(text.utf8.prefix(10), form: "0000-00-00") else { return nil }
    let time = text.utf8.dropFirst(10)
    if time.isEmpty {
      self.init(day)
    } else if let digits = Day.digits(time, form: "T00:00") {
      self.init(day, hour: digits / 100, minute: digits % 100)
    } else {
      return nil
    }
  }

  /// The time of the day, such as `14:00`; nil for the whole day.
  package var time: String? { clock.map { Day.text($0, form: "00:00") } }

  /// The hour and the minute as one number, such as 1400; nil for the whole day.
  private var clock: Int? { minutes.map { $0 / 60 * 100 + $0 % 60 } }
}

// Texts to show to people.
extension DueDate {
  /// Whether the day is over.
  public func isLate(today: Day) -> Bool { day < today }

  /// Returns the date as a list shows it: `Fri 27 Nov`, `today 14:00`, `tomorrow`, `3 days late`.
  public func shown(today: Day) -> String {
    let distance = day.number - today.number
    switch distance {
    case ..<(-1): return "\(-distance) days late"
    case -1: return "1 day late"
    case 0: return withTime("today")
    case 1: return withTime("tomorrow")
    default: return withTime(day.shown(today: today))
    }
  }

  private func withTime(_ text: String) -> String { time.map { "\(text) \($0)" } ?? text }
}

extension Day {
  /// Returns the day as it is shown to people: `Fri 27 Nov`, with the year if that is not today's.
  public func shown(today: Day) -> String {
    date.year == today.date.year ? shownOfThisYear : shown
  }

  /// The day with its year, for text that may be read at any time: `Fri 27 Nov 2026`.
  package var shown: String { "\(shownOfThisYear) \(date.year)" }

  private var shownOfThisYear: String {
    "\(weekday.shortName) \(date.day) \(CalendarNames.short(month: date.month))"
  }

  /// Returns the heading under which an agenda has the day: `Late`, `Today`, `Tomorrow`, `Friday 27 November`, `Next week`,
  /// `December` or `January 2027`, and whether it is that of a single day.
  ///
  /// Today and the six days after it have headings of their own. Next week ends with the Sunday after the coming one, and
  /// with the coming one if today is a Sunday; the days after it are under their months.
  package func heading(today: Day) -> (title: String, isOneDay: Bool) {
    let distance = number - today.number
    let month = CalendarNames.long(CalendarNames.months[date.month - 1])
    switch distance {
    case ..<0: return ("Late", false)
    case 0: return ("Today", true)
    case 1: return ("Tomorrow", true)
    case ...6: return ("\(CalendarNames.long(weekday.name)) \(date.day) \(month)", true)
    case ...(13 - today.weekday.rawValue): return ("Next week", false)
    default: return (date.year == today.date.year ? month : "\(month) \(date.year)", false)
    }
  }
}
