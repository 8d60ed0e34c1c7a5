import ListChanges
import Testing

struct NotationTests {
  private static let every = ViewChanges(
    deletedSections: [IndexRun(2, count: 3)], insertedSections: [IndexRun(4)],
    movedSections: [IndexMove(from: 0, to: 3), IndexMove(from: 7, to: 1, count: 2)],
    deletedRows: [RowRun(section: 1, start: 0, count: 4)], insertedRows: [RowRun(section: 0, start: 2)],
    movedRows: [RowMove(from: RowPath(section: 0, row: 2), to: RowPath(section: 1, row: 0), count: 2)],
    reloadedRows: [RowRun(section: 0, start: 1)], reloadedHeaders: [IndexRun(0), IndexRun(5, count: 2)])

  @Test func `every kind of change has its word, in the order of the stages`() {
    #expect(Self.every.description == "-S2x3 +S4 S0>3 S7>1x2 -R1.0x4 +R0.2 R0.2>1.0x2 ~R0.1 ~H0 ~H5x2")
  }

  @Test func `no changes are none`() {
    #expect(ViewChanges().description == "none")
    #expect(ViewChanges().isEmpty)
    #expect(!Self.every.isEmpty)
  }
}
