import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct TodoTxtTests {
  /// The examples of the format's own description, and others; what is written again is the same.
  private static let lines = [
    ("(A) Call Mom @Phone +Family", #"☐ Call Mom @Phone +Family {"priority":"A"}"#),
    ("(A) 2011-03-02 Call Mom", #"☐ Call Mom {"priority":"A","created":"2011-03-02"}"#),
    ("2011-03-02 Document +TodoTxt task format", #"☐ Document +TodoTxt task format {"created":"2011-03-02"}"#),
    ("(b) Get back to the boss", "☐ (b) Get back to the boss"),
    ("(B)->Submit TPS report", "☐ (B)->Submit TPS report"),
    ("xylophone lesson", "☐ xylophone lesson"), ("X 2012-01-01 Make resolutions", "☐ X 2012-01-01 Make resolutions"),
    ("(A) x Find ticket prices", #"☐ x Find ticket prices {"priority":"A"}"#),
    ("x 2011-03-03 Call Mom", #"☑ Call Mom {"completed":"2011-03-03"}"#),
    (
      "x 2011-03-02 2011-03-01 Review Tim's pull request +TodoTxtTouch @github",
      #"☑ Review Tim's pull request +TodoTxtTouch @github {"completed":"2011-03-02","created":"2011-03-01"}"#
    ),
    ("x done pri:C", #"☑ done {"priority":"C"}"#),
    ("pay due:2026-11-27 rec:+1m", #"☐ pay (2026-11-27 FREQ=MONTHLY)"#),
    ("water rec:2w", #"☐ water {"repeat":"FREQ=WEEKLY;INTERVAL=2;X-FROM=DONE"}"#),
    ("a repeat:FREQ=WEEKLY;BYDAY=MO", #"☐ a {"repeat":"FREQ=WEEKLY;BYDAY=MO"}"#),
    ("a rec:1b t:2026-01-01", #"☐ a {"rec":"1b","t":"2026-01-01"}"#),
    ("see https://example.org at 10:30 due:soon", "☐ see https://example.org at 10:30 due:soon"),
    ("two  spaces k:1", #"☐ two  spaces {"k":"1"}"#), ("a k:1 k:2", #"☐ a k:2 {"k":"1"}"#),
    ("buy #milk", "☐ buy #milk"), ("x", "☐ x"),
  ]

  @Test(arguments: lines)
  func `a line is read, and comes back`(line: String, drawn: String) throws {
    let text = line + "\n"
    #expect(try outline(text, as: .todotxt) == "# Document\n  - " + drawn)
    let read = try pieces(of: Array(text.utf8), as: .todotxt)
    let written = String(decoding: try document(read, as: .todotxt), as: UTF8.self)
    #expect(try haveSameBytes(pieces(of: Array(written.utf8), as: .todotxt), read), "\(written)")
    if line != "a k:1 k:2" { #expect(written == text) }
  }

  @Test func `the words that are no keys stay as they are, with the spaces between them`() {
    let words = ["", "a", "bé", "k:1", "k:2", "due:2026-11-28", ":", "é:1", "http://x", "1:2", "l:"]
    for number in 0..<11 * 11 * 11 * 11 {
      let line = (0..<4).map { words[number / [1, 11, 121, 1_331][$0] % 11] }
      var keys: Set<String> = []
      let kept = line.filter { word in
        guard ["k", "é", "due"].contains(where: { word.hasPrefix("\($0):") }) else { return true }
        return !keys.insert(String(word.prefix { $0 != ":" })).inserted
      }
      let title = TodoLine("- " + line.joined(separator: " ")).entry.title
      #expect(title == (["-"] + kept).joined(separator: " "), "\(line)")
    }
  }

  @Test func `the rows of random outlines come back with what todo.txt can say`() throws {
    for seed in 0..<500 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let rows = random.outline().compactMap { piece in
        if case .row(let row) = piece { row.draft } else { nil }
      }
      let outline = [OutlinePiece.section(SectionPiece(SectionDraft(title: "")))] + rows.map { .row(RowPiece($0)) }
      let bytes = try document(outline, as: .todotxt)
      let read = try drafts(of: bytes, as: .todotxt).first?.rows ?? []
      #expect(read.map(Self.parts) == rows.map(Self.parts), "seed \(seed):\n\(String(decoding: bytes, as: UTF8.self))")
      #expect(read.map(\.level) == depths(of: rows))
    }
  }

  @Test(arguments: [#"a pleat:{}"#, #"pleat:{"detail":"b"} a"#, #"a pleat:{"text":"b"} c"#])
  func `a text that has a note's word in it comes back`(text: String) throws {
    let row = RowDraft(text, isDone: false)
    let outline: [OutlinePiece] = [.section(SectionPiece(SectionDraft(title: ""))), .row(RowPiece(row))]
    let read = try drafts(of: document(outline, as: .todotxt), as: .todotxt).first?.rows ?? []
    #expect(read.map(Self.parts) == [Self.parts(row)])
  }

  /// What a task says, with its attributes in order.
  private static func parts(_ row: RowDraft) -> [[UInt8]] {
    let members = row.attributes.map { JSONTree.object($0) ?? [] }
    let attributes = members.map { $0.map { JSONTree.object([$0]).text }.sorted() } ?? ["none"]
    return ([row.text, "\(row.isDone ?? false)"] + attributes).map { Array($0.utf8) }
  }

  @Test func `sections become projects, and come back as sections on request`() throws {
    let outline: [OutlinePiece] = [
      .section(SectionPiece(SectionDraft(title: "Home"))), .row(RowPiece(RowDraft("plants"))),
      .section(SectionPiece(SectionDraft(level: 2, title: "Living room", isDone: false))),
      .row(RowPiece(RowDraft("lamp\nthe old one", isDone: true, attributes: #"{"n":1}"#))),
      .section(SectionPiece(SectionDraft(title: "Empty", detail: "x", attributes: "{}"))),
    ]
    let text = #"""
      plants +Home
      Living room +Home/Living_room pleat:{"kind":"section"}
      x lamp +Home/Living_room pleat:{"detail":"the\u0020old\u0020one","attributes":"{\"n\":1}"}

      """#
    #expect(String(decoding: try document(outline, as: .todotxt), as: UTF8.self) == text)
    var options = ReadingOptions()
    options.hasProjects = true
    var drafts: [SectionDraft] = []
    let remarks = try OutlineReader.read(
      ByteStream(Array("loose\n\(text)".utf8)), as: .todotxt, documentName: "Document", options: options
    ) { drafts.add($0) }
    #expect(
      drawing(of: drafts) == """
        # Document
          - ☐ loose
        # Home
          - ☐ plants
          # ☐ Living room
            - ☑ lamp⏎the old one {"n":1}
        """)
    #expect(
      remarks == [
        "Read 3 open as open tasks.", "Read 3 +project as its section.", "Read 1 done as tasks that are done.",
        "Read 1 n as an attribute.",
      ])
  }

  @Test func `what sections say besides their titles is named where it is lost`() throws {
    let section = SectionDraft(title: "Empty", detail: "x", attributes: "{}")
    var writer = try OutlineWriter(.todotxt, ExportHeading(title: "", sections: [])) { _ in }
    try writer.write(.section(SectionPiece(section)))
    #expect(
      try writer.finish() == [
        "todo.txt has no place for: 1 section without rows, 1 detail of a section, 1 attribute of a section."
      ])
  }

  /// Tasks and plain rows below each other, in sections that are tasks and such that are not.
  private static let nested: [OutlinePiece] = [
    .section(SectionPiece(SectionDraft(title: "Home"))), .row(RowPiece(RowDraft("plain"))),
    .row(RowPiece(RowDraft("a", isDone: false, level: 2))),
    .section(
      SectionPiece(
        SectionDraft(
          level: 2, title: "Old_shed", detail: "at the back", isCollapsible: false, newRows: .task, isDone: true,
          attributes: #"{"k":"v"}"#))),
    .row(RowPiece(RowDraft("wood", isDone: false))),
    .section(SectionPiece(SectionDraft(level: 3, title: "Shelf"))), .row(RowPiece(RowDraft("b", isDone: true))),
    .section(SectionPiece(SectionDraft(title: "Bare", isDone: false))),
  ]

  @Test(arguments: [OutlineFormat.todotxt, .taskwarrior])
  func `a section that is a task comes back as one, with all of it and without a row of its own`(format: OutlineFormat)
    throws
  {
    var options = ReadingOptions()
    options.hasProjects = true
    let bytes = try document(numbered(Self.nested), as: format)
    var read: [OutlinePiece] = []
    let remarks = try OutlineReader.read(
      ByteStream(bytes), as: format, documentName: "Document", options: options
    ) { read.append($0) }
    let wanted = Self.nested.map { piece -> OutlinePiece in
      // A row without a box is an open task in todo.txt.
      guard format == .todotxt, case .row(var row) = piece else { return piece }
      row.draft.isDone = row.draft.isDone ?? false
      return .row(row)
    }
    expectSame(read, wanted, String(decoding: bytes, as: UTF8.self))
    let own =
      format == .todotxt
      ? ["Read 4 open as open tasks.", "Read 6 +project as its section."]
      : ["Read 3 open as open tasks.", "Read 4 projects as sections.", "Read 1 notes as further lines."]
    let all = own + ["Read 2 done as tasks that are done.", "Read 1 k as an attribute."]
    #expect(remarks.sorted() == all.sorted())
    var writer = try OutlineWriter(format, ExportHeading(title: "", sections: [])) { _ in }
    for piece in Self.nested { try writer.write(piece) }
    let lost = try writer.finish()
    #expect(
      lost.count == 1
        && lost.first?.hasSuffix("has only tasks: 1 row without a check box is an open task there.") == true, "\(lost)")
  }

  @Test func `without sections of projects, a section that is a task is a row`() throws {
    let bytes = try document(Self.nested, as: .todotxt)
    let rows = try drafts(of: bytes, as: .todotxt).flatMap(\.rows)
    #expect(rows.count == 6 && rows.contains { $0.text == "Old_shed +Home/Old_shed\nat the back" }, "\(rows)")
  }
}

/// The pieces as an outline gives them, with its identity, and an id for each section and row.
func numbered(_ pieces: [OutlinePiece]) throws -> [OutlinePiece] {
  let identity = try #require(OutlineIdentity(word: "abc"))
  return [.identity(identity)]
    + pieces.enumerated().map { index, piece in
      switch piece {
      case .section(var section):
        section.id = SectionID(Int64(index + 1))
        return .section(section)
      case .row(var row):
        row.id = RowID(Int64(index + 1))
        return .row(row)
      default: return piece
      }
    }
}
