import OutlineCore
import OutlineDocuments
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct EditorTextTests {
  /// Tuesday, 24 November 2026.
  private static let today = Day(ofSecondsSince1970: 1_795_478_400)

  @Test(arguments: [
    ("- a\n! due fri\n! repeat weekly", "2026-11-27", "FREQ=WEEKLY"),
    ("- a\n! repeat daily", "2026-11-24", "FREQ=DAILY"),
    ("- [x] a\n! due 1 dec 9:00", "2026-12-01T09:00", nil),
    ("- a\n! repeat FREQ=MONTHLY;BYSETPOS=1\n! due fri", "2026-11-27", "FREQ=MONTHLY;BYSETPOS=1"),
  ])
  func `lines below a row or a title say when it is due`(lines: String, due: String, repeats: String?) throws {
    let schedule = Schedule(due: DueDate(due), repeats: repeats)
    let isDone = lines.contains("[x]")
    let rows = try EditorText.read(Array("A\n\(lines)\n".utf8), ids: EditorText.IDs(Document()), today: Self.today)
    #expect(rows.items.last?.content == .row(RowDraft("a", isDone: isDone, schedule: schedule)))
    let title = lines.dropFirst(2)
    let read = try EditorText.read(Array("\(title)\n".utf8), ids: EditorText.IDs(Document()), today: Self.today)
    #expect(read.items.map(\.content) == [.section(SectionContent("a", isDone: isDone, schedule: schedule))])
    let written = try EditorText.write(rows, remarks: [], today: Self.today)
    #expect(try EditorText.read(written, ids: EditorText.IDs(Document()), today: Self.today) == rows)
  }

  @Test(arguments: [
    ("! due fryday", "'fryday' is not a day"), ("! due fri\n! due fri", "This '! due' must follow"),
    ("! repeat wekly", "'wekly' is not a repeat rule"),
    ("! repeat weekly\n! repeat daily", "This '! repeat' must follow"),
    ("! due", "'!' must be alone"),
  ])
  func `a day or a rule that cannot be read is named`(lines: String, message: String) throws {
    let error = #expect(throws: ImportError.self) {
      try EditorText.read(Array("A\n- a\n\(lines)\n".utf8), ids: EditorText.IDs(Document()), today: Self.today)
    }
    #expect(error?.message.hasPrefix(message) == true)
  }

  @Test func `an outline is written and read as EditorText says`() throws {
    let text = #"""
      # pleat text 1
      # a remark
      Groceries  @s1
      : for the weekend
      ! task
      - [ ] apples  @r2
      -  @r3
        Dairy  @s4
        !
        ! plain
        - [x] milk\nand \\cream  @r5
      \- not a row  @s6
      :
      -  two blanks   @r7
      - [x]  @r8
      - \[ ] no box  @r9
      \  @s10
            \ deep  @s11
            {braces}

      """#
    let outline = Document([
      Self.section(1, SectionDraft(title: "Groceries", detail: "for the weekend", newRows: .task)),
      Self.row(2, RowDraft("apples", isDone: false)),
      Self.row(3, RowDraft("")),
      Self.section(4, SectionDraft(level: 2, title: "Dairy", isCollapsible: false, newRows: .plain)),
      Self.row(5, RowDraft("milk\nand \\cream", isDone: true)),
      Self.section(6, SectionDraft(title: "- not a row", detail: "")),
      Self.row(7, RowDraft(" two blanks ")),
      Self.row(8, RowDraft("", isDone: true)),
      Self.row(9, RowDraft("[ ] no box")),
      Self.section(10, SectionDraft(title: "")),
      Self.section(11, SectionDraft(level: 4, title: " deep")),
      .section(SectionPiece(SectionDraft(level: 4, title: "{braces}"))),
    ])
    #expect(
      String(decoding: try EditorText.write(outline, remarks: ["a remark"], today: Self.today), as: UTF8.self) == text)
    #expect(try EditorText.read(Array(text.utf8), ids: EditorText.IDs(outline), today: Self.today) == outline)
    let returns = text.split(separator: "\n").joined(separator: "\r\n\r\n")
    #expect(try EditorText.read(Array(returns.utf8), ids: EditorText.IDs(outline), today: Self.today) == outline)
  }

  @Test func `what was written comes back as it was, but for folds and attributes`() throws {
    for seed in 0..<500 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      var id: Int64 = 0
      let pieces = random.outline().map { piece -> OutlinePiece in
        id += 1
        return switch piece.withoutAttributes {
        case .section(let section): Self.section(id, section.draft)
        case .row(let row): Self.row(id, row.draft)
        case let other: other
        }
      }
      let outline = Document(pieces)
      var read: [OutlinePiece] = []
      try EditorText.read(
        EditorText.write(outline, remarks: [], today: Self.today), ids: EditorText.IDs(outline), today: Self.today
      ).pass { if $0 != .rowLevels { read.append($0) } }
      #expect(haveSameBytes(read, pieces), "seed \(seed)")
    }
  }

  @Test func `a line with the number of a row may be a section, and the other way round`() throws {
    let outline = Document([
      Self.section(1, SectionDraft(title: "A")), Self.row(2, RowDraft("a")), Self.section(3, SectionDraft(title: "B")),
    ])
    let text = "# pleat text 1\nA  @s1\n  a  @r2\n  - B  @s3\n"
    let read = try EditorText.read(Array(text.utf8), ids: EditorText.IDs(outline), today: Self.today)
    #expect(
      read
        == Document([
          Self.section(1, SectionDraft(title: "A")), Self.section(2, SectionDraft(level: 2, title: "a")),
          Self.row(3, RowDraft("B")),
        ]))
  }

  private static func section(_ id: Int64, _ draft: SectionDraft) -> OutlinePiece {
    .section(SectionPiece(draft, id: SectionID(id)))
  }

  private static func row(_ id: Int64, _ draft: RowDraft) -> OutlinePiece { .row(RowPiece(draft, id: RowID(id))) }

  @Test(arguments: [
    ("- a", "2:1:The title of a section must come first"),
    ("a\n b", "3:2:The line is indented by 1 spaces; each level takes two"),
    ("a\n\t- b", "3:1:The line is indented with a tab"),
    ("a\n  - b", "3:3:The line is indented by 2 spaces, but its section by 0"),
    ("a\n-b", "3:1:'-' must be followed by a space"),
    ("a\n!b", "3:1:'!' must be alone on its line, or before 'task', 'plain', 'due' or 'repeat'"),
    ("a\n! tasks", "3:1:'!' must be alone on its line, or before 'task', 'plain', 'due' or 'repeat'"),
    ("a\n! task\n! plain", "4:1:This '! plain' must follow a title that has none yet"),
    ("a\n!\n!", "4:1:This '!' must follow a title that has none yet"),
    ("a\n: b\n: c", "4:1:This detail must follow a title that has none yet"),
    ("a\n- b\n: c", "4:1:This line begins with ':', as the detail of a section does, but it is below a row"),
    ("a\n- é\\x", "3:4:There is no such escape"),
    ("a\n- b\\", "3:4:There is no such escape"),
    (String(repeating: "  ", count: 100) + "a", "2:201:The section is 101 levels deep; at most 100 are allowed"),
  ])
  func `text that is not right is refused with its place`(text: String, message: String) throws {
    #expect(try Self.refusal(Array(("# pleat text 1\n" + text).utf8)) == message)
  }

  @Test func `a line of 11 MB is refused`() throws {
    let long = Array(String(repeating: "x", count: 11_000_000).utf8)
    #expect(try Self.refusal(long) == "1:A line is longer than 4194304 bytes")
  }

  @Test func `many sections are read`() throws {
    let lines = String(repeating: "a\n: b\n", count: 100_000)
    #expect(
      try EditorText.read(Array(lines.utf8), ids: EditorText.IDs(Document()), today: Self.today).items.count == 100_000)
  }

  private static func refusal(_ bytes: [UInt8]) throws -> String {
    let error = try #require(throws: ImportError.self) {
      try EditorText.read(bytes, ids: EditorText.IDs(Document()), today: Self.today)
    }
    return [error.line, error.column].compactMap { $0.map { "\($0):" } }.joined() + error.message
  }
}
