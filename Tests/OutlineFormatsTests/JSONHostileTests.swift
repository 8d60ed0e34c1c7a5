import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Documents made to take for ever, or all memory; ``GrowthTests`` has what they may cost.
struct JSONHostileTests {
  private let start = #"{"pleat":1,"sections":[{"level":1,"title":"#

  @Test func `a string of 11 MB is refused`() throws {
    let long = String(repeating: "x", count: 11_000_000)
    #expect(try refusalMessage(start + "\"\(long)\"", as: .json) == "1:The title is longer than 65536 bytes")
    #expect(try refusalMessage(start + "\"a\\n\(long)\"", as: .json) == "1:The title is longer than 65536 bytes")
    #expect(try refusalMessage("{\"\(long)\":1}", as: .json) == "1:The name of a member is longer than 1024 bytes")
    let attributes = start + "\"a\",\"attributes\":{\"a\":"
    let refused = "1:The section's attributes is longer than 1048576 bytes"
    #expect(try refusalMessage(attributes + "\"\(long)\"}", as: .json) == refused)
    #expect(try refusalMessage(attributes + String(repeating: "1", count: 11_000_000), as: .json) == refused)
  }

  @Test func `a string that never ends is given up`() throws {
    var count = 0
    let stream = ByteStream {
      count += 1
      return count == 1 ? Array((start + "\"").utf8) : Array(repeating: UInt8(ascii: "x"), count: 65_536)
    }
    #expect(throws: ImportError(line: 1, message: "The title is longer than 65536 bytes")) {
      _ = try OutlineReader.read(stream, as: .json, documentName: "Document") { _ in }
    }
    #expect(count < 8)
  }

  @Test func `strings may be as long as the file allows, however they are escaped`() throws {
    let row = start + #""","rows":[{"text":""#
    let longest = String(repeating: "\\u0041", count: OutlineLimits.textBytes)
    let drafts = try drafts(of: Array((row + longest + "\"}]}]}").utf8), as: .json)
    #expect(drafts.first?.rows.first?.text.utf8.count == OutlineLimits.textBytes)
    #expect(try refusalMessage(row + longest + "x\"}]}]}", as: .json) == "1:The text is longer than 1048576 bytes")
  }

  @Test func `attributes of 200,000 members are refused or read`() throws {
    let short = (0..<100_000).map { "\"\($0)\":1" }.joined(separator: ",")
    let drafts = try drafts(of: Array((start + "\"\",\"attributes\":{\(short)},\"rows\":[]}]}").utf8), as: .json)
    #expect(drafts.first?.attributes == "{\(short)}")
    let long = (0..<200_000).map { "\"\($0)\":1" }.joined(separator: ",")
    #expect(
      try refusalMessage(start + "\"\",\"attributes\":{\(long)}", as: .json)
        == "1:The section's attributes is longer than 1048576 bytes")
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `nesting beyond 2,000 is refused`(opening: String) throws {
    let closing = opening == "[" ? "]" : "}"
    func document(_ depth: Int) -> String {
      let nested = String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
      return start + "\"\",\"attributes\":{\"a\":\(nested)},\"rows\":[]}]}"
    }
    #expect(try drafts(of: Array(document(1_999).utf8), as: .json).first?.attributes?.utf8.count ?? 0 > 3_998)
    for depth in [2_000, 200_000] {
      let message = try refusalMessage(document(depth), as: .json)
      #expect(message.hasSuffix(":Objects and arrays are nested more than 2000 levels deep"))
    }
  }

  @Test func `200,000 members, users and sections are read`() throws {
    let flags = (0..<200_000).map { "\"u\($0)\":true" }.joined(separator: ",")
    let users = (0..<200_000).map { "{\"name\":\"u\($0)\"}" }.joined(separator: ",")
    let sections = String(repeating: #"{"level":1,"title":"","rows":[]},"#, count: 200_000)
    let document =
      "{\"pleat\":1,\"users\":[\(users)],\"sections\":[\(sections)"
      + "{\"level\":1,\"title\":\"\",\"collapsed\":{\(flags)},\"rows\":[]}]}"
    #expect(try pieces(of: Array(document.utf8), as: .json).count == 400_001)
  }
}
