/// The days on which something comes again, as RFC 5545 says them in an RRULE.
///
/// Of the parts of an RRULE, it has those that name days: FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, COUNT, UNTIL and WKST.
/// A rule of its own kind counts from the day on which the task was done, and stands in the file with `X-FROM=DONE`.
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
    /// Which of them in the month or the year, from the end if negative; nil for each.
    public var ordinal: Int?
    /// The weekday.
    public var weekday: Weekday
  }

  /// The end of a rule.
  public enum End: Hashable, Sendable {
    /// The rule has no end.
    case never
    /// The rule ends after a number of days, the one that is due now among them.
    case after(Int)
    /// The rule ends on a day, which may be its last.
    case on(Day)
  }

  /// The period.
  public var frequency: Frequency
  /// Every how many periods there are days of the rule.
  public var interval = 1
  /// The months, from 1; empty for all, or the one of the first day.
  public var months: [Int] = []
  /// The days of the month, from the end if negative; empty for all, or the one of the first day.
  public var monthDays: [Int] = []
  /// The weekdays; empty for all, or the one of the first day.
  public var weekdays: [NamedDay] = []
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

/// What the file says about how a task comes again.
public enum Repeat: Hashable, Sendable {
  /// A rule that pleat keeps.
  case rule(RepeatRule)
  /// A text that pleat keeps as it is, and cannot follow; the part is what it does not know, such as `BYSETPOS`.
  case foreign(String, part: String)

  /// Reads what the file or a document says.
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
