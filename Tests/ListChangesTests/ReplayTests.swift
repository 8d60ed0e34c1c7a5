import ListChanges
import TestSupport
import Testing

struct ReplayTests {
  private let before = """
    A
      a0
      a1
      a2
    B
      b0
      b1
    C
    D
      d0
    """

  private func move(_ from: (Int, Int), _ to: (Int, Int), count: Int = 1) -> RowMove {
    RowMove(from: RowPath(section: from.0, row: from.1), to: RowPath(section: to.0, row: to.1), count: count)
  }

  @Test func `no changes leave the list as it was, whatever the list after holds`() throws {
    #expect(try ViewChanges().replay(on: before, reading: "X\n  x0") == before)
  }

  @Test func `what is deleted is named by its index before, what is inserted by its index after`() throws {
    let after = "N\n  n0\nA\n  a0\n  x\n  a2\nC\nD\n  d0"
    let changes = ViewChanges(
      deletedSections: [IndexRun(1)], insertedSections: [IndexRun(0)],
      deletedRows: [RowRun(section: 0, start: 1)], insertedRows: [RowRun(section: 1, start: 1)])
    #expect(try changes.replay(on: before, reading: after) == after)
  }

  @Test func `sections that move keep their rows`() throws {
    let after = "C\nD\n  d0\nA\n  a0\n  a1\n  a2\nB\n  b0\n  b1"
    let changes = ViewChanges(movedSections: [IndexMove(from: 2, to: 0, count: 2)])
    #expect(try changes.replay(on: before, reading: "") == after)
  }

  @Test func `rows that move need nothing of the list after`() throws {
    let after = "A\n  a2\nB\n  b0\n  a0\n  a1\n  b1\nC\nD\n  d0"
    #expect(try ViewChanges(movedRows: [move((0, 0), (1, 1), count: 2)]).replay(on: before, reading: "") == after)
    let swapped = "A\n  a2\n  a0\n  a1\nB\n  b0\n  b1\nC\nD\n  d0"
    #expect(try ViewChanges(movedRows: [move((0, 2), (0, 0))]).replay(on: before, reading: "") == swapped)
  }

  @Test func `content is drawn again in indices of the list after, once everything is in its place`() throws {
    let after = "B2\n  b0\n  b1\nA\n  a0\n  new\n  a2\nC\nD\n  d0"
    let changes = ViewChanges(
      movedSections: [IndexMove(from: 1, to: 0)], reloadedRows: [RowRun(section: 1, start: 1)],
      reloadedHeaders: [IndexRun(0)])
    #expect(try changes.replay(on: before, reading: after) == after)
  }

  @Test func `only what is inserted or reloaded is read from the list after`() throws {
    let changes = ViewChanges(reloadedHeaders: [IndexRun(1)])
    let replayed = try changes.replay(on: "A\n  a0\nB\n  b0", reading: "other\nnew B\n  other")
    #expect(replayed == "A\n  a0\nnew B\n  b0")
  }

  @Test func `every way to go from one small list to another by moves of sections arrives`() throws {
    let names = ["A\n  a0", "B", "C\n  c0\n  c1", "D"]
    for order in permutations(of: 4) {
      let kept = Set(longestIncreasingSubsequence(of: order))
      let moves = order.indices.filter { !kept.contains($0) }.map { IndexMove(from: order[$0], to: $0) }
      let changes = ViewChanges(movedSections: Runs.merging(moves))
      let after = order.map { names[$0] }.joined(separator: "\n")
      #expect(try changes.replay(on: names.joined(separator: "\n"), reading: "") == after)
    }
  }
}
