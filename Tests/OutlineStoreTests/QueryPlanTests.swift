import OutlineCore
import SQLite
import TestPrograms
import Testing

@testable import OutlineStore

/// The statements on the way of a single edit find what they need in an index, whatever the size of the file.
struct QueryPlanTests {
  private let file: OutlineFile
  private let store: Store

  init() throws {
    file = try OutlineFile.sample()
    store = try Store(opening: file.path, for: .writing)
  }

  /// Asks everything that the planner asks before edits of any kind, view changes included.
  private func ask(_ reader: StoreReader) throws {
    let user = try reader.user(named: "ana")
    let section = try #require(try reader.section(SectionID(2)))
    _ = try (reader.lastSection(), reader.section(atOrAfter: 5), reader.section(before: 5), reader.section(after: 5))
    _ = try (reader.sections(titled: "Home"), reader.subtreeEnd(ord: section.ord, level: 2))
    _ = try (reader.parent(ord: section.ord, level: 2), reader.isCollapsed(section.id, for: user))
    _ = try (reader.row(RowID(3)), reader.row(before: 5, in: section.id), reader.row(after: 5, in: section.id))
    _ = try (reader.rowCount(of: section.id), reader.rowIndex(of: 5, in: section.id), reader.row(at: 1, in: section.id))
    _ = try (reader.row(ranked: 5, in: section.id), reader.visibility(of: section, for: user))
    _ = try (reader.states(from: section.ord, to: section.ord + 1, for: user), reader.hasFlags(user))
    _ = try (reader.setting(.historyDays), reader.lastChange(), reader.group(ofChange: 1))
  }

  /// The statements that are compiled once everything has been asked and written.
  private func statements() throws -> [String] {
    try store.write { writer in
      try ask(writer.reader)
      try writer.begin(EntryHeading(user: "ana", words: "edit"))
      let section = SectionID(2)
      _ = try writer.perform(
        [
          .insertSection(SectionContent("New"), ord: 7_000_000_000, level: 1), .fillSection([RowDraft("a")]),
          .insertRow(RowDraft("b"), in: section, rank: 7), .moveSection(section, ord: 8_000_000_000, level: 1),
          .spaceSection(section, ord: 9_000_000_000), .moveRow(RowID(1), in: section, rank: 8),
          .spaceRow(RowID(1), rank: 9), .parkRow(RowID(1), rank: 10), .parkSection(section, ord: 9_000_000_001),
          .deleteRow(RowID(2)), .deleteSection(SectionID(3)),
          .setFlag([section], isCollapsed: true), .setUser(User(name: "ana", accordion: true)),
        ], as: writer.reader.user(named: "ana"))
      return ((), .commit)
    }
    return try store.connection.use { $0.waitingStatements }
  }

  /// The places where a query plan reads a whole table or index.
  private func scans(of sql: String) throws -> [String] {
    try plan(of: sql).filter { $0.contains("SCAN") && !$0.contains("CONSTANT ROW") }
  }

  private func plan(of sql: String) throws -> [String] {
    let parameters = sql.count { $0 == "?" }
    return try store.connection.use { db in
      let statement = try db.statement("EXPLAIN QUERY PLAN " + sql)
      for index in 1...max(parameters, 1) where index <= parameters { _ = Result { try statement.bind(1, at: index) } }
      var lines: [String] = []
      while let row = try statement.step() { lines.append(try row[3]) }
      return lines
    }
  }

  /// The tables that have one line, or a few for each user, setting or table.
  private static let small = ["counting", "current_edit", "setting", "sync", "sqlite_schema", "sqlite_sequence"]

  @Test func `no statement of a single edit reads a whole table`() throws {
    let statements = try statements()
    #expect(statements.count > 30)
    for sql in statements {
      for scan in try scans(of: sql) {
        // Finding one line in the order of an index takes no scan.
        let isShort = sql.contains("LIMIT 1") || Self.small.contains { scan.contains($0) }
        #expect(isShort, "\(scan) in \(sql)")
      }
    }
  }

  @Test func `what is due is found by the indexes on the day`() throws {
    let dates = ItemFilter.due(.until, try #require(DueDate("2026-11-27")))
    for filter in [dates, dates.and(.text("milk")), dates.and(.task(isDone: false))] {
      _ = try store.read { try $0.dueTasks(filter) }
    }
    let statements = try store.connection.use { $0.waitingStatements }.filter { $0.contains("ORDER BY due") }
    #expect(statements.count == 6)
    for sql in statements {
      #expect(try scans(of: sql).filter { !$0.contains("json_tree") } == [], "\(sql)")
    }
    for sql in statements where !sql.contains("AND done = ") {
      #expect(try plan(of: sql).contains { $0.contains("_by_due (due") }, "\(sql)")
    }
  }

  @Test func `a statement that reads a whole table would be found`() throws {
    #expect(try !scans(of: "SELECT count(*) FROM row WHERE text = ?").isEmpty)
  }
}
