import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Inputs made to overflow a stack or to take for ever; ``GrowthTests`` has what they may cost.
struct HostileInputTests {
  @Test(arguments: ["- ", "1. ", "* + "])
  func `thousands of lists in one another are read, and 100,000 refused`(marker: String) throws {
    let depth = 18_000 / marker.utf8.count
    let drafts = try drafts(of: String(repeating: marker, count: depth) + "x", as: .markdown)
    #expect(drafts.last?.rows.last?.text == "x")
    #expect(drafts.last?.rows.last?.level == 100)
    #expect(drafts.flatMap(\.rows).count >= depth - 1)
    let error = try refusal(String(repeating: marker, count: 200_000 / marker.utf8.count) + "x", as: .markdown)
    #expect(error == ImportError(line: 1, message: "Entries are nested more than 10000 levels deep"))
  }

  @Test(arguments: [">", "> - "])
  func `100,000 quotes in one another are read`(marker: String) throws {
    let text = String(repeating: marker, count: 100_000 / marker.utf8.count) + "x"
    #expect(try drafts(of: text, as: .markdown).first?.rows.map(\.text) == [text])
  }

  @Test(arguments: ["- ", ">"])
  func `deep nesting over many lines is refused with its line`(marker: String) throws {
    let text = "a\n" + String(repeating: marker, count: 20_000) + String(repeating: "\nx", count: 20_000)
    let error = try refusal(text, as: .markdown)
    #expect(error.line == 2)
    #expect(error.message == "The line is in 20000 nested lists or quotes, too many for 20002 lines")
  }

  @Test func `a table that would be completed to millions of cells is read as text`() throws {
    let columns = String(repeating: "|a", count: 4_000)
    let dashes = String(repeating: "|-", count: 4_000)
    let text = "\(columns)\n\(dashes)\n" + String(repeating: "|a|\n", count: 4_000)
    let rows = try drafts(of: text, as: .markdown).flatMap(\.rows)
    #expect(rows.map(\.attributes) == [#"{"markdown":"paragraph"}"#])
    #expect(rows.first.map { $0.text + "\n" } == text)
  }

  @Test func `100,000 definitions in front of a text are read`() throws {
    let text = String(repeating: "[a]: /b\n", count: 100_000) + "text"
    let rows = try drafts(of: text, as: .markdown).flatMap(\.rows)
    #expect(rows.count == 100_001)
  }

  @Test(arguments: ["<dict><key>a</key>", "<array>"])
  func `100,000 containers in one another are refused with their line`(start: String) throws {
    let error = try refusal("<plist>\n" + String(repeating: start + "\n", count: 100_000), as: .plist)
    #expect(error.line == 514)
    #expect(error.message == "Arrays and dictionaries are nested more than 512 levels deep")
  }

  @Test func `512 arrays in one another are read`() throws {
    let arrays = String(repeating: "<array>", count: 512) + String(repeating: "</array>", count: 512)
    #expect(try drafts(of: "<plist>\(arrays)</plist>", as: .plist).flatMap(\.rows).count == 510)
  }

  @Test func `thousands of indents in one another are read`() throws {
    let lines = (0..<3_000).map { String(repeating: " ", count: $0) + "\($0)" }
    let drafts = try drafts(of: lines.joined(separator: "\n"), as: .text)
    #expect(drafts.map(\.title) == ["0"])
    #expect(drafts[0].rows.map(\.text) == (1..<3_000).map(String.init))
  }
}
