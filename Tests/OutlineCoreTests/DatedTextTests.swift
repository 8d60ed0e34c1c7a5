import Testing

@testable import OutlineCore

/// Days at the ends of texts; today is Tuesday, 24 November 2026.
struct DatedTextTests {
  @Test(
    arguments: [
      ("milk due:fri", "milk", "2026-11-27"), ("milk  due:tomorrow 14:00", "milk", "2026-11-25T14:00"),
      ("a due:fri due:27 nov", "a due:fri", "2026-11-27"), ("two\nlines due:+3d", "two\nlines", "2026-11-27"),
      ("milk \\due:fri", "milk due:fri", nil), ("milk \\\\due:fri", "milk \\due:fri", nil),
      ("\\due:fri", "due:fri", nil), ("due:fri", "due:fri", nil), (" due:fri", " due:fri", nil),
      ("rent due:soon", "rent due:soon", nil), ("rent \\due:soon", "rent \\due:soon", nil),
      ("rent due: fri", "rent due: fri", nil), ("overdue:fri", "overdue:fri", nil), ("due:", "due:", nil),
      ("due:fri is late", "due:fri is late", nil), ("x due:today\n", "x due:today\n", nil),
      ("é due:eom", "é", "2026-11-30"), ("milk due:27nov", "milk", "2026-11-27"),
      ("milk due:nov27", "milk", "2026-11-27"), ("milk due:27nov2027 14:00", "milk", "2027-11-27T14:00"),
      ("milk due:in -1 days", "milk due:in -1 days", nil), ("milk \\due:27nov", "milk due:27nov", nil),
      ("x DUE:fri", "x DUE:fri", nil), ("", "", nil),
    ] as [(String, String, String?)])
  func `a day at the end of a text is taken if it can be read`(typed: String, text: String, due: String?) throws {
    let today = try #require(Day("2026-11-24"))
    let read = DatedText(reading: typed, today: today)
    #expect(read.text == text)
    #expect(read.due??.description == due)
    #expect(DatedText(reading: DatedText.written(text, today: today), today: today).text == text)
    #expect(DatedText(reading: DatedText.written(text, today: today), today: today).due == nil)
  }

  @Test(
    arguments: [
      ("rent repeat:monthly", "rent", nil, "FREQ=MONTHLY"),
      ("rent due:fri repeat:every 2 weeks", "rent", "2026-11-27", "FREQ=WEEKLY;INTERVAL=2"),
      ("rent repeat:weekly due:27 nov 14:00", "rent", "2026-11-27T14:00", "FREQ=WEEKLY"),
      ("rent due:fri #home", "rent #home", "2026-11-27", nil),
      ("rent #a due:fri #b repeat:weekly #c/d  #e", "rent #a #b #c/d #e", "2026-11-27", "FREQ=WEEKLY"),
      ("rent due:fri repeat:soon", "rent repeat:soon", "2026-11-27", nil),
      ("rent repeat:soon due:fri", "rent repeat:soon", "2026-11-27", nil),
      ("rent due:fri #a repeat:evry week #b", "rent #a repeat:evry week #b", "2026-11-27", nil),
      ("rent due:fryday repeat:weekly", "rent due:fryday", nil, "FREQ=WEEKLY"),
      ("rent due:fri repeat:as you like", "rent due:fri repeat:as you like", nil, nil),
      ("rent  \\due:fri  repeat:soon", "rent  due:fri  repeat:soon", nil, nil),
      ("rent due:fri \\repeat:soon", "rent due:fri \\repeat:soon", nil, nil),
      ("rent due:none repeat:weekly", "rent due:none", nil, "FREQ=WEEKLY"),
      ("rent repeat:weekly due:none", "rent repeat:weekly", "none", nil), ("rent due:none #a", "rent #a", "none", nil),
      ("rent repeat:none due:none", "rent", "none", "none"), ("rent repeat:none", "rent", nil, "none"),
      ("rent \\due:none", "rent due:none", nil, nil),
      ("due:fri repeat:weekly", "due:fri repeat:weekly", nil, nil),
      ("rent \\repeat:weekly", "rent repeat:weekly", nil, nil),
      ("rent \\due:fri #home", "rent due:fri #home", nil, nil),
      ("rent \\due:fri repeat:weekly", "rent due:fri", nil, "FREQ=WEEKLY"),
      ("rent repeat:daily repeat:weekly", "rent repeat:daily", nil, "FREQ=WEEKLY"),
      ("rent due:fri #home ", "rent #home", "2026-11-27", nil), ("rent due:fri ", "rent", "2026-11-27", nil),
      (
        "rent repeat:FREQ=MONTHLY;BYDAY=-9223372036854775808MO",
        "rent repeat:FREQ=MONTHLY;BYDAY=-9223372036854775808MO", nil, nil
      ),
      ("due:fri #home", "#home", "2026-11-27", nil), ("rent due:fri #", "rent due:fri #", nil, nil),
      ("#a #b", "#a #b", nil, nil),
      ("a\nb due:fri\n#x", "a\nb due:fri\n#x", nil, nil),
    ] as [(String, String, String?, String?)])
  func `a day, a rule and tags come in any order`(typed: String, text: String, due: String?, rule: String?) throws {
    let today = try #require(Day("2026-11-24"))
    let read = DatedText(reading: typed, today: today)
    #expect(read.text == text, "\(read.text)")
    #expect(read.due.map { $0?.description ?? "none" } == due && read.rule.map { $0?.description ?? "none" } == rule)
    let again = DatedText(reading: DatedText.written(text, today: today), today: today)
    #expect(again.text == text && again.due == nil && again.rule == nil)
  }

  @Test(arguments: [String(repeating: "#a ", count: 300_000), String(repeating: "\u{1F1E9}\u{1F1EA} ", count: 100_000)])
  func `a long text is read at once`(text: String) throws {
    let today = try #require(Day("2026-11-24"))
    #expect(DatedText(reading: text, today: today).text == text)
    #expect(DatedText.written(text, today: today) == text)
  }

  @Test(
    arguments: [
      ("milk due:tomorow", "tomorow", "milk due:tomorrow"), ("milk due:fri", nil, nil),
      ("milk due:frii", "frii", "milk due:fri"),
      ("milk due:the bank", nil, nil), ("milk \\due:tomorow", nil, nil), ("overdue:tomorow", nil, nil),
      ("milk due:soon", nil, nil), ("milk due:27nov", nil, nil), ("milk due:27.11", "27.11", "milk due:27 nov"),
      ("milk due:32nov #home", "32nov", "milk due:30 nov #home"), ("milk due:kw48", "kw48", nil),
      ("milk repeat:wekly #a", "wekly", "milk repeat:weekly #a"), ("milk repeat:soon", "soon", nil),
      ("milk repeat:as you like", nil, nil), ("milk due:none", nil, nil),
      ("milk repeat:FREQ=DAILY;BYWEEKNO=2", "BYWEEKNO", nil),
    ] as [(String, String?, String?)])
  func `a word that looks like a day or a rule is named`(typed: String, words: String?, corrected: String?) throws {
    let slip = try DatedText.slip(in: typed, today: #require(Day("2026-11-24")))
    #expect((slip == nil) == (words == nil) && slip?.remark.contains(words ?? "") != false, "\(slip as Any)")
    #expect(slip?.corrected == corrected)
  }

  @Test func `a text of many signs is read at once`() throws {
    let today = try #require(Day("2026-11-24"))
    let text = "a" + String(repeating: " due:x", count: 100_000)
    #expect(DatedText(reading: text, today: today).text == text)
  }
}
