import OutlineCore
import Testing

struct SectionEditTests {
  private let drawing = "▾ A\n  - a\n  ▾ B\n    - b\n    ▸ C\n      - c\n▸ D\n  - d"

  @Test func `a section moves with all that is below it`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.move("A", to: Placement())) == "S3>0")
    #expect(try outline.view() == "▸ D · 1 hidden\n▾ A\n  - a\n  ▾ B\n    - b\n    ▸ C · 1 hidden")
    #expect(try outline.perform(.move("B", to: Placement(.anywhere, .first))) == "S2>0x2 ~H0x2")
    #expect(try outline.view() == "▾ B\n  - b\n  ▸ C · 1 hidden\n▸ D · 1 hidden\n▾ A\n  - a")
  }

  @Test(arguments: ["B", "C", "A"])
  func `a section cannot be moved into itself`(target: String) throws {
    let outline = try DrawnOutline(drawing)
    #expect(throws: OutlineError.self) { try outline.perform(.move("A", to: .inside(.path([target])))) }
    #expect(throws: OutlineError.self) { try outline.perform(.move("A", to: .before(.path([target])))) }
  }

  @Test func `a section that is not empty is deleted only when that is asked for`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(throws: OutlineError.notEmpty(title: "A", rows: 3, sections: 2)) {
      try outline.perform(.delete([.path(["A"])], options: DeleteOptions()))
    }
    #expect(try outline.perform(.delete([.path(["A"])], options: DeleteOptions(isRecursive: true))) == "-S0x3")
    #expect(try outline.view() == "▸ D · 1 hidden")
  }

  @Test func `rows that are kept leave with their section and are inserted where they go`() throws {
    let outline = try DrawnOutline(drawing)
    let options = DeleteOptions(isRecursive: true, keepsRowsIn: .path(["A"]))
    #expect(try outline.perform(.delete([.path(["B"])], options: options)) == "-S1x2 +R0.1x2")
    #expect(try outline.view() == "▾ A\n  - a\n  - b\n  - c\n▸ D · 1 hidden")
  }

  @Test func `rows kept in a collapsed section are counted by its header`() throws {
    let outline = try DrawnOutline(drawing)
    let options = DeleteOptions(isRecursive: true, keepsRowsIn: .path(["D"]))
    #expect(try outline.perform(.delete([.path(["A"])], options: options)) == "-S0x3 ~H0")
    #expect(try outline.view() == "▸ D · 4 hidden")
  }

  @Test func `a new section takes the level of its neighbour and captures nothing`() throws {
    let outline = try DrawnOutline("    ▾ A\n      - a\n  ▾ B")
    try outline.perform(.resetFolds(startsCollapsed: true))
    #expect(try outline.perform(.addSections([SectionDraft(title: "N")], to: Placement(.anywhere, .first))) == "+S0")
    #expect(try outline.view() == "    ▸ N · 0 hidden\n    ▸ A · 1 hidden\n  ▸ B · 0 hidden")
  }

  @Test func `a new section at the end may be further out than the last one`() throws {
    let outline = try DrawnOutline("  ▾ A")
    #expect(try outline.perform(.addSections([SectionDraft(title: "N")], to: Placement())) == "+S1")
    #expect(try outline.view() == "  ▾ A\n▾ N")
  }

  @Test(arguments: [0, -1, 3])
  func `a section's position outside the list is refused, counted without the moving section`(position: Int) throws {
    let outline = try DrawnOutline("▾ A\n▾ B")
    #expect(throws: OutlineError.outOfRange(position, noun: "position", validUpTo: 2)) {
      try outline.perform(.move("A", to: Placement(.anywhere, .at(position))))
    }
  }

  @Test func `always inserting before the last row or section never runs out of places`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - end\n▾ Z")
    for number in 0..<1_500 {
      _ = try outline.repository.perform(.addRows([RowDraft("\(number)")], to: .before("end")), as: "ana")
      _ = try outline.repository.perform(.addSections([SectionDraft(title: "S")], to: .before("Z")), as: "ana")
    }
    let list = try outline.repository.visible(to: "ana")
    #expect(list.sections[0].rows.map(\.text) == ["a"] + (0..<1_500).map { "\($0)" } + ["end"])
    #expect(list.sections.last?.header.title == "Z")
  }
}
