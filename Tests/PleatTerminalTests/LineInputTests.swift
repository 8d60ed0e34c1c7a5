import Testing

@testable import PleatTerminal

/// The keys of line editors.
///
/// The cursor is drawn as |.
struct LineInputTests {
  private func line(_ drawn: String) -> LineInput {
    var input = LineInput(drawn.filter { $0 != "|" }, hasLines: true)
    for _ in 0..<drawn.reversed().prefix(while: { $0 != "|" }).count { _ = input.take(.left) }
    return input
  }

  private func drawn(_ input: LineInput) -> String {
    String(input.characters.prefix(input.cursor)) + "|" + String(input.characters.dropFirst(input.cursor))
  }

  @Test(arguments: [
    ("ab|c", Key.character("x"), "abx|c"), ("ab|c", .left, "a|bc"), ("|abc", .left, "|abc"), ("ab|c", .right, "abc|"),
    ("ab|c", .home, "|abc"), ("ab|c", .control("e"), "abc|"), ("ab|c", .backspace, "a|c"), ("|abc", .backspace, "|abc"),
    ("ab|c", .delete, "ab|"), ("abc|", .control("d"), "abc|"), ("one two| three", .control("w"), "one | three"),
    ("one two| three", .altLeft, "one |two three"), ("one two| three", .alt("f"), "one two three|"),
    ("one two| three", .alt("d"), "one two|"), ("one two| three", .control("u"), "| three"),
    ("one two| three", .control("k"), "one two|"), ("e\u{301}|x", .backspace, "|x"), ("a|b", .altEnter, "a\n|b"),
    ("a|b", .paste("1\r\n2"), "a1\n2|b"),
  ])
  func `every key does to the text what line editors do`(before: String, key: Key, after: String) {
    var input = line(before)
    let isTaken = input.take(key)
    #expect(isTaken)
    #expect(drawn(input) == after)
  }

  @Test func `what was cut comes back`() {
    var input = line("one two| three")
    for key in [Key.control("w"), .end, .control("y")] { _ = input.take(key) }
    #expect(drawn(input) == "one  threetwo|")
  }

  @Test func `a title has no line breaks`() {
    var input = LineInput("a")
    let keys = [Key.altEnter, .paste("b\nc")].map { input.take($0) }
    #expect(keys == [false, true])
    #expect(input.text == "ab c")
  }
}
