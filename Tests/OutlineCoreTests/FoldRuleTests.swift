import ListChanges
import OutlineCore
import Testing

struct FoldRuleTests {
  private func folding(
    _ request: FoldRequest, _ titles: String..., isRecursive: Bool = false, accordion: Bool = false, in drawing: String
  ) -> [SectionState] {
    FoldRules.states(
      after: request, on: Set(titles.map { id($0).rawValue }), isRecursive: isRecursive, in: Drawing(drawing).states,
      accordion: accordion)
  }

  @Test func `collapsing leaves the flags below as they are`() {
    #expect(
      folding(.collapse, "A", in: "▾ A\n  ▸ B\n  ▾ C\n▾ D") == Drawing("▸ A\n  ▸ B\n  ▾ C\n▾ D").states)
    #expect(
      folding(.expand, "A", in: "▸ A\n  ▸ B\n  ▾ C\n▾ D") == Drawing("▾ A\n  ▸ B\n  ▾ C\n▾ D").states)
  }

  @Test func `a request with all that is below stops at the next section that is not`() {
    #expect(
      folding(.collapse, "A", isRecursive: true, in: "▾ A\n  ▾ B\n    ▾ C\n▾ D\n  ▾ E")
        == Drawing("▸ A\n  ▸ B\n    ▸ C\n▾ D\n  ▾ E").states)
    #expect(
      folding(.expand, "B", "C", isRecursive: true, in: "▸ A\n  ▸ B\n    ▸ C\n  ▸ D\n▸ E")
        == Drawing("▸ A\n  ▾ B\n    ▾ C\n  ▸ D\n▸ E").states)
  }

  @Test func `toggling turns each section over`() {
    #expect(folding(.toggle, "A", "B", in: "▾ A\n▸ B\n▾ C") == Drawing("▸ A\n▾ B\n▾ C").states)
  }

  @Test(arguments: [FoldRequest.collapse, .expand, .toggle])
  func `the flag of a section that is not collapsible stays what it is`(request: FoldRequest) {
    let drawing = "■ A\n□ B"
    #expect(folding(request, "A", "B", in: drawing) == Drawing(drawing).states)
  }

  @Test func `with the accordion, opening a section closes its open siblings`() {
    #expect(
      folding(.expand, "C", accordion: true, in: "▾ A\n  ▾ B\n  ▸ C\n  ▾ D\n    ▾ E\n▾ F")
        == Drawing("▾ A\n  ▸ B\n  ▾ C\n  ▸ D\n    ▾ E\n▾ F").states)
    #expect(folding(.toggle, "B", accordion: true, in: "▾ A\n▸ B\n▾ C") == Drawing("▸ A\n▾ B\n▸ C").states)
  }

  @Test func `with the accordion, siblings opened by the same request are spared`() {
    #expect(folding(.expand, "A", "B", accordion: true, in: "▸ A\n▸ B\n▾ C") == Drawing("▾ A\n▾ B\n▸ C").states)
    #expect(folding(.expand, "A", "B", accordion: true, in: "▾ A\n▸ B\n▾ C") == Drawing("▾ A\n▾ B\n▸ C").states)
    #expect(
      folding(.expand, "A", isRecursive: true, accordion: true, in: "▸ A\n  ▸ B\n  ▸ C\n▾ D")
        == Drawing("▾ A\n  ▾ B\n  ▾ C\n▸ D").states)
  }

  @Test func `with the accordion, siblings that lie below another named section are spared, open before or not`() {
    #expect(
      folding(.expand, "A", "C", isRecursive: true, accordion: true, in: "▾ A\n  ▾ B\n  ▸ C\n  ▸ D\n▾ E")
        == Drawing("▾ A\n  ▾ B\n  ▾ C\n  ▾ D\n▾ E").states)
  }

  @Test(arguments: [(FoldRequest.expand, true), (.expand, false), (.toggle, true), (.toggle, false)])
  func `with the accordion, no request closes a section that it opens or leaves open`(
    request: FoldRequest, isRecursive: Bool
  ) {
    func fold(_ world: FoldWorld, _ named: Set<SectionID>, accordion: Bool) -> [SectionState] {
      FoldRules.states(
        after: request, on: Set(named.map(\.rawValue)), isRecursive: isRecursive, in: world.states, accordion: accordion
      )
    }
    var broken: [String] = []
    for world in FoldWorld.all(sections: 4) {
      for named in world.namings {
        let reached = isRecursive ? world.subtrees(of: named) : named
        let closed = zip(fold(world, named, accordion: false), fold(world, named, accordion: true)).filter {
          reached.contains($0.id) && !$0.isShut && $1.isShut
        }
        if !closed.isEmpty { broken.append("\(world), \(named): \(closed.map(\.0.id)) are closed") }
      }
    }
    #expect(broken.prefix(3) == [])
  }

  @Test func `with the accordion, what is open already closes nothing`() {
    #expect(folding(.expand, "A", accordion: true, in: "▾ A\n▾ B") == Drawing("▾ A\n▾ B").states)
    #expect(folding(.toggle, "A", accordion: true, in: "▾ A\n▾ B") == Drawing("▸ A\n▾ B").states)
  }

  @Test func `with the accordion, a sibling that is not collapsible stays open`() {
    #expect(folding(.expand, "A", accordion: true, in: "▸ A\n■ B") == Drawing("▾ A\n■ B").states)
  }

  @Test func `what is visible is told by collapsed sections, and by their flags only where they count`() {
    let visible = Drawing("▾ A\n  - a\n  ▸ B\n    - b\n    ▾ C\n      - c\n□ D\n  - d\n  ▾ E").states.visibleSections
    #expect(visible.map(\.id) == ["A", "B", "D", "E"].map(id))
    #expect(visible.map(\.shownRows) == [1, 0, 1, 0])
    #expect(visible.map(\.rowCount) == [1, 1, 1, 0])
    #expect(visible.map(\.hidden.rows) == [0, 2, 0, 0])
    #expect(visible.map(\.hiddenSections) == [0, 1, 0, 0])
    #expect(visible.map(\.isShut) == [false, true, false, false])
  }
}
