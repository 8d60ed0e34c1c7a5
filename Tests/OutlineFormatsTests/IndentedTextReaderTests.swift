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
}
