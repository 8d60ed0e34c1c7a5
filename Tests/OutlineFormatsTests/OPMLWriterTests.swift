import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct OPMLWriterTests {
  private func text(_ pieces: [OutlinePiece]) throws -> String {
    String(decoding: try document(pieces, as: .opml), as: UTF8.self)
  }

  private func section(
    _ level: Int, _ title: String, detail: String? = nil, isCollapsible: Bool = true, attributes: String? = nil,
    isCollapsed: Bool? = nil
  ) -> OutlinePiece {
    let draft = SectionDraft(
      level: level, title: title, detail: detail, isCollapsible: isCollapsible, attributes: attributes)
    return .section(SectionPiece(draft, isCollapsed: isCollapsed))
  }

  private func row(_ text: String, _ attributes: String? = nil) -> OutlinePiece {
    .row(RowPiece(RowDraft(text, attributes: attributes)))
  }

  /// The body of a document, without its indentation by four spaces.
  private func body(_ pieces: [OutlinePiece]) throws -> String {
    let lines = try text(pieces).split(separator: "\n").drop { $0 != "  <body>" }.dropFirst().dropLast(2)
    return lines.map { $0.dropFirst(4) }.joined(separator: "\n")
  }

  @Test func `an outline is nested elements with the expanded lines in the head`() throws {
    let pieces = [
      section(1, "Food", isCollapsed: false), row("milk"), row("bread"),
      section(2, "Fruit", isCollapsed: true), row("apple"),
      section(1, "Tools", isCollapsed: false), row("saw"),
    ]
    #expect(
      try text(pieces) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <opml version="2.0" xmlns:pleat="urn:pleat:outline" pleat:version="2">
          <head>
            <title>Document</title>
            <expansionState>1,5</expansionState>
          </head>
          <body>
            <outline text="Food" pleat:collapsed="no">
              <outline text="milk"/>
              <outline text="bread"/>
              <outline text="Fruit" pleat:kind="section" pleat:collapsed="yes">
                <outline text="apple"/>
              </outline>
            </outline>
            <outline text="Tools" pleat:collapsed="no">
              <outline text="saw"/>
            </outline>
          </body>
        </opml>

        """)
  }

  @Test func `strings are attributes as feeds have them and anything else is kept whole beside them`() throws {
    #expect(
      try body([
        section(1, "A"), row("B", #"{"title":"B","xmlUrl":"https://example.org/?a&b","type":"rss"}"#),
        row("C", #"{"text":"x","n":1,"type":"y"}"#), row("D", "{}"), row("E", #"{"type": "z"}"#),
      ]) == """
        <outline text="A">
          <outline text="B" title="B" xmlUrl="https://example.org/?a&amp;b" type="rss"/>
          <outline text="C" type="y" pleat:attributes="{&quot;text&quot;:&quot;x&quot;,&quot;n&quot;:1,&quot;type&quot;:&quot;y&quot;}"/>
          <outline text="D" pleat:attributes="{}"/>
          <outline text="E" type="z" pleat:attributes="{&quot;type&quot;: &quot;z&quot;}"/>
        </outline>
        """)
  }

  @Test func `what OPML does not have is in attributes of pleat's own`() throws {
    #expect(
      try body([
        section(3, "A", detail: "\"d\"", isCollapsible: false), section(2, "B"), section(2, "C"), section(4, "D"),
      ]) == """
        <outline text="A" _note="&quot;d&quot;" pleat:kind="section" pleat:level="3" pleat:collapsible="no"/>
        <outline text="B" pleat:level="2"/>
        <outline text="C" pleat:level="2">
          <outline text="D" pleat:kind="section" pleat:level="4"/>
        </outline>
        """)
  }

  @Test func `line breaks and characters that XML cannot carry come back`() throws {
    #expect(
      try body([section(1, "a\n\t\r<\">&"), row("\u{1}\u{FFFE}x")]) == """
        <outline text="a&#10;&#9;&#13;&lt;&quot;&gt;&amp;">
          <outline text="\u{FFFD}\u{FFFD}x" pleat:text="&quot;\\u0001\\ufffex&quot;"/>
        </outline>
        """)
  }

  @Test func `an outline of nothing is an empty body`() throws {
    #expect(try body([]) == "")
    #expect(try pieces(of: document([], as: .opml), as: .opml).isEmpty)
  }
}
