import SQLite
import TestPrograms
import Testing

@testable import OutlineCore
@testable import OutlineStore

/// The columns of the table `row`, against the one list of them in Swift.
struct RowColumnTests {
  private let file: OutlineFile
  private let store: Store
  private let row = RowID(2)

  /// Two contents that differ in every column.
  private static let first = RowContent(
    text: "a", isDone: nil, attributes: "{\"k\":1}", schedule: Schedule(due: DueDate("2026-11-27")), level: 1)
  private static let second = RowContent(
    text: "b", isDone: true, attributes: "{\"k\":2}",
    schedule: Schedule(due: DueDate("2026-11-28T14:00"), repeats: "FREQ=DAILY"), level: 2)

  init() throws {
    file = try OutlineFile("INSERT INTO section (title) VALUES ('Home');")
    store = try Store(opening: file.path, for: .writing)
    try perform([.insertRow(Self.first, in: SectionID(1), rank: 1_000)])
  }

  /// One edit; the last change that it logs.
  @discardableResult
  private func perform(_ writes: [Write]) throws -> RowImage? {
    let before = try store.read { try $0.lastChange() }
    try store.write { writer in
      let user = try writer.reader.user(named: "ana")
      try writer.begin(EntryHeading(user: "ana", words: "edit"))
      _ = try writer.perform(writes, as: user)
      return ((), .commit)
    }
    guard case .row(_, let old, _) = try store.read({ try $0.changes(after: before).last?.event }) else { return nil }
    return old
  }

  @discardableResult
  private func change(_ row: Row, to content: RowContent) throws -> RowImage? {
    try perform([.changeRow(row.with(content), before: row.content)])
  }

  private func stored() throws -> Row? { try store.read { try $0.row(row) } }

  private func columns(of table: String) throws -> Set<String> {
    Set(try file.shell.lines("SELECT name FROM pragma_table_info('\(table)')"))
  }

  @Test func `every column of the content in the SQL script is in the list, and the log keeps the old value`() throws {
    let content = try columns(of: "row").subtracting(["row_id", "section_id", "rank"])
    let log = try columns(of: "change")
    for name in content {
      #expect(RowColumn.allCases.contains { $0.name == name }, "RowColumn has no '\(name)'")
      #expect(log.contains("old_\(name)"), "the table 'change' has no 'old_\(name)'")
    }
    for column in RowColumn.allCases { #expect(content.contains(column.name), "the table 'row' has no '\(column)'") }
  }

  @Test func `what is written into any column is read again`() throws {
    #expect(try stored()?.content == Self.first)
    for column in RowColumn.allCases { #expect(!Self.first.isSame(column, as: Self.second), "\(column)") }
    try change(try #require(try stored()), to: Self.second)
    #expect(try stored()?.content == Self.second)
  }

  @Test func `a change of one column is logged with what that column was, and with no other`() throws {
    for column in RowColumn.allCases {
      let before = try #require(try stored())
      var content = before.content
      content.take(column, from: Self.second)
      let old = try #require(try change(before, to: content), "\(column) is not logged")
      #expect(old.content == PartialRowContent(before.content) { $0 == column }, "\(column)")
      #expect(try stored()?.content == content, "\(column)")
    }
  }

  @Test func `the log says every column of a row that is deleted, and it comes back whole`() throws {
    let before = try #require(try stored())
    let old = try #require(try perform([.deleteRow(row)]))
    #expect(old.content == PartialRowContent(Self.first))
    try perform([.restoreRow(try #require(old.row(row, over: nil)))])
    #expect(try stored() == before)
  }

  @Test func `rows that come in whole have every column`() throws {
    try store.write { writer in
      try writer.begin(EntryHeading(user: "ana", words: "import"))
      let inserter = try writer.inserter()
      let section = try inserter.insert(SectionContent("New"), id: nil, ord: 9_000_000_000, level: 1)
      try inserter.insert(Self.second, id: RowID(7), in: section, rank: 5)
      try inserter.finish()
      return ((), .commit)
    }
    #expect(try store.read { try $0.row(RowID(7)) }?.content == Self.second)
  }
}
