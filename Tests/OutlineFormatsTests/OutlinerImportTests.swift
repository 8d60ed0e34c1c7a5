import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Documents of outliners that pleat reads and does not write as they were.
struct OutlinerImportTests {
  private func remarks(_ text: String, _ format: OutlineFormat) throws -> [String] {
    try OutlineReader.read(ByteStream(Array(text.utf8)), as: format, documentName: "Document") { _ in }
  }

  @Test func `TaskPaper's projects, tasks, notes and tags are read`() throws {
    let text = """
      Home:
      \tabout the house
      \t- paint @shop @due(2026-11-27 14:00)
      \t\tin white

      \t\tor grey
      \t\t- buy @priority(1)
      \tGarden: @later
      \t- dig @done(2026-11-01)
      Inbox:
      - mail bob@example.org (at home)

      """
    #expect(
      try outline(text, as: .taskpaper) == #"""
        # Home
          - ☐ paint #shop⏎in white⏎or grey (2026-11-27T14:00)
            - ☐ buy {"priority":"1"}
          # Garden #later
            - ☑ dig {"completed":"2026-11-01"}
        # Inbox
          - ☐ mail bob@example.org (at home)
        """#)
    let details = try drafts(of: text, as: .taskpaper).map(\.detail)
    #expect(details == ["about the house", nil, nil])
    #expect(try remarks(text, .taskpaper).contains("Read 3 projects as sections."))
  }

  @Test func `Logseq's blocks, properties, markers and further lines are read`() throws {
    let text = """
      title:: Home

      - TODO [#A] paint #shop
        DEADLINE: <2026-11-27 Fri 14:00 +1w>
        collapsed:: true
      \t- in white
      \t  id:: 6123
      \t  or *grey*
      - ## Garden
      - ```
        - no block
        ```
      - DOING dig

      """
    #expect(
      try outline(text, as: .logseq) == #"""
        # Document
          - ☐ paint #shop {"priority":"A"} (2026-11-27T14:00 FREQ=WEEKLY)
            - in white⏎or *grey* {"id":"6123"}
          - Garden {"heading":"2"}
          - ```⏎- no block⏎```
          - ☐ dig {"todo":"DOING"}
        """#)
    let read = try pieces(of: Array(text.utf8), as: .logseq)
    guard case .row(let paint) = read[1] else { return }
    #expect(paint.isCollapsed == true)
    #expect(try remarks(text, .logseq).last == "Left out: 1 properties of the page.")
    #expect(OutlineFormat(beginning: Array(text.utf8)) == .logseq)
  }

  private static let workflowy = """
    <opml version="2.0"><head><ownerEmail>a@example.org</ownerEmail></head><body>
    <outline text="R &amp;amp; D &lt;b&gt;now&lt;/b&gt;" _note="see &lt;a href=&quot;https://x.org/?a=1&amp;amp;b=2&quot;&gt;this&lt;/a&gt;&#10;and that">
    <outline text="a &lt; b" _complete="true" _note="why"/></outline></body></opml>
    """

  @Test func `Workflowy's notes are further lines and details, and its HTML is Markdown`() throws {
    #expect(
      try outline(Self.workflowy, as: .opml) == """
        # R & D **now**
          - ☑ a < b⏎why
        """)
    let drafts = try drafts(of: Self.workflowy, as: .opml)
    #expect(drafts[0].detail == "see [this](https://x.org/?a=1&b=2)\nand that")
  }

  @Test func `Dynalist's check boxes are tasks, and its notes further lines`() throws {
    let text = """
      <opml version="2.0"><head><title>T</title><flavor>dynalist</flavor></head><body>
      <outline text="**a** &amp;amp; b" checkbox="true" _note="n"/><outline text="c" complete="true" heading="1"/></body></opml>
      """
    #expect(
      try outline(text, as: .opml) == #"""
        # Document
          - ☐ **a** &amp; b⏎n
          - ☑ c {"heading":"1"}
        """#)
  }

  @Test(
    arguments: [
      ("a <b>b</b>", "a **b**"), ("<i>a</i> <u>b</u> <s>c</s> <code>d</code>", "*a* b ~~c~~ `d`"),
      ("<b>a <i>b</i></b> &amp; &lt;", "**a *b*** & <"), ("<span class=\"colored c-red\">a</span>", "a"),
      ("a < b", nil), ("<b>a", nil), ("a</b>", nil), ("<b><i>a</b></i>", nil), ("<x>a</x>", nil), ("&amp;", nil),
      ("<time startYear=\"2024\">Jan 1</time> <span>b</span> <mention id=\"7\">ann</mention>", "Jan 1 b ann"),
      ("<mark class=\"bc-color\">a</mark><u>b</u>", "ab"), ("<time>a</time><x>b</x>", nil),
    ] as [(String, String?)],
    ["_note", "text"])
  func `tags of texts are Markdown, all else stays, and the receipt names those without signs`(
    texts: (html: String, markdown: String?), attribute: String
  ) throws {
    let (text, markdown) = texts
    var lost: [String] = []
    #expect(HTMLInline.markdown(text, lost: &lost) == markdown)
    let names = [
      ("<u>", "<u>"), ("<span>", "<span>"), ("color", "colours"), ("<time ", "<time>"), ("<mention ", "<mention>"),
    ]
    #expect(Set(lost) == Set(markdown == nil ? [] : names.filter { text.contains($0.0) }.map(\.1)))
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    let remarks = try remarks(
      "<opml version=\"2.0\"><body><outline text=\"a\" \(attribute == "text" ? "" : "_note=\"\(escaped)\"")/>"
        + "<outline text=\"\(attribute == "text" ? escaped : "b")\"/></body></opml>", .opml)
    #expect(remarks == (lost.isEmpty ? [] : ["Left out: " + lost.map { "1 \($0)" }.joined(separator: ", ") + "."]))
  }

  @Test func `what the head of an OPML document says is named, apart from its title, folds and windows`() throws {
    let head =
      "<title>T</title><ownerEmail>a@example.org</ownerEmail><expansionState>1</expansionState><windowTop>1</windowTop>"
    let text = "<opml version=\"2.0\"><head>\(head)</head><body><outline text=\"a\"/></body></opml>"
    #expect(try remarks(text, .opml).last == "Left out: 1 ownerEmail of the head.")
    let own = try document([.section(SectionPiece(SectionDraft(title: "A")))], as: .opml)
    #expect(try remarks(String(decoding: own, as: UTF8.self), .opml).isEmpty)
  }

  @Test func `further lines and details are notes for others, and come back`() throws {
    let outline: [OutlinePiece] = [
      .section(SectionPiece(SectionDraft(title: "<b>A</b>", detail: "one\ntwo"))),
      .row(RowPiece(RowDraft("a\nb\u{1}", attributes: #"{"_note":"x","complete":"true"}"#))),
      .row(RowPiece(RowDraft("c\nd"))),
    ]
    let text = String(decoding: try document(outline, as: .opml), as: UTF8.self)
    #expect(text.contains(#"text="&lt;b&gt;A&lt;/b&gt;" _note="one&#10;two""#) && text.contains(#"text="c" _note="d""#))
    #expect(haveSameBytes(withoutFlags(try pieces(of: Array(text.utf8), as: .opml)), outline), "\(text)")
  }
}
