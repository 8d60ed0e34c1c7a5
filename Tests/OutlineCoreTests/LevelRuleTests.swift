import ListChanges
import OutlineCore
import Testing

struct LevelRuleTests {
  private let before = Drawing(
    """
    ▾ A
      - a0
      - a1
      ▾ B
    ▸ C
      - c0
      - c1
      ▾ D
    ▾ E
    """)

  @Test func `a row that becomes a section leaves its rows and is inserted behind them`() {
    let after = Drawing("▾ A\n  - a1\n  ▾ X\n  ▾ B\n▸ C\n  - c0\n  - c1\n  ▾ D\n▾ E")
    expect(LevelRules.promoting(before.row("a0"), before: 1), "+S1 -R0.0", from: before, to: after)
  }

  @Test func `a row that becomes a section below a collapsed header is counted there as one and no more as the other`()
  {
    let after = Drawing("▾ A\n  - a0\n  - a1\n  ▾ B\n▸ C\n  - c1\n  ▾ X\n  ▾ D\n▾ E")
    expect(LevelRules.promoting(before.row("c0"), before: 0), "~H2", from: before, to: after)
  }

  @Test func `an empty section that becomes a row is deleted and inserted at the end of the rows before it`() {
    let after = Drawing("▾ A\n  - a0\n  - a1\n  - x\n▸ C\n  - c0\n  - c1\n  ▾ D\n▾ E")
    expect(
      LevelRules.demoting(before.visibility("B"), isDone: nil, to: before.location("A", 2)), "-S1 +R0.2", from: before,
      to: after)
  }

  @Test func `an empty section that becomes a row of a collapsed one is deleted and counted there`() {
    let after = Drawing("▾ A\n  - a0\n  - a1\n  ▾ B\n▸ C\n  - c0\n  - c1\n  - x\n  ▾ D")
    expect(
      LevelRules.demoting(before.visibility("E"), isDone: nil, to: before.location("C", 2)), "-S3 ~H2", from: before,
      to: after)
  }

  @Test func `an empty section below a collapsed header that becomes a row there is counted as one`() {
    let after = Drawing("▾ A\n  - a0\n  - a1\n  ▾ B\n▸ C\n  - c0\n  - c1\n  - x\n▾ E")
    expect(
      LevelRules.demoting(before.visibility("D"), isDone: nil, to: before.location("C", 2)), "~H2", from: before,
      to: after)
  }

  @Test func `a task that becomes a section or a row below a collapsed header stays one task there`() {
    let before = Drawing("▸ A\n  - ☑ a0\n  ▾ ☐ B\n▾ C")
    let promoted = Drawing("▸ A\n  ▾ ☑ X\n  ▾ ☐ B\n▾ C")
    expect(LevelRules.promoting(before.row("a0"), before: 0), "~H0", from: before, to: promoted)
    let demoted = Drawing("▸ A\n  - ☑ a0\n  - ☐ b\n▾ C")
    expect(
      LevelRules.demoting(before.visibility("B"), isDone: false, to: before.location("A", 1)), "~H0", from: before,
      to: demoted)
  }

  @Test func `the first line of a row becomes the title and the others the detail, and back`() throws {
    for (text, title, detail) in [("a", "a", nil), ("a\nb\nc", "a", "b\nc"), ("a\r\nb", "a", "b"), ("a\n", "a", nil)] {
      let content = try LevelRules.section(of: RowContent(text, isDone: true, attributes: "{\"k\":1}"))
      #expect(content == SectionContent(title, detail: detail, isDone: true, attributes: "{\"k\":1}"))
    }
    for text in ["", "\nb", "\r\nb"] {
      #expect(throws: OutlineError.emptyName("title")) { try LevelRules.section(of: RowContent(text)) }
    }
    let long = String(repeating: "x", count: OutlineLimits.titleBytes + 1)
    for text in [long, "a\n\(long)"] {
      #expect(throws: OutlineError.tooLong(bytes: 65_537, limit: 65_536)) {
        try LevelRules.section(of: RowContent(text))
      }
    }
    let section = Section(
      id: id("A"), ord: 0, level: 1,
      content: SectionContent("a", detail: "b\nc", isDone: true, attributes: "{\"k\":1}"))
    #expect(LevelRules.row(of: section) == RowContent("a\nb\nc", isDone: true, attributes: "{\"k\":1}"))
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
