import PleatArguments
import TestPrograms
import TestSupport
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Words quoted as in a shell.
struct ShellWordsTests {
  private func split(_ line: String) throws -> [String] { try ShellWords.split(line.utf8) }

  @Test(
    arguments: [
      ("", []), ("   \t ", []), ("add milk", ["add", "milk"]), ("  add\tmilk  ", ["add", "milk"]),
      ("'a b' \"c d\"", ["a b", "c d"]), ("a'b c'd\"e f\"", ["ab cde f"]), ("'' \"\"", ["", ""]), ("a\\ b", ["a b"]),
      ("'a\\b'", ["a\\b"]), ("\"a\\b\"", ["a\\b"]), ("\"a\\\"b\\\\c\\$d\\`e\"", ["a\"b\\c$d`e"]), ("\\'\\\"", ["'\""]),
      ("a # b", ["a"]), ("# a", []), ("a#b '#' \\#", ["a#b", "#", "#"]), ("'it'\\''s'", ["it's"]),
      ("$x `y` *", ["$x", "`y`", "*"]),
      ("caf\u{E9} e\u{301} \u{1F600}", ["caf\u{E9}", "e\u{301}", "\u{1F600}"]), ("a\u{A0}b", ["a\u{A0}b"]),
      ("a # 'unclosed", ["a"]),
    ] as [(String, [String])])
  func `a line is read as a shell reads it`(line: String, words: [String]) throws {
    #expect(try split(line) == words)
  }

  @Test(arguments: ["'a", "\"a", "a 'b c", "\"a\\\"", "'a\\'b'"])
  func `a quote that is not closed is an error`(line: String) {
    let refusal = #expect(throws: Refusal.self) { try split(line) }
    #expect(refusal?.isBadData == true)
    #expect(refusal?.message.hasSuffix("is not closed.") == true)
  }

  @Test func `a backslash at the end of the line is an error`() {
    #expect(throws: Refusal.self) { try split("add a\\") }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `any word that is quoted is read as it was`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = Array("ab '\"\\$`#\t-é🙂\u{301}*~(){}|;&<>!\u{1b}\n@/=")
    for _ in 0..<500 {
      let words = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        String((0..<Int.random(in: 0...6, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
      }
      let line = words.map(ShellWords.quoted).joined(separator: " ")
      #expect(try split(line).map { Array($0.utf8) } == words.map { Array($0.utf8) }, "seed \(seed): \(line)")
    }
  }

  @Test func `a shell reads quoted words as they were, too`() throws {
    let words = ["", " ", "it's", "\"", "\\", "$HOME", "`id`", "#", "a\nb", "*", "~", "!", "é", "-n", "a;b", "{a,b}"]
    let line = words.map(ShellWords.quoted).joined(separator: " ")
    let ending = try Program.run(["bash", "-c", "printf '%s\\0' \(line)"])
    #expect(ending.text == words.map { $0 + "\0" }.joined())
  }

  @Test func `plain words are not quoted`() {
    #expect(ShellWords.quoted("Home/Groceries") == "Home/Groceries")
    #expect(ShellWords.quoted("@s4") == "@s4")
    #expect(ShellWords.quoted("a b") == "'a b'")
    #expect(ShellWords.quoted("#1") == "'#1'")
  }
}
