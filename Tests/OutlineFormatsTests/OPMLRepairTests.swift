import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct OPMLRepairTests {
  /// Reads a document in chunks, and answers with the texts of its rows and the remarks.
  private func read(_ text: String, chunks size: Int = 1000) throws -> (rows: [String], remarks: [String]) {
    var rows: [String] = []
    let remarks = try OutlineReader.read(chunked(Array(text.utf8), size), as: .opml, documentName: "D") { piece in
      if case .row(let row) = piece { rows.append(row.draft.text + (row.draft.attributes ?? "")) }
    }
    return (rows, remarks)
  }

  private func opml(_ text: String) -> String { "<opml><body><outline text='\(text)'/></body></opml>" }

  @Test(arguments: [
    ("Q & A", "Q & A"), ("?a=1&b=2", "?a=1&b=2"), ("&", "&"), ("&&", "&&"), ("&;", "&;"), ("&#;", "&#;"),
    ("&#x;", "&#x;"), ("&#xg;", "&#xg;"), ("&#1a;", "&#1a;"), ("&1;", "&1;"), ("&nbsp;", "\u{A0}"),
    ("caf&eacute;&hellip;", "café…"), ("&unknown;", "&unknown;"), ("&copy", "&copy"), ("&amp;nbsp;&", "&nbsp;&"),
    ("a &amp; b & c", "a & b & c"), ("&CounterClockwiseContourIntegral;", "\u{2233}"),
  ])
  func `an ampersand that XML does not allow is read as HTML has it`(text: String, expected: String) throws {
    for size in [1, 2, 3, 7, 1000] {
      let (rows, remarks) = try read(opml(text), chunks: size)
      #expect(rows.map { Array($0.utf8) } == [Array(expected.utf8)])
      #expect(remarks.count == 1)
    }
  }

  @Test(arguments: ["&amp;", "&#10;", "&#xA;", "a&lt;&gt;&quot;&apos;b", "&#x10FFFF;", ""])
  func `what is XML is read without a remark`(text: String) throws {
    let comment = "<!-- R & D --><?x & ?><opml><head><title><![CDATA[Q & A]]></title></head>"
    #expect(try read(comment + opml(text).dropFirst(6)).remarks == [])
    #expect(try read(opml("\u{7F}&amp;")) == (["\u{7F}&"], []))
  }

  @Test func `a file with such signs is read with a remark`() throws {
    let (rows, remarks) = try read(
      "<opml><body xmlns:a='?x&y'><outline text='Q & A' url='?a&amp;b&c=&nbsp;' a:b=''/></body></opml>")
    #expect(rows == ["Q & A{\"url\":\"?a&b&c=\u{A0}\",\"a:b\":\"\",\"xmlns:a\":\"?x&y\"}"])
    #expect(remarks == ["4 characters & that XML does not allow were read as in HTML."])
  }

  @Test(arguments: [
    ("a <b>bold</b> c", "a **bold** c", 2), ("first<br>second<br/>third", "first<br>second<br/>third", 2),
    (#"<a href="x" rel="y">z</a>"#, "[z](x)", 2), ("1 < 2", "1 < 2", 1), ("<", "<", 1),
    ("<3 <- <!-- -->", "<3 <- <!-- -->", 3), ("a <b", "a <b", 1), ("<a href='x'>'", "<a href='x'>'", 1),
    (#"<a href="?a=1&b=2>3">"#, #"<a href="?a=1&b=2>3">"#, 1), ("<<b>&lt;>", "<<b><>", 2),
  ])
  func `a tag of HTML in an attribute is a text`(text: String, expected: String, count: Int) throws {
    for size in [1, 2, 3, 7, 1000] {
      let document = "<?x '<' ?><!-- ' - < --><opml><head><title><![CDATA[<a b='<'>]]></title></head><body>"
      let (rows, remarks) = try read(
        #"\#(document)<outline text="\#(text)" url="&quot;>"/><outline text='>'/></body></opml>"#, chunks: size)
      #expect(rows == ["\(expected){\"url\":\"\\\">\"}", ">"])
      let sign = count == 1 ? "One < that XML does not allow was" : "\(count) characters < that XML does not allow were"
      #expect(remarks.last == "\(sign) read as in HTML.")
    }
  }

  @Test func `quotes that do not belong to a tag end the attribute`() throws {
    let (rows, remarks) = try read(
      #"<opml><body><outline text="a <b" c="d"/><outline text='b <i e=' f='g'/></body></opml>"#)
    #expect(rows == [#"a <b{"c":"d"}"#, #"b <i e={"f":"g"}"#])
    #expect(remarks == ["2 characters < that XML does not allow were read as in HTML."])
  }

  @Test func `a sign is read in another encoding as well`() throws {
    let start = #"<?xml version="1.0" encoding="ISO-8859-1"?><opml><body><outline text="Q & A "#
    let bytes = Array(start.utf8) + [0xE9] + Array(#""/></body></opml>"#.utf8)
    #expect(try drafts(of: bytes, as: .opml).first?.rows.map(\.text) == ["Q & A é"])
  }

  @Test(arguments: [
    ("<opml><body>\n<outline text=\"a\" <b>/></body></opml>", 19, "The XML is broken: not well-formed (invalid token)"),
    ("<opml><body>\n<outline text=a<b>/></body></opml>", 15, "The XML is broken: not well-formed (invalid token)"),
    ("<opml><body>\n<outline text='a <b/></body></opml>", nil, "The XML is broken: unclosed token"),
    (
      "<opml><body>\n<outline text=\"a <b title=\"c\" d>\" e=\"\"f/></body></opml>", nil,
      "The XML is broken: not well-formed (invalid token)"
    ),
    (
      "<opml><body>\n<outline text='é & &nbsp;'/><p/></body></opml>", 29,
      "<p> is not allowed in the body of an OPML file"
    ),
    (
      "<opml><body>\n<outline text='\u{7F} &'/></body></opml>", 1,
      "The document has a bare & as well as the control character U+007F"
    ),
  ])
  func `anything else is refused with its place`(text: String, column: Int?, message: String) throws {
    let error = try refusal(text, as: .opml)
    #expect(
      ImportError(line: error.line, column: error.column, message: error.message)
        == ImportError(line: 2, column: column, message: message))
  }
}
