import ListChanges
import Testing

struct LineChangesTests {
  private let changes = LineChanges(
    deletedLines: [IndexRun(3, count: 4)], insertedLines: [IndexRun(0)], movedLines: [IndexMove(from: 2, to: 4)],
    reloadedLines: [IndexRun(2)])

  @Test func `the notation names every kind of change`() {
    #expect(changes.description == "-L3x4 +L0 L2>4 ~L2")
    #expect(LineChanges(movedLines: [IndexMove(from: 3, to: 9, count: 2)]).description == "L3>9x2")
    #expect(LineChanges().description == "none")
  }

  @Test func `they replay, reading only what is inserted or reloaded`() throws {
    let before = ["a", "b", "c", "d", "e", "f", "g", "h"]
    #expect(try changes.replay(on: before, reading: ["N", "?", "B", "?", "?"]) == ["N", "a", "B", "h", "c"])
  }

  @Test func `what was inserted is deleted by the inverse, and reloads are translated`() throws {
    #expect(changes.inverse.description == "-L0 +L3x4 L4>2 ~L1")
    #expect(changes.inverse.inverse == changes)
    let after = ["N", "a", "B", "h", "c"]
    let before = ["a", "b", "c", "d", "e", "f", "g", "h"]
    #expect(try changes.inverse.replay(on: after, reading: before) == before)
    #expect((0..<5).map { changes.oldLine(of: $0) } == [nil, 0, 1, 7, 2])
    #expect((0..<8).map { changes.newLine(of: $0) } == [1, 2, 4, nil, nil, nil, nil, 3])
  }

  @Test func `they are empty when nothing is named`() {
    #expect(LineChanges().isEmpty)
    #expect(!changes.isEmpty)
    #expect(!LineChanges(reloadedLines: [IndexRun(0)]).isEmpty)
  }

  @Test(
    arguments: [
      (LineChanges(deletedLines: [IndexRun(2, count: 2)]), LineReplayError.badOldLine(3)),
      (LineChanges(deletedLines: [IndexRun(-1)]), .badOldLine(-1)),
      (LineChanges(deletedLines: [IndexRun(1), IndexRun(1)]), .badOldLine(1)),
      (LineChanges(deletedLines: [IndexRun(1)], movedLines: [IndexMove(from: 1, to: 0)]), .badOldLine(1)),
      (LineChanges(insertedLines: [IndexRun(5)]), .badNewLine(5)),
      (LineChanges(insertedLines: [IndexRun(0)], movedLines: [IndexMove(from: 1, to: 0)]), .badNewLine(0)),
      (LineChanges(movedLines: [IndexMove(from: 1, to: 9)]), .badNewLine(9)),
      (LineChanges(reloadedLines: [IndexRun(3)]), .badNewLine(3)),
    ])
  func `a line that is not there or named twice stops the replay`(changes: LineChanges, error: LineReplayError) {
    #expect(throws: error) { try changes.replay(on: ["a", "b", "c"], reading: ["a", "b", "c", "d"]) }
  }

  @Test func `steps remove from the end, insert from the start, then reload`() {
    let changes = LineChanges(
      deletedLines: [IndexRun(0), IndexRun(3, count: 4)], insertedLines: [IndexRun(0), IndexRun(3)],
      movedLines: [IndexMove(from: 2, to: 4)], reloadedLines: [IndexRun(2)])
    #expect(changes.steps.map(\.description) == ["-L2x5", "-L0", "+L0", "+L3x2", "~L2"])
  }
}
