import TerminalText
import Testing

@testable import PleatTerminal

/// How many columns characters take, and how texts are broken into lines.
struct CharacterWidthTests {
  @Test(arguments: [
    ("milk", 4), ("", 0), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("牛乳", 4), ("ｍ", 2), ("한국", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("😀", 2), ("👨‍👩‍👧", 2), ("🇯🇵", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("👍🏽", 2), ("שלום", 4), ("سَلام", 4), ("ไทย", 3),
    ("\u{200B}", 0), ("☑", 1), ("▾", 1), ("⏎", 1), ("\u{AD}", 1), ("𠀀", 2),
  ])
  func `every character takes the columns that a terminal gives it`(text: String, width: Int) {
    #expect(CharacterWidth.of(text) == width)
  }

  private func lines(_ text: String, width: Int, indent: Int = 2, limit: Int = 99) -> [String] {
    var wrapping = Wrapping(width: width, indent: indent, limit: limit, prefix: [Span("- ")])
    wrapping.add(text)
    return wrapping.finish().map { $0.map(\.text).joined() }
  }

  @Test(arguments: [
    ("a few words", 99, ["- a few words"]), ("a few words", 8, ["- a few ", "  words"]),
    ("a few words", 7, ["- a few", "  words"]), ("abcdefgh", 5, ["- abc", "  def", "  gh"]),
    ("go abcdefgh", 6, ["- go ", "  abcd", "  efgh"]), ("牛乳を買う", 7, ["- 牛乳", "  を買", "  う"]), ("", 5, ["- "]),
  ])
  func `long lines go on below their beginning`(text: String, width: Int, wanted: [String]) {
    #expect(lines(text, width: width) == wanted)
  }

  @Test func `no line is wider than the screen, and nothing is lost`() {
    let text = "Aus 牛乳 wird 👨‍👩‍👧 שלום und e\u{301} ein sehrlangeswortohneende 🇯🇵🇯🇵🇯🇵"
    for width in 6...60 {
      let lines = lines(text, width: width)
      #expect(lines.allSatisfy { CharacterWidth.of($0) <= width }, "\(width)")
      let glued = lines.joined().filter { $0 != " " }
      #expect(glued == "-" + text.filter { $0 != " " }, "\(width)")
    }
  }

  @Test func `no more lines are laid out than are wanted`() {
    #expect(lines(String(repeating: "word ", count: 1_000), width: 10, limit: 3).count == 3)
  }
}
