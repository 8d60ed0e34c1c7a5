import ListChanges
import Testing

/// Changes that do not fit the list are refused, and say where.
struct ReplayErrorTests {
  private let before = "A\n  a0\n  a1\nB\n  b0"
  private let after = "A\n  a0\n  a1\nB\n  b0\nC"

  private func expect(_ error: ReplayError, of changes: ViewChanges) {
    #expect(throws: error) { try changes.replay(on: before, reading: after) }
  }

  private func row(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  @Test func `errors print as sentences`() {
    let errors: [any Error] = [
      ReplayError.badOldSection(2), ReplayError.badNewSection(2), ReplayError.badOldRow(row(1, 2)),
      ReplayError.badNewRow(row(1, 2)), LineReplayError.badOldLine(2), LineReplayError.badNewLine(2),
    ]
    for error in errors {
      #expect(
        "\(error)".hasSuffix("twice.") && "\(error)".contains("ow 2 of ") || "\(error)".contains(" 2 of the list "))
    }
  }

  @Test func `a deleted or moved section must be there`() {
    expect(.badOldSection(2), of: ViewChanges(deletedSections: [IndexRun(1, count: 2)]))
    expect(.badOldSection(-1), of: ViewChanges(deletedSections: [IndexRun(-1)]))
    expect(.badOldSection(5), of: ViewChanges(movedSections: [IndexMove(from: 5, to: 0)]))
  }

  @Test func `no section leaves twice`() {
    expect(.badOldSection(0), of: ViewChanges(deletedSections: [IndexRun(0), IndexRun(0)]))
    expect(
      .badOldSection(1),
      of: ViewChanges(deletedSections: [IndexRun(1)], movedSections: [IndexMove(from: 1, to: 0)]))
  }

  @Test func `an inserted section must be in the list after`() {
    expect(.badNewSection(3), of: ViewChanges(insertedSections: [IndexRun(3)]))
  }

  @Test func `no place is filled by two sections`() {
    expect(
      .badNewSection(0),
      of: ViewChanges(insertedSections: [IndexRun(0)], movedSections: [IndexMove(from: 1, to: 0)]))
  }

  @Test func `a section cannot arrive beyond the end`() {
    expect(.badNewSection(7), of: ViewChanges(movedSections: [IndexMove(from: 0, to: 7)]))
  }

  @Test func `a deleted or moved row must be there`() {
    expect(.badOldRow(row(0, 2)), of: ViewChanges(deletedRows: [RowRun(section: 0, start: 1, count: 2)]))
    expect(.badOldRow(row(4, 0)), of: ViewChanges(deletedRows: [RowRun(section: 4, start: 0)]))
    expect(.badOldRow(row(1, 1)), of: ViewChanges(movedRows: [RowMove(from: row(1, 1), to: row(0, 0))]))
  }

  @Test func `no row leaves twice`() {
    let run = RowRun(section: 0, start: 0)
    expect(.badOldRow(row(0, 0)), of: ViewChanges(deletedRows: [run, run]))
    expect(
      .badOldRow(row(0, 0)),
      of: ViewChanges(deletedRows: [run], movedRows: [RowMove(from: row(0, 0), to: row(1, 0))]))
  }

  @Test func `no row leaves a section that leaves itself`() {
    expect(
      .badOldRow(row(0, 1)),
      of: ViewChanges(deletedSections: [IndexRun(0)], deletedRows: [RowRun(section: 0, start: 1)]))
    expect(
      .badOldRow(row(0, 0)),
      of: ViewChanges(
        movedSections: [IndexMove(from: 0, to: 1)], movedRows: [RowMove(from: row(0, 0), to: row(0, 1))]))
  }

  @Test func `an inserted row must be in the list after`() {
    expect(.badNewRow(row(0, 2)), of: ViewChanges(insertedRows: [RowRun(section: 0, start: 2)]))
  }

  @Test func `no place is filled by two rows`() {
    expect(
      .badNewRow(row(0, 0)),
      of: ViewChanges(
        insertedRows: [RowRun(section: 0, start: 0)], movedRows: [RowMove(from: row(1, 0), to: row(0, 0))]))
  }

  @Test func `a row cannot arrive beyond the end or in no section`() {
    expect(.badNewRow(row(1, 9)), of: ViewChanges(movedRows: [RowMove(from: row(0, 0), to: row(1, 9))]))
    expect(.badNewRow(row(2, 0)), of: ViewChanges(movedRows: [RowMove(from: row(0, 0), to: row(2, 0))]))
  }

  @Test func `what is drawn again must be in both lists`() {
    expect(.badNewRow(row(1, 1)), of: ViewChanges(reloadedRows: [RowRun(section: 1, start: 0, count: 2)]))
    expect(.badNewSection(2), of: ViewChanges(reloadedHeaders: [IndexRun(1, count: 2)]))
  }
}
