import ListChanges
import OutlineCore
import OutlineRepository
import TestPrograms
import Testing

/// Lists as values.
struct LineTests {
  private static let drawing = """
    ▾ A
      - a1
      - a2
    ▸ B
      - b1
      - b2
    ▾ C
      - c1
    """

  /// Each line as its index and its text; of a row with its section and its number, of a header with what it hides.
  private static func words(_ lines: [OutlineLine]) -> [String] {
    lines.map { line in
      switch line {
      case .header(let header): "\(header.line) \(header.section.title) \(header.hiddenRows)"
      case .row(let row): "\(row.line) \(row.section).\(row.number) \(row.text)"
      }
    }
  }

  private static let visible = ["0 A 0", "1 @s1.1 a1", "2 @s1.2 a2", "3 B 2", "4 C 0", "5 @s7.1 c1"]

  @Test func `the lines for a user are those of the visible list`() throws {
    let outline = try DrawnOutline(Self.drawing).repository
    #expect(try Self.words(outline.lines(for: "ana")) == Self.visible)
    #expect(try outline.lines(for: "bob").count == 8)
  }

  @Test func `a query says which lines`() throws {
    let outline = try DrawnOutline(Self.drawing).repository
    #expect(try Self.words(outline.lines(for: "ana", ListQuery(from: 2, limit: 2))) == Array(Self.visible[2...3]))
    let all = try outline.lines(for: "ana", ListQuery(addresses: ["B"], ignoresFolds: true))
    #expect(Self.words(all) == ["0 B 0", "1 @s4.1 b1", "2 @s4.2 b2"])
  }

  @Test func `a row as a value has its attributes`() throws {
    let outline = try Outline()
    let draft = SectionDraft(title: "A", rows: [RowDraft("a", attributes: #"{"x":1}"#), RowDraft("b")])
    _ = try outline.perform(.addSections([draft], to: Placement()), as: "ana")
    let rows = try outline.lines(for: "ana").dropFirst().map { line in
      if case .row(let row) = line { row.attributes } else { "a header" }
    }
    #expect(rows == [#"{"x":1}"#, nil])
  }

  @Test func `every range of a view has the lines that a list has there`() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "outline.db")
    let outline = try DrawnOutline(Self.drawing, at: path).repository
    let view = try OutlineView(path, as: "ana")
    let lines = try outline.lines(for: "ana")
    #expect(try view.lines() == lines)
    for start in -1...7 {
      for end in start...8 {
        let range = (start..<end).clamped(to: 0..<lines.count)
        #expect(try view.lines(in: start..<end) == Array(lines[range]), "\(start)..<\(end)")
      }
    }
  }

  @Test func `a row of a view is that of its line, and nil where there is none`() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "outline.db")
    _ = try DrawnOutline(Self.drawing, at: path)
    let view = try OutlineView(path, as: "ana")
    #expect(try view.row(at: RowPath(section: 2, row: 0)).map { Self.words([.row($0)]) } == ["5 @s7.1 c1"])
    for path in [RowPath(section: 1, row: 0), RowPath(section: 3, row: 0), RowPath(section: 0, row: -1)] {
      #expect(try view.row(at: path) == nil)
    }
  }
}
