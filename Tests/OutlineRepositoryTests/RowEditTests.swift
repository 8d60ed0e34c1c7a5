import OutlineCore
import Testing

struct RowEditTests {
  private let kitchen = """
    ▾ Fruits
      - apple
      - pear
    ▸ Dairy
      - milk
      - cheese
    ▾ Bread
      - rye
    ▸ Sweets
      - toffee
    """

  @Test func `moving a row between expanded sections is a move`() throws {
    let outline = try DrawnOutline(kitchen)
    #expect(try outline.perform(.move("apple", to: .inside("Bread"))) == "R0.0>2.1")
    #expect(
      try outline.view() == """
        ▾ Fruits
          - pear
        ▸ Dairy · 2 hidden
        ▾ Bread
          - rye
          - apple
        ▸ Sweets · 1 hidden
        """)
  }

  @Test func `moving a row into a collapsed section only deletes it from view`() throws {
    let outline = try DrawnOutline(kitchen)
    #expect(try outline.perform(.move("apple", to: .inside("Dairy", .first))) == "-R0.0 ~H1")
    #expect(
      try outline.view() == """
        ▾ Fruits
          - pear
        ▸ Dairy · 3 hidden
        ▾ Bread
          - rye
        ▸ Sweets · 1 hidden
        """)
  }

  @Test func `moving a row out of a collapsed section only inserts it at the destination`() throws {
    let outline = try DrawnOutline(kitchen)
    #expect(try outline.perform(.move("milk", to: .before("rye"))) == "+R2.0 ~H1")
    #expect(
      try outline.view() == """
        ▾ Fruits
          - apple
          - pear
        ▸ Dairy · 1 hidden
        ▾ Bread
          - milk
          - rye
        ▸ Sweets · 1 hidden
        """)
  }

  @Test func `moving a row between collapsed sections moves no row in the view`() throws {
    let outline = try DrawnOutline(kitchen)
    #expect(try outline.perform(.move("milk", to: .inside("Sweets"))) == "~H1 ~H3")
    #expect(
      try outline.view() == """
        ▾ Fruits
          - apple
          - pear
        ▸ Dairy · 1 hidden
        ▾ Bread
          - rye
        ▸ Sweets · 2 hidden
        """)
  }

  @Test func `moving a row within a collapsed section changes nothing in the view`() throws {
    let outline = try DrawnOutline(kitchen)
    #expect(try outline.perform(.move("cheese", to: .before("milk"))) == "none")
    #expect(try outline.perform(.expand("Dairy")) == "+R1.0x2 ~H1")
    #expect(try outline.view().contains("- cheese\n  - milk"))
  }

  @Test func `inserting a row into a collapsed section changes no row in the view`() throws {
    let outline = try DrawnOutline(kitchen)
    #expect(try outline.perform(.addRows([RowDraft("cream")], to: .after("milk"))) == "~H1")
    #expect(try outline.view().contains("▸ Dairy · 3 hidden\n▾ Bread"))
  }

  @Test func `editing a row in a collapsed section changes nothing in the view`() throws {
    let outline = try DrawnOutline(kitchen)
    #expect(try outline.perform(.change(.path(["milk"]), to: Patch(text: "oat milk"))) == "none")
    #expect(try outline.everything().contains("- oat milk"))
  }

  @Test func `deleting a row in a collapsed section changes no row in the view`() throws {
    let outline = try DrawnOutline(kitchen)
    #expect(try outline.perform(.delete([.path(["milk"])], options: DeleteOptions())) == "~H1")
    #expect(try outline.view().contains("▸ Dairy · 1 hidden\n▾ Bread"))
  }

  @Test func `a row below a collapsed section counts for the outermost collapsed header`() throws {
    let outline = try DrawnOutline(
      """
      ▾ Home
        ▸ Kitchen
          - pan
          ▸ Drawer
            - knife
      """)
    #expect(try outline.perform(.addRows([RowDraft("fork")], to: .inside("Drawer"))) == "~H1")
    #expect(try outline.view() == "▾ Home\n  ▸ Kitchen · 3 hidden")
    #expect(try outline.perform(.move("fork", to: .inside("Kitchen"))) == "~H1")
    #expect(try outline.perform(.move("pan", to: .after("fork"))) == "none")
  }

  @Test func `rows come in the order in which they are named`() throws {
    let outline = try DrawnOutline(kitchen)
    #expect(try outline.perform(.move("toffee", "pear", "milk", to: .before("rye"))) == "+R2.0 +R2.2 R0.1>2.1 ~H1 ~H3")
    #expect(try outline.view().contains("- toffee\n  - pear\n  - milk\n  - rye"))
  }

  @Test func `a row that is moved to where it is stays, and nothing is written`() throws {
    let outline = try DrawnOutline(kitchen)
    let answer = try outline.repository.perform(.move("apple", to: .inside("Fruits", .first)), as: "ana")
    #expect(answer.changes.isEmpty)
    #expect(!answer.hasWritten)
  }

  @Test(arguments: [0, 3, -1])
  func `a position outside the list is refused, counted without the moving row`(position: Int) throws {
    let outline = try DrawnOutline(kitchen)
    let before = try outline.everything()
    #expect(throws: OutlineError.outOfRange(position, noun: "position", validUpTo: 2)) {
      try outline.perform(.move("apple", to: .inside("Fruits", .at(position))))
    }
    #expect(try outline.everything() == before)
  }
}
