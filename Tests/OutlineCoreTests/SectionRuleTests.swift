import ListChanges
import OutlineCore
import TestSupport
import Testing

struct SectionRuleTests {
  private func changes(from before: Drawing, to after: Drawing) -> ViewChanges {
    let changes = SectionRules.rearranging(before.states, to: after.states)
    if before.states.map(\.id) == after.states.map(\.id), before.states.map(\.level) == after.states.map(\.level) {
      // Where only flags differ, the rule for flags has to say the same without comparing lists.
      #expect(FoldRules.changes(from: before.states, to: after.states, firstIndex: 0) == changes)
    }
    return changes
  }

  @Test func `collapsing is one run of row deletes and one run of section deletes`() {
    let before = Drawing("▾ A\n  - a0\n  - a1\n  ▾ B\n    - b0\n    ▸ C\n      - c0\n▾ D")
    let after = Drawing("▸ A\n  - a0\n  - a1\n  ▾ B\n    - b0\n    ▸ C\n      - c0\n▾ D")
    expect(changes(from: before, to: after), "-S1x2 -R0.0x2 ~H0", from: before, to: after)
    expect(changes(from: after, to: before), "+S1x2 +R0.0x2 ~H0", from: after, to: before)
  }

  @Test func `a flag below a collapsed section changes nothing in the view`() {
    let before = Drawing("▸ A\n  ▾ B\n    - b0")
    let after = Drawing("▸ A\n  ▸ B\n    - b0")
    expect(changes(from: before, to: after), "none", from: before, to: after)
  }

  @Test func `indices count from the first index of the part`() {
    let states = (Drawing("▾ A\n  - a0\n  ▾ B").states, Drawing("▸ A\n  - a0\n  ▾ B").states)
    #expect(FoldRules.changes(from: states.0, to: states.1, firstIndex: 7).description == "-S8 -R7.0 ~H7")
  }

  @Test func `neighbours that move together are one move and keep their rows`() {
    let before = Drawing("▾ A\n  - a0\n▾ B\n  - b0\n  ▾ C\n    - c0\n▾ D")
    let after = Drawing("▾ D\n▾ A\n  - a0\n▾ B\n  - b0\n  ▾ C\n    - c0")
    expect(changes(from: before, to: after), "S3>0", from: before, to: after)
    let back = Drawing("▾ B\n  - b0\n  ▾ C\n    - c0\n▾ A\n  - a0\n▾ D")
    expect(changes(from: before, to: back), "S0>2", from: before, to: back)
  }

  @Test func `a section that goes below a collapsed one is deleted and counted there`() {
    let before = Drawing("▾ A\n  - a0\n▸ B\n  - b0")
    let after = Drawing("▸ B\n  - b0\n  ▾ A\n    - a0")
    expect(changes(from: before, to: after), "-S0 ~H0", from: before, to: after)
    expect(changes(from: after, to: before), "+S0 ~H1", from: after, to: before)
  }

  @Test func `another level is drawn again`() {
    let before = Drawing("▾ A\n▾ B\n  - b0")
    let after = Drawing("▾ A\n  ▾ B\n    - b0")
    expect(changes(from: before, to: after), "~H1", from: before, to: after)
  }

  @Test func `a section that moves while its rows come or go is deleted and inserted`() {
    let before = Drawing("▾ A\n  - a0\n▾ B\n▾ C")
    let after = Drawing("▾ B\n▾ C\n▸ A\n  - a0")
    expect(changes(from: before, to: after), "-S0 +S2", from: before, to: after)
  }

  @Test func `the fewest sections move, whatever the order after`() throws {
    let lines = ["▾ A\n  - a0", "▸ B\n  - b0", "▾ C", "▾ D\n  - d0\n  - d1", "▸ E"]
    let before = Drawing(lines.joined(separator: "\n"))
    for order in permutations(of: 5) {
      let after = Drawing(order.map { lines[$0] }.joined(separator: "\n"))
      let changes = changes(from: before, to: after)
      #expect(try changes.replay(on: before.visible, reading: Drawing("").visible) == after.visible)
      #expect(changes.movedSections.reduce(0) { $0 + $1.count } == fewestMoves(in: order))
    }
  }

  @Test func `new sections are inserted with what a collapsed one of them hides left out`() {
    let before = Drawing("▾ A\n▾ E")
    let after = Drawing("▾ A\n▸ B\n  - b0\n  ▾ C\n    - c0\n▾ D\n▾ E")
    let new = Array(after.states[1...3])
    expect(SectionRules.inserting(new, at: 1, below: nil), "+S1x2", from: before, to: after)
  }

  @Test func `sections new below a collapsed one change no section in the view`() {
    let before = Drawing("▾ Z\n▸ A\n  - a0")
    let after = Drawing("▾ Z\n▸ A\n  - a0\n  ▾ B\n    - b0\n    - b1")
    let new = Array(after.states[2...])
    expect(SectionRules.inserting(new, at: 0, below: before.visibility("A")), "~H1", from: before, to: after)
  }

  @Test func `an empty section below a collapsed one is counted by its header`() {
    let before = Drawing("▾ Z\n▸ A\n  ▾ B")
    let after = Drawing("▾ Z\n▸ A\n  ▾ B\n    ▾ C")
    expect(
      SectionRules.inserting([after.states[3]], at: 0, below: before.visibility("B")), "~H1", from: before, to: after)
    expect(DeletionRules.deleting([after.subtree("C")], rows: [], keeping: nil), "~H1", from: after, to: before)
    expect(changes(from: before, to: after), "~H1", from: before, to: after)
    expect(changes(from: after, to: before), "~H1", from: after, to: before)
  }

  @Test func `an empty section that moves between two collapsed ones is counted by both headers`() {
    let before = Drawing("▸ A\n  ▾ B\n▸ C")
    let after = Drawing("▸ A\n▸ C\n  ▾ B")
    expect(changes(from: before, to: after), "~H0x2", from: before, to: after)
  }

  @Test func `a level within a collapsed section changes nothing in the view`() {
    let before = Drawing("▸ A\n  ▾ B\n    ▾ C\n▾ D")
    let after = Drawing("▸ A\n  ▾ B\n  ▾ C\n▾ D")
    expect(changes(from: before, to: after), "none", from: before, to: after)
  }

  @Test func `editing a header reloads it where it is shown`() {
    #expect(SectionRules.editing([(.expanded(at: 3), nil, nil)]).description == "~H3")
    #expect(SectionRules.editing([(.collapsed(at: 2), nil, nil)]).description == "~H2")
    #expect(SectionRules.editing([(.hidden(in: 2), nil, nil)]).isEmpty)
  }

  @Test func `the check box of a hidden section changes the numbers of the header that hides it`() {
    let before = Drawing("▸ A\n  ▾ B\n▾ C")
    let after = Drawing("▸ A\n  ▾ ☑ B\n▾ ☐ C")
    let changes = SectionRules.editing([
      (before.visibility("B"), nil, true), (before.visibility("C"), nil, false),
    ])
    expect(changes, "~H0x2", from: before, to: after)
  }
}

struct DeletionRuleTests {
  private let before = Drawing(
    """
    ▾ A
      - a0
      ▾ B
        - b0
        - b1
    ▸ C
      - c0
      ▾ D
        - d0
    ▾ E
      - e0
      - e1
    """)

  @Test func `a section goes with what is shown below it`() {
    let after = Drawing("▸ C\n  - c0\n  ▾ D\n    - d0\n▾ E\n  - e0\n  - e1")
    expect(DeletionRules.deleting([before.subtree("A")], rows: [], keeping: nil), "-S0x2", from: before, to: after)
  }

  @Test func `a section below a collapsed one goes from its count alone`() {
    let after = Drawing("▾ A\n  - a0\n  ▾ B\n    - b0\n    - b1\n▸ C\n  - c0\n▾ E\n  - e0\n  - e1")
    expect(DeletionRules.deleting([before.subtree("D")], rows: [], keeping: nil), "~H2", from: before, to: after)
  }

  @Test func `kept rows go with their section and are inserted at the end of another`() {
    let after = Drawing("▸ C\n  - c0\n  ▾ D\n    - d0\n▾ E\n  - e0\n  - e1\n  - a0\n  - b0\n  - b1")
    let changes = DeletionRules.deleting([before.subtree("A")], rows: [], keeping: before.location("E", 2))
    expect(changes, "-S0x2 +R1.2x3", from: before, to: after)
  }

  @Test func `rows kept in a collapsed section are counted by its header`() {
    let after = Drawing("▾ A\n  - a0\n▸ C\n  - c0\n  ▾ D\n    - d0\n    - b0\n    - b1\n▾ E\n  - e0\n  - e1")
    let changes = DeletionRules.deleting([before.subtree("B")], rows: [], keeping: before.location("D", 1))
    expect(changes, "-S1 ~H1", from: before, to: after)
  }

  @Test func `rows kept in the collapsed section above leave its rows as many, and its sections fewer`() {
    let after = Drawing("▾ A\n  - a0\n  ▾ B\n    - b0\n    - b1\n▸ C\n  - c0\n  - d0\n▾ E\n  - e0\n  - e1")
    let changes = DeletionRules.deleting([before.subtree("D")], rows: [], keeping: before.location("C", 1))
    expect(changes, "~H2", from: before, to: after)
  }

  @Test func `rows of a collapsed section that are kept in an expanded one are inserted there`() {
    let after = Drawing("▾ A\n  - a0\n  ▾ B\n    - b0\n    - b1\n▾ E\n  - e0\n  - e1\n  - c0\n  - d0")
    let changes = DeletionRules.deleting([before.subtree("C")], rows: [], keeping: before.location("E", 2))
    expect(changes, "-S2 +R2.2x2", from: before, to: after)
  }

  @Test func `rows deleted where others are kept make room first`() {
    let after = Drawing("▾ A\n  - a0\n▸ C\n  - c0\n  ▾ D\n    - d0\n▾ E\n  - e1\n  - b0\n  - b1")
    let changes = DeletionRules.deleting(
      [before.subtree("B")], rows: [before.row("e0")], keeping: before.location("E", 2))
    expect(changes, "-S1 -R3.0 +R2.1x2", from: before, to: after)
  }
}
