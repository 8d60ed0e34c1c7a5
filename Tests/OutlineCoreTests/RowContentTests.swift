import Testing

@testable import OutlineCore

/// Contents of rows, whole and in part.
struct RowContentTests {
  /// Two contents that differ in every column.
  private static let first = RowContent(
    text: "a", isDone: true, attributes: "{\"k\":1}",
    schedule: Schedule(due: DueDate("2026-11-27"), repeats: "FREQ=DAILY"), level: 3)
  private static let second = RowContent(text: "b", isDone: nil, attributes: nil, schedule: .none, level: 1)

  @Test func `the list of columns has every part of a row's content`() {
    let parts = Mirror(reflecting: Self.first).children.flatMap { part in
      part.label == "schedule" ? Mirror(reflecting: part.value).children.compactMap(\.label) : [part.label ?? ""]
    }
    let names = ["isDone": "done", "repeats": "repeat"]
    #expect(parts.map { names[$0] ?? $0 } == RowColumn.allCases.map(\.name))
  }

  @Test(arguments: RowColumn.allCases)
  func `a column that is taken over is the same, and no other`(column: RowColumn) {
    var content = Self.first
    content.take(column, from: Self.second)
    #expect(!content.isSame(as: Self.first))
    for other in RowColumn.allCases {
      #expect(content.isSame(other, as: other == column ? Self.second : Self.first), "\(other)")
    }
  }

  @Test(arguments: RowColumn.allCases)
  func `a content in part is completed by what only the other knows`(column: RowColumn) {
    let part = PartialRowContent(Self.first) { $0 == column }
    #expect(part.knows(column) && !part.isEmpty)
    #expect(part.fits(Self.first) && !part.fits(Self.second))
    #expect(part.completed(by: PartialRowContent(Self.first)) == PartialRowContent(Self.first))
    var mixed = Self.second
    mixed.take(column, from: Self.first)
    #expect(part.completed(by: PartialRowContent(Self.second)) == PartialRowContent(mixed))
    #expect(part.content(over: Self.second) == mixed)
  }

  @Test func `a row as a line has the row's content`() throws {
    for content in [Self.first, Self.second, RowContent(""), RowContent("c", isDone: false)] {
      let row = Row(id: RowID(7), section: SectionID(1), rank: 5, content: content)
      RawRowLine.with(row.id, row.content, number: 2, line: 9) { line in
        #expect(line.content == content)
        #expect(line.id == row.id && line.number == 2 && line.line == 9)
      }
    }
  }
}
