import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// One test for every kind of block, and for each way in which cmark's positions mislead.
struct MarkdownBlockTests {
  @Test func `code and paragraphs after an item keep their lines`() throws {
    let drawn = try outline(
      """
      # A
      - item
        - nested

      ```
      one
      two
      ```

      three
      four
      """)
    #expect(
      drawn == #"""
        # A
          - item
            - nested
          - one⏎two {"markdown":"code"}
          - three⏎four {"markdown":"paragraph"}
        """#)
  }

  @Test func `blocks are rows that remember what they were`() throws {
    let drawn = try outline(
      """
      # A
      one
      **two**

      ```swift x
      let a = "b"

      ```
      > quote
      lazy

      | a | b |
      |---|---|
      | 1 | 2 |

      <div>
       <b>
      </div>

      * * *
          indented

            more
      """)
    #expect(
      drawn == #"""
        # A
          - one⏎**two** {"markdown":"paragraph"}
          - let a = "b"⏎ {"markdown":"code","info":"swift x"}
          - > quote⏎lazy {"markdown":"quote"}
          - | a | b |⏎|---|---|⏎| 1 | 2 | {"markdown":"table"}
          - <div>⏎ <b>⏎</div> {"markdown":"html"}
          - * * * {"markdown":"rule"}
          - indented⏎⏎  more {"markdown":"code"}
        """#)
  }

  @Test func `definitions are kept at every depth and in their place`() throws {
    let drawn = try outline(
      """
      # A
      [a]: /a
      [b]: /b
        "title"
      - item

        [c]: /c
      - [d]: /d

        text
      - last

      [e]: /e
      """)
    #expect(
      drawn == """
        # A
          - [a]: /a {"markdown":"definition"}
          - [b]: /b⏎  "title" {"markdown":"definition"}
          - item
            - [c]: /c {"markdown":"definition"}
          - [d]: /d {"markdown":"bullet","content":"definition"}
            - text {"markdown":"paragraph"}
          - last
          - [e]: /e {"markdown":"definition"}
        """)
  }

  @Test func `a paragraph may begin with definitions`() throws {
    #expect(
      try outline("# A\n[a]: /a\n[b]:\n/b\n'title'\n[c] text\n[d]: /d\n- [ ] [e]: /e\n  text") == """
        # A
          - [a]: /a {"markdown":"definition"}
          - [b]:⏎/b⏎'title' {"markdown":"definition"}
          - [c] text⏎[d]: /d {"markdown":"paragraph"}
          - ☐ [e]: /e⏎text
        """)
  }

  @Test func `HTML that ends with a sign takes the line that cmark does not count`() throws {
    #expect(
      try outline("# A\n<!-- a\nb -->\ntext\n\n- <!-- c -->\n  text\n- d") == """
        # A
          - <!-- a⏎b --> {"markdown":"html"}
          - text {"markdown":"paragraph"}
          - <!-- c --> {"markdown":"bullet","content":"html"}
            - text {"markdown":"paragraph"}
          - d
        """)
  }

  @Test func `a fence that is never closed takes no line after its item`() throws {
    #expect(
      try outline("# A\n- ```\n  code\n[a]: /a\n\n- ```\n  x\n\n\n- b\n\n~~~\nopen") == """
        # A
          - code {"markdown":"bullet","content":"code"}
          - [a]: /a {"markdown":"definition"}
          - x⏎⏎ {"markdown":"bullet","content":"code"}
          - b
          - open {"markdown":"code"}
        """)
  }

  @Test func `a table is parted from the text in front of it`() throws {
    #expect(
      try outline("# A\n[a]: /a\ntext\n|b|\n|-|\nrow\n\n- c\n  |d|\n  |-|\n- [ ] e | f\n  --|--") == """
        # A
          - [a]: /a {"markdown":"definition"}
          - text {"markdown":"paragraph"}
          - |b|⏎|-|⏎row {"markdown":"table"}
          - c
            - |d|⏎|-| {"markdown":"table"}
          - [ ] e | f⏎--|-- {"markdown":"bullet","content":"table"}
        """)
  }

  @Test func `code keeps its line breaks whatever the line ends are`() throws {
    #expect(try outline("# A\r\n```\r\na\r\n b\r\n```\r\n") == "# A\n  - a⏎ b {\"markdown\":\"code\"}")
    #expect(try outline("# A\r    a\r\r    b\r") == "# A\n  - a⏎⏎b {\"markdown\":\"code\"}")
  }

  @Test func `a list goes on after a comment and the order stays`() throws {
    #expect(
      try outline("# A\n1. a\n2. b\n\n   - c\n\n\n<!-- -->\n\n3. d") == """
        # A
          - a {"markdown":"ordered","number":1}
          - b {"markdown":"ordered","number":2}
            - c
          - <!-- --> {"markdown":"html"}
          - d {"markdown":"ordered","number":3}
        """)
  }
}
