import OutlineCore
import OutlineRepository
import Testing

@testable import PleatTerminal

/// Texts of several lines that are pasted.
struct PastingTests {
  @Test func `lines become rows, with the boxes that they begin with`() throws {
    let session = try ScreenSession()
    session.press(.down, .paste("one\r\n\n  two\n[ ] three\n[x] four\n"))
    #expect(
      session.list.prefix(7) == [
        "▾ Groceries", "  apples", "  one", "    two", "  ☐ three", ">  ☑ four", "  bread",
      ])
    session.press(.character("u"))
    #expect(session.list.prefix(3) == ["▾ Groceries", ">  apples", "  bread"])
  }

  @Test func `a list in Markdown without levels becomes rows`() throws {
    let session = try ScreenSession()
    session.press(.down, .paste("To buy:\n- [ ] jam\n- [x] tea\n"))
    #expect(
      session.list.prefix(6) == ["▾ Groceries", "  apples", "  To buy:", "  ☐ jam", ">  ☑ tea", "  bread"])
  }

  @Test(arguments: [
    ("- jam\nOther\nBread\n- tea", ["jam", "Other", "Bread", "tea"]),
    ("- jam\n  - red\nOther", ["jam", "red", "Other"]),
    ("1. jam\n2. tea\nOther\n", ["jam", "tea", "Other"]),
    ("- jam\n  of plums", ["jam\nof plums"]),
    ("- jam\n\nOther", ["jam", "Other"]),
  ])
  func `a plain line after an item of a pasted list is an item of its own`(text: String, rows: [String]) throws {
    let session = try ScreenSession()
    session.press(.down, .paste(text))
    #expect(try session.lines().map(\.text).dropFirst(2).prefix(rows.count) == rows[...])
  }

  @Test(arguments: ["", "- ", "- [ ] ", "# "])
  func `a day and a rule at the end of a pasted line count, in Markdown too`(sign: String) throws {
    let session = try ScreenSession(columns: 60)
    session.press(.down, .paste("\(sign)call due:fri repeat:weekly\n\(sign)post \\due:fri\n"))
    let lines = try session.lines()
    #expect(lines.filter { $0.text == "call" }.map { $0.schedule.due != nil && $0.schedule.repeats != nil } == [true])
    #expect(lines.first { $0.text == "call" }?.isDone == false)
    #expect(lines.filter { $0.text.hasPrefix("post") }.map(\.schedule.due) == [nil])
  }

  @Test func `Markdown comes with its levels, into the section under the cursor, as one edit`() throws {
    let session = try ScreenSession(rows: 18)
    session.press(.down, .paste("soon\n\n# Trip\n\n- socks\n\n## Train\n\n- ticket\n\n# Hut\n"))
    #expect(
      session.list.prefix(9) == [
        "▾ Groceries", "  apples", "  soon", "  bread", "  ▾ Trip", "    socks", "    ▾ Train", "      ticket",
        ">  Hut",
      ])
    #expect(session.status == "added 6 items")
    #expect(try session.problems() == [])
    session.press(.character("u"))
    #expect(session.status == "undone: paste 6 items")
    #expect(session.list.count == 9)
    session.press(.character("G"), .left, .left, .paste("- a\n  - b\n"))
    #expect(session.list.suffix(1) == [">▸ Home · 3 hidden"])
    #expect(session.status == "added \"a\", \"b\"")
  }

  @Test func `what is pasted into a new item becomes items, and into a text stays lines`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("x"), .character("a"), .paste("one\ntwo"))
    #expect(session.list.prefix(5) == ["▾ Groceries", "  ☐ apples", "  ☐ one", ">  ☐ two", "  bread"])
    session.press(.character("e"), .paste("\n- three"), .enter)
    #expect(session.list[3...4] == [">  ☐ two ⏎ - three", "  bread"])
  }

  @Test func `into an empty outline goes what is pasted too`() throws {
    let session = try ScreenSession()
    for title in ["Groceries", "Home"] { try session.edit(.delete(.words(title), recursively: true)) }
    session.press(.paste("- tea\n"), .paste("# Trip\n- socks"))
    #expect(session.list == ["▾ Inbox", "  tea", ">  ▾ Trip", "    socks"])
  }

  @Test(arguments: [
    ("# a", true), ("###### a\nb", true), ("####### a", false), ("x\n  - a", true), ("12. a", true), ("3) a", true),
    ("-a\n#b\n1.c", false), ("- ", true), ("a - b\n* ", true), ("", false), ("-\n#\n", false), ("1234567890. a", false),
  ])
  func `Markdown is a text with a heading or an item`(text: String, isMarkdown: Bool) {
    #expect(PastedItems.looksLikeMarkdown(text) == isMarkdown)
  }
}
