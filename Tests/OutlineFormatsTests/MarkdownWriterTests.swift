import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Exactly what is written.
struct MarkdownWriterTests {
  private func written(_ sections: SectionDraft...) throws -> String {
    var pieces: [OutlinePiece] = []
    for section in sections {
      var draft = section
      draft.rows = []
      pieces.append(.section(SectionPiece(draft)))
      pieces += section.rows.map { .row(RowPiece($0)) }
    }
    return String(decoding: try document(pieces, as: .markdown), as: UTF8.self)
  }

  /// What is written of what was read.
  private func rewritten(_ text: String) throws -> String {
    let read = try pieces(of: Array(text.utf8), as: .markdown)
    return String(decoding: try document(read, as: .markdown), as: UTF8.self)
  }

  @Test func `sections are headings and rows are items without any comment`() throws {
    let text = try written(
      SectionDraft(title: "Groceries", rows: [RowDraft("milk"), RowDraft("2 eggs")]),
      SectionDraft(level: 2, title: "Fruit", rows: [RowDraft("apple & <b>pear</b>", isDone: true), RowDraft("")]),
      SectionDraft(level: 2, title: ""), SectionDraft(title: "1. *Tools*"))
    #expect(
      text == """
        # Groceries

        - milk
        - 2 eggs

        ## Fruit

        - [x] apple & <b>pear</b>
        -

        ##

        # 1. *Tools*

        """)
  }

  @Test func `the lines of a note stay lines beside a comment, unless they are read as something else`() throws {
    let due = Schedule(due: DueDate("2026-11-27"))
    let text = try written(
      SectionDraft(
        title: "A",
        rows: [
          RowDraft("call\nin the evening", isDone: false, schedule: due), RowDraft("1\n2\n3", attributes: #"{"k":1}"#),
          RowDraft("call\n- not an item", isDone: true, schedule: due), RowDraft("call\n", isDone: true, schedule: due),
        ]))
    #expect(
      text == #"""
        # A

        - [ ] call
          in the evening <!-- pleat {"due":"2026-11-27"} -->
        - 1
          2
          3 <!-- pleat {"attributes":{"k":1}} -->
        - [x] call - not an item <!-- pleat {"text":"call\n- not an item","due":"2026-11-27"} -->
        - [x] call <!-- pleat {"text":"call\n","due":"2026-11-27"} -->

        """#)
    #expect(try rewritten(text) == text)
  }

  @Test func `what Markdown cannot say is in a comment`() throws {
    let text = try written(
      SectionDraft(
        level: 7, title: "A", detail: "-- >", isCollapsible: false, attributes: #"{"k":1}"#,
        rows: [
          RowDraft("# no heading"), RowDraft("a\n\nb"), RowDraft(" "), RowDraft("x", attributes: #"{"k":"-->"}"#),
          RowDraft("a <!-- pleat {} -->"),
        ]),
      SectionDraft(level: 8, title: "two\nlines"))
    #expect(
      text == ##"""
        ###### A <!-- pleat {"level":7,"detail":"-\u002d \u003e","collapsible":false,"attributes":{"k":1}} -->

        - \# no heading <!-- pleat {"text":"# no heading"} -->
        - a b <!-- pleat {"text":"a\n\nb"} -->
        - <!-- pleat {"text":" "} -->
        - x <!-- pleat {"attributes":{"k":"-\u002d\u003e"}} -->
        - a <!-- pleat {} --> <!-- pleat {"text":"a <!-\u002d pleat {} -\u002d\u003e"} -->

        ###### two lines <!-- pleat {"level":8,"text":"two\nlines"} -->

        """##)
  }

  @Test func `blocks are written as what they were`() throws {
    let text = """
      # A

      one
      **two**

      ````swift x
      ```
        let a
      ````

      > quote
      > more

      | a | b |
      |---|---|
      | 1 | 2 |

      [a]: /a
      [b]: /b

      <div>
       <b>
      </div>

      * * *

      - two
        lines
      - [ ] open

      3. three
      4. ```
         code

           more
         ```

      """
    #expect(try rewritten(text) == text)
  }

  @Test func `nested items stay nested items`() throws {
    let text = """
      - a
        - b
          - c
        - d
          1. e
             - f

          text

        - g

          ## h

      - i

      # J

      - k
      - l
        - m
      - n

      last

      """
    #expect(try rewritten(text) == text)
  }

  @Test func `a section that was an item is a heading with its mark`() throws {
    let item = #"{"markdown":"bullet"}"#
    let text = try written(
      SectionDraft(title: "A"), SectionDraft(level: 2, title: "b", attributes: item),
      SectionDraft(level: 3, title: "c"), SectionDraft(level: 5, title: "d", attributes: item),
      SectionDraft(level: 2, title: "e", attributes: item), SectionDraft(level: 2, title: "F"))
    #expect(
      text == """
        # A

        ## b <!-- pleat {"attributes":{"markdown":"bullet"}} -->

        ### c

        ##### d <!-- pleat {"attributes":{"markdown":"bullet"}} -->

        ## e <!-- pleat {"attributes":{"markdown":"bullet"}} -->

        ## F

        """)
  }

  @Test func `what was no heading does not become one where the document skips a heading level`() throws {
    let text = try rewritten("# T\n- a\n  - b\n- c\n\npara\n\n### H\n1. d\n   - e\n\n##### I\n")
    #expect(
      text == """
        # T

        - a
          - b
        - c

        para

        ### H

        1. d
           - e

        ##### I

        """)
    #expect(try rewritten(text) == text)
  }
}
