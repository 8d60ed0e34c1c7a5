import ListChanges
import Testing

struct ProblemTests {
  private let before = ListShape(rowCounts: [3, 0, 2, 1])

  private func problem(_ notation: String, to after: [Int]) throws -> ViewChangesProblem? {
    try ViewChanges(notation: notation).problem(from: before, to: ListShape(rowCounts: after))
  }

  private func row(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  @Test func `changes that add up have none`() throws {
    #expect(try problem("none", to: [3, 0, 2, 1]) == nil)
    #expect(try problem("-S1 +S0 -R0.0 +R2.0x2 R0.1>1.0 ~R2.3 ~R1.1 ~H1", to: [5, 2, 4, 1]) != nil)
    #expect(try problem("-S1 +S0 -R0.0 +R2.0x2 R0.1>1.0 ~R1.1 ~R2.3 ~H1", to: [5, 2, 4, 1]) == nil)
    #expect(try problem("S0>3 ~R3.1 ~H3", to: [0, 2, 1, 3]) == nil)
  }

  @Test func `a run must cover something`() throws {
    var changes = ViewChanges(deletedRows: [RowRun(section: 0, start: 1, count: 0)])
    #expect(changes.problem(from: before, to: before) == .emptyRun(.deletedRows, at: 0))
    changes = ViewChanges(insertedSections: [IndexRun(0, count: -1)])
    #expect(changes.problem(from: before, to: before) == .emptyRun(.insertedSections, at: 0))
  }

  @Test func `every index must be in its list`() throws {
    #expect(try problem("-S4", to: [3, 0, 2]) == .outside(.deletedSections, .oldSection(4)))
    #expect(try problem("-S3x2", to: [3, 0, 2]) == .outside(.deletedSections, .oldSection(4)))
    #expect(try problem("+S5", to: [3, 0, 2, 1, 0]) == .outside(.insertedSections, .newSection(5)))
    #expect(try problem("S0>4", to: [0, 2, 1, 3]) == .outside(.movedSections, .newSection(4)))
    #expect(try problem("-R0.2x2", to: [1, 0, 2, 1]) == .outside(.deletedRows, .oldRow(row(0, 3))))
    #expect(try problem("-R7.0", to: [3, 0, 2, 1]) == .outside(.deletedRows, .oldSection(7)))
    #expect(try problem("R0.0>2.3", to: [2, 0, 3, 1]) == .outside(.movedRows, .newRow(row(2, 3))))
    #expect(try problem("~R3.1", to: [3, 0, 2, 1]) == .outside(.reloadedRows, .newRow(row(3, 1))))
    #expect(try problem("~H4", to: [3, 0, 2, 1]) == .outside(.reloadedHeaders, .newSection(4)))
    let hostile = ViewChanges(deletedRows: [RowRun(section: 0, start: 1, count: .max)])
    #expect(hostile.problem(from: before, to: before) != nil)
  }

  @Test func `runs are sorted, disjoint and maximal`() throws {
    #expect(try problem("-S3 -S1", to: [3, 2]) == .outOfOrder(.deletedSections, at: 1))
    #expect(try problem("-S1 -S1", to: [3, 2]) == .outOfOrder(.deletedSections, at: 1))
    #expect(try problem("-R0.0x2 -R0.1", to: [0, 0, 2, 1]) == .outOfOrder(.deletedRows, at: 1))
    #expect(try problem("-R2.0 -R0.0", to: [2, 0, 1, 1]) == .outOfOrder(.deletedRows, at: 1))
    #expect(try problem("-R0.0 -R0.1", to: [1, 0, 2, 1]) == .notMerged(.deletedRows, at: 1))
    #expect(try problem("~H0 ~H1", to: [3, 0, 2, 1]) == .notMerged(.reloadedHeaders, at: 1))
    #expect(try problem("S0>2 S1>3", to: [2, 1, 3, 0]) == .notMerged(.movedSections, at: 1))
    #expect(try problem("S0>3 S1>2", to: [2, 1, 0, 3]) == nil)
  }

  @Test func `no place is named twice`() throws {
    #expect(try problem("-S0 S0>3", to: [0, 2, 1]) == .outside(.movedSections, .newSection(3)))
    #expect(try problem("-S0 S0>2", to: [0, 2, 1]) == .namedTwice(.oldSection(0)))
    #expect(try problem("+S0 S3>0", to: [9, 3, 0, 2, 1]) == .namedTwice(.newSection(0)))
    #expect(try problem("-R0.0 R0.0>3.0", to: [2, 0, 2, 2]) == .namedTwice(.oldRow(row(0, 0))))
    #expect(try problem("+R3.0 R0.0>3.0", to: [2, 0, 2, 2]) == .namedTwice(.newRow(row(3, 0))))
    #expect(try problem("+R3.0 ~R3.0", to: [3, 0, 2, 2]) == .namedTwice(.newRow(row(3, 0))))
    #expect(try problem("+S0 ~H0", to: [0, 3, 0, 2, 1]) == .namedTwice(.newSection(0)))
  }

  @Test func `numbers of sections and rows add up`() throws {
    #expect(
      try problem("-S1", to: [3, 0, 2, 1]) == .sectionCount(before: 4, deleted: 1, inserted: 0, after: 4))
    #expect(
      try problem("-R0.0 +R0.0 R0.1>3.0", to: [3, 0, 2, 2])
        == .rowCount(
          section: 0, before: 3, deleted: 1, inserted: 1, movedOut: 1, movedIn: 0, after: 3))
    #expect(
      try problem("S0>3", to: [0, 2, 1, 4])
        == .rowCount(section: 3, before: 3, deleted: 0, inserted: 0, movedOut: 0, movedIn: 0, after: 4))
  }

  @Test func `every problem is described by a sentence`() throws {
    let sentences = try [
      problem("-R0.0 +R0.0 R0.1>3.0", to: [3, 0, 2, 2]), problem("-S1", to: [3, 0, 2, 1]),
      problem("-R0.0 -R0.1", to: [1, 0, 2, 1]), problem("~R3.1", to: [3, 0, 2, 1]), problem("-S0 S0>2", to: [0, 2, 1]),
      problem("-S1 -S1", to: [3, 2]), problem("-S0 -R0.0", to: [0, 2, 1]),
      ViewChanges(deletedSections: [IndexRun(0, count: 0)]).problem(from: before, to: before),
    ].map { $0?.description }
    #expect(
      sentences == [
        "Invalid number of rows in section 0: 3 after the update, but 3 before it, less 1 deleted and 1 moved out, "
          + "plus 1 inserted and 0 moved in.",
        "Invalid number of sections: 4 after the update, but 4 before it, less 1 deleted, plus 0 inserted.",
        "Run 1 of deletedRows continues the run before it, so the two have to be one.",
        "reloadedRows names row 1 of section 3 of the list after, which does not exist.",
        "Two changes name section 0 of the list before.",
        "Run 1 of deletedSections begins before the end of the run before it.",
        "deletedRows names a row of section 0 of the list before, which is deleted as a whole.",
        "Run 0 of deletedSections covers nothing.",
      ])
  }
}
