import OutlineCore
import Testing

struct TagTests {
  @Test(
    arguments: [
      ("#home", ["#home"]), ("call #home", ["#home"]), ("#home, #Work. #a-b_c/d1", ["#home", "#Work", "#a-b_c/d1"]),
      ("#über #été #e\u{301}te\u{301} #日本", ["#über", "#été", "#e\u{301}te\u{301}", "#日本"]),
      ("line\n#next\u{A0}#third", ["#next", "#third"]), ("#home#work", ["#home"]), ("#a` #b`", ["#a"]),
      ("#a` #b", ["#a", "#b"]),
      ("no ```` code #a ``` here", ["#a"]), ("[#a] (#b) [ #c", ["#c"]), ("[x #a](", ["#a"]),
      ("[ #a]( #b", ["#a", "#b"]),
      ("\\[ #a](x)", ["#a"]), ("\\` #a `", ["#a"]),
    ])
  func `a # before a letter, at the start or after a space, begins a tag`(text: String, tags: [String]) {
    #expect(Tag.all(in: text).map(\.description) == tags)
  }

  @Test(
    arguments: [
      "", "#", "# home", "#1", "#-a", "a#home", "\\#home", "(#home)", "C#", "`#home`", "a ` #home ` b", "`` #a ` #b ``",
      "```\n#home\n```", "[ #home](https://example.org)", "[a [b #c] d](e)", "![ #a](b \\) #c)", "[a](b #c)",
      "https://example.org/#home", "#\u{301}a",
    ])
  func `code, links, and a # with something else beside it are no tags`(text: String) {
    #expect(Tag.ranges(in: text).isEmpty)
  }

  @Test func `tags are equal without regard to case`() throws {
    let tag = try #require(Tag("Straße"))
    #expect(tag == Tag("#STRASSE"))
    #expect(Set([tag, try #require(Tag("strasse"))]).count == 1)
    #expect(Tag("#é") == Tag("E\u{301}"))
  }

  @Test(arguments: ["", "#", "##a", "a b", "1a", "a.b", "a#b", "-"])
  func `what cannot follow a # is no name of a tag`(name: String) { #expect(Tag(name) == nil) }

  @Test func `a tag is renamed wherever it is one, and nowhere else`() throws {
    let (old, new) = (try #require(Tag("home")), try #require(Tag("house/2")))
    let text = "#HOME, x#home `#home` #homes\n#home"
    #expect(old.renamed(to: new, in: text) == "#house/2, x#home `#home` #homes\n#house/2")
    #expect(old.renamed(to: new, in: "#homes") == nil)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["`", "``` ``", "[](", "[", "#a ", "](", "[]( \\) "])
  func `a text that was made to be slow is not`(part: String) {
    let text = String(repeating: part, count: 300_000) + " #end"
    #expect(Tag.ranges(in: text).last.map { text[$0] } == "#end")
  }
}
