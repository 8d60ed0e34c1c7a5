import OutlineCore
import Testing

struct TextMatchTests {
  @Test(arguments: [("Milk", "mILK"), ("Straße", "STRASSE"), ("Å", "a\u{30A}"), ("ΟΔΟΣ", "οδος"), ("İ", "i\u{307}")])
  func `texts that differ in case or composition are the same for a user`(pair: (String, String)) {
    #expect(TextMatch.folded(pair.0) == TextMatch.folded(pair.1))
  }

  @Test(arguments: [("e", "é"), ("milk", "mill"), ("", "a")])
  func `texts that differ in a letter are not`(pair: (String, String)) {
    #expect(TextMatch.folded(pair.0) != TextMatch.folded(pair.1))
  }

  @Test func `only the same bytes are the same for the file`() {
    #expect("é" == "e\u{301}")
    #expect(!"é".hasSameBytes(as: "e\u{301}"))
    #expect("é".hasSameBytes(as: "é"))
    let nothing: String? = nil
    #expect(nothing.hasSameBytes(as: nothing))
    #expect(!nothing.hasSameBytes(as: ""))
    #expect(!Optional("é").hasSameBytes(as: "e\u{301}"))
    #expect(Optional("é").hasSameBytes(as: "é"))
  }

  @Test(arguments: ["Fruts", "Fruitss", "Friuts", "fruit", "Frvits"])
  func `a letter less, more, swapped or changed suggests the title that was meant`(word: String) {
    #expect(TextMatch.suggestions(for: word, among: ["Dairy", "Fruits", "Bread"]) == ["Fruits"])
  }

  @Test func `suggestions come nearest first, each once, at most three`() {
    let titles = ["baaa", "aaab", "aabb", "aaaa", "aaaa", "caaa"]
    #expect(TextMatch.suggestions(for: "aaaa", among: titles) == ["aaaa", "baaa", "aaab"])
  }

  @Test func `a third of the letters may be wrong, one at least`() {
    #expect(TextMatch.suggestions(for: "ab", among: ["ax"]) == ["ax"])
    #expect(TextMatch.suggestions(for: "ab", among: ["xy"]) == [])
    #expect(TextMatch.suggestions(for: "abcdef", among: ["abcdxy"]) == ["abcdxy"])
    #expect(TextMatch.suggestions(for: "abcdef", among: ["abcxyz"]) == [])
    #expect(TextMatch.suggestions(for: "a", among: ["b", "ab"]) == ["ab"])
    #expect(TextMatch.suggestions(for: "--dne", among: ["--done"]) == ["--done"])
    #expect(TextMatch.suggestions(for: "--nope", among: ["--done"]) == [])
    #expect(TextMatch.suggestions(for: "Grocery", among: ["Groceries"]) == ["Groceries"])
    let names = ["call mum", "Mumbai", "mus", "a minimum"]
    #expect(TextMatch.suggestions(for: "Mum", among: names) == ["Mumbai", "mus", "call mum"])
    #expect(TextMatch.suggestions(for: "mu", among: ["call mum"]) == [])
  }

  @Test func `three letters that a title begins with suggest it`() {
    #expect(TextMatch.suggestions(for: "gro", among: ["Groceries", "Home"]) == ["Groceries"])
    #expect(TextMatch.suggestions(for: "gr", among: ["Groceries"]) == [])
    #expect(TextMatch.suggestions(for: "exp", among: ["export", "expand", "add"]) == ["export", "expand"])
  }
}
