import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct MarkdownItemTests {
  @Test func `items are rows with their raw text`() throws {
    let drawn = try outline(
      """
      # A
      - [name](url) - desc
      * **b** `c` <d> &amp; \\*
      + two
        lines
      """)
    #expect(
      drawn == #"""
        # A
          - [name](url) - desc
          - **b** `c` <d> &amp; \*
          - two⏎lines
        """#)
  }

  @Test func `an item with items is a section below its heading and so on down`() throws {
    let drawn = try outline(
      """
      ## A
      - a
      - b
        - c
          - d
        - e
      - f
      """)
    #expect(
      drawn == """
          # A
            - a
            - b
              - c
                - d
              - e
            - f
        """)
  }

  @Test func `numbers go to the attributes, and check boxes are the rows' own`() throws {
    let drawn = try outline(
      """
      # A
      3. three
      1) one

      - [x] done
      - [ ] open
        - [X] below
      - [y] no box
      - [x]
      """)
    #expect(
      drawn == """
        # A
          - three {"markdown":"ordered","number":3}
          - one {"markdown":"ordered","number":1}
          - ☑ done
          - ☐ open
            - ☑ below
          - [y] no box
          - [x]
        """)
  }

  @Test func `a numbered item with a box keeps both`() throws {
    #expect(
      try outline("# A\n2. [x]   two\n   lines") == """
        # A
          - ☑ two⏎lines {"markdown":"ordered","number":2}
        """)
  }

  @Test func `a second paragraph of an item is a row below it`() throws {
    #expect(
      try outline("# A\n- a\n\n\n\n  b\n   c\n\nlast") == """
        # A
          - a
            - b⏎ c {"markdown":"paragraph"}
          - last {"markdown":"paragraph"}
        """)
  }

  @Test func `an item that begins with another block says which`() throws {
    let drawn = try outline(
      """
      # A
      - ```swift
        let a
          = 1
        ```
      - > quote
      1. ***
      -     code
      - <b>
      """)
    #expect(
      drawn == """
        # A
          - let a⏎  = 1 {"markdown":"bullet","content":"code","info":"swift"}
          - > quote {"markdown":"bullet","content":"quote"}
          - *** {"markdown":"ordered","number":1,"content":"rule"}
          - code {"markdown":"bullet","content":"code"}
          - <b> {"markdown":"bullet","content":"html"}
        """)
  }

  @Test func `an item may be empty or begin on the next line or hold nothing but a list`() throws {
    #expect(try outline("# A\n-\n  foo\n-\n-   \n- b") == "# A\n  - foo\n  - \n  - \n  - b")
    #expect(
      try outline("# A\n- - 1. a\n    2. b") == """
        # A
          -\u{20}
            -\u{20}
              - a {"markdown":"ordered","number":1}
              - b {"markdown":"ordered","number":2}
        """)
  }

  @Test func `indentation by tabs is taken off like spaces`() throws {
    #expect(
      try outline("# A\n-\ta\n\n\tb\n\t c\n\n\t\tcode\n\t- d\n\t\te") == """
        # A
          - a
            - b⏎ c {"markdown":"paragraph"}
            - code {"markdown":"code"}
            - d⏎e
        """)
  }

  @Test func `a tab goes on to the next multiple of four`() throws {
    #expect(try outline("# A\n-\ta\n      b\n \t c\n- d\n\te") == "# A\n  - a⏎  b⏎ c\n  - d⏎e")
  }

  @Test func `five spaces after a marker begin code and the item is indented by one`() throws {
    #expect(
      try outline("# A\n-     code\n\n  b\n   c\n-    d\n      e") == """
        # A
          - code {"markdown":"bullet","content":"code"}
            - b⏎ c {"markdown":"paragraph"}
          - d⏎ e
        """)
  }

  @Test func `a line that is less indented still belongs to its paragraph`() throws {
    #expect(
      try outline("# A\n10. one\ntwo\n  three\n- b") == """
        # A
          - one⏎two⏎three {"markdown":"ordered","number":10}
          - b
        """)
  }
}
