import OutlineCore
import OutlineRepository
import TestPrograms
import TestSupport
import Testing

@testable import PleatTerminal

/// A screen that hides what is done.
struct HidingTests {
  /// Groceries (apples, ☑ bread, ☑ rice, tea) and Home (☑ plants).
  private static let sample = [
    SectionDraft(
      title: "Groceries",
      rows: [
        RowDraft("apples"), RowDraft("bread", isDone: true), RowDraft("rice", isDone: true),
        RowDraft("tea", isDone: false),
      ]),
    SectionDraft(title: "Home", rows: [RowDraft("plants", isDone: true)]),
  ]

  @Test func `H hides what is done and shows it again, and the file stays as it is`() throws {
    let session = try ScreenSession(Self.sample, columns: 70)
    let before = FileState(of: session.path)
    session.press(.character("G"), .character("H"))
    #expect(session.list == ["▾ Groceries", "  apples", "  ☐ tea", ">▾ Home"])
    session.press(.up)
    #expect(session.head == " outline  ana                                       3 hidden (H)  3/4")
    session.press(.character("H"))
    #expect(session.list == ["▾ Groceries", "  apples", "  ☑ bread", "  ☑ rice", ">  ☐ tea", "▾ Home", "  ☑ plants"])
    #expect(FileState(of: session.path) == before)
  }

  @Test func `lines are counted as they are shown, with or without what is done and beside a section alone`() throws {
    let session = try ScreenSession(Self.sample, columns: 70)
    func place() -> String { session.head.split(separator: " ").last.map(String.init) ?? "" }
    session.press(.character("G"))
    #expect(place() == "7/7")
    session.press(.character("H"))
    #expect(place() == "4/4")
    session.press(.character("3"), .character("g"))
    #expect(session.list[2] == ">  ☐ tea" && place() == "3/4")
    session.press(.character("9"), .character("G"))
    #expect(place() == "4/4")
    session.press(.character("g"), .character("f"))
    #expect(place() == "1/3")
    session.press(.character("H"), .character("5"), .character("g"))
    #expect(place() == "5/5")
  }

  @Test func `the cursor goes over what is hidden, and a task that is ticked goes away`() throws {
    let session = try ScreenSession(Self.sample)
    session.press(.character("H"), .down, .down)
    #expect(session.list[2] == ">  ☐ tea")
    session.press(.up)
    #expect(session.list[1] == ">  apples")
    session.press(.character("2"), .character("j"), .up, .character("x"))
    #expect(session.list == ["▾ Groceries", "  apples", ">▾ Home"])
    session.press(.character("u"))
    #expect(session.list == ["▾ Groceries", "  apples", ">  ☐ tea", "▾ Home"])
    #expect(try session.problems() == [])
  }

  @Test func `a filter hides what is done too, and H shows it there`() throws {
    let session = try ScreenSession(Self.sample, columns: 90)
    session.press(.character("H"), .character("/"))
    session.type("ea or plants or done")
    session.press(.enter)
    #expect(session.list == ["▾ Groceries", ">  ☐ tea"])
    #expect(session.head.hasPrefix(" outline  /ea or plants or done  1 hit  "))
    #expect(session.head.hasSuffix("  3 hidden (H)"))
    #expect(session.status == "x done  e edit  n next  N previous  enter go there  escape leave the filter")
    session.press(.character("H"))
    #expect(session.status == "Done items are shown again.")
    #expect(session.list == ["▾ Groceries", "  ☑ bread", "  ☑ rice", ">  ☐ tea", "▾ Home", "  ☑ plants"])
    session.press(.character("H"), .character("x"))
    #expect(session.list == ["Every hit is done; H shows it."])
    session.press(.escape)
    #expect(session.list == [">▾ Groceries", "  apples", "▾ Home"])
    session.press(.character("N"))
    #expect(session.status == "H hides every hit for ea or plants or done.")
  }

  @Test func `a filter hides what is below a section that is done`() throws {
    let session = try ScreenSession()
    try session.edit(.setCheckBox(of: "Groceries", to: .done))
    session.press(.character("H"), .character("/"))
    session.type("milk or plants")
    session.press(.enter)
    #expect(session.list == ["▾ Home", ">  plants"])
    #expect(session.screen.state.filter?.doneCount == 1)
  }

  @Test func `a section that is done goes away with all that is below it, and what is left when all are done`() throws {
    let session = try ScreenSession()
    session.press(.character("H"))
    try session.edit(.setCheckBox(of: "Groceries", to: .done))
    #expect(session.list == [">▾ Home", "  plants"])
    try session.edit(.setCheckBox(of: "Home", to: .done))
    #expect(session.list == ["Everything is done; H shows it."])
    session.press(.down, .character("x"), .character("d"), .character("K"), .character("e"), .character("H"))
    #expect(session.list.count == 9)
    #expect(try session.problems() == [])
  }

  @Test func `rows move over what is hidden, and ranges leave it out`() throws {
    let session = try ScreenSession(Self.sample)
    session.press(.character("H"), .down, .character("J"))
    #expect(session.list == ["▾ Groceries", "  ☐ tea", ">  apples", "▾ Home"])
    session.press(.shiftUp, .character("d"), .character("y"), .character("H"))
    #expect(session.list.count == 5)
  }

  @Test func `what is ticked away is no longer marked, and the next key acts on the cursor's line`() throws {
    let session = try ScreenSession(Self.sample)
    session.press(.character("H"), .down, .shiftDown, .character("x"), .character("x"))
    #expect(session.list == ["▾ Groceries", ">▾ Home"])
    session.press(.character("x"))
    #expect(session.list == ["▾ Groceries", ">▾ ☐ Home"])
  }

  @Test func `others' edits are hidden or shown at once`() throws {
    let session = try ScreenSession(Self.sample)
    session.press(.character("H"))
    try session.edit(.setCheckBox(of: "tea", to: .done))
    try session.edit(.setCheckBox(of: "bread", to: .open))
    #expect(session.list == [">▾ Groceries", "  apples", "  ☐ bread", "▾ Home"])
  }

  @Test func `thousands of done tasks between two others are one step`() throws {
    var rows = (0..<5_000).map { RowDraft("row \($0)", isDone: true) }
    rows.insert(RowDraft("first"), at: 0)
    rows.append(RowDraft("last"))
    let session = try ScreenSession([SectionDraft(title: "A", rows: rows)])
    session.press(.character("H"), .down, .down)
    #expect(session.list == ["▾ A", "  first", ">  last"])
    session.press(.pageUp, .character("G"), .up)
    #expect(session.list == ["▾ A", ">  first", "  last"])
    #expect(try session.problems() == [])
  }

  @Test(arguments: [UInt64](1...3))
  func `the lines that are done are those of a plain search`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let all = (0..<Int.random(in: 0..<20, using: &random)).map { _ in Bool.random(using: &random) }
      var done = DoneLines()
      for (line, isDone) in all.enumerated() where isDone { done.add(line) }
      #expect(all.indices.allSatisfy { done.contains($0) == all[$0] })
      let range = 0..<all.count
      #expect(done.gaps(in: range).flatMap { Array($0) } == range.filter { !all[$0] })
      for line in range {
        #expect(done.next(from: line, isDown: true) == ((line..<all.count).first { !all[$0] } ?? all.count))
        #expect(done.next(from: line, isDown: false) == ((0...line).last { !all[$0] } ?? -1))
      }
    }
  }
}
