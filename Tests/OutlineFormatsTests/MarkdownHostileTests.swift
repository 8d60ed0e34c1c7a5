import Foundation
import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Markdown that takes a careless parser minutes: 1 MB each, in the normal run a tenth of it or less.
struct MarkdownHostileTests {
  /// The length of a text of such patterns, in bytes.
  ///
  /// Headers of tables get more: cmark looks for them in a time that grows with the square, up to the length from which
  /// pleat reads them as paragraphs.
  private static func size(of pattern: String) -> Int {
    if ProcessInfo.processInfo.environment["PLEAT_FUZZ"] != nil { return 1_000_000 }
    return pattern.contains("|-") ? 100_000 : 50_000
  }

  private static let patterns = [
    "*a ", "**a", "**a *a [", "a**b", "_", "_a", "~", "~~a", "[", "![", "[a](", "[a](<", "[a]: ", "[a", "]", "<", "<a ",
    "<!--",
    "<![CDATA[", "<?", "&", "&amp", "\\", "`a``", "|", "|-", "-|", "a|b\n|-\n", "a\n|-|-|\n", "|-|-|\n",
    "> a\n> |-|-|\n",
    "- a\n  |-|-|\n", "[a\n", "[a]:\n", "[a]: <b> \"\n", "#", "# ", "- ", "1. ", "> ", ">- ", "* * ", "- a\n",
    "a\n===\n", "=\n", "```\n",
    "~~~\n- a\n", "<!--\n- a\n", "\t", "- \t", "-\t- ", "\r", "\n", " \n", "a\n", "# a\n", "- # ", "é", "http://",
    "www.", "a@b.",
  ]

  @Test(arguments: patterns)
  func `a pattern repeated for long is read or refused in proportion to its length`(pattern: String) {
    expectProportionalTime(as: .markdown, upTo: Self.size(of: pattern) / pattern.utf8.count) {
      String(repeating: pattern, count: $0)
    }
  }

  @Test func `back ticks of growing lengths are read in proportion to their number`() {
    expectProportionalTime(as: .markdown, upTo: 1_400) { count in
      (1...count).map { String(repeating: "`", count: $0) + "a" }.joined()
    }
  }

  @Test func `quotes that grow line by line are read or refused in proportion to their length`() {
    expectProportionalTime(as: .markdown, upTo: 1_400) { count in
      (1...count).map { String(repeating: ">", count: $0) + "\n" }.joined()
    }
    expectProportionalTime(as: .markdown, upTo: 1_000) { count in
      (1...count).map { String(repeating: " ", count: 2 * $0) + "- a\n" }.joined()
    }
  }
}
