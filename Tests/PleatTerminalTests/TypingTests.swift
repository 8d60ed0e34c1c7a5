import OutlineCore
import OutlineRepository
import Testing

@testable import PleatTerminal

/// Items that are typed one after the other.
struct TypingTests {
  /// How many keys it takes to type a text and press enter.
  private func type(_ text: String, in session: ScreenSession) -> Int {
    session.type(text)
    session.press(.enter)
    return text.count + 1
  }

  private static let tasks = [SectionDraft(title: "Home", rows: [RowDraft("plants", isDone: false), RowDraft("tea")])]

  @Test func `call the plumber takes 18 keys, and 17 each that follows, up to five of them`() throws {
    let session = try ScreenSession(Self.tasks)
    session.press(.down, .character("a"))
    #expect(1 + type("call the plumber", in: session) == 18)
    for _ in 2...5 { #expect(type("call the plumber", in: session) == 17) }
    session.press(.escape)
    #expect(
      session.list == ["▾ Home", "  ☐ plants"] + Array(repeating: "  ☐ call the plumber", count: 4)
        + [">  ☐ call the plumber", "  tea"])
  }

  @Test func `a new row is a task where the section makes tasks, beside whatever it begins`() throws {
    let session = try ScreenSession(
      [
        SectionDraft(title: "Home", newRows: .task, rows: [RowDraft("tea")]),
        SectionDraft(title: "Work", newRows: .plain, rows: [RowDraft("post", isDone: false)]),
        SectionDraft(title: "Trip", rows: [RowDraft("tent", isDone: true)]),
        SectionDraft(title: "Pack", isDone: false),
      ], rows: 18)
    for title in ["tea", "Work", "post", "Trip", "Pack"] {
      session.press(.character("g"))
      while !session.list.contains(where: { $0.hasPrefix(">") && $0.hasSuffix(title) }) { session.press(.down) }
      session.press(.character("a"))
      _ = type("x", in: session)
      session.press(.enter)
    }
    #expect(
      session.list == [
        "▾ Home", "  tea", "  ☐ x", "▾ Work", "  x", "  ☐ post", "  x", "▾ Trip", "  ☐ x", "  ☑ tent", "▾ ☐ Pack",
        ">  ☐ x",
      ])
  }

  @Test func `enter begins the next item below, and an empty one ends`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("a"))
    for text in ["pears", "plums"] { _ = type(text, in: session) }
    #expect(session.status.hasPrefix("added \"plums\""))
    session.press(.backspace)
    #expect(session.status == "enter, escape: end  tab: indent")
    session.press(.character(" "), .enter)
    #expect(session.list.prefix(5) == ["▾ Groceries", "  apples", "  pears", ">  plums", "  bread"])
    session.press(.character("a"), .paste("figs"), .enter, .enter)
    #expect(session.list[3...4] == ["  plums", ">  figs"])
  }

  @Test func `escape saves nothing, says so, and the same key offers the text again`() throws {
    let session = try ScreenSession(columns: 80)
    session.press(.character("G"), .character("a"))
    _ = type("tea", in: session)
    session.type("cof")
    session.press(.escape)
    #expect(session.list.suffix(3) == ["▾ Home", "  plants", ">  tea"])
    #expect(session.status == "\"cof\" is not saved; a offers it again.")
    session.press(.character("a"), .end)
    session.type("fee")
    session.press(.enter, .enter)
    #expect(session.list.suffix(2) == ["  tea", ">  coffee"])
    session.press(.character("a"), .escape)
    #expect(!session.status.contains("saved"))
  }

  /// Keys that begin a text, and the key that offers it again.
  static let texts: [(begin: [Key], key: Character)] = [
    ([.character("a")], "a"), ([.character("O")], "a"), ([.character("A")], "A"), ([.down, .character("e")], "e"),
    ([.down, .character("n")], "n"),
  ]

  @Test(arguments: texts)
  func `no typed text is lost with escape: a character replaces it only after it was shown`(
    begin: [Key], key: Character
  )
    throws
  {
    for leave in [Key.escape, .control("c")] {
      let session = try ScreenSession(columns: 80)
      begin.forEach { session.press($0) }
      session.type("zz")
      session.press(leave)
      #expect(session.status.hasSuffix("zz\" is not saved; \(key) offers it again."))
      #expect(!session.list.contains { $0.contains("zz") })
      session.press(.character(key))
      #expect(session.painted.texts.contains { $0.contains("zz") })
      session.press(.escape)
      #expect(session.status.hasSuffix("zz\" is not saved; \(key) offers it again."))
      session.press(.character(key))
      session.type("yy")
      session.press(.enter, .escape)
      #expect(session.list.contains { $0.hasSuffix("yy") } && !session.list.contains { $0.contains("zz") })
    }
  }

  @Test func `an unchanged text is left without a word, and that of another item is not offered`() throws {
    let session = try ScreenSession(columns: 80)
    session.press(.down, .character("e"), .escape)
    #expect(!session.status.contains("saved"))
    session.press(.character("e"), .character("!"), .escape, .down, .character("e"))
    #expect(session.painted.texts.contains { $0.hasPrefix("     bread") })
  }

  @Test func `sections follow sections, and rows go into a collapsed section in their order`() throws {
    let session = try ScreenSession()
    session.press(.character("G"), .left, .left, .character("a"))
    for text in ["tea", "coffee"] { _ = type(text, in: session) }
    session.press(.enter)
    #expect(session.list.last == ">▸ Home · 3 hidden")
    session.press(.character("A"))
    for title in ["Work", "Trip"] { _ = type(title, in: session) }
    session.press(.enter)
    #expect(session.list.suffix(3) == ["▸ Home · 3 hidden", "Work", ">Trip"])
    session.press(.up, .up, .right)
    #expect(session.list.dropFirst(7).prefix(4) == [">▾ Home", "  plants", "  tea", "  coffee"])
  }

  @Test func `beside a task begins a task, and backspace takes its box away`() throws {
    let session = try ScreenSession(Self.tasks)
    session.press(.down, .character("a"))
    #expect(session.painted.texts[2] == "     ☐")
    session.press(.backspace)
    #expect(session.painted.texts[2] == "")
    _ = type("soap", in: session)
    session.press(.backspace)
    _ = type("salt", in: session)
    session.press(.enter)
    #expect(session.list == ["▾ Home", "  ☐ plants", "  soap", ">  salt", "  tea"])
  }

  @Test func `a box before a text makes it a task, and a backslash keeps it in the text`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("a"))
    for text in [#"\[ ] rice"#, "[] salt", "[ ] jam", "[x] tea", "figs"] { _ = type(text, in: session) }
    session.press(.enter)
    #expect(
      session.list.prefix(8) == [
        "▾ Groceries", "  apples", "  [ ] rice", "  [] salt", "  ☐ jam", "  ☑ tea", ">  ☐ figs", "  bread",
      ])
    session.press(.character("g"), .down, .down, .character("e"))
    session.type("!")
    session.press(.enter)
    #expect(session.list[2] == ">  [ ] rice!")
    session.press(.character("e"), .home, .delete)
    session.press(.enter)
    #expect(session.list[2] == ">  ☐ rice!")
    session.press(.character("e"), .enter)
    #expect(session.list[2] == ">  ☐ rice!")
  }

  @Test func `sections are typed as tasks too, and a row below a task is one`() throws {
    let session = try ScreenSession()
    session.press(.character("G"), .character("A"))
    #expect(session.status.contains("New section:"))
    _ = type("[ ] Trip", in: session)
    #expect(session.status.contains("New section, a task:"))
    session.press(.backspace)
    _ = type("Move", in: session)
    session.press(.enter, .up, .character("a"))
    _ = type("socks", in: session)
    session.press(.enter, .left, .character("A"))
    _ = type("Hut", in: session)
    session.press(.backspace)
    _ = type("Home again", in: session)
    session.press(.enter)
    #expect(session.list.suffix(5) == ["▾ ☐ Trip", "  ☐ socks", "☐ Hut", ">Home again", "Move"])
    session.press(.up, .character("e"))
    #expect(session.painted.texts.contains("   ☐ Hut"))
    session.type("!")
    session.press(.enter)
    #expect(session.list.suffix(3) == [">☐ Hut!", "Home again", "Move"])
  }

  @Test func `what is typed where its neighbour is gone is added where the cursor is`() throws {
    let session = try ScreenSession(columns: 80)
    session.press(.down, .character("a"))
    session.type("pears")
    try session.edit(.delete("apples"))
    session.press(.enter)
    #expect(session.status.hasPrefix("Its place does not exist any more, so it is here: added \"pears\""))
    _ = type("plums", in: session)
    session.press(.enter)
    #expect(session.list.prefix(5) == ["▾ Groceries", "  bread", "  pears", ">  plums", "  ▾ Dairy"])
    session.press(.character("G"), .left, .character("A"))
    session.type("Trip")
    try session.edit(.delete("Home", recursively: true))
    session.press(.enter, .enter)
    #expect(session.list.suffix(1) == [">  Trip"])
  }
}
