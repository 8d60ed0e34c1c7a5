import ListChanges
import Testing

@testable import OutlineJSON
@testable import PleatOutput

struct ChangesJSONTests {
  private let every = ViewChanges(
    deletedSections: [IndexRun(2, count: 3)], insertedSections: [IndexRun(4)],
    movedSections: [IndexMove(from: 0, to: 3), IndexMove(from: 7, to: 1, count: 2)],
    deletedRows: [RowRun(section: 1, start: 0, count: 4)], insertedRows: [RowRun(section: 0, start: 2)],
    movedRows: [RowMove(from: RowPath(section: 0, row: 2), to: RowPath(section: 1, row: 0), count: 2)],
    reloadedRows: [RowRun(section: 0, start: 1)], reloadedHeaders: [IndexRun(0), IndexRun(5, count: 2)])

  @Test func `changes are one object: the user, the layout, and the lists that are not empty, in order`() {
    #expect(
      LaidOutChanges.grouped(every).json(of: "ana").text
        == """
        {"user":"ana","layout":"grouped","deletedSections":[{"start":2,"count":3}],\
        "insertedSections":[{"start":4,"count":1}],\
        "movedSections":[{"from":0,"to":3,"count":1},{"from":7,"to":1,"count":2}],\
        "deletedRows":[{"section":1,"start":0,"count":4}],"insertedRows":[{"section":0,"start":2,"count":1}],\
        "movedRows":[{"from":{"section":0,"row":2},"to":{"section":1,"row":0},"count":2}],\
        "reloadedRows":[{"section":0,"start":1,"count":1}],\
        "reloadedHeaders":[{"start":0,"count":1},{"start":5,"count":2}]}
        """)
    let lines = LineChanges(deletedLines: [IndexRun(3)], movedLines: [IndexMove(from: 2, to: 4)])
    #expect(
      LaidOutChanges.flat(lines).json(of: "b\"n\u{202E}").text
        == #"{"user":"b\"n\u202e","layout":"flat","deletedLines":[{"start":3,"count":1}],"#
        + #""movedLines":[{"from":2,"to":4,"count":1}]}"#)
    #expect(Motion.upwards.json.text == #"{"insertsFrom":"bottom","deletesTowards":"top"}"#)
  }

  @Test func `changes of every layout have its name`() {
    let changes = ViewChanges(deletedRows: [RowRun(section: 0, start: 0, count: 2)], reloadedHeaders: [IndexRun(0)])
    let (before, after) = (ListShape(rowCounts: [2, 1, 0, 2]), ListShape(rowCounts: [0, 1, 0, 2]))
    #expect(
      ListLayout.allCases.map { changes.laidOut($0, from: before, to: after).json(of: "").text } == [
        #"{"user":"","layout":"grouped","deletedRows":[{"section":0,"start":0,"count":2}],"#
          + #""reloadedHeaders":[{"start":0,"count":1}]}"#,
        #"{"user":"","layout":"headerRows","deletedRows":[{"section":0,"start":1,"count":2}],"#
          + #""reloadedRows":[{"section":0,"start":0,"count":1}]}"#,
        #"{"user":"","layout":"flat","deletedLines":[{"start":1,"count":2}],"#
          + #""reloadedLines":[{"start":0,"count":1}]}"#,
      ])
    #expect(LaidOutChanges.grouped(ViewChanges()).json(of: "").text == #"{"user":"","layout":"grouped"}"#)
  }
}
