import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Comments in which pleat says what Markdown cannot.
struct MarkdownNoteTests {
  @Test func `a note at the end of a heading or an item is the truth`() throws {
    let read = try pieces(
      of: Array(
        #"""
        # A <!-- pleat {"level":9,"detail":"d","collapsible":false,"text":"B"} -->
        - c <!-- pleat {"text":"\u0001\ud83d\ude00","attributes":{"a":[1,{}]}} -->
        - <!-- pleat {"level":50} -->
        """#.utf8), as: .markdown)
    #expect(
      read == [
        .section(SectionPiece(SectionDraft(level: 9, title: "B", detail: "d", isCollapsible: false))),
        .row(RowPiece(RowDraft("\u{1}😀", attributes: #"{"a":[1,{}]}"#))),
        .section(SectionPiece(SectionDraft(level: 50, title: ""))),
      ])
  }

  @Test(arguments: [
    #"a <!-- pleat {"level":0} -->"#, #"a <!-- pleat {"level":101} -->"#, #"a <!-- pleat {"level":"1"} -->"#,
    #"a <!-- pleat {"other":1} -->"#, #"a <!-- pleat {"text":1} -->"#, #"a <!-- pleat {"text":"b"} x -->"#,
    #"a <!-- pleat {"text":"b"}-->"#, #"a <!-- pleat {"text":"b"} --> c"#, #"a <!-- pleat {"attributes":[]} -->"#,
    #"a <!-- pleat {"attributes":"[]"} -->"#, #"a <!--pleat {} -->"#, #"a <!-- pleat  -->"#,
  ])
  func `anything else is text`(text: String) throws {
    #expect(try outline("# A\n- \(text)") == "# A\n  - \(text)")
    #expect(try outline("# \(text)") == "# \(text)")
  }

  @Test func `a paragraph and code have no notes`() throws {
    #expect(
      try outline("# A\na <!-- pleat {} -->\n\n    b <!-- pleat {} -->") == """
        # A
          - a <!-- pleat {} --> {"markdown":"paragraph"}
          - b <!-- pleat {} --> {"markdown":"code"}
        """)
  }

  @Test func `a comment never ends early nor leaves its line`() {
    let texts = ["-->", "--", "---->", "<!-- pleat {} -->", "\n\r\u{85}\u{2028}", "\u{0}\u{7F}", "\"\\", "a > b"]
    for text in texts {
      var note = EntryNote()
      note.text = text
      note.detail = text
      note.attributes = "{\"k\":\(JSONText.string(text))}"
      let comment = note.comment
      #expect(comment.hasPrefix("<!-- pleat {") && comment.hasSuffix("} -->"))
      let inside = comment.dropFirst(4).dropLast(3)
      #expect(!inside.contains("--") && !inside.contains(">") && !inside.contains { $0.isNewline }, "\(comment)")
      #expect(EntryNote.split("x " + comment)?.note == note)
    }
  }
}
