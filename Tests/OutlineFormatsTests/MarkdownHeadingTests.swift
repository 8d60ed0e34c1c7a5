import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct MarkdownHeadingTests {
  @Test(arguments: [
    ("## [a](b) *c* ##", "[a](b) *c*"), ("# a#", "a#"), ("# a #b", "a #b"), ("#\ta\t#  ", "a"), ("   # a", "a"),
    ("#", ""), ("## ##", ""), ("# \\#", "\\#"), ("a\n===", "a"), ("a **b**\n  c\n---", "a **b** c"), ("#a\n---", "#a"),
    ("#######\n---", "#######"), ("a\n==   ", "a"),
  ])
  func `a title is the raw text between the number signs`(heading: String, title: String) throws {
    let drawn = try outline(heading + "\n\nText")
    #expect(drawn.split(separator: "\n").first?.drop { $0 == " " }.dropFirst(2) == title[...])
  }

  @Test func `headings are sections at their own level`() throws {
    let drawn = try outline(
      """
      # A
      ### B
      ## C
      - row
      # D
      """)
    #expect(
      drawn == """
        # A
            # B
          # C
            - row
        # D
        """)
  }

  @Test func `items stay rows before a deeper heading that follows`() throws {
    let drawn = try outline(
      """
      # A
      - row
      - item
        - below
      ### B
      - item
        - below
      ## C
      """)
    #expect(
      drawn == """
        # A
          - row
          - item
            - below
            # B
              - item
                - below
          # C
        """)
  }

  @Test func `lines before the first heading go under the document's name`() throws {
    let drawn = try outline(
      """
      Hello
      - a
        - b
      - c

      ## B
      # A
      """)
    #expect(
      drawn == """
          # Document
            - Hello {"markdown":"paragraph"}
            - a
              - b
            - c
          # B
        # A
        """)
  }

  @Test func `a setext heading leaves the line after its underline alone`() throws {
    #expect(
      try outline("Title\n===\n[foo]: /u\n\ntext") == """
        # Title
          - [foo]: /u {"markdown":"definition"}
          - text {"markdown":"paragraph"}
        """)
    #expect(try outline("Title\n---\n---\n") == "  # Title\n    - --- {\"markdown\":\"rule\"}")
  }

  @Test func `a setext heading may begin with definitions`() throws {
    #expect(
      try outline("[foo]: /u\n===\nTitle\n===\n") == """
        # Document
          - [foo]: /u {"markdown":"definition"}
        # === Title
        """)
  }

  @Test func `a heading in an item is the item's text or a row below it`() throws {
    #expect(
      try outline("# A\n- # H\n  text\n  H2\n  ---\n- b\n\n  ## H3 ##") == """
        # A
          - H {"markdown":"bullet","content":"heading","level":1}
            - text⏎H2 {"markdown":"heading","level":2}
          - b
            - H3 {"markdown":"heading","level":2}
        """)
  }
}
