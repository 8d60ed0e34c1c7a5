import Foundation
import OutlineCore
import Testing

struct RepeatTableTests {
  @Test func `random rules have the days that dateutil gives them`() throws {
    let table = try Table.lines(of: ProcessInfo.processInfo.environment["PLEAT_REPEATS"] ?? "repeats.txt")
    #expect(table.count >= 400)
    for line in table {
      let (start, day) = (try #require(Day(line[1])), try #require(Day(line[2])))
      guard case .rule(let rule) = Repeat(stored: line[0]) else {
        Issue.record("\(line[0]) is not read")
        continue
      }
      let next = rule.next(after: day, from: start).map { "\($0)" } ?? "none"
      #expect(next == line[3], "\(line[0]) from \(start), after \(day)")
      #expect(Repeat(stored: "\(rule)") == .rule(rule))
    }
  }
}

struct RepeatRuleTests {
  /// Moves a task on for as often as it is done on the day on which it is due, and returns the days.
  private func days(_ rule: String, from start: String, times: Int = 4) throws -> [String] {
    var (rule, due) = (try RepeatRule(reading: rule, today: day(start)), try day(start))
    var days: [String] = []
    while days.count < times, let next = rule.movedOn(from: due, doneOn: due) {
      (due, rule) = next
      days.append("\(due)")
    }
    return days
  }

  private func day(_ text: String) throws -> Day { try #require(Day(text)) }

  @Test(
    arguments: [
      ("weekly", ["2026-12-04", "2026-12-11", "2026-12-18", "2026-12-25"]),
      ("every 2nd tue", ["2026-12-08", "2027-01-12", "2027-02-09", "2027-03-09"]),
      ("monthly on the last day", ["2026-11-30", "2026-12-31", "2027-01-31", "2027-02-28"]),
      ("every other fri", ["2026-12-11", "2026-12-25", "2027-01-08", "2027-01-22"]),
      ("every weekday", ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03"]),
      ("every 31st", ["2026-12-31", "2027-01-31", "2027-03-31", "2027-05-31"]),
      ("every 29 feb", ["2028-02-29", "2032-02-29", "2036-02-29", "2040-02-29"]),
      ("3d after done", ["2026-11-30", "2026-12-03", "2026-12-06", "2026-12-09"]),
      ("daily 3 times", ["2026-11-28", "2026-11-29"]),
      ("weekly until 2026-12-11", ["2026-12-04", "2026-12-11"]),
      ("2 days after done 2 times", ["2026-11-29"]),
      ("1w after done until 2026-12-05", ["2026-12-04"]),
      ("monthly on the last weekday", ["2026-11-30", "2026-12-31", "2027-01-29", "2027-02-26"]),
      ("FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1,-1", ["2026-11-29", "2026-12-05", "2026-12-27", "2027-01-02"]),
    ])
  func `a task that is done in time comes again on the days of its rule`(rule: String, expected: [String]) throws {
    #expect(try days(rule, from: "2026-11-27") == expected)
  }

  @Test(
    arguments: [
      ("weekly", "2026-11-25"), ("every 3 days", "2026-11-25"), ("3d after done", "2026-11-25"),
      ("every 2 weeks after done", "2026-11-25"), ("monthly", "2026-11-25"), ("every wed", "2026-11-25"),
      ("every thu", "2026-11-26"), ("weekly on tue", "2026-12-01"), ("every 2 weeks on tue", "2026-12-01"),
      ("every other tue", "2026-12-01"), ("every 2nd tue", "2026-12-08"), ("every last wed", "2026-11-25"),
      ("every weekday", "2026-11-25"), ("every sat and sun", "2026-11-28"),
      ("monthly on the last day", "2026-11-30"), ("every month on the 3rd", "2026-12-03"),
      ("every 3 months on the 31st", "2026-12-31"), ("yearly on 31 may", "2027-05-31"),
      ("every 2 years on 27 nov", "2026-11-27"), ("every 29 feb", "2028-02-29"),
      ("every thu 2 times", "2026-11-26"), ("every thu until tomorrow", "2026-11-26"),
      ("every weekend", "2026-11-28"), ("every first monday", "2026-12-07"), ("annually", "2026-11-25"),
      ("a week after done", "2026-11-25"), ("FREQ=YEARLY;BYMONTH=2", "2027-02-01"),
      ("FREQ=MONTHLY;BYMONTH=11,2", "2026-11-25"), ("FREQ=WEEKLY;BYMONTH=5", "2027-05-01"),
      ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31", "2026-11-25"),
      ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1", "2026-12-07"), ("FREQ=YEARLY;BYWEEKNO=20", "2026-11-25"),
      ("monthly on the last weekday", "2026-11-30"), ("mon wed fri", "2026-11-25"), ("quarterly", "2026-11-25"),
    ])
  func `a task without a day is due first on the first day that its rule names, today or later`(
    words: String, expected: String
  ) throws {
    let today = try day("2026-11-25")
    let stored = (try? RepeatRule(parsing: words, today: today)).map { "\($0)" } ?? words
    let new = Schedule.none.changed(by: SchedulePatch(repeats: stored, start: DueDate(today)))
    #expect(new.due?.description == expected)
    let due = try DueDate(parsing: "fri", today: today)
    #expect(Schedule(due: due).changed(by: SchedulePatch(repeats: stored, start: DueDate(today))).due == due)
  }

  @Test func `a task that is done late comes again after today, and what was missed does not pile up`() throws {
    let rule = try RepeatRule(parsing: "every 2 weeks", today: day("2026-11-27"))
    let next = rule.movedOn(from: try day("2026-11-27"), doneOn: try day("2027-01-08"))
    #expect(next?.due.description == "2027-01-22")
    #expect(next?.rule == rule)
  }

  @Test func `a task that is done early comes again after the day on which it was due`() throws {
    let next = try RepeatRule(parsing: "weekly", today: day("2026-11-20"))
      .movedOn(from: day("2026-11-27"), doneOn: day("2026-11-20"))
    #expect(next?.due.description == "2026-12-04")
  }

  @Test func `days that were missed count towards the end`() throws {
    let rule = try RepeatRule(parsing: "daily 5 times", today: day("2026-11-27"))
    #expect(rule.movedOn(from: try day("2026-11-27"), doneOn: try day("2026-11-29"))?.rule.end == .after(2))
    #expect(rule.movedOn(from: try day("2026-11-27"), doneOn: try day("2026-12-01")) == nil)
  }

  @Test func `a month after done is the last day of a shorter month`() throws {
    let rule = try RepeatRule(parsing: "1 month after done", today: day("2026-11-27"))
    #expect(rule.movedOn(from: try day("2026-11-27"), doneOn: try day("2027-01-31"))?.due.description == "2027-02-28")
  }

  @Test(
    arguments: [
      ("monthly", "2027-01-31", ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]),
      ("monthly", "2027-01-30", ["2027-02-28", "2027-03-30", "2027-04-30", "2027-05-30"]),
      ("monthly", "2027-12-29", ["2028-01-29", "2028-02-29", "2028-03-29", "2028-04-29"]),
      ("monthly", "2027-02-28", ["2027-03-28", "2027-04-28", "2027-05-28", "2027-06-28"]),
      ("every 6 months", "2027-08-31", ["2028-02-29", "2028-08-31", "2029-02-28", "2029-08-31"]),
      ("quarterly", "2027-11-30", ["2028-02-29", "2028-05-30", "2028-08-30", "2028-11-30"]),
      ("monthly 3 times", "2027-01-31", ["2027-02-28", "2027-03-31"]),
      ("monthly until 2027-02-28", "2027-01-31", ["2027-02-28"]),
      ("yearly", "2028-02-29", ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]),
      ("every 2 years", "2028-02-29", ["2030-02-28", "2032-02-29", "2034-02-28", "2036-02-29"]),
      ("yearly", "2027-02-28", ["2028-02-28", "2029-02-28", "2030-02-28", "2031-02-28"]),
      ("yearly", "2027-01-31", ["2028-01-31", "2029-01-31", "2030-01-31", "2031-01-31"]),
      ("every 31st", "2027-01-31", ["2027-03-31", "2027-05-31", "2027-07-31", "2027-08-31"]),
      ("every 29 feb", "2028-02-29", ["2032-02-29", "2036-02-29", "2040-02-29", "2044-02-29"]),
      ("weekly", "2027-01-31", ["2027-02-07", "2027-02-14", "2027-02-21", "2027-02-28"]),
    ])
  func `a rule without days that begins at the end of a month takes the last day of a shorter month`(
    words: String, start: String, expected: [String]
  ) throws {
    let today = try day("2026-11-25")
    let patch = SchedulePatch(due: DueDate(start), repeats: "\(try RepeatRule(parsing: words, today: today))")
    let new = Schedule.none.changed(by: patch)
    #expect(try days(#require(new.repeats), from: start) == expected)
    // The day may come before the rule or after it, and what a document says stays as it is.
    let (dayLast, ruleLast) = (
      Schedule(repeats: patch.repeats ?? nil).changed(by: SchedulePatch(due: patch.due)),
      Schedule(due: DueDate(start)).changed(by: SchedulePatch(repeats: patch.repeats))
    )
    #expect(dayLast == new && ruleLast == new)
    let document = Schedule(due: DueDate(start), repeats: patch.repeats ?? nil)
    #expect(Schedule.none.updated(from: document) == document)
  }

  @Test(arguments: [
    ("2027-01-31", "2027-02-28", "28,29,30,31"), ("2027-01-31", "2027-03-31", "28,29,30,31"),
    ("2027-01-31", "2027-03-30", "28,29,30"), ("2027-01-31", "2027-03-15", ""),
    ("2027-01-15", "2027-01-31", "28,29,30,31"),
    ("2027-01-29", "2028-02-28", ""), ("2027-01-29", "2027-02-28", "28,29"),
  ])
  func `a rule that follows the end of the month follows another day of the task`(
    start: String, moved: String, monthDays: String
  ) throws {
    let first = Schedule.none.changed(by: SchedulePatch(due: DueDate(start), repeats: "FREQ=MONTHLY"))
    let expected = "FREQ=MONTHLY" + (monthDays.isEmpty ? "" : ";BYMONTHDAY=\(monthDays);BYSETPOS=-1")
    #expect(first.changed(by: SchedulePatch(due: DueDate(moved))).repeats == expected)
  }

  @Test func `a rule that has no day has no next one, and the calendar ends`() throws {
    #expect(try days("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31", from: "9000-01-01").isEmpty)
    #expect(try days("every 1000 years", from: "2026-11-27", times: 20).count == 7)
    #expect(try days("FREQ=DAILY;INTERVAL=99999", from: "9999-12-31").isEmpty)
  }

  @Test(
    arguments: [
      ("daily", "FREQ=DAILY"), ("every day", "FREQ=DAILY"), ("every 3d", "FREQ=DAILY;INTERVAL=3"),
      ("Weekly", "FREQ=WEEKLY"),
      ("every week", "FREQ=WEEKLY"), ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"),
      ("every other week", "FREQ=WEEKLY;INTERVAL=2"),
      ("every tue", "FREQ=WEEKLY;BYDAY=TU"), ("every mon, wed and fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      ("weekly on tue", "FREQ=WEEKLY;BYDAY=TU"), ("every 2 weeks on mon", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
      ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("monthly", "FREQ=MONTHLY"),
      ("every 2nd tue", "FREQ=MONTHLY;BYDAY=2TU"),
      ("every 2nd and 4th tue of the month", "FREQ=MONTHLY;BYDAY=2TU,4TU"),
      ("every last fri", "FREQ=MONTHLY;BYDAY=-1FR"),
      ("monthly on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1"), ("every 15th", "FREQ=MONTHLY;BYMONTHDAY=15"),
      ("monthly on the 1st and 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15"), ("yearly", "FREQ=YEARLY"),
      ("every 2 years", "FREQ=YEARLY;INTERVAL=2"),
      ("every 27 nov", "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=27"),
      ("yearly on nov 27", "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=27"),
      ("yearly on the 2nd tue of nov", "FREQ=YEARLY;BYMONTH=11;BYDAY=2TU"),
      ("annually", "FREQ=YEARLY"), ("annually on 31 may", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=31"),
      ("every 27nov", "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=27"),
      ("every first monday", "FREQ=MONTHLY;BYDAY=1MO"), ("every second and fourth tue", "FREQ=MONTHLY;BYDAY=2TU,4TU"),
      ("every first day of the month", "FREQ=MONTHLY;BYMONTHDAY=1"),
      ("yearly on the first monday of may", "FREQ=YEARLY;BYMONTH=5;BYDAY=1MO"),
      ("every second week", "FREQ=WEEKLY;INTERVAL=2"), ("every third day", "FREQ=DAILY;INTERVAL=3"),
      ("every third day of the month", "FREQ=MONTHLY;BYMONTHDAY=3"),
      ("every second week on mon", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
      ("every weekend", "FREQ=WEEKLY;BYDAY=SA,SU"), ("weekends", "FREQ=WEEKLY;BYDAY=SA,SU"),
      ("every other weekend", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU"),
      ("a week after done", "FREQ=WEEKLY;X-FROM=DONE"), ("a month after", "FREQ=MONTHLY;X-FROM=DONE"),
      ("3d after", "FREQ=DAILY;INTERVAL=3;X-FROM=DONE"),
      ("every 2 weeks after done", "FREQ=WEEKLY;INTERVAL=2;X-FROM=DONE"), ("daily 5 times", "FREQ=DAILY;COUNT=5"),
      ("weekly until eom", "FREQ=WEEKLY;UNTIL=20261130"), ("RRULE:FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY;BYDAY=TU"),
      ("freq=weekly;wkst=su;interval=2", "FREQ=WEEKLY;INTERVAL=2;WKST=SU"),
      ("FREQ=DAILY;UNTIL=20261231T235959Z", "FREQ=DAILY;UNTIL=20261231"),
      ("biweekly", "FREQ=WEEKLY;INTERVAL=2"), ("fortnightly on fri", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
      ("every fortnight", "FREQ=WEEKLY;INTERVAL=2"), ("every 2 fortnights", "FREQ=WEEKLY;INTERVAL=4"),
      ("bimonthly", "FREQ=MONTHLY;INTERVAL=2"), ("Quarterly", "FREQ=MONTHLY;INTERVAL=3"),
      ("every quarter", "FREQ=MONTHLY;INTERVAL=3"), ("every other quarter", "FREQ=MONTHLY;INTERVAL=6"),
      ("quarterly on the last day", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1"), ("each month", "FREQ=MONTHLY"),
      ("half-yearly", "FREQ=MONTHLY;INTERVAL=6"), ("semiannually", "FREQ=MONTHLY;INTERVAL=6"),
      ("a fortnight after done", "FREQ=WEEKLY;INTERVAL=2;X-FROM=DONE"),
      ("every 2nd month", "FREQ=MONTHLY;INTERVAL=2"), ("every 3rd week on mon", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO"),
      ("every 2nd day", "FREQ=DAILY;INTERVAL=2"), ("every 2nd day of the month", "FREQ=MONTHLY;BYMONTHDAY=2"),
      ("every 10th year", "FREQ=YEARLY;INTERVAL=10"), ("every 2nd and 4th day", "FREQ=MONTHLY;BYMONTHDAY=2,4"),
      ("mon wed fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"), ("Mon, Wed and Fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      ("tuesdays", "FREQ=WEEKLY;BYDAY=TU"), ("every other week on mondays", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
      ("sat until eom", "FREQ=WEEKLY;BYDAY=SA;UNTIL=20261130"),
      ("monthly on the last weekday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
      ("every first weekday of the month", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"),
      ("yearly on the last weekday of nov", "FREQ=YEARLY;BYMONTH=11;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
      ("monthly on the 31st or the last day", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
      ("every 6 months on the 29th or the last day", "FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=28,29;BYSETPOS=-1"),
      ("yearly on 29 feb or the last day 3 times", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1;COUNT=3"),
      ("freq=monthly;bysetpos=-1,1;byday=su,sa", "FREQ=MONTHLY;BYDAY=SU,SA;BYSETPOS=-1,1"),
      ("FREQ=MONTHLY;BYMONTHDAY=-5", "FREQ=MONTHLY;BYMONTHDAY=-5"),
      ("FREQ=MONTHLY;BYDAY=-5MO", "FREQ=MONTHLY;BYDAY=-5MO"),
      ("FREQ=YEARLY;BYDAY=-53SU", "FREQ=YEARLY;BYDAY=-53SU"),
    ])
  func `words and RRULEs name a rule, whose own words name it again`(words: String, rule: String) throws {
    let today = try day("2026-11-27")
    let read = try RepeatRule(parsing: words, today: today)
    #expect(read.description == rule)
    #expect(try RepeatRule(parsing: read.shown, today: today) == read)
  }

  @Test(
    arguments: [
      ("every 2 weeks on tue", "every 2 weeks on Tue"), ("every 2nd tue", "monthly on the 2nd Tue"),
      ("every other day", "every 2 days"),
      ("weekdays", "every weekday"), ("every last day", "monthly on the last day"),
      ("every 27 nov", "yearly on 27 Nov"),
      ("3d after", "3 days after done"), ("weekly until eom", "weekly until 2026-11-30"),
      ("every 22nd", "monthly on the 22nd"),
      ("FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "monthly on the 30th or the last day"),
      ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1", "yearly on 29 Feb or the last day"),
      ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,1", "monthly on the last and the 1st weekday"),
      ("FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=1", "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=1"),
      ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"),
      ("FREQ=MONTHLY;BYDAY=-2FR", "FREQ=MONTHLY;BYDAY=-2FR"), ("FREQ=DAILY;BYMONTH=2", "FREQ=DAILY;BYMONTH=2"),
    ])
  func `people are shown words, and an RRULE where there are none`(words: String, shown: String) throws {
    #expect(try RepeatRule(parsing: words, today: day("2026-11-27")).shown == shown)
  }

  @Test(
    arguments: [
      ("wekly", "weekly"), ("weekly on frii", "weekly on fri"), ("monthly on the lst day", "monthly on the last day"),
      ("every 2nd tusday", "every 2nd tuesday"), ("evry 2 weeks", "every 2 weeks"),
      ("mothly on the last day", "monthly on the last day"), ("milk", nil), ("", nil), ("every", nil),
      ("weekly on the 15th", nil),
      ("daily on mon", nil), ("every 0 days", nil), ("every 6th tue", nil), ("every 40th", nil), ("daily 0 times", nil),
      ("every 99999999999999999999 days", nil), ("weekly until never", nil), ("every other weekday", nil),
      ("every firrst monday", "every first monday"), ("anually", "annually"), ("biwekly", "biweekly"),
      ("quaterly", "quarterly"), ("monthly on the 12th or the last day", nil), ("weekly or the last day", nil),
      ("every 99999 quarters", nil), ("weekly on the last weekday", nil),
      ("monthly on the 9th and 31st or the last day", nil),
    ] as [(String, String?)])
  func `words that name no rule are refused with the nearest that do`(words: String, nearest: String?) throws {
    let today = try day("2026-11-27")
    #expect(throws: RepeatError.unreadable(words: words, nearest: nearest)) {
      try RepeatRule(parsing: words, today: today)
    }
  }

  @Test(arguments: [
    "every 30 feb", "yearly on 31 nov", "daily until yesterday", "every fri until tomorrow",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=2TU",
    "FREQ=WEEKLY;UNTIL=20200101", "3d after done until yesterday", "FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=3",
  ])
  func `a rule that has no day from today on is refused`(words: String) throws {
    let today = try day("2026-11-25")
    #expect(throws: RepeatError.empty(words: words, from: today)) { try RepeatRule(parsing: words, today: today) }
  }

  @Test(arguments: [
    ("2026-11-30", "FREQ=WEEKLY;UNTIL=20261129", true), ("2026-11-30", "FREQ=WEEKLY;UNTIL=20261130", false),
    ("2027-03-01", "FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29", true), ("2026-11-30", "FREQ=FOO", false),
    ("2026-11-30", "FREQ=DAILY;COUNT=1", false),
  ])
  func `a rule that has no day from the due day on is refused`(due: String, rule: String, isRefused: Bool) throws {
    let schedule = Schedule(due: DueDate(try day(due)), repeats: rule)
    #expect(((try? schedule.checkRule()) == nil) == isRefused)
  }

  @Test(
    arguments: [
      ("FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS"), ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", "BYSETPOS"),
      ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367", "BYSETPOS"), ("RRULE:FREQ=WEEKLY\nEXDATE:20261127", "EXDATE"),
      ("FREQ=HOURLY", "FREQ"),
      ("FREQ=YEARLY;BYWEEKNO=20", "BYWEEKNO"), ("FREQ=WEEKLY;BYDAY=2TU", "BYDAY"),
      ("FREQ=MONTHLY;BYDAY=TU,2WE", "BYDAY"),
      ("FREQ=WEEKLY;BYMONTHDAY=15", "BYMONTHDAY"), ("FREQ=DAILY;COUNT=2;UNTIL=20261231", "UNTIL"),
      ("FREQ=DAILY;INTERVAL=0", "INTERVAL"),
      ("INTERVAL=2", "INTERVAL"), ("FREQ=DAILY;FREQ=DAILY", "FREQ"), ("FREQ=DAILY;UNTIL=20260230", "UNTIL"),
      ("every now=then", "EVERY NOW"),
      ("FREQ=WEEKLY;BYDAY=TU;X-FROM=DONE", "X-FROM"),
    ])
  func `a rule that cannot be followed is kept as its text, and the part is named`(text: String, part: String) throws {
    #expect(Repeat(stored: text) == .foreign(text, part: part))
    #expect(Repeat(stored: text).description == text)
  }
}
