import OutlineCore
import Testing

struct DayWordTests {
  /// The days from which each line of the table is seen: a week with a leap day, and with the end of a month.
  private static let week = (0..<7).compactMap { Day("2028-02-28")?.adding(days: $0) }

  @Test func `300 ways to say a day mean what the table says, seen from every weekday`() throws {
    let table = try Table.lines(of: "days.txt")
    #expect(Set(table.map { $0[0].lowercased() }).count >= 300)
    for line in table {
      let time = line.count > 2 ? "T" + line[2] : ""
      let expected = line[1].split(separator: " ").map { String($0) + time }
      let read = Self.week.map { today in
        do { return try "\(DueDate(parsing: line[0], today: today))" } catch { return "refused" }
      }
      #expect(read == expected, "\(line[0])")
    }
  }

  @Test(
    arguments: [
      ("tomorow", "tomorrow"), ("frii", "fri"), ("fr", "fri"), ("on the 27th novv", "on the 27th nov"),
      ("in a mnth", "in a month"), ("frday", "friday"), ("frday 14:00", "friday 14:00"), ("nxt week", "next week"),
      ("27 novmber", "27 november"), ("30 feb", "28 feb"), ("30feb", "28 feb"), ("feb 31", "feb 28"),
      ("29 feb 2027", "28 feb 2027"),
      ("2026-02-30", "2026-02-28"), ("2026-13-01", "2026-12-01"), ("2026-2-3", "2026-02-03"),
      ("fri 24:00", "fri 23:59"),
      ("fri 12:60", "fri 23:59"), ("27/11", "27 nov"), ("11/27", "27 nov"), ("27.11.2026", "27 nov 2026"),
    ])
  func `words that name no day are refused with the nearest that do`(words: String, nearest: String) throws {
    let today = try #require(Self.week.first)
    #expect(throws: DayError(words: words, nearest: nearest)) { try DueDate(parsing: words, today: today) }
    _ = try DueDate(parsing: nearest, today: today)
  }

  @Test(arguments: [
    "", " ", "milk", "27", "in -1 days", "in -1d", "in +3 days", "in - 2 weeks", "27novel", "sometime soon", "next",
    "in", "at 9", "fri sat", "+99999999999999999999d", "+4000000d",
  ])
  func `words that are near no day are refused without a suggestion`(words: String) throws {
    let today = try #require(Self.week.first)
    #expect(throws: DayError(words: words, nearest: nil)) { try DueDate(parsing: words, today: today) }
  }

  @Test func `what a list shows can be typed`() throws {
    for today in Self.week {
      for distance in 0...800 {
        let day = try #require(today.adding(days: distance))
        for date in [DueDate(day), try #require(DueDate(day, hour: 14, minute: 5))] {
          #expect(try DueDate(parsing: date.shown(today: today), today: today) == date)
        }
      }
    }
  }

  @Test func `a weekday that is not that of the date is no day`() throws {
    let today = try #require(Self.week.first)
    #expect(throws: DayError(words: "fri 29 feb", nearest: nil)) { try DueDate(parsing: "fri 29 feb", today: today) }
  }
}
