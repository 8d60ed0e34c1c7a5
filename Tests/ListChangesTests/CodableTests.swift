import Foundation
import ListChanges
import Testing

struct CodableTests {
  private func decode(_ text: String) throws -> LaidOutChanges {
    try JSONDecoder().decode(LaidOutChanges.self, from: Data(text.utf8))
  }

  @Test func `changes are decoded as the page writes them, without members that are unknown`() throws {
    let text = """
      {"user":"ana","layout":"grouped","colour":[1],"deletedSections":[{"start":2,"count":3,"why":"x"}],
       "movedRows":[{"from":{"section":0,"row":2},"to":{"section":1,"row":0},"count":1}],
       "converted":[{"from":{"section":0,"row":2},"to":{"section":1}}],"reloadedHeaders":null}
      """
    let changes = try decode(text)
    #expect(changes.description == "-S2x3 R0.2>1.0 R0.2=S1")
    #expect(try decode(String(decoding: JSONEncoder().encode(changes), as: UTF8.self)) == changes)
    #expect(try decode(#"{"layout":"flat","movedLines":[{"from":3,"to":9,"count":1}]}"#).description == "L3>9")
    #expect(try decode(#"{"layout":"headerRows"}"#).isEmpty)
  }

  @Test(arguments: [
    #"{"start":-1,"count":1}"#, #"{"start":0,"count":0}"#, #"{"start":0,"count":2147483648}"#, #"{"start":0}"#,
    #"{"start":9223372036854775807,"count":1}"#, #"{"start":1.5,"count":1}"#, "3",
  ])
  func `numbers that no list can have are refused`(run: String) {
    #expect(throws: DecodingError.self) { try decode(#"{"layout":"grouped","deletedSections":[\#(run)]}"#) }
    #expect(throws: DecodingError.self) { try decode(#"{"layout":"flat","insertedLines":[\#(run)]}"#) }
  }

  @Test func `an unknown layout is refused`() {
    #expect(throws: DecodingError.self) { try decode(#"{"layout":"round"}"#) }
    #expect(throws: DecodingError.self) { try decode("{}") }
  }

  @Test func `a replay of any numbers ends with an error`() {
    let list = GroupedList([.init(header: "A", rows: ["a", "b"])])
    for count in [Int.min, -1, .max] {
      for start in [Int.min, 0, .max] {
        let changes = [
          ViewChanges(deletedRows: [RowRun(section: 0, start: start, count: count)]),
          ViewChanges(insertedSections: [IndexRun(start, count: count)]),
          ViewChanges(
            movedRows: [RowMove(from: RowPath(section: 0, row: 0), to: RowPath(section: 0, row: start), count: count)]),
          ViewChanges(movedSections: [IndexMove(from: 0, to: start, count: count)]),
        ]
        for changes in changes {
          #expect(changes.problem(from: list.shape, to: list.shape) != nil)
          if count > 0, start < .max {
            #expect(throws: ReplayError.self) { try changes.replay(on: list, reading: list) }
          }
        }
      }
    }
  }
}
