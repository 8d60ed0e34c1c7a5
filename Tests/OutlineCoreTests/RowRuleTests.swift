import ListChanges
import OutlineCore
import TestSupport
import Testing

struct RowRuleTests {
  private let before = Drawing(
    """
    ▾ A
      - a0
      - a1
    ▸ B
      - b0
      ▾ C
        - c0
    ▾ D
      - d0
    """)

  @Test func `a row inserted into an expanded section is inserted`() {
    let after = Drawing("▾ A\n  - a0\n  - x\n  - y\n  - a1\n▸ B\n  - b0\n  ▾ C\n    - c0\n▾ D\n  - d0")
    expect(RowRules.inserting(ItemCounts(rows: 2), at: before.location("A", 1)), "+R0.1x2", from: before, to: after)
  }

  @Test func `a row inserted into a collapsed section changes no row in the view`() {
    let after = Drawing("▾ A\n  - a0\n  - a1\n▸ B\n  - x\n  - b0\n  ▾ C\n    - c0\n▾ D\n  - d0")
    expect(RowRules.inserting(ItemCounts(rows: 1), at: before.location("B", 0)), "~H1", from: before, to: after)
  }

  @Test func `a row inserted below a collapsed section is counted by the collapsed header`() {
    let after = Drawing("▾ A\n  - a0\n  - a1\n▸ B\n  - b0\n  ▾ C\n    - c0\n    - x\n▾ D\n  - d0")
    expect(RowRules.inserting(ItemCounts(rows: 1), at: before.location("C", 1)), "~H1", from: before, to: after)
  }

  @Test func `editing a row reloads it where it is shown and nothing where it is not`() {
    let after = Drawing("▾ A\n  - a0\n  - x\n▸ B\n  - b0\n  ▾ C\n    - c0\n▾ D\n  - d0")
    expect(RowRules.editing([(before.row("a1"), nil)]), "~R0.1", from: before, to: after)
    expect(RowRules.editing([(before.row("b0"), nil)]), "none", from: before, to: before)
    expect(RowRules.editing([(before.row("c0"), nil)]), "none", from: before, to: before)
  }

  @Test func `a check box that is hidden changes the numbers of the collapsed header`() {
    let before = Drawing("▾ A\n  - ☐ a\n▸ B\n  - ☐ b\n  ▾ C\n    - c\n    - ☑ d")
    let ticked = Drawing("▾ A\n  - ☑ a\n▸ B\n  - ☐ b\n  ▾ C\n    - c\n    - ☑ d")
    expect(RowRules.editing([(before.row("a"), true)]), "~R0.0", from: before, to: ticked)
    let hidden = Drawing("▾ A\n  - ☐ a\n▸ B\n  - ☑ b\n  ▾ C\n    - ☐ c\n    - ☑ d")
    expect(RowRules.editing([(before.row("b"), true), (before.row("c"), false)]), "~H1", from: before, to: hidden)
    let even = Drawing("▾ A\n  - ☐ a\n▸ B\n  - ☑ b\n  ▾ C\n    - c\n    - ☐ d")
    expect(RowRules.editing([(before.row("b"), true), (before.row("d"), false)]), "none", from: before, to: even)
    let task = ItemCounts(rows: 1, tasks: 1)
    let more = Drawing("▾ A\n  - ☐ a\n▸ B\n  - ☐ b\n  ▾ C\n    - c\n    - ☑ d\n    - ☐ e")
    expect(RowRules.inserting(task, at: before.location("C", 2)), "~H1", from: before, to: more)
    let moved = Drawing("▾ A\n  - ☐ a\n  - ☐ b\n▸ B\n  ▾ C\n    - c\n    - ☑ d")
    expect(RowRules.moving([before.row("b")], to: before.location("A", 1)), "+R0.1 ~H1", from: before, to: moved)
  }

  @Test func `rows deleted in expanded and collapsed sections leave the view where they were shown`() {
    let after = Drawing("▾ A\n▸ B\n  ▾ C\n    - c0\n▾ D")
    let rows = ["d0", "a1", "b0", "a0"].map(before.row)
    expect(RowRules.deleting(rows), "-R0.0x2 -R2.0 ~H1", from: before, to: after)
    expect(DeletionRules.deleting([], rows: rows, keeping: nil), "-R0.0x2 -R2.0 ~H1", from: before, to: after)
  }
}

struct RowMoveRuleTests {
  private let before = Drawing(
    """
    ▾ A
      - a0
      - a1
      - a2
    ▸ B
      - b0
      - b1
    ▾ C
      - c0
    ▸ D
      - d0
    """)

  @Test func `from an expanded section to an expanded one it is a move`() {
    let after = Drawing("▾ A\n  - a0\n  - a2\n▸ B\n  - b0\n  - b1\n▾ C\n  - c0\n  - a1\n▸ D\n  - d0")
    expect(RowRules.moving([before.row("a1")], to: before.location("C", 1)), "R0.1>2.1", from: before, to: after)
  }

  @Test func `from a collapsed section to an expanded one it only inserts at the destination`() {
    let after = Drawing("▾ A\n  - a0\n  - a1\n  - a2\n▸ B\n  - b1\n▾ C\n  - b0\n  - c0\n▸ D\n  - d0")
    expect(RowRules.moving([before.row("b0")], to: before.location("C", 0)), "+R2.0 ~H1", from: before, to: after)
  }

  @Test func `from an expanded section to a collapsed one it only deletes at the source`() {
    let after = Drawing("▾ A\n  - a0\n  - a2\n▸ B\n  - b0\n  - b1\n  - a1\n▾ C\n  - c0\n▸ D\n  - d0")
    expect(RowRules.moving([before.row("a1")], to: before.location("B", 2)), "-R0.1 ~H1", from: before, to: after)
  }

  @Test func `from a collapsed section to a collapsed one only the counts of the headers change`() {
    let after = Drawing("▾ A\n  - a0\n  - a1\n  - a2\n▸ B\n  - b1\n▾ C\n  - c0\n▸ D\n  - d0\n  - b0")
    expect(RowRules.moving([before.row("b0")], to: before.location("D", 1)), "~H1 ~H3", from: before, to: after)
  }

  @Test func `within a collapsed section it is nothing`() {
    let after = Drawing("▾ A\n  - a0\n  - a1\n  - a2\n▸ B\n  - b1\n  - b0\n▾ C\n  - c0\n▸ D\n  - d0")
    expect(RowRules.moving([before.row("b0")], to: before.location("B", 2)), "none", from: before, to: after)
  }

  @Test func `as many rows in as out leave the numbers of a collapsed header, which is not drawn again`() {
    let before = Drawing("▸ A\n  - a0\n  ▾ B\n    - b0\n  ▾ D\n▾ C")
    let after = Drawing("▸ A\n  - a0\n  ▾ B\n  ▾ D\n    - b0\n▾ C")
    expect(RowRules.moving([before.row("b0")], to: before.location("D", 0)), "none", from: before, to: after)
  }

  @Test func `a row that moves between a collapsed section and its subsection changes which rows are its own`() {
    let above = Drawing("▸ A\n  - a0\n  ▾ B\n    - b0\n▾ C")
    let below = Drawing("▸ A\n  ▾ B\n    - a0\n    - b0\n▾ C")
    expect(RowRules.moving([above.row("a0")], to: above.location("B", 0)), "~H0", from: above, to: below)
    expect(RowRules.moving([below.row("a0")], to: below.location("A", 0)), "~H0", from: below, to: above)
  }

  @Test func `rows from everywhere arrive in the order in which they are named`() {
    let after = Drawing("▾ A\n  - a1\n▸ B\n  - b0\n▾ C\n  - a2\n  - b1\n  - d0\n  - a0\n  - c0\n▸ D")
    let rows = ["a2", "b1", "d0", "a0"].map(before.row)
    expect(
      RowRules.moving(rows, to: before.location("C", 0)), "+R2.1x2 R0.0>2.3 R0.2>2.0 ~H1 ~H3", from: before, to: after)
  }

  @Test func `neighbours that travel together are one move`() {
    let after = Drawing("▾ A\n  - a0\n▸ B\n  - b0\n  - b1\n▾ C\n  - c0\n  - a1\n  - a2\n▸ D\n  - d0")
    let rows = ["a1", "a2"].map(before.row)
    expect(RowRules.moving(rows, to: before.location("C", 1)), "R0.1>2.1x2", from: before, to: after)
  }

  @Test func `a row that moves down in its section arrives one index earlier than it was sent to`() {
    let after = Drawing("▾ A\n  - a1\n  - a2\n  - a0\n▸ B\n  - b0\n  - b1\n▾ C\n  - c0\n▸ D\n  - d0")
    expect(RowRules.moving([before.row("a0")], to: before.location("A", 3)), "R0.0>0.2", from: before, to: after)
  }

  @Test func `within one section the fewest rows move, whichever are sent to whatever index`() throws {
    let texts = (0..<5).map { "r\($0)" }
    let before = Drawing("▾ A\n" + texts.map { "  - \($0)" }.joined(separator: "\n"))
    for order in permutations(of: 4).flatMap({ order in (1...4).map { Array(order.prefix($0)) } }) {
      for index in 0...5 {
        let named = order.map { texts[$0] }
        let staying = texts[..<index].filter { !named.contains($0) }
        let new = staying + named + texts[index...].filter { !named.contains($0) }
        let changes = RowRules.moving(named.map(before.row), to: before.location("A", index))
        let after = Drawing("▾ A\n" + new.map { "  - \($0)" }.joined(separator: "\n"))
        #expect(try changes.replay(on: before.visible, reading: Drawing("▾ A").visible) == after.visible)
        let fewest = fewestMoves(in: new.compactMap { texts.firstIndex(of: $0) })
        #expect(changes.movedRows.reduce(0) { $0 + $1.count } == fewest, "\(named) to \(index)")
      }
    }
  }
}
