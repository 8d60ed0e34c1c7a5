import Foundation
import OutlineCore
import TestSupport
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Documents that are read in parts give what they give as a whole.
///
/// With `PLEAT_FUZZ` many more of them.
struct MarkdownPartsTests {
  private static let count = ProcessInfo.processInfo.environment["PLEAT_FUZZ"] == nil ? 10 : 1_000

  private static let pieces = [
    "# A\n", "## B\n", "- a\n", "* b\n", "+ c\n", "- ", "1. d\n", "  - e\n", "    f\n", "\tg\n", "text\n", "> q\n",
    "> - r\n",
    "```\n", "~~~\n", "<!--\n", "-->\n", "<div>\n", "|a|b|\n", "|-|-|\n", "[a]: /b\n", "[a]:\n", "===\n", "---\n", "\n",
    "\n\n",
    "\r\n", "\r", "- x\r\n", "# y\r", "é\n", "- - -\n", "#", " ",
  ]

  /// The pieces of a document that comes in chunks of a size and is cut into parts of a size.
  private static func pieces(of bytes: [UInt8], chunk: Int, leastPart: Int) throws -> [OutlinePiece] {
    var pieces: [OutlinePiece] = []
    var start = 0
    let stream = ByteStream {
      guard start < bytes.count else { return nil }
      defer { start += chunk }
      return Array(bytes[start..<min(start + chunk, bytes.count)])
    }
    let rule = ImportRule(documentName: "Document") { pieces.append($0) }
    try MarkdownReader.read(stream, leastPart: leastPart, into: rule)
    try rule.finish()
    return pieces
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `a document gives the same wherever it is cut`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Self.count {
      let count = Int.random(in: 1...16, using: &random)
      let text = (0..<count).compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
      let bytes = Array(text.utf8)
      let whole = try Self.pieces(of: bytes, chunk: bytes.count, leastPart: bytes.count + 1)
      for least in 1...bytes.count {
        let cut = try Self.pieces(of: bytes, chunk: [1, 2, 3, 7, bytes.count][least % 5], leastPart: least)
        #expect(cut == whole, "seed \(seed), parts of \(least): \(text.debugDescription)")
      }
    }
  }

  @Test func `a bad byte is named by its line in the document whatever part it is in`() throws {
    let text = "# A\r\n- b\r\n- c\r- d\n- "
    for (bad, message) in [
      (UInt8(0), "The file holds a NUL byte, so it is not text"), (0xFF, "The file is not valid UTF-8"),
    ] {
      for chunk in [1, 2, 3, 7, 100] {
        let error = try #require(throws: ImportError.self) {
          try Self.pieces(of: Array(text.utf8) + Array("é".utf8) + [bad], chunk: chunk, leastPart: 1)
        }
        #expect(error == ImportError(line: 5, column: 4, message: message))
      }
    }
  }

  @Test func `an entry that is too long is named by its line in the document`() throws {
    let text = "# A\n- b\n\n# C\n- " + String(repeating: "x", count: 1_048_577)
    let error = try #require(throws: ImportError.self) {
      try Self.pieces(of: Array(text.utf8), chunk: 65_536, leastPart: 1)
    }
    #expect(error.line == 5)
  }

  @Test func `nested lists are refused by their line in the document`() throws {
    let deep = String(repeating: "- ", count: 20_000) + String(repeating: "\nx", count: 20_000)
    let error = try #require(throws: ImportError.self) {
      try Self.pieces(of: Array(("# A\n# B\n" + deep).utf8), chunk: 4_096, leastPart: 1)
    }
    #expect(error.line == 3)
  }

  @Test func `what is read does not depend on how much is held`() throws {
    let text = (0..<2_000).map { "- item \($0)\n" }.joined()
    var held = 0
    var most = 0
    let rule = ImportRule(documentName: "Document") { _ in held -= 1 }
    var left = 60
    let stream = ByteStream {
      most = max(most, held)
      held += 2_000
      left -= 1
      return left < 0 ? nil : Array(text.utf8)
    }
    try MarkdownReader.read(stream, into: rule)
    #expect(most < 30_000)
  }
}
