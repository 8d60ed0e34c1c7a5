import OutlineCore
import Testing

struct TextPatternTests {
  /// The text with what is found in brackets.
  private func marked(_ text: String, _ words: String..., areExpressions: Bool = false) throws -> String {
    let pattern = try TextPattern(words, areExpressions: areExpressions)
    var marked = ""
    var place = text.startIndex
    for range in pattern.ranges(in: text) {
      marked += text[place..<range.lowerBound] + "[" + text[range] + "]"
      place = range.upperBound
    }
    return marked + text[place...]
  }

  @Test func `several words must all occur, wherever`() throws {
    let pattern = try TextPattern(["milk", "été"])
    #expect(pattern.fits(["Milk in ÉTÉ"]))
    #expect(pattern.fits(["MILK", "un été"]))
    #expect(!pattern.fits(["milk", "an ete"]))
    #expect(!pattern.fits(["mil k été"]))
    #expect(!pattern.fits([]))
    #expect(pattern.touches("été") && pattern.touches("milk") && !pattern.touches("mil"))
  }

  @Test func `what is found is marked where it stands, in upper case or lower`() throws {
    #expect(try marked("Milk, milk and butter", "milk", "BUTT") == "[Milk], [milk] and [butt]er")
    #expect(try marked("banana", "ana", "nan") == "b[anan]a")
    #expect(try marked("Straße", "SSE") == "Stra[ße]")
    #expect(try marked("e\u{301}te\u{301}", "été") == "[e\u{301}te\u{301}]")
    #expect(try marked("", "a") == "")
    #expect(try marked("a12b3", "\\d+", areExpressions: true) == "a[12]b[3]")
    #expect(try marked("ab", "x*", areExpressions: true) == "ab")
  }

  @Test func `regular expressions do not care for case, and all must match`() throws {
    let pattern = try TextPattern(["^m.*k$", "i"], areExpressions: true)
    #expect(pattern.fits(["MILK"]))
    #expect(!pattern.fits(["buttermilk"]))
    #expect(!pattern.fits(["mk"]))
  }

  @Test(arguments: ["(", "[a", "*", "a{2,1}", "\\"])
  func `what is no regular expression is refused with the reason`(pattern: String) {
    let error = #expect(throws: PatternError.self) { try TextPattern([pattern], areExpressions: true) }
    #expect(error?.pattern == pattern)
    #expect(error?.reason.isEmpty == false)
  }
}
