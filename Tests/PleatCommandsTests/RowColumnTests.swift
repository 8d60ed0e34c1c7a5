import Foundation
import OutlineCore
import Testing

/// What programs are told of a row.
struct RowColumnTests {
  @Test func `a row in JSON has every column of its content`() throws {
    let session = try Session.sample()
    let rows = try JSON.objects(session.run("list", "--json").text).filter { $0["kind"] as? String == "row" }
    let row = try #require(rows.first)
    for column in RowColumn.allCases {
      #expect(row[column.name] != nil, "a row in JSON has no \"\(column)\"")
    }
  }
}
