import OutlineCore
import OutlineRepository
import Testing

@testable import PleatTerminal

/// Rows that have rows below them, and the keys that change levels and kinds.
struct LevelTests {
  private func type(_ text: String, in session: ScreenSession) -> Int {
    session.type(text)
    session.press(.enter)
    return text.count + 1
  }

  private static func row(_ text: String, level: Int = 1, isDone: Bool? = false) -> RowDraft {
    var row = RowDraft(text, isDone: isDone)
    row.level = level
    return row
  }

  /// Trip with the task pack, which has socks and shoes below it, and the tasks book and call; below it Food; and Ideas.
  private static let trip = [
    SectionDraft(
      title: "Trip",
      rows: [row("pack"), row("socks", level: 2), row("shoes", level: 2), row("book"), row("call", isDone: true)]),
    SectionDraft(level: 2, title: "Food"), SectionDraft(title: "Ideas"),
  ]

  @Test func `a section without content looks like a section, and its header folds nothing`() throws {
    let session = try ScreenSession(Self.trip)
    #expect(
      session.list == [
        ">▾ Trip", "  ▾ ☐ pack", "    ☐ socks", "    ☐ shoes", "  ☐ book", "  ☑ call", "  Food", "Ideas",
      ])
    let rows = session.painted.rows
    #expect(rows[4].allSatisfy { !$0.style.contains(.title) } && rows[6].contains { $0.style.contains(.title) })
    session.press(.end, .up, .enter)
    #expect(session.status.hasPrefix("Nothing is below it"))
    session.press(.left)
    #expect(session.list.first == ">▾ Trip")
  }

  @Test func `a row with others below it folds and unfolds with the keys and the clicks of sections`() throws {
    let session = try ScreenSession(Self.trip)
    session.press(.down, .down, .down, .left)
    #expect(session.list[1] == ">  ▾ ☐ pack")
    session.press(.left)
    #expect(session.list[0...2] == ["▾ Trip", ">  ▸ ☐ pack · 2 hidden, 0 of 2 done", "  ☐ book"])
    session.press(.right)
    #expect(session.list[1...3] == [">  ▾ ☐ pack", "    ☐ socks", "    ☐ shoes"])
    session.press(.enter)
    #expect(session.list[1] == ">  ▸ ☐ pack · 2 hidden, 0 of 2 done")
    session.press(.left)
    #expect(session.list[0] == ">▾ Trip")
    session.press(.right)
    #expect(session.list[0...2] == [">▾ Trip", "  ▾ ☐ pack", "    ☐ socks"])
    session.press(.click(column: 3, row: 1))
    #expect(session.list[1...2] == [">  ▸ ☐ pack · 2 hidden, 0 of 2 done", "  ☐ book"])
    session.press(.character("Z"))
    #expect(session.list[1...2] == [">  ▾ ☐ pack", "    ☐ socks"])
    session.press(.click(column: 5, row: 1))
    #expect(session.list[1] == ">  ▾ ☑ pack")
    session.press(.down, .right)
    #expect(session.status.hasPrefix("Nothing is below it"))
    #expect(try session.problems() == [])
  }

  @Test func `right on an expanded row expands what is collapsed on the next level below it, and no other`() throws {
    let session = try ScreenSession([
      SectionDraft(
        title: "A",
        rows: [
          Self.row("a"), Self.row("b", level: 2), Self.row("c", level: 3), Self.row("d", level: 2),
          Self.row("e", level: 3), Self.row("f"), Self.row("g", level: 2),
        ])
    ])
    for item in ["f", "d", "b"] { try session.edit(.collapse(Address(parsing: item)), as: "ana") }
    #expect(session.list.count == 5)
    session.press(.down, .right)
    #expect(
      session.list == [
        "▾ A", ">  ▾ ☐ a", "    ▾ ☐ b", "      ☐ c", "    ▾ ☐ d", "      ☐ e", "  ▸ ☐ f · 1 hidden, 0 of 1 done",
      ])
    session.press(.right)
    #expect(session.status == "Nothing is collapsed here.")
    session.press(.up, .right)
    #expect(session.list.suffix(2) == ["  ▾ ☐ f", "    ☐ g"])
  }

  @Test func `what is added on a row comes after it, and on an expanded row below it`() throws {
    let session = try ScreenSession(Self.trip)
    session.press(.down, .character("a"))
    #expect(session.painted.texts[2] == "       ☐")
    _ = type("coat", in: session)
    session.press(.enter)
    #expect(session.list[1...3] == ["  ▾ ☐ pack", ">    ☐ coat", "    ☐ socks"])
    session.press(.up, .left, .character("a"))
    _ = type("tickets", in: session)
    session.press(.enter)
    #expect(session.list[1...3] == ["  ▸ ☐ pack · 3 hidden, 0 of 3 done", ">  ☐ tickets", "  ☐ book"])
    session.press(.character("G"), .up, .character("a"))
    _ = type("soup", in: session)
    session.press(.enter)
    #expect(session.list.suffix(3) == ["  ▾ Food", ">    soup", "Ideas"])
  }

  @Test func `a subtask takes two keys more than its text, and each after it one more`() throws {
    let session = try ScreenSession([SectionDraft(title: "Home", rows: [RowDraft("plants", isDone: false)])])
    session.press(.down, .character("a"))
    #expect(1 + type("write tests", in: session) == 13)
    session.press(.tab)
    #expect(session.painted.texts[3] == "       ☐")
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

  @Test func `tab and shift-tab indent and outdent a new row, but not out of its section`() throws {
    let session = try ScreenSession(columns: 70)
    session.press(.down, .character("a"), .backTab)
    #expect(session.status.hasPrefix("It is not below a row."))
    session.press(.tab, .tab)
    #expect(session.status.hasPrefix("There is nothing before it."))
    session.press(.backTab, .tab)
    _ = type("red ones", in: session)
    session.press(.escape)
    #expect(session.list.prefix(3) == ["▾ Groceries", "  ▾ apples", ">    red ones"])
    session.press(.character("e"), .tab)
    #expect(session.status.hasPrefix("Save it first: tab moves only saved items and new items."))
    session.press(.escape, .character("e"), .backTab)
    #expect(session.status.hasPrefix("Save it first: shift-tab moves only saved items and new items."))
    session.press(.escape, .up, .up, .character("a"), .backTab)
    #expect(session.status.hasPrefix("It is not below a row."))
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

  @Test func `tab takes a row with all below it into a collapsed row, which expands, and shift-tab takes it back out`()
    throws
  {
    let session = try ScreenSession(Self.trip)
    session.press(.down, .left, .down, .tab)
    #expect(session.list[1...5] == ["  ▾ ☐ pack", "    ☐ socks", "    ☐ shoes", ">    ☐ book", "  ☑ call"])
    #expect(session.status == "indented \"book\"")
    session.press(.backTab)
    #expect(session.list[3...5] == ["    ☐ shoes", ">  ☐ book", "  ☑ call"])
    session.press(.character("v"), .character("v"), .tab)
    #expect(session.list[1...5] == ["  ▾ ☐ pack", "    ☐ socks", "    ☐ shoes", "    ☐ book", ">    ☑ call"])
    #expect(try session.problems() == [])
  }

  @Test func `rows move past their siblings with what is below them, and from section to section`() throws {
    let session = try ScreenSession(Self.trip)
    session.press(.down, .character("J"))
    #expect(session.list[1...4] == ["  ☐ book", ">  ▾ ☐ pack", "    ☐ socks", "    ☐ shoes"])
    session.press(.character("J"))
    #expect(session.list[1...5] == ["  ☐ book", "  ☑ call", ">  ▾ ☐ pack", "    ☐ socks", "    ☐ shoes"])
    session.press(.down, .character("J"), .character("J"))
    #expect(session.list[3...5] == ["  ▾ ☐ pack", "    ☐ shoes", ">    ☐ socks"])
    #expect(session.status == "There is nothing below to move to.")
    session.press(.up, .up, .character("J"))
    #expect(session.list[3...6] == ["  ▾ Food", ">    ▾ ☐ pack", "      ☐ shoes", "      ☐ socks"])
    session.press(.character("K"), .character("K"))
    #expect(session.list[1...4] == ["  ☐ book", ">  ▾ ☐ pack", "    ☐ shoes", "    ☐ socks"])
    #expect(try session.problems() == [])
  }

  @Test func `deleting a row with others below it asks once, in a filter too`() throws {
    let session = try ScreenSession(Self.trip, columns: 80)
    session.press(.down, .character("d"))
    #expect(session.status.hasPrefix("Delete \"pack\" with everything in it?"))
    session.press(.escape, .character("/"))
    session.type("pack")
    session.press(.enter, .character("d"))
    #expect(session.status.hasPrefix("Delete \"pack\" with everything in it?"))
    session.press(.character("d"), .escape)
    #expect(session.list.prefix(3) == ["▾ Trip", ">  ☐ book", "  ☑ call"])
    session.press(.character("u"))
    #expect(session.list.count == 8)
  }

  @Test func `a key makes a section of a row, and another one a row of a section`() throws {
    let session = try ScreenSession(Self.trip, columns: 80)
    session.press(.down, .character("S"))
    #expect(
      session.list == [
        "▾ Trip", "  ☐ book", "  ☑ call", "  Food", ">  ▾ ☐ pack", "    ☐ socks", "    ☐ shoes", "Ideas",
      ])
    #expect(session.status == "promoted \"pack\"")
    session.press(.character("R"))
    #expect(session.status == "demoted \"pack\"")
    #expect(
      session.list == [
        "▾ Trip", "  ☐ book", "  ☑ call", ">  ▾ ☐ pack", "    ☐ socks", "    ☐ shoes", "  Food", "Ideas",
      ])
    session.press(.character("R"))
    #expect(session.status.hasPrefix("\"pack\" is a row already. S makes a section of it."))
    session.press(.end, .character("R"))
    #expect(session.status.hasPrefix("failed: 'Ideas' is an outermost section, and a row has to be in one."))
    session.press(.up, .character("S"))
    #expect(session.status.hasPrefix("\"Food\" is a section already. R makes a row of it."))
    #expect(try session.problems() == [])
  }

  @Test func `a section that becomes a row of a collapsed section is shown`() throws {
    let session = try ScreenSession(Self.trip, columns: 80)
    session.press(.end, .tab, .character("R"))
    #expect(session.list.suffix(3) == ["  ☑ call", ">  Ideas", "  Food"])
    #expect(try session.problems() == [])
  }

  @Test func `m offers sections, and after them rows that have others below them`() throws {
    let session = try ScreenSession(
      [SectionDraft(title: "List", rows: [Self.row("pa"), Self.row("x", level: 2), Self.row("paint")])]
        + [SectionDraft(title: "Paint"), SectionDraft(title: "Home", rows: [Self.row("brush")])], columns: 60)
    session.press(.end, .character("m"))
    #expect(session.painted.texts[1...4] == ["  List", "  Paint", "  Home", "  List/pa"])
    session.type("pa")
    #expect(session.painted.texts[1...2] == ["  List/pa", "  Paint"])
    session.press(.enter)
    #expect(session.list.prefix(5) == ["▾ List", "  ▾ ☐ pa", "    ☐ x", ">    ☐ brush", "  ☐ paint"])
    session.press(.up, .up, .character("m"))
    #expect(session.painted.texts[1...4] == ["  List", "  Paint", "  Home", ""])
  }

  @Test func `a done row is hidden with what is done below it, but not where something below it is open`() throws {
    let session = try ScreenSession(
      [
        SectionDraft(
          title: "A",
          rows: [
            Self.row("a", isDone: true), Self.row("b", level: 2, isDone: true), Self.row("c", isDone: true),
            Self.row("d", level: 2, isDone: true), Self.row("e", level: 3), Self.row("f", level: 2, isDone: true),
          ])
      ], columns: 60)
    session.press(.character("H"))
    #expect(session.list == [">▾ A", "  ▾ ☑ c", "    ▾ ☑ d", "      ☐ e"])
    session.press(.down, .left)
    #expect(session.list == ["▾ A", ">  ▸ ☑ c · 3 hidden, 2 of 3 done"])
    #expect(try session.problems() == [])
  }

  @Test func `a copied row is pasted with everything below it`() throws {
    let session = try ScreenSession(Self.trip)
    session.press(.down, .character("y"), .end, .character("p"))
    #expect(session.list.suffix(4) == ["▾ Ideas", ">  ▾ ☐ pack", "    ☐ socks", "    ☐ shoes"])
  }
}
