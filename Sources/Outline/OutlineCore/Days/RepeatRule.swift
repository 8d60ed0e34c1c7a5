/// The days on which something repeats, as in an RRULE of RFC 5545.
///
/// It has the parts of an RRULE that name days: FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS, COUNT, UNTIL and WKST. A
/// rule can also count from the day on which the task was done; the file marks this with `X-FROM=DONE`.
public struct RepeatRule: Hashable, Sendable {
  /// The period that a rule counts.
  public enum Frequency: String, CaseIterable, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A weekday of a rule.
  public struct NamedDay: Hashable, Sendable {
    /// Which of these weekdays in the month or the year, counted from the end if negative; nil for every one.
    public var ordinal: Int?
    /// The weekday.
    public var weekday: Weekday
  }

  /// The end of a rule.
  public enum End: Hashable, Sendable {
    /// The rule has no end.
    case never
    /// The rule ends after this many days, including the one that is due.
    case after(Int)
    /// The rule ends on this day, which may be its last.
    case on(Day)
  }

  /// The period.
  public var frequency: Frequency
  /// How many periods apart the days of the rule are; 1 for every period.
  public var interval = 1
  /// The months, from 1; empty for all, or the one of the first day.
  public var months: [Int] = []
  /// The days of the month, counted from the end if negative; empty for all, or the one of the first day.
  public var monthDays: [Int] = []
  /// The weekdays; empty for all, or the one of the first day.
  public var weekdays: [NamedDay] = []
  /// Which of the named days of a period count, from the end if negative, as `BYSETPOS` says; empty for all.
  public var positions: [Int] = []
  /// The end.
  public var end: End = .never
  /// The weekday on which weeks begin.
  public var weekStart: Weekday = .monday
  /// Whether periods are counted from the day on which the task was done.
  public var countsFromDone = false

  /// Creates a rule without an end.
  public init(_ frequency: Frequency, every interval: Int = 1) {
    self.frequency = frequency
    self.interval = interval
  }
}

/// A repeat rule as the file has it.
public enum Repeat: Hashable, Sendable {
  /// A rule that pleat keeps.
  case rule(RepeatRule)
  /// A text that pleat keeps but cannot follow, and the part that it does not know, such as `BYWEEKNO`.
  case foreign(String, part: String)

  /// Reads the text from the file or a document.
  public init(stored text: String) {
    do { self = .rule(try RepeatRule(rrule: text)) } catch { self = .foreign(text, part: error.part) }
  }
}

extension Repeat: CustomStringConvertible {
  /// The text as the file has it.
  public var description: String {
    switch self {
    case .rule(let rule): "\(rule)"
    case .foreign(let text, _): text
    }
  }
}
