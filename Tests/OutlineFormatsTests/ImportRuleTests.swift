import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct ImportRuleTests {
  @Test func `an outermost node with children is a section, and what is below it are rows`() throws {
    let drawn = try outline(
      """
      Fruits
        Apple
        Berries
          Blueberry
      """, as: .text)
    #expect(
      drawn == """
        # Fruits
          - Apple
          - Berries
            - Blueberry
        """)
  }

  @Test func `an outermost leaf after a section is an empty section`() throws {
    let drawn = try outline(
      """
      Fruits
        Apple
        Berries
          Blueberry
        Cherry
        Date
      Nuts
      """, as: .text)
    #expect(
      drawn == """
        # Fruits
          - Apple
          - Berries
            - Blueberry
          - Cherry
          - Date
        # Nuts
        """)
  }

  @Test func `leaves before the first section go under the document's name`() throws {
    let drawn = try outline(
      """
      Milk
      Bread
      Fruits
        Apple
      """, as: .text)
    #expect(
      drawn == """
        # Document
          - Milk
          - Bread
        # Fruits
          - Apple
        """)
  }

  @Test func `sections before a deeper heading are beside it instead of above it`() throws {
    let nodes = [
      ImportNode(depth: 0, text: "lead"), ImportNode(depth: 0, text: "item"), ImportNode(depth: 1, text: "below"),
      ImportNode(depth: 0, text: "Heading", isSection: true, fixedLevel: 3),
    ]
    #expect(
      drawing(of: try ruled(nodes)) == """
            # Document
              - lead
            # item
              - below
            # Heading
        """)
  }

  @Test func `a title of several lines is joined and a row keeps its lines`() throws {
    let nodes = [
      ImportNode(depth: 0, text: "two\n   lines \r\n\n here", isSection: true),
      ImportNode(depth: 1, text: "two\nlines"),
    ]
    #expect(
      drawing(of: try ruled(nodes)) == """
        # two lines here
          - two⏎lines
        """)
  }

  @Test func `levels beyond the deepest become the deepest and nothing is lost`() throws {
    let nodes = (0..<10_000).map { ImportNode(depth: $0, text: "n\($0)") }
    let drafts = try ruled(nodes)
    #expect(drafts.map(\.title) == ["n0"])
    #expect(drafts[0].rows.map(\.text) == nodes.dropFirst().map(\.text))
    #expect(drafts[0].rows.map(\.level) == (1..<10_000).map { min($0, 100) })
    let sections = try ruled(nodes.map { ImportNode(depth: $0.depth, text: $0.text, isSection: true) })
    #expect(sections.map(\.level) == (1...10_000).map { min($0, 100) })
  }

  /// Documents in which rows are below each other, one level deeper each, by their number.
  private static let deep: [(format: OutlineFormat, document: @Sendable (Int) -> String)] = [
    (.markdown, { "# s\n\n" + lines($0, indent: "  ", "- a") }), (.org, { "* s\n" + lines($0, indent: "  ", "- a") }),
    (.text, { "s\n " + lines($0, indent: " ", "a").replacing("\n", with: "\n ") }),
    (.taskpaper, { "s:\n" + lines($0, indent: "\t", "- a") }), (.logseq, { lines($0, indent: "\t", "- a") }),
    (.todotxt, { (1...$0).map { "a id:r\($0) p:r\($0 - 1)\n" }.joined() }),
    (
      .opml,
      {
        "<opml><body><outline text='s'>" + String(repeating: "<outline text='a'>", count: $0)
          + String(repeating: "</outline>", count: $0 + 1) + "</body></opml>"
      }
    ),
    (
      .ics,
      {
        let tasks = (1...$0).map { "BEGIN:VTODO\nUID:\($0)\nSUMMARY:a\nRELATED-TO:\($0 - 1)\nEND:VTODO\n" }
        return "BEGIN:VCALENDAR\n\(tasks.joined())END:VCALENDAR\n"
      }
    ),
  ]

  private static func lines(_ count: Int, indent: String, _ item: String) -> String {
    (0..<count).map { String(repeating: indent, count: $0) + item }.joined(separator: "\n")
  }

  @Test(arguments: deep.indices)
  func `an import says how many items were deeper than the deepest level`(index: Int) throws {
    let (format, document) = Self.deep[index]
    for (count, remark) in [
      (99, []), (101, ["Read 1 item deeper than level 100 as an item of level 100."]),
      (103, ["Read 3 items deeper than level 100 as items of level 100."]),
    ] {
      var rows: [Int] = []
      let remarks = try OutlineReader.read(
        ByteStream(Array(document(count).utf8)), as: format, documentName: "d"
      ) { piece in
        if case .row(let row) = piece { rows.append(row.draft.level) }
      }
      #expect(rows == (1...count).map { min($0, 100) }, "\(format)")
      #expect(remarks.filter { $0.contains("deeper") } == remark, "\(format)")
    }
  }

  @Test(arguments: [OutlineFormat.markdown, .text])
  func `an empty document has no sections`(format: OutlineFormat) throws {
    for text in ["", "\u{FEFF}", "\n\r\n \t\n"] {
      #expect(try outline(text, as: format) == "")
    }
  }

  @Test func `a title beyond the limit is refused with its line and one at the limit is not`() throws {
    let longest = String(repeating: "a", count: OutlineLimits.titleBytes)
    #expect(try outline("b\n\(longest)\n row", as: .text).contains(longest))
    let error = try refusal("b\n\(longest)a\n row", as: .text)
    #expect(error.line == 2)
    #expect(error.message == "The title is 65537 bytes long; at most 65536 are allowed")
  }

  @Test func `a row beyond the limit is refused with its line and one at the limit is not`() throws {
    let longest = String(repeating: "a", count: OutlineLimits.textBytes)
    #expect(try outline("# b\n\n- \(longest)").contains(longest))
    let error = try refusal("# b\n\n- \(longest)a", as: .markdown)
    #expect(error.line == 3)
    #expect(error.message == "The text is 1048577 bytes long; at most 1048576 are allowed")
  }

  /// The drafts that the rule makes of nodes.
  private func ruled(_ nodes: [ImportNode]) throws -> [SectionDraft] {
    var drafts: [SectionDraft] = []
    let rule = ImportRule(documentName: "Document") { drafts.add($0) }
    for node in nodes { try rule.add(node) }
    try rule.finish()
    return drafts
  }
}
