import OutlineCore
import TestSupport
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Documents put together at random: each of their words must come out once, in the order of the file.
struct MarkdownWordsTests {
  private static let pieces = [
    "- ", "* ", "1. ", "> ", "# ", "## ", "  ", "    ", "\t", "```\n", "===", "---", "***", "| ", "|", "|---|", "|-|-|",
    "[W]: /W", "[W]", "\"W\"", "<!-- ", "-->", "<div>", "</div>", "<W>", "`", "[ ] ", "[x] ", "W ", "W", "W\n", "- W\n",
    "  - W\n", "   W\n", "\n", "\n", "\n\n", "\n\n", "\r\n", "\r",
  ]

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `no word is lost and none changes its place`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      let (text, words) = Self.document(using: &random)
      let found = try drafts(of: Array(text.utf8), as: .markdown).flatMap { [$0.title] + $0.rows.map(\.text) }.flatMap(
        Self.words)
      #expect(found == words, "seed \(seed): \(text.debugDescription)")
    }
  }

  /// A text of random pieces, and its words in order.
  private static func document(using random: inout SeededGenerator) -> (text: String, words: [String]) {
    var text = ""
    var words: [String] = []
    for _ in 0..<Int.random(in: 1...25, using: &random) {
      for character in pieces.randomElement(using: &random) ?? "" {
        guard character == "W" else {
          text.append(character)
          continue
        }
        words.append("w\(words.count)z")
        text += words[words.count - 1]
      }
      // The words after an opening fence go to the attributes.
      if text.hasSuffix("`") { text += "\n" }
    }
    return (text, words)
  }

  private static func words(of text: String) -> [String] {
    text.matches(of: /w[0-9]+z/).map { String($0.output) }
  }
}
