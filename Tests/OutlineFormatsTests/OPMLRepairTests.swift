import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct OPMLRepairTests {
  private func repaired(_ text: String, size: Int = 1) throws -> (text: String, count: Int) {
    var rest = Array(text.utf8)[...]
    let repair = OPMLRepair(
      ByteStream {
        defer { rest = rest.dropFirst(size) }
        return rest.isEmpty ? nil : Array(rest.prefix(size))
      })
    return (String(decoding: try repair.stream().rest(), as: UTF8.self), repair.count)
  }

  @Test(arguments: [
    ("Q & A", "Q &amp; A"), ("?a=1&b=2", "?a=1&amp;b=2"), ("&", "&amp;"), ("&&", "&amp;&amp;"), ("&;", "&amp;;"),
    ("&#;", "&amp;#;"), ("&#x;", "&amp;#x;"), ("&#xg;", "&amp;#xg;"), ("&#1a;", "&amp;#1a;"), ("&1;", "&amp;1;"),
    ("<!-- & --> &", "<!-- & --> &amp;"), ("<![CDATA[&]]]]>&", "<![CDATA[&]]]]>&amp;"), ("<? & ?>&", "<? & ?>&amp;"),
    ("&nbsp;", "&amp;nbsp;"), ("<a b='<&>'/>", "<a b='<&amp;>'/>"), ("<!DOCTYPE a>&b;", "<!DOCTYPE a>&amp;b;"),
    ("<a b='&'>&</a>", "<a b='&amp;'>&amp;</a>"), ("<!-- -- & ->&", "<!-- -- & ->&"),
  ])
  func `a sign that should be escaped is`(text: String, expected: String) throws {
    for size in [1, 2, 3, 7, 1000] {
      #expect(try repaired(text, size: size).text == expected)
    }
  }

  @Test(arguments: [
    "&amp;", "&#10;", "&#xA;", "<!DOCTYPE a>", "a&lt;&gt;&quot;&apos;b", "&#x10FFFF;", "<a b='>\"'>\"", "",
  ])
  func `what is XML stays as it is`(text: String) throws {
    #expect(try repaired(text) == (text, 0))
  }

  @Test func `a file with such signs is read with a remark`() throws {
    let text = "<opml><body><outline text='Q & A' url='?a&amp;b&c=&nbsp;'/></body></opml>"
    var rows: [String] = []
    let remarks = try OutlineReader.read(ByteStream(Array(text.utf8)), as: .opml, documentName: "D") { piece in
      if case .row(let row) = piece { rows.append(row.draft.text + (row.draft.attributes ?? "")) }
    }
    #expect(rows == [#"Q & A{"url":"?a&b&c=&nbsp;"}"#])
    #expect(remarks == ["3 characters & that should have been escaped were read as text."])
  }

  @Test func `a tag of HTML in an attribute is refused with its place and with what to write`() throws {
    let error = try refusal("<opml><body>\n<outline text=\"a <b>\"/></body></opml>", as: .opml)
    #expect(
      error
        == ImportError(
          line: 2, column: 18, message: "The XML is broken: not well-formed (invalid token)",
          hint: "In a text, write &lt; for < and &amp; for &"))
  }

  @Test func `an error in such a file has its line alone`() throws {
    let error = try refusal("<opml><body>\n<outline text='&'/><p/></body></opml>", as: .opml)
    #expect(error == ImportError(line: 2, message: "<p> is not allowed in the body of an OPML file"))
  }
}
