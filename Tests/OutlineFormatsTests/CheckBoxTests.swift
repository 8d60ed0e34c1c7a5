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

  /// Texts that look like a task, an item, a heading, a tag or a property of some format.
  private static let lookalikes = [
    "TODO", "TODO lists", "DONE", "DONE lists", "WAITING lists", "NEXT lists", "LATER x", "CANCELLED x", "[ ] x",
    "[x] x", "[X]", "[-] x",
    "[#A]", "[#A] x", "TODO [#A] x", "x [1/2]", "x :home:", ":home:", "x :a:b:", "- x", "* x", "+ x", "1. x", "1) x",
    "# x",
    "x", "x y", "X y", "x 2026-01-01 y", "(A) x", "(A) 2026-01-01 x", "2026-01-01 x", "2026-01-01", "a due:2026-01-01",
    "a rec:+1w", "a pri:A", "a id:1", "a p:1", "a +Home", "a @home", "a:", "a: @home", "a @done", "a @done(2026-01-01)",
    "a #home", "#home",
    "key:: value", "collapsed:: true", "<2026-01-01 Thu>", "DEADLINE: <2026-01-01 Thu>", "> x", "=1+1", "a.b", "a/b",
    "a_b",
  ]

  private static let boxes: [Bool?] = [nil, false, true]

  @Test(arguments: OutlineFormat.bothWays)
  func `what a title or a text looks like changes neither it nor what follows`(format: OutlineFormat) throws {
    let task = RowDraft("task", isDone: false, attributes: #"{"todo":"WAITING"}"#)
    for text in Self.lookalikes {
      for (ofSection, ofRow) in Self.boxes.flatMap({ box in Self.boxes.map { (box, $0) } }) {
        let rows = [1, 2, 3, 1].map { RowDraft(text, isDone: ofRow, level: $0) }
        for before in [[], [task]] {
          let sections = [
            SectionDraft(title: "First", rows: before),
            SectionDraft(title: text, isDone: ofSection, rows: rows),
            SectionDraft(level: 2, title: text, isDone: ofSection, rows: before + rows),
            SectionDraft(level: 2, title: "Empty"), SectionDraft(title: text, isDone: ofSection),
            SectionDraft(title: "Last", rows: [RowDraft("a"), task, RowDraft("b", level: 2)]),
          ]
          let document = try written(sections, as: format)
          let read = try drafts(of: document, as: format)
          #expect(drawing(of: read) == drawing(of: sections), "\(format):\n\(document)")
          if read != sections { return }
        }
      }
    }
  }

  @Test(arguments: [OutlineFormat.todotxt, .taskwarrior])
  func `what a text looks like changes nothing in a format of tasks`(format: OutlineFormat) throws {
    for text in Self.lookalikes {
      for isDone in [false, true] {
        let section = SectionDraft(
          title: "Section", rows: [1, 2, 1].map { RowDraft(text, isDone: isDone, level: $0) })
        var options = ReadingOptions()
        options.hasProjects = true
        var read: [SectionDraft] = []
        let rows = section.rows.map { OutlinePiece.row(RowPiece($0)) }
        let pieces = [OutlinePiece.section(SectionPiece(SectionDraft(title: section.title)))] + rows
        let text = String(decoding: try document(numbered(pieces), as: format), as: UTF8.self)
        _ = try OutlineReader.read(
          ByteStream(Array(text.utf8)), as: format, documentName: "Document", options: options
        ) { read.add($0) }
        #expect(drawing(of: read) == drawing(of: [section]), "\(text)")
      }
    }
  }
}
