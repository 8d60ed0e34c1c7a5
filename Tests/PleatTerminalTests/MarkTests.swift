import OutlineCore
import OutlineRepository
import Testing

@testable import PleatTerminal

/// Marks, and numbers before movements.
struct MarkTests {
  /// The lines of the list that are marked.
  private func marked(_ session: ScreenSession) -> [String] {
    session.painted.texts.filter { $0.hasPrefix("•") }.map { $0.dropFirst().trimmingPrefix { $0 == " " } }.map(
      String.init)
  }

  @Test func `a key marks a line, and x, d and m act on all that is marked`() throws {
    let session = try ScreenSession(columns: 70)
    session.press(.down, .character("v"), .down, .down, .character("v"))
    #expect(marked(session) == ["apples", "milk"])
    #expect(session.head.contains("  2 marked  "))
    #expect(session.status == "x make tasks  d delete  m move  tab indent  escape unmark")
    session.press(.character("x"))
    #expect(session.list.contains("  ☐ apples") && session.list.contains("    ☐ milk"))
    session.press(.character("x"), .character("m"))
    session.type("home")
    session.press(.enter)
    #expect(session.status == "moved \"apples\", \"milk\"")
    #expect(session.list.suffix(4) == ["▾ Home", "  plants", "  ☑ apples", "  ☑ milk"])
    #expect(marked(session) == [])
    session.press(.character("G"), .character("v"), .up, .character("v"), .character("d"))
    #expect(session.status == "Delete 2 marked items with everything in them? d or y: yes, any other key: no")
    session.press(.character("y"))
    #expect(session.list.suffix(2) == ["▾ Home", ">  plants"])
  }

  @Test func `what was done to several is undone as one`() throws {
    let session = try ScreenSession()
    let before = session.list
    session.press(.down, .shiftDown, .character("x"), .character("m"))
    session.type("home")
    session.press(.enter, .character("g"), .down, .shiftDown, .shiftDown, .character("d"), .character("d"))
    for undone in ["delete 3 marked items", "move 2 marked items", "edit --done no 2 marked items"] {
      session.press(.character("u"))
      #expect(session.status == "undone: \(undone)")
    }
    session.press(.escape, .character("g"))
    #expect(session.list == before)
  }

  @Test func `x makes tasks of plain rows first, then ticks all, then unticks them`() throws {
    let session = try ScreenSession([SectionDraft(title: "A", rows: [RowDraft("a", isDone: true), RowDraft("b")])])
    session.press(.down, .shiftDown)
    for boxes in ["☑☐", "☑☑", "☐☐", "☑☑"] {
      session.press(.character("x"))
      #expect(session.list.dropFirst().flatMap { $0.filter { "☐☑".contains($0) } }.map { $0 } == Array(boxes))
    }
  }

  @Test func `shift and an arrow mark a range, and take back what they marked`() throws {
    let session = try ScreenSession()
    session.press(.down, .shiftDown, .shiftDown)
    #expect(marked(session) == ["apples", "bread", "▾ Dairy"])
    session.press(.shiftUp)
    #expect(marked(session) == ["apples", "bread"])
    session.press(.shiftUp, .shiftUp)
    #expect(marked(session) == ["▾ Groceries", "apples"])
    session.press(.character("G"), .shiftUp)
    #expect(marked(session) == ["▾ Groceries", "apples", "▾ Home", "plants"])
    session.press(.escape)
    #expect(marked(session) == [])
    session.press(.character("g"), .character("3"), .shiftDown)
    #expect(marked(session) == ["▾ Groceries", "apples", "bread", "▾ Dairy"])
  }

  @Test func `marks stay on what was marked, and what others delete is no longer marked`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("v"), .character("v"))
    try session.edit(.move("apples", to: .inside("Home")))
    try session.edit(.delete("bread"))
    #expect(marked(session) == ["apples"])
    session.press(.character("x"))
    #expect(session.list.last == "  ☐ apples")
    #expect(session.status == "marked as open \"apples\"")
  }

  @Test func `of several, one that was changed unseen is shown before all are deleted`() throws {
    let session = try ScreenSession(columns: 90)
    session.press(.down, .character("v"), .character("v"))
    _ = try session.other.perform(.rename("bread", to: "rolls"), as: "bob")
    session.press(.character("d"), .character("d"))
    #expect(session.status == #"Meanwhile bob wrote "rolls" here. d or y: delete all 2, any other key: leave all 2"#)
    #expect(session.list.count == 9)
    session.press(.character("y"))
    #expect(session.list.count == 7)
  }

  /// Keys after which the marked row apples is not on the screen.
  static let hiding: [[Key]] = [
    [.character("z")], [.left, .left], [.character("G"), .character("f")],
    [.character("/"), .character("b"), .character("r"), .enter],
  ]

  @Test(arguments: hiding)
  func `what is hidden is no longer marked, and no key acts on it`(keys: [Key]) throws {
    let session = try ScreenSession(columns: 120)
    session.press(.down, .character("v"), .up)
    for key in keys { session.press(key) }
    #expect(session.status.contains("1 marked line is not shown any more, and no longer marked."))
    #expect(session.screen.state.marks.isEmpty)
    #expect(session.screen.targets().allSatisfy { $0.text != "apples" })
  }

  @Test func `a header around a hit is not marked in a filter, and keys act on the hits`() throws {
    let session = try ScreenSession(columns: 120)
    session.press(.character("G"), .up, .character("v"), .character("/"))
    session.type("plants or milk")
    session.press(.enter, .character("x"))
    #expect(session.list == ["▾ Groceries", "  ▾ Dairy", "    milk", "▾ Home", ">  ☐ plants"])
    session.press(.up, .character("v"))
    #expect(session.status == "\"Home\" is no hit, and cannot be marked here.")
    session.press(.character("g"), .shiftDown, .shiftDown, .shiftDown, .shiftDown)
    #expect(marked(session) == ["milk", "☐ plants"])
    session.press(.character("d"))
    #expect(session.status.hasPrefix("Delete 2 marked items"))
  }

  @Test func `a key that leaves the filter acts on nothing if marked hits are hidden without it`() throws {
    let session = try ScreenSession(columns: 120)
    session.press(.character("z"), .character("/"))
    session.type("bread or butter or plants")
    session.press(.enter, .character("g"), .shiftDown, .shiftDown, .shiftDown, .shiftDown, .shiftDown)
    #expect(marked(session) == ["bread", "butter", "plants"])
    session.press(.tab)
    #expect(session.status.hasSuffix("3 marked lines are not shown any more, and no longer marked."))
    session.press(.character("Z"))
    #expect(session.list.map { $0.trimmingPrefix(">") } == (try ScreenSession().list.map { $0.trimmingPrefix(">") }))
  }

  @Test func `what others move into a collapsed section is no longer marked`() throws {
    let session = try ScreenSession(columns: 120)
    session.press(.character("G"), .left, .left, .character("g"), .down, .character("v"))
    try session.edit(.move("apples", to: .inside("Home")))
    #expect(session.status == "1 marked line is not shown any more, and no longer marked.")
    session.press(.down)
    #expect(session.head.hasSuffix("  3/7") && !session.head.contains("marked"))
  }

  @Test func `a number goes before a movement, and before nothing else`() throws {
    let session = try ScreenSession(columns: 70)
    let cursor = { session.screen.port.cursor }
    session.press(.character("5"), .character("j"))
    #expect(cursor() == 5)
    session.press(.character("1"), .character("0"), .character("k"))
    #expect(cursor() == 0)
    session.press(.character("4"), .character("G"))
    #expect(cursor() == 3)
    for _ in 0..<30 { session.press(.character("9")) }
    session.press(.pageDown)
    #expect(cursor() == 8)
    session.press(.character("2"), .character("d"))
    #expect(session.status == "2 works only before a movement, as in 2j. Nothing was done.")
    #expect(session.list.count == 9)
    session.press(.character("0"))
    #expect(session.status == "0 does nothing here; ? shows the keys.")
  }

  @Test func `a line that stays in its section is moved up or down, and one that leaves it says where to`() throws {
    let session = try ScreenSession(columns: 80)
    session.press(.down, .character("J"))
    #expect(session.status == "moved \"apples\" down")
    session.press(.character("K"))
    #expect(session.status == "moved \"apples\" up")
    session.press(.character("G"), .character("h"), .character("K"))
    #expect(session.status == "moved \"Home\" up")
    session.press(.character("J"), .character("l"), .down, .character("K"))
    #expect(session.status == "moved \"plants\"")
  }
}
