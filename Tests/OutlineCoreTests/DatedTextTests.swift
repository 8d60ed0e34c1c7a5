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
    #expect(read.due?.description == due)
    #expect(DatedText(reading: DatedText.written(text, today: today), today: today).text == text)
    #expect(DatedText(reading: DatedText.written(text, today: today), today: today).due == nil)
  }

  @Test(
    arguments: [
      ("milk due:tomorow", "tomorow", "tomorrow"), ("milk due:fri", nil, nil), ("milk due:frii", "frii", "fri"),
      ("milk due:the bank", nil, nil), ("milk \\due:tomorow", nil, nil), ("overdue:tomorow", nil, nil),
    ] as [(String, String?, String?)])
  func `a word that is nearly a day is named`(typed: String, words: String?, nearest: String?) throws {
    let slip = try DatedText.slip(in: typed, today: #require(Day("2026-11-24")))
    #expect(slip?.words == words)
    #expect(slip?.nearest == nearest)
  }
}
