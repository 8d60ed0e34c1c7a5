import OutlineCore
import Testing

/// Flags belong to sections, not to their places or titles.
struct IdentityTests {
  private let drawing = "▾ A\n  - a\n▸ B\n  - b\n▾ C\n  - c"

  @Test func `a flag follows its section to another place`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.move("B", to: .before("A"))) == "S1>0")
    #expect(try outline.view() == "▸ B · 1 hidden\n▾ A\n  - a\n▾ C\n  - c")
    #expect(try outline.perform(.move("B", to: .inside("C"))) == "S0>2 ~H2")
    #expect(try outline.view() == "▾ A\n  - a\n▾ C\n  - c\n  ▸ B · 1 hidden")
  }

  @Test func `a flag stays when its section is renamed`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.change(.path(["B"]), to: Patch(text: "Bee", detail: "new"))) == "~H1")
    #expect(try outline.view() == "▾ A\n  - a\n▸ Bee — new · 1 hidden\n▾ C\n  - c")
  }

  @Test func `a flag stays when the sections before it are deleted`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.delete([.path(["A"])], options: DeleteOptions(isRecursive: true))) == "-S0")
    #expect(try outline.view() == "▸ B · 1 hidden\n▾ C\n  - c")
  }

  @Test func `a new section with the title of a deleted one does not take its flag over`() throws {
    let outline = try DrawnOutline(drawing)
    try outline.perform(.delete([.path(["B"])], options: DeleteOptions(isRecursive: true)))
    #expect(try outline.perform(.addSections([SectionDraft(title: "B")], to: .after("A"))) == "+S1")
    #expect(try outline.view() == "▾ A\n  - a\n▾ B\n▾ C\n  - c")
  }

  @Test func `a section that comes to a collapsed one leaves the view and keeps its own flag`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.move("A", to: .inside("B"))) == "-S0 ~H0")
    #expect(try outline.view() == "▸ B · 2 hidden\n▾ C\n  - c")
    #expect(try outline.perform(.expand("B")) == "+S1 +R0.0 ~H0")
    #expect(try outline.view() == "▾ B\n  - b\n  ▾ A\n    - a\n▾ C\n  - c")
  }
}
