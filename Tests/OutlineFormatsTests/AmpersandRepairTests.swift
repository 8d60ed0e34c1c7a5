import Testing

@testable import OutlineFormats

struct AmpersandRepairTests {
  private func repaired(_ text: String, size: Int = 1) throws -> (text: String, count: Int) {
    var rest = Array(text.utf8)[...]
    let repair = AmpersandRepair(
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
    ("<a b='&'>&</a>", "<a b='&amp;'>&amp;</a>"), ("<!-- -- & ->&", "<!-- -- & ->&"),
  ])
  func `an ampersand that begins no reference becomes one`(text: String, expected: String) throws {
    for size in [1, 2, 3, 7, 1000] {
      #expect(try repaired(text, size: size).text == expected)
    }
  }

  @Test(arguments: ["&amp;", "&#10;", "&#xA;", "&b;", "&é;", "a&lt;&gt;&quot;b", "&#x10FFFF;", ""])
  func `a reference stays as it is`(text: String) throws {
    #expect(try repaired(text) == (text, 0))
  }

  @Test func `a file with such ampersands is read with a remark`() throws {
    let text = "<opml><body><outline text='Q & A' url='?a&amp;b&c=d'/></body></opml>"
    var rows: [String] = []
    let remarks = try OutlineReader.read(ByteStream(Array(text.utf8)), as: .opml, documentName: "D") { piece in
      if case .row(let row) = piece { rows.append(row.draft.text + (row.draft.attributes ?? "")) }
    }
    #expect(rows == [#"Q & A{"url":"?a&b&c=d"}"#])
    #expect(remarks == ["2 ampersands that are not escaped, as XML demands, were read as they stand."])
  }

  @Test func `an error in such a file has its line alone`() throws {
    let error = try refusal("<opml><body>\n<outline text='&'/><p/></body></opml>", as: .opml)
    #expect(error == ImportError(line: 2, message: "<p> is not possible in the body of an OPML file"))
  }
}
