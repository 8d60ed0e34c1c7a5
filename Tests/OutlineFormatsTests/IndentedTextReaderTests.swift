import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct IndentedTextReaderTests {
  @Test func `a tab goes on to the next multiple of eight`() throws {
    let drawn = try outline("a\n\tb\n        c\n    \td\n\t e", as: .text)
    #expect(
      drawn == """
        # a
          - b
          - c
          - d
            - e
        """)
  }

  @Test func `a dedent that matches no indent goes below the nearest line with less`() throws {
    let drawn = try outline("a\n        b\n    c\n  d\n     e", as: .text)
    #expect(
      drawn == """
        # a
          - b
          - c
          - d
            - e
        """)
  }

  @Test func `a first line with white space in front is at the top`() throws {
    #expect(try outline("   a\n b\nc", as: .text) == "# Document\n  - a\n  - b\n  - c")
  }

  @Test func `blank lines carry nothing and bullets stay`() throws {
    #expect(try outline("- a  \n\n   \t\n\n  * b\n", as: .text) == "# - a\n  - * b")
  }

  private static let vimOutliner = """
    Home
    \t: About the house,
    \t: in two lines.
    \t[_] 40% Rooms
    \t\t[X] 100% Paint
    \t\t\t| a | b |
    \t\t\t; code  here
    \t\t\t> own text
    \t\t\t< own code
    \t\t\t:
    \t\t\t: end
    \t\t[_] % Floor
    \t\t[x]
    \t: after the tasks
    \t: and more
    \t[X]done
    \ta: no body
    : top
    Last
    """

  @Test func `boxes of VimOutliner are tasks, and body texts details and further lines`() throws {
    #expect(
      try outline(Self.vimOutliner, as: .vimoutliner) == """
        # Home
          - ☐ Rooms {"percent":"40"}
            - ☑ Paint⏎| a | b |⏎code  here⏎own text⏎own code⏎⏎end {"percent":"100"}
            - ☐ Floor
            - ☑\u{20}
          - after the tasks⏎and more
          - [X]done
          - a: no body
        # top
        # Last
        """)
    #expect(try drafts(of: Self.vimOutliner, as: .vimoutliner)[0].detail == "About the house,\nin two lines.")
    #expect(OutlineFormat(fileName: "a.otl") == .vimoutliner && OutlineFormat(name: "otl") == .vimoutliner)
    #expect(try outline("A\n\t[_] b\n\t: c", as: .text) == "# A\n  - [_] b\n  - : c", "text has no such signs")
  }
}
