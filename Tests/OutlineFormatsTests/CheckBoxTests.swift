import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Tasks in the formats.
struct CheckBoxTests {
  private func written(_ drafts: [SectionDraft], as format: OutlineFormat) throws -> String {
    let pieces = drafts.flatMap { draft -> [OutlinePiece] in
      var section = draft
      section.rows = []
      return [.section(SectionPiece(section))] + draft.rows.map { .row(RowPiece($0)) }
    }
    return String(decoding: try document(pieces, as: format), as: UTF8.self)
  }

  private static let tasks = [
    SectionDraft(
      title: "A",
      rows: [
        RowDraft("open", isDone: false), RowDraft("done", isDone: true), RowDraft("plain"), RowDraft("[ ] no box"),
        RowDraft("\\[x] no box", attributes: nil), RowDraft("[x] two boxes", isDone: false), RowDraft("", isDone: true),
        RowDraft("[x]"), RowDraft("third", isDone: true, attributes: "{\"markdown\":\"ordered\",\"number\":3}"),
        RowDraft("text", isDone: false, attributes: "{\"markdown\":\"paragraph\"}"),
      ])
  ]

  @Test func `tasks are check boxes in Markdown, and a box at the head of a plain row is escaped`() throws {
    #expect(
      try written(Self.tasks, as: .markdown) == #"""
        # A

        - [ ] open
        - [x] done
        - plain
        - \[ ] no box
        - \\[x] no box
        - [ ] [x] two boxes
        - [x] <!-- pleat {"text":""} -->
        - [x]

        3. [x] third

        - [ ] text <!-- pleat {"attributes":{"markdown":"paragraph"}} -->

        """#)
  }

  @Test(arguments: OutlineFormat.bothWays)
  func `tasks and plain rows that look like tasks come back`(format: OutlineFormat) throws {
    let read = try drafts(of: try written(Self.tasks, as: format), as: format)
    #expect(read.first?.rows == Self.tasks[0].rows)
  }

  @Test func `a check box with items below stays a row`() throws {
    let text = "# A\n\n- [ ] trip\n  - [x] socks\n3. [x] home\n   - sleep\n"
    let read = try drafts(of: text, as: .markdown)
    #expect(
      drawing(of: read) == """
        # A
          - ☐ trip
            - ☑ socks
          - ☑ home {"markdown":"ordered","number":3}
            - sleep
        """)
    #expect(try written(read, as: .markdown) == text)
    let opml = try written(read, as: .opml)
    #expect(opml.contains("<outline text=\"trip\" _complete=\"false\""))
    for format in OutlineFormat.bothWays {
      #expect(try drafts(of: try written(read, as: format), as: format) == read, "\(format)")
    }
  }

  @Test func `only a box with white space and a text after it is a check box`() throws {
    #expect(
      try outline("# A\n- [x]\n- [x]y\n- [y] z\n- [X]\tcapital\n- [ ]   blanks\n- `[ ] code`\n\n[ ] paragraph\n") == """
        # A
          - [x]
          - [x]y
          - [y] z
          - ☑ capital
          - ☐ blanks
          - `[ ] code`
          - [ ] paragraph {"markdown":"paragraph"}
        """)
  }

  @Test func `OPML's _complete is the check box, and is not kept twice`() throws {
    let text = """
      <opml version="2.0"><body><outline text="A"><outline text="a" _complete="true" due="today"/><outline text="b" \
      _complete="false"/><outline text="c" _complete="half"/></outline><outline text="B" _complete="true"><outline \
      text="d"/></outline></body></opml>
      """
    let read = try drafts(of: text, as: .opml)
    #expect(
      drawing(of: read) == """
        # A
          - ☑ a {"due":"today"}
          - ☐ b
          - c {"_complete":"half"}
        # ☑ B
          - d
        """)
    let again = try written(read, as: .opml)
    #expect(again.contains("<outline text=\"a\" _complete=\"true\" due=\"today\"/>"))
    #expect(again.contains("<outline text=\"B\" _complete=\"true\">"))
    #expect(try drafts(of: again, as: .opml) == read)
  }

  @Test func `a page shows boxes`() throws {
    let page = try written(Self.tasks, as: .html)
    #expect(
      page.contains(
        "<li class=\"open\"><span class=\"box\" role=\"img\" aria-label=\"open\">☐</span> open</li>\n"
          + "<li class=\"done\"><span class=\"box\" role=\"img\" aria-label=\"done\">☑</span> done</li>\n<li>plain</li>"
      ))
  }

  @Test func `JSON has done between text and attributes`() throws {
    let json = try written(Self.tasks, as: .json)
    #expect(json.contains("{\"text\":\"open\",\"done\":false},"))
    #expect(json.contains("{\"text\":\"third\",\"done\":true,\"attributes\":{"))
    #expect(json.contains("{\"text\":\"plain\"},"))
  }

  @Test func `documents of before keep the box of a section among its attributes, and it comes in as a box`() throws {
    let text = #"""
      {"pleat":1,"users":[],"sections":[
      {"level":1,"title":"A","attributes":{"done":true},"rows":[]},
      {"level":1,"title":"B","attributes":{"a":1,"done":false},"rows":[{"text":"b","attributes":{"done":true}}]},
      {"level":1,"title":"C","attributes":{"done":"soon"},"rows":[]}]}
      """#
    #expect(
      drawing(of: try drafts(of: text, as: .json)) == """
        # ☑ A
        # ☐ B {"a":1}
          - b {"done":true}
        # C {"done":"soon"}
        """)
  }

  @Test(arguments: OutlineFormat.bothWays)
  func `sections with boxes, and titles that look like boxes, come back`(format: OutlineFormat) throws {
    let titles = ["trip", "[ ] no box", "\\[x] no box", "", "[x]", "- dash", "# sharp", "a\nb", " blank"]
    let boxes: [Bool?] = [nil, false, true]
    let sections = titles.flatMap { title in
      boxes.flatMap { isDone in
        [
          SectionDraft(title: title, isDone: isDone),
          SectionDraft(level: 2, title: title, isDone: isDone, rows: [RowDraft("r")]),
        ]
      }
    }
    #expect(try drafts(of: try written(sections, as: format), as: format) == sections)
  }
}
