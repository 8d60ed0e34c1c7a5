import ListChanges
import Testing

struct RunsTests {
  @Test func `neighbouring indices become one run, in whatever order they come`() {
    #expect(Runs.of([5, 1, 2, 0, 7]) == [IndexRun(0, count: 3), IndexRun(5), IndexRun(7)])
  }

  @Test func `no indices have no runs`() {
    #expect(Runs.of([]) == [])
    #expect(Runs.of(rows: []) == [])
  }

  @Test func `a repeated index counts once`() {
    #expect(Runs.of([3, 3, 4, 4, 3]) == [IndexRun(3, count: 2)])
  }

  @Test func `every set of indices is covered exactly by sorted, disjoint, maximal runs`() {
    for bits in 0..<256 {
      let indices = (0..<8).filter { bits >> $0 & 1 == 1 }
      let runs = Runs.of(indices.reversed())
      #expect(runs.flatMap(\.range) == indices)
      #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.range.upperBound < $1.start })
    }
  }

  @Test func `rows of two sections never share a run`() {
    let paths = [RowPath(section: 1, row: 0), RowPath(section: 0, row: 1), RowPath(section: 0, row: 0)]
    #expect(Runs.of(rows: paths) == [RowRun(section: 0, start: 0, count: 2), RowRun(section: 1, start: 0)])
  }

  @Test func `what is left when rows are taken out of runs is every other row of the runs`() {
    for bits in 0..<(1 << 12) {
      let kept = (0..<6).filter { bits >> $0 & 1 == 1 }.map { RowPath(section: $0 / 4, row: $0 % 4) }
      let holes = (0..<6).filter { bits >> ($0 + 6) & 1 == 1 }.map { RowPath(section: $0 / 4, row: $0 % 4) }
      let left = Runs.subtracting(
        holes.reversed().map { RowRun(section: $0.section, start: $0.row) }, from: Runs.of(rows: kept))
      #expect(left == Runs.of(rows: kept.filter { !holes.contains($0) }))
    }
  }

  @Test func `sections that travel together are one move`() {
    let moves = [IndexMove(from: 2, to: 6), IndexMove(from: 1, to: 5), IndexMove(from: 3, to: 0)]
    #expect(Runs.merging(moves) == [IndexMove(from: 1, to: 5, count: 2), IndexMove(from: 3, to: 0)])
  }

  @Test func `sections that arrive in another order stay moves of their own`() {
    let moves = [IndexMove(from: 1, to: 6), IndexMove(from: 2, to: 5)]
    #expect(Runs.merging(moves) == moves)
  }

  @Test func `rows that travel together are one move, unless they leave or reach different sections`() {
    func move(_ from: (Int, Int), _ to: (Int, Int), count: Int = 1) -> RowMove {
      RowMove(from: RowPath(section: from.0, row: from.1), to: RowPath(section: to.0, row: to.1), count: count)
    }
    #expect(Runs.merging([move((0, 1), (2, 4)), move((0, 0), (2, 3))]) == [move((0, 0), (2, 3), count: 2)])
    #expect(Runs.merging([move((0, 0), (2, 0)), move((0, 1), (3, 1))]).count == 2)
    #expect(Runs.merging([move((0, 0), (2, 0)), move((1, 1), (2, 1))]).count == 2)
    #expect(Runs.merging([move((0, 0), (2, 1)), move((0, 1), (2, 0))]).count == 2)
  }
}
