import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct OPMLReaderTests {
  /// Draws an OPML file whose body is given.
  private func drawing(_ body: String, head: String = "", root: String = "version=\"2.0\"") throws -> String {
    try outline(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml \(root)><head>\(head)</head><body>\(body)</body></opml>

      """, as: .opml)
  }

  @Test func `an outermost element with elements in it is a section and what is in it are rows`() throws {
    #expect(
      try drawing(
        """
        <outline text="A"><!-- x --><outline text="b"/>
          <outline text="C"><outline text="d"></outline></outline>
          <outline text="E"/>
        </outline>
        """) == "# A\n  - b\n  - C\n    - d\n  - E")
  }

  @Test func `the text is the attribute text or else the title and every other attribute is kept`() throws {
    #expect(
      try drawing(
        """
        <outline type="rss" text="A" title="T" xmlUrl="https://example.org/?a&amp;b" _note="two&#10;lines"/>
        <outline title="B"/><outline text="" title="C"/><outline/>
        """) == #"""
          # Document
            - A⏎two⏎lines {"type":"rss","title":"T","xmlUrl":"https://example.org/?a&b"}
            - B {"title":"B"}
            - C {"title":"C"}
            - 
          """#)
  }

  @Test func `line breaks in texts are those written as references`() throws {
    #expect(
      try drawing("<outline text=\"a\nb&#10;c\"><outline text=\" d\te \"/></outline>") == "# a b⏎c\n  -  d e ")
  }

  @Test func `a prefix is kept with the namespace it stands for`() throws {
    #expect(
      try drawing(
        #"<outline text="A" x:a="1" x:b="2" y:c="3" xmlns:y="urn:z"><outline text="B" y:d="4"/></outline>"#,
        root: #"version="2.0" xmlns:x="urn:x""#) == #"""
          # A {"x:a":"1","x:b":"2","y:c":"3","xmlns:y":"urn:z","xmlns:x":"urn:x"}
            - B {"y:d":"4","xmlns:y":"urn:z"}
          """#)
  }

  @Test func `pleat's own attributes count only where their namespace is declared`() throws {
    let body = #"<outline text="A" pleat:kind="section"/>"#
    #expect(try drawing(body, root: #"xmlns:pleat="urn:pleat:outline""#) == "# A")
    #expect(try drawing(body) == "# Document\n  - A {\"pleat:kind\":\"section\"}")
  }

  @Test func `a text that was changed elsewhere wins over the exact one that it stood for`() throws {
    let root = #"xmlns:pleat="urn:pleat:outline""#
    let kept = try drawing(#"<outline text="a&#xFFFD;" pleat:text="&quot;a\u0001&quot;"/>"#, root: root)
    #expect(kept.hasSuffix("- a\u{1}"))
    #expect(try drawing(#"<outline text="b" pleat:text="&quot;a\u0001&quot;"/>"#, root: root).hasSuffix("- b"))
  }

  @Test func `the head is passed over whatever is in it`() throws {
    #expect(
      try drawing(
        "<outline text=\"A\"/>",
        head: "<title>T</title><x:y xmlns:x=\"urn:x\"><z>text</z></x:y><vertScrollState>1"
          + "</vertScrollState>") == "# Document\n  - A")
    #expect(try outline("<opml><body><outline text='A'/></body></opml>", as: .opml) == "# Document\n  - A")
    #expect(try drawing("") == "")
  }

  @Test(arguments: [1, 2, 3, 7])
  func `it makes no difference how the bytes arrive`(size: Int) throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let outline = random.outline()
      var rest = try document(outline, as: .opml)[...]
      let stream = ByteStream {
        defer { rest = rest.dropFirst(size) }
        return rest.isEmpty ? nil : Array(rest.prefix(size))
      }
      var read: [OutlinePiece] = []
      _ = try OutlineReader.read(stream, as: .opml, documentName: "Document") { read.append($0) }
      try #require(read == outline, "seed \(seed)")
    }
  }

  @Test func `what the sink throws ends the reading and comes out as it is`() throws {
    struct Full: Error {}
    let text = "<opml><body><outline text='A'/><outline text='B'/></body>"
    #expect(throws: Full.self) {
      _ = try OutlineReader.read(ByteStream(Array(text.utf8)), as: .opml, documentName: "D") { _ in throw Full() }
    }
  }
}
