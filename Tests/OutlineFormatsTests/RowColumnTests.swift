import OutlineFormats
import Testing

@testable import OutlineCore

/// What the formats keep of a row.
struct RowColumnTests {
  /// A row with something in every column.
  private static let row = RowContent(
    text: "call", isDone: true, attributes: "{\"k\":\"1\"}",
    schedule: Schedule(due: DueDate("2026-11-28T14:00"), repeats: "FREQ=DAILY"), level: 1)

  @Test(arguments: OutlineFormat.bothWays)
  func `a row that is exported and imported has every column`(format: OutlineFormat) throws {
    let outline = [OutlinePiece.section(SectionPiece(SectionDraft(title: "Home"))), .row(RowPiece(Self.row))]
    let rows = try pieces(of: document(outline, as: format), as: format).compactMap { piece -> RowContent? in
      if case .row(let row) = piece { row.draft } else { nil }
    }
    let row = try #require(rows.first)
    for column in RowColumn.allCases {
      #expect(row.isSame(column, as: Self.row), "\(format) loses '\(column)'")
    }
  }
}
