import OutlineCore
import Testing

struct DayTests {
  @Test func `every day of four centuries follows the one before, and its text is read back`() throws {
    var day = try #require(Day(year: 1599, month: 12, day: 31))
    var weekday = day.weekday
    for _ in 0..<150_000 {
      let (last, next) = (day.date, try #require(day.adding(days: 1)))
      day = next
      weekday = try #require(Weekday(rawValue: (weekday.rawValue + 1) % 7))
      let isInMonth = (last.year, last.month, last.day + 1) == day.date
      let beginsMonth = day.date.day == 1 && last.year * 12 + last.month == day.date.year * 12 + day.date.month - 1
      guard isInMonth || beginsMonth, day.weekday == weekday, Day(day.description) == day else {
        Issue.record("\(last) is followed by \(day), \(day.weekday)")
        return
      }
    }
    #expect(day.description == "2010-09-07")
  }

  @Test(arguments: ["2026-11-27", "0001-01-01", "9999-12-31", "2000-02-29"])
  func `a date that there is is a day`(text: String) {
    #expect(Day(text)?.description == text)
  }

  @Test(
    arguments: [
      "2026-02-29", "1900-02-29", "2026-04-31", "2026-00-01", "2026-13-01", "2026-01-00", "0000-01-01", "2026-1-1",
      "26-01-01", "2026-01-01 ", "+026-01-01", "2026-01-0१", "", "-", "10000-01-01",
    ])
  func `a date that there is not is none`(text: String) {
    #expect(Day(text) == nil)
    #expect(DueDate(text) == nil)
  }

  @Test func `the calendar ends, and no distance leads beyond it`() throws {
    let (first, last) = (try #require(Day("0001-01-01")), try #require(Day("9999-12-31")))
    #expect(first.adding(days: -1) == nil)
    #expect(last.adding(days: 1) == nil)
    #expect(last.adding(days: .max) == nil)
    #expect(first.adding(days: .min) == nil)
    #expect((first.weekday, last.weekday) == (.monday, .friday))
  }
}

struct DueDateTests {
  @Test(arguments: ["2026-11-27", "2026-11-27T00:00", "2026-11-27T14:00", "2026-11-27T23:59"])
  func `what the file has is read back`(text: String) {
    #expect(DueDate(text)?.description == text)
  }

  @Test(arguments: [
    "2026-11-27T24:00", "2026-11-27T14:60", "2026-11-27T1:00", "2026-11-27T", "2026-11-27T14:00:00", "T14:00",
  ])
  func `a time that there is not is none`(text: String) {
    #expect(DueDate(text) == nil)
  }

  @Test func `dates sort as their texts do`() throws {
    let texts = [
      "2026-11-26T23:59", "2026-11-27", "2026-11-27T00:00", "2026-11-27T09:00", "2026-11-27T14:00", "2026-12-01",
    ]
    #expect(try texts.shuffled().map { try #require(DueDate($0)) }.sorted().map(\.description) == texts)
  }

  @Test(
    arguments: [
      ("2026-11-27", "today"), ("2026-11-27T09:05", "today 09:05"), ("2026-11-28", "tomorrow"),
      ("2026-11-28T14:00", "tomorrow 14:00"), ("2026-11-26", "1 day late"), ("2026-11-24T08:00", "3 days late"),
      ("2025-11-27", "365 days late"), ("2026-11-29", "Sun 29 Nov"), ("2026-12-04T14:00", "Fri 4 Dec 14:00"),
      ("2027-01-01", "Fri 1 Jan 2027"),
    ])
  func `a list shows a date as it is seen from today`(text: String, shown: String) throws {
    let (date, today) = (try #require(DueDate(text)), try #require(Day("2026-11-27")))
    #expect(date.shown(today: today) == shown)
    #expect(date.isLate(today: today) == shown.hasSuffix("late"))
  }
}
