import OutlineCore
import Testing

struct FoldTests {
  private let home = """
    ▾ Home
      - keys
      ▾ Kitchen
        - pan
        - pot
        ▸ Drawer
          - knife
      ▸ Garden
        - rake
    ▸ Work
      - desk
    """

  @Test func `collapsing is one run of rows and one run of subsections`() throws {
    let outline = try DrawnOutline(home)
    #expect(try outline.perform(.collapse("Home")) == "-S1x3 -R0.0 ~H0")
    #expect(try outline.view() == "▸ Home · 5 hidden\n▸ Work · 1 hidden")
  }

  @Test func `flags of nested sections survive collapsing and expanding the parent`() throws {
    let outline = try DrawnOutline(home)
    let before = try outline.view()
    try outline.perform(.collapse("Home"))
    #expect(try outline.perform(.expand("Home")) == "+S1x3 +R0.0 ~H0")
    #expect(try outline.view() == before)
  }

  @Test func `a flag below a collapsed section is set without a change of the view`() throws {
    let outline = try DrawnOutline(home)
    try outline.perform(.collapse("Home"))
    #expect(try outline.perform(.expand("Drawer")) == "none")
    try outline.perform(.expand("Home"))
    #expect(try outline.view().contains("▾ Drawer\n      - knife"))
  }

  @Test func `a section that cannot collapse is always expanded, whatever flag is stored`() throws {
    let outline = try DrawnOutline("▸ A\n  - a\n  ▾ B\n    - b\n▾ C")
    #expect(try outline.perform(.change(.path(["A"]), to: Patch(isCollapsible: false))) == "+S1 +R0.0 ~H0")
    #expect(try outline.view() == "■ A\n  - a\n  ▾ B\n    - b\n▾ C")
    #expect(throws: OutlineError.notCollapsible(title: "A")) { try outline.perform(.collapse("A")) }
    #expect(try outline.perform(.fold(.all(withRows: false), .collapse)) == "-R1.0 ~H1x2")
    #expect(try outline.view() == "■ A\n  - a\n  ▸ B · 1 hidden\n▸ C · 0 hidden")
    #expect(try outline.perform(.change(.path(["A"]), to: Patch(isCollapsible: true))) == "-S1 -R0.0 ~H0")
    #expect(try outline.view() == "▸ A · 2 hidden\n▸ C · 0 hidden")
  }

  @Test func `opening a section with the accordion closes its open siblings`() throws {
    let outline = try DrawnOutline("▾ A\n  ▾ B\n    - b\n  ▸ C\n    - c\n  ■ D\n    - d\n▾ E\n  - e")
    try outline.perform(.setAccordion(true))
    #expect(try outline.perform(.expand("C")) == "-R1.0 +R2.0 ~H1x2")
    #expect(try outline.view() == "▾ A\n  ▸ B · 1 hidden\n  ▾ C\n    - c\n  ■ D\n    - d\n▾ E\n  - e")
  }

  @Test func `siblings that one request opens together stay open with the accordion`() throws {
    let outline = try DrawnOutline("▸ A\n  - a\n▸ B\n  - b\n▾ C\n  - c")
    try outline.perform(.setAccordion(true))
    #expect(try outline.perform(.expand("A", "B")) == "-R2.0 +R0.0 +R1.0 ~H0x3")
    #expect(try outline.view() == "▾ A\n  - a\n▾ B\n  - b\n▸ C · 1 hidden")
  }

  @Test func `expanding what is open closes nothing with the accordion`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n▾ B\n  - b")
    try outline.perform(.setAccordion(true))
    #expect(try outline.perform(.expand("A")) == "none")
    #expect(try outline.perform(.fold(.all(withRows: false), .expand)) == "none")
  }

  @Test func `toggling turns each section over`() throws {
    let outline = try DrawnOutline(home)
    let sections: [Address] = [.path(["Kitchen"]), .path(["Garden"])]
    #expect(
      try outline.perform(.fold(.sections(sections, recursive: false), .toggle)) == "-S2 -R1.0x2 +R2.0 ~H1x2")
    #expect(
      try outline.view() == """
        ▾ Home
          - keys
          ▸ Kitchen · 3 hidden
          ▾ Garden
            - rake
        ▸ Work · 1 hidden
        """)
  }

  @Test func `expanding with all that is below opens every section there`() throws {
    let outline = try DrawnOutline(home)
    let scope = FoldScope.sections([.path(["Home"])], recursive: true)
    #expect(try outline.perform(.fold(scope, .expand)) == "+R2.0 +R3.0 ~H2x2")
    #expect(try outline.perform(.fold(scope, .collapse)) == "-S1x3 -R0.0 ~H0")
    #expect(try outline.perform(.expand("Home")) == "+S1x2 +R0.0 ~H0")
  }

  @Test func `expanding to a row opens every section around it and no other`() throws {
    let outline = try DrawnOutline("▸ A\n  ▸ B\n    - b\n    ▸ C\n      - c\n  ▸ D")
    let changes = try outline.repository.reveal("b", as: "ana").changes
    #expect(changes.description == "+S1x3 ~H0")
    #expect(try outline.view() == "▾ A\n  ▾ B\n    - b\n    ▸ C · 1 hidden\n  ▸ D · 0 hidden")
  }
}
