import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// XML made to overflow a stack or to take for ever; ``GrowthTests`` has what it may cost.
struct HostileXMLTests {
  private func body(_ text: String) -> [UInt8] { Array("<opml><body>\(text)</body></opml>".utf8) }

  @Test func `thousands of elements in one another stay at the deepest level, and 100,000 are refused`() throws {
    let nest = { count in
      self.body(String(repeating: "<outline text='a'>\n", count: count) + String(repeating: "</outline>", count: count))
    }
    let read = try drafts(of: nest(10_000), as: .opml)
    #expect(read.count == 1 && read[0].rows.count == 9_999)
    #expect(read[0].rows.last?.level == 100)
    let error = try refusal(nest(100_000), as: .opml)
    #expect(error.line == 10_001)
    #expect(error.message == "Entries are nested more than 10000 levels deep")
  }

  @Test func `200,000 attributes on one element are refused for their length`() throws {
    let attributes = (0..<200_000).map { " a\($0)=''" }.joined()
    let error = try refusal(body("\n<outline\(attributes)/>"), as: .opml)
    #expect(error.line == 2)
    #expect(error.message.contains("at most 1048576 are allowed"))
  }

  @Test func `50,000 attributes with prefixes are read`() throws {
    let attributes = (0..<50_000).map { " a\($0):b=''" }.joined()
    let read = try drafts(of: body("<outline\(attributes)/>"), as: .opml)
    #expect(read.first?.rows.count == 1)
  }

  @Test func `an attribute of 11 MB is refused with its line`() throws {
    let text = String(repeating: "x", count: 11_000_000)
    let error = try refusal(body("\n<outline text='\(text)'/>"), as: .opml)
    #expect(error.line == 2)
    #expect(error.message == "An attribute is 11000000 bytes long; at most 8388608 are allowed")
  }

  @Test func `a long text that XML cannot carry comes back`() throws {
    let text = String(repeating: "\u{1}", count: 100_000)
    let outline: [OutlinePiece] = [.section(SectionPiece(SectionDraft(title: "A"))), .row(RowPiece(RowDraft(text)))]
    for format in [OutlineFormat.opml, .plist] {
      #expect(try drafts(of: document(outline, as: format), as: format).first?.rows.first?.text == text)
    }
  }

  @Test func `a million numbers of folds are read`() throws {
    let numbers = (1...1_000_000).map(String.init).joined(separator: ",")
    let text = "<opml><head><expansionState>\(numbers)</expansionState></head><body/></opml>"
    #expect(try drafts(of: Array(text.utf8), as: .opml).isEmpty)
  }

  @Test func `attributes nested 1,000 deep come back`() throws {
    let json = String(repeating: "{\"a\":", count: 999) + "{}" + String(repeating: "}", count: 999)
    let rows = [OutlinePiece.row(RowPiece(RowDraft("r", attributes: json)))]
    let outline = [OutlinePiece.section(SectionPiece(SectionDraft(title: "A"), isCollapsed: false))] + rows
    for format in [OutlineFormat.opml, .plist] {
      #expect(try pieces(of: document(outline, as: format), as: format) == outline)
    }
  }
}
