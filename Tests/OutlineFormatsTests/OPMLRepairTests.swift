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
    ("&nbsp;", "&amp;nbsp;"), ("<a b='<\"br>' c=\"<'\"/>", "<a b='&lt;\"br>' c=\"&lt;'\"/>"),
    ("<a b='&'>&</a>", "<a b='&amp;'>&amp;</a>"), ("<!-- -- & ->&", "<!-- -- & ->&"),
  ])
  func `a sign that should be escaped is`(text: String, expected: String) throws {
    for size in [1, 2, 3, 7, 1000] {
      #expect(try repaired(text, size: size).text == expected)
    }
  }

  @Test(arguments: [
    "&amp;", "&#10;", "&#xA;", "<!DOCTYPE a>&b;", "a&lt;&gt;&quot;&apos;b", "&#x10FFFF;", "<a b='>\"'>\"", "",
  ])
  func `what is XML stays as it is`(text: String) throws {
    #expect(try repaired(text) == (text, 0))
  }

  @Test func `a file with such signs is read with a remark`() throws {
    let text = "<opml><body><outline text='Q & A' url='?a&amp;b&c=<'/></body></opml>"
    var rows: [String] = []
    let remarks = try OutlineReader.read(ByteStream(Array(text.utf8)), as: .opml, documentName: "D") { piece in
      if case .row(let row) = piece { rows.append(row.draft.text + (row.draft.attributes ?? "")) }
    }
    #expect(rows == [#"Q & A{"url":"?a&b&c=<"}"#])
    #expect(remarks == ["3 characters & or < that should have been escaped were read as text."])
  }

  @Test func `a tag of HTML in an attribute is text, with all its quotes`() throws {
    let tag = #"<a href="https://example.org" target='_blank' rel=x>B</a> 1<2"#
    let text = #"<opml><body><outline text="a "# + tag + #"" url="u"/></body></opml>"#
    var rows: [RowDraft] = []
    _ = try OutlineReader.read(ByteStream(Array(text.utf8)), as: .opml, documentName: "D") { piece in
      if case .row(let row) = piece { rows.append(row.draft) }
    }
    #expect(rows == [RowDraft("a " + tag, attributes: #"{"url":"u"}"#)])
  }

  @Test func `an error in such a file has its line alone`() throws {
    let error = try refusal("<opml><body>\n<outline text='&'/><p/></body></opml>", as: .opml)
    #expect(error == ImportError(line: 2, message: "<p> is not allowed in the body of an OPML file"))
  }
}
