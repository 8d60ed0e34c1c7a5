import ListChanges
import OutlineCore
import Testing

struct LevelRuleTests {
  @Test func `the first line of a row becomes the title and the others the detail, and back`() throws {
    for (text, title, detail) in [
      ("a", "a", nil), ("a\nb\nc", "a", "b\nc"), ("a\r\nb", "a\r", "b"), ("a\n", "a", ""), ("", "", nil),
      ("\n ", "", " "),
    ] {
      let content = try LevelRules.section(of: RowContent(text, isDone: true, attributes: "{\"k\":1}"))
      #expect(content == SectionContent(title, detail: detail, isDone: true, attributes: "{\"k\":1}"))
      let section = Section(id: SectionID(1), ord: 0, level: 1, content: content)
      #expect(LevelRules.row(of: section.content) == RowContent(text, isDone: true, attributes: "{\"k\":1}"))
    }
    #expect(try LevelRules.section(of: RowContent("\n \nb\nc")) == SectionContent("b", detail: "c"))
    for (limit, start) in [(OutlineLimits.titleBytes, ""), (OutlineLimits.textBytes, "a\n")] {
      let long = String(repeating: "x", count: limit + 1)
      #expect(throws: OutlineError.tooLong(long, limit: limit)) {
        try LevelRules.section(of: RowContent(start + long))
      }
    }
  }
}

struct RowOrderRuleTests {
  @Test func `rows in another order move in an expanded section, the fewest, and nothing happens in a collapsed one`() {
    let before = Drawing("▾ A\n  - d\n  - a\n  - b\n  - c")
    let order = Reordering([1, 2, 3, 0])
    let after = Drawing("▾ A\n  - a\n  - b\n  - c\n  - d")
    expect(RowRules.reordering(order, in: before.visibility("A")), "R0.0>0.3", from: before, to: after)
    #expect(RowRules.reordering(order, in: .collapsed(at: 0)).isEmpty)
    #expect(RowRules.reordering(order, in: .hidden(in: 0)).isEmpty)
  }
}

struct SubsectionOrderTests {
  /// The titles and levels of sections that are sorted by their titles.
  private func sorted(_ drawing: String, isReversed: Bool = false) -> [String] {
    let drawing = Drawing(drawing)
    let (sections, indices) = SectionMoves.sorted(
      drawing.states, values: drawing.titles.map { .text(NaturalText($0)) }, isReversed: isReversed)
    #expect(indices.map { drawing.states[$0].id } == sections.map(\.id))
    return zip(indices, sections).map { "\(drawing.titles[$0]) \($1.level)" }
  }

  @Test func `subsections are sorted with all that is below them, which keeps its order`() {
    #expect(sorted("▾ B\n  ▾ Z\n  ▾ Y\n▾ A\n  ▾ X") == ["A 1", "X 2", "B 1", "Z 2", "Y 2"])
    #expect(sorted("▾ A\n▾ B\n▾ C", isReversed: true) == ["C 1", "B 1", "A 1"])
  }

  @Test func `subsections of different levels that change their order get the smallest, so that none catches another`()
  {
    #expect(sorted("    ▾ B\n      ▾ Z\n  ▾ A") == ["A 2", "B 2", "Z 3"])
    #expect(sorted("    ▾ A\n      ▾ Z\n  ▾ B") == ["A 3", "Z 4", "B 2"])
  }
}
