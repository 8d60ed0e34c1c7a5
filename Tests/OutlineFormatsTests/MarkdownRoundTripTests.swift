import Foundation
import OutlineCore
import TestSupport
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// What was written as Markdown is read as it was.
///
/// `PLEAT_FUZZ` sets how many documents are tried; see `scripts/fuzz`.
struct MarkdownRoundTripTests {
  private static let count = ProcessInfo.processInfo.environment["PLEAT_FUZZ"].flatMap { UInt64($0) } ?? 400

  /// The pieces without folds, which Markdown does not keep, and with texts that only the same bytes equal.
  private static func comparable(_ pieces: [OutlinePiece]) -> [String] {
    pieces.map { piece in
      switch piece {
      case .section(let section):
        let draft = section.draft
        let box = "\(draft.isCollapsible) \(draft.isDone as Any)"
        return "\(draft.level) \(box) \(bytes(draft.title, draft.detail, draft.attributes))"
      case .row(let row): return "\(row.draft.isDone as Any)" + bytes(row.draft.text, row.draft.attributes)
      case .rowLevels, .setting, .identity, .user, .level, .flag: return ""
      }
    }
  }

  private static func bytes(_ texts: String?...) -> String {
    texts.map { text in
      guard let text else { return "nil" }
      let characters = text.utf8.map { 0x20..<0x7F ~= $0 ? String(UnicodeScalar($0)) : "\\" + String($0, radix: 16) }
      return "'\(characters.joined())'"
    }.joined(separator: " ")
  }

  private static func expectRoundTrip(_ outline: [OutlinePiece], _ comment: @autoclosure () -> String) throws {
    let written = try document(outline, as: .markdown)
    let read = try pieces(of: written, as: .markdown)
    #expect(
      comparable(read) == comparable(outline),
      "\(comment())\n\(String(decoding: written, as: UTF8.self).debugDescription)")
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `random outlines come back byte for byte`(group: UInt64) throws {
    let count = Self.count / 16
    for seed in group * count..<(group + 1) * count {
      var random = RandomOutline(seed: seed)
      try Self.expectRoundTrip(random.outline(), "seed \(seed)")
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `what was read from random Markdown comes back`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<Self.count / 8 {
      let count = Int.random(in: 1...25, using: &random)
      let text = (0..<count).compactMap { _ in Self.parts.randomElement(using: &random) }.joined()
      let outline = try pieces(of: Array(text.utf8), as: .markdown)
      try Self.expectRoundTrip(outline, "seed \(seed), \(number): \(text.debugDescription)")
    }
  }

  private static let parts =
    RandomOutline.pieces + [
      "# A\n", "## B\n", "### C\n", "- a\n", "  - b\n", "    - c\n", "      d\n", "3. e\n", "   - f\n", "text\n",
      "```\n", "> q\n",
      "|a|b|\n|-|-|\n", "[a]: /b\n", "\n\n", "\n\n", "===\n", "---\n", "<b>\n", "- [ ] g\n", "\t", "- - h\n", "-\n",
      "- i <!-- pleat {\"level\":4} -->\n", "# D <!-- pleat {\"level\":8,\"text\":\"E\"} -->\n",
    ]

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `what was read from mutated Markdown comes back`(seed: UInt64) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Corpus")
    let corpus = try ["list.md", "blocks.md", "notes.md"].map {
      Array(try Data(contentsOf: folder.appendingPathComponent($0)))
    }
    var random = SeededGenerator(seed: seed)
    var compared = 0
    for number in 0..<Self.count / 16 {
      let bytes = Mutation.mutate(corpus, using: &random)
      guard let outline = try? pieces(of: bytes, as: .markdown) else { continue }
      compared += 1
      try Self.expectRoundTrip(outline, "seed \(seed), \(number)")
    }
    #expect(compared > Self.count / 64)
  }

  @Test func `the corpus comes back`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Corpus")
    for name in ["list.md", "blocks.md", "notes.md"] {
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
      try Self.expectRoundTrip(pieces(of: bytes, as: .markdown), name)
    }
  }
}
