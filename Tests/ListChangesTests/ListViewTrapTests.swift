import ListChanges
import Testing

/// The cases in which list views with sections are known to fail.
struct ListViewTrapTests {
  private let before = sketch("A: a b | B: c d | C")

  private func expect(
    _ notation: String, to sketchedAfter: String, is problem: ViewChangesProblem?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let after = sketch(sketchedAfter)
    let changes = try ViewChanges(notation: notation)
    #expect(changes.problem(from: before.shape, to: after.shape) == problem, sourceLocation: sourceLocation)
    guard problem == nil else { return }
    #expect(try changes.replay(on: before, reading: after) == after, sourceLocation: sourceLocation)
    #expect(try changes.inverse.replay(on: after, reading: before) == before, sourceLocation: sourceLocation)
    #expect(before.applying(changes.steps, reading: after) == after, sourceLocation: sourceLocation)
  }

  @Test func `a row that leaves a deleted section is inserted, not moved`() throws {
    try expect("-S1 R1.0>0.0", to: "A: c a b | C", is: .rowInChangedSection(.movedRows, .oldSection(1), .deleted))
    try expect("-S1 +R0.0", to: "A: c a b | C", is: nil)
  }

  @Test func `a row that goes to an inserted section is deleted, not moved`() throws {
    try expect(
      "+S0 R0.0>0.0", to: "N: a | A: b | B: c d | C",
      is: .rowInChangedSection(.movedRows, .newSection(0), .inserted))
    try expect("+S0 -R0.0", to: "N: a | A: b | B: c d | C", is: nil)
  }

  @Test func `a row can move and be drawn again`() throws {
    try expect("R0.0>1.2 ~R1.2", to: "A: b | B: c d a2 | C", is: nil)
  }

  @Test func `a section can move and have its header and rows drawn again`() throws {
    try expect("S0>2 ~R2.1 ~H2", to: "B: c d | C | A2: a b2", is: nil)
  }

  @Test func `a section that moves with row changes is deleted and inserted`() throws {
    try expect("S0>2 -R0.0", to: "B: c d | C | A: b", is: .rowInChangedSection(.deletedRows, .oldSection(0), .moved))
    try expect(
      "S0>2 +R2.0", to: "B: c d | C | A: x a b", is: .rowInChangedSection(.insertedRows, .newSection(2), .moved))
    try expect("-S0 +S2", to: "B: c d | C | A: b", is: nil)
  }

  @Test func `nothing is deleted twice`() throws {
    try expect("-R0.0 -R0.0", to: "A: b | B: c d | C", is: .outOfOrder(.deletedRows, at: 1))
    try expect("-S0 -R0.0", to: "B: c d | C", is: .rowInChangedSection(.deletedRows, .oldSection(0), .deleted))
  }

  @Test func `what is drawn again is named by its place after, where no other flag sits`() throws {
    try expect("-S0 ~H1", to: "B: c d | C2", is: nil)
    try expect("-S0 ~H2", to: "B: c d | C2", is: .outside(.reloadedHeaders, .newSection(2)))
  }

  @Test func `a collapsed section hears nothing of its rows`() throws {
    let row = RowPath(section: 2, row: 0)
    try expect("+R2.0", to: "A: a b | B: c d | C", is: .outside(.insertedRows, .newRow(row)))
    try expect("-R2.0", to: "A: a b | B: c d | C", is: .outside(.deletedRows, .oldRow(row)))
    try expect("~R2.0", to: "A: a b | B: c d | C", is: .outside(.reloadedRows, .newRow(row)))
    try expect("~H2", to: "A: a b | B: c d | C2", is: nil)
  }

  @Test func `an accordion deletes by the list before and inserts by the list after`() throws {
    let open = sketch("A | A1: x | B | B1")
    let other = sketch("A | B | B1: y | B2")
    let changes = try ViewChanges(notation: "-S1 +S3 +R2.0 ~H0x3")
    #expect(changes.problem(from: open.shape, to: other.shape) == nil)
    #expect(try changes.replay(on: open, reading: other) == other)
    let swapped = try ViewChanges(notation: "-S3 +S1 +R2.0 ~H0x3")
    #expect(try swapped.replay(on: open, reading: other) != other)
  }
}
