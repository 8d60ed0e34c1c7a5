import OutlineCore
import OutlineRepository
import Testing

@testable import PleatTerminal

/// Lists of rows and of sections that look like rows, and the keys that make one of the other.
struct LevelTests {
  private func type(_ text: String, in session: ScreenSession) -> Int {
    session.type(text)
    session.press(.enter)
    return text.count + 1
  }

  /// Trip with the task pack, which has socks, and the sections book and call without content.
  private static let trip = [
    SectionDraft(title: "Trip"),
    SectionDraft(level: 2, title: "pack", isDone: false, rows: [RowDraft("socks", isDone: false)]),
    SectionDraft(level: 2, title: "book", isDone: false), SectionDraft(level: 2, title: "call", isDone: true),
    SectionDraft(title: "Ideas"),
  ]

  @Test func `a section without content looks like a row, and an outermost one is at the edge`() throws {
    let session = try ScreenSession(Self.trip)
    #expect(session.list == [">▾ Trip", "  ▾ ☐ pack", "    ☐ socks", "  ☐ book", "  ☑ call", "Ideas"])
    let rows = session.screen.paint().rows
    #expect(rows[3].allSatisfy { !$0.style.contains(.bold) } && rows[5].contains { $0.style.contains(.bold) })
    session.press(.click(column: 3, row: 3))
    #expect(session.list[3] == ">  ☑ book")
    session.press(.enter)
    #expect(session.status.hasPrefix("This is a row"))
    session.press(.character("/"))
    session.type("oo")
    #expect(session.list == ["▾ Trip", ">  ☑ book"])
  }

  @Test func `what is added on a section without content comes after it, as a task beside a task`() throws {
    let session = try ScreenSession(Self.trip)
    session.press(.down, .down, .down, .character("a"))
    _ = type("tickets", in: session)
    session.press(.enter)
    #expect(session.list[3...5] == ["  ☐ book", ">  ☐ tickets", "  ☑ call"])
    session.press(.character("G"), .character("a"))
    _ = type("boats", in: session)
    session.press(.enter)
    #expect(session.list.suffix(2) == ["▾ Ideas", ">  boats"])
  }

  @Test func `a subtask takes two keys more than its text, and each after it one more`() throws {
    let session = try ScreenSession([SectionDraft(title: "Home", rows: [RowDraft("plants", isDone: false)])])
    session.press(.down, .character("a"))
    #expect(1 + type("write tests", in: session) == 13)
    session.press(.tab)
    #expect(session.screen.paint().texts[3] == "     ☐")
    #expect(1 + type("unit tests", in: session) == "unit tests".count + 2)
    #expect(type("more tests", in: session) == "more tests".count + 1)
    session.press(.backTab)
    #expect(1 + type("publish", in: session) == "publish".count + 2)
    session.press(.escape)
    #expect(
      session.list == [
        "▾ Home", "  ☐ plants", "  ▾ ☐ write tests", "    ☐ unit tests", "    ☐ more tests", ">  ☐ publish",
      ])
    #expect(try session.problems() == [])
  }

  @Test func `shift-tab takes a new row out of its section and back again, where there is a section`() throws {
    let session = try ScreenSession(columns: 70)
    session.press(.down, .character("a"), .backTab, .tab, .tab)
    #expect(session.status == "There is nothing before it.")
    session.press(.backTab, .backTab)
    #expect(session.status == "It is not inside a section.")
    _ = type("Work", in: session)
    session.press(.escape)
    #expect(session.list.suffix(3) == [">Work", "▾ Home", "  plants"])
    session.press(.character("e"), .tab)
    #expect(session.status.hasPrefix("Save it first: tab moves only saved items and new items."))
    session.press(.escape, .character("e"), .backTab)
    #expect(session.status == "Save it first: shift-tab moves only saved items and new items.")
  }

  @Test func `tab and shift-tab indent and outdent a new section too, which says where it will be`() throws {
    let session = try ScreenSession(columns: 80, rows: 16)
    session.press(.character("A"))
    #expect(session.status.contains("New section:"))
    session.press(.tab)
    #expect(session.status.contains("New section in Groceries:"))
    _ = type("Drinks", in: session)
    #expect(session.status.contains("New section in Groceries:"))
    session.press(.tab)
    #expect(session.status.contains("New section in Drinks:"))
    _ = type("Tea", in: session)
    session.press(.backTab, .backTab)
    #expect(session.status.contains("New section:"))
    session.press(.backTab)
    #expect(session.status.hasPrefix("It is not inside a section."))
    _ = type("Bakery", in: session)
    session.press(.escape)
    #expect(session.list.suffix(5) == ["  ▾ Drinks", "    Tea", ">Bakery", "▾ Home", "  plants"])
    session.press(.up, .character("A"))
    #expect(session.status.contains("New section in Drinks:"))
    session.press(.escape)
    #expect(try session.problems() == [])
  }

  @Test
  func `a new section that goes into a collapsed one expands it, and has nothing to go below in an empty outline`()
    throws
  {
    let session = try ScreenSession(columns: 80)
    session.press(.down, .down, .down, .left, .character("A"), .tab)
    _ = type("[ ] Cream", in: session)
    #expect(session.status.contains("New section in Dairy, a task:"))
    session.press(.escape)
    #expect(
      session.list.dropFirst(3).prefix(5) == ["  ▾ Dairy", "    milk", "    butter", "    cheese", ">    ☐ Cream"])
    _ = try session.other.perform(
      .delete(["Groceries", "Home"], options: DeleteOptions(isRecursive: true)), as: "bob")
    _ = session.screen.catchUp(ownSteps: 0)
    session.press(.character("A"), .tab)
    #expect(session.status.hasPrefix("There is nothing before it."))
  }

  @Test func `tab into a collapsed section expands it, and shift-tab takes the row back out`() throws {
    let session = try ScreenSession(Self.trip)
    session.press(.down, .left, .down, .tab)
    #expect(session.list.prefix(5) == ["▾ Trip", "  ▾ ☐ pack", "    ☐ socks", ">    ☐ book", "  ☑ call"])
    #expect(session.status == "indented \"book\"")
    session.press(.backTab)
    #expect(session.list.prefix(5) == ["▾ Trip", "  ▾ ☐ pack", "    ☐ socks", ">  ☐ book", "  ☑ call"])
    session.press(.character("v"), .character("v"), .up, .up, .up, .left, .tab)
    #expect(session.list.prefix(5) == ["▾ Trip", "  ▾ ☐ pack", "    ☐ socks", "    ☐ book", ">    ☑ call"])
    #expect(try session.problems() == [])
  }

  @Test func `rows and sections without content move past each other as one list`() throws {
    let session = try ScreenSession([
      SectionDraft(title: "Trip", rows: [RowDraft("a"), RowDraft("b")]), SectionDraft(level: 2, title: "c"),
      SectionDraft(level: 2, title: "D", rows: [RowDraft("d")]), SectionDraft(level: 2, title: "e"),
    ])
    session.press(.down, .down, .character("J"))
    #expect(session.list == ["▾ Trip", "  a", "  c", ">  b", "  ▾ D", "    d", "  e"])
    session.press(.character("K"), .character("K"))
    #expect(session.list == ["▾ Trip", ">  b", "  a", "  c", "  ▾ D", "    d", "  e"])
    session.press(.character("G"), .up, .character("J"))
    #expect(session.list.suffix(3) == ["  ▾ D", ">  d", "  e"] || session.list.suffix(3) == ["  D", ">  d", "  e"])
    #expect(try session.problems() == [])
  }
}
