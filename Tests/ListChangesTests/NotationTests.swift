import Foundation
import ListChanges
import Testing

struct NotationTests {
  private static let every = ViewChanges(
    deletedSections: [IndexRun(2, count: 3)], insertedSections: [IndexRun(4)],
    movedSections: [SectionMove(from: 0, to: 3), SectionMove(from: 7, to: 1, count: 2)],
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

  @Test func `every list is encoded under its name, in indices from 0`() throws {
    #expect(
      try encoded(Self.every)
        == """
        {"deletedRows":[{"count":4,"section":1,"start":0}],"deletedSections":[{"count":3,"start":2}],\
        "insertedRows":[{"count":1,"section":0,"start":2}],"insertedSections":[{"count":1,"start":4}],\
        "movedRows":[{"count":2,"from":{"row":2,"section":0},"to":{"row":0,"section":1}}],\
        "movedSections":[{"count":1,"from":0,"to":3},{"count":2,"from":7,"to":1}],\
        "reloadedHeaders":[{"count":1,"start":0},{"count":2,"start":5}],\
        "reloadedRows":[{"count":1,"section":0,"start":1}]}
        """)
  }

  @Test func `empty lists are not encoded`() throws {
    #expect(try encoded(ViewChanges()) == "{}")
    let changes = ViewChanges(insertedRows: [RowRun(section: 0, start: 2, count: 3)])
    #expect(try encoded(changes) == #"{"insertedRows":[{"count":3,"section":0,"start":2}]}"#)
  }

  @Test func `a motion is encoded by the names of its edges`() throws {
    #expect(try encoded(Motion.downwards) == #"{"deletesTowards":"bottom","insertsFrom":"top"}"#)
  }
}

/// A value as JSON, by Foundation's encoder, with the members sorted by their names.
func encoded(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
