import OutlineCore
import SQLite

extension StoreWriter {
  /// Runs statements of SQL as anybody's by hand, so that the guards of the file hold for them.
  ///
  /// They must come before the first entry of the transaction; ``begin(_:adopting:)`` then makes an entry of what they did.
  ///
  /// - Returns: The results of the statements that return something, and whether one may have written to a table of the user's own.
  /// - Throws: `StatementError`, and an SQLite error for a failure of the file. The transaction must then be rolled back.
  package func run(statements: String) throws -> (results: [StatementResult], writesOwnTables: Bool) {
    let rules = try StatementRules(db)
    var results: [StatementResult] = []
    // A file from somebody else may have a view that never ends, but these statements are the user's own.
    db.setWorkLimit(isOn: false)
    defer { db.setWorkLimit(isOn: true) }
    do {
      try db.run(script: statements, allowing: rules.allows) { statement in
        let columns = statement.columns
        var rows: [[StatementResult.Value]] = []
        while let row = try statement.step() { rows.append(columns.indices.map { row.value($0) }) }
        if !columns.isEmpty { results.append(StatementResult(columns: columns, rows: rows)) }
      }
    } catch let error as DatabaseError {
      throw rules.error(for: error)
    }
    return (results, rules.writesOwnTables)
  }

  /// Begins an entry of the history that also has all changes after one with this number, which were made by hand in this transaction.
  package func begin(_ heading: EntryHeading, adopting last: Int64) throws {
    try begin(heading)
    try StoreError.translating(path: path) { try log.adopt(after: last, in: db) }
  }
}

extension ResultRow {
  /// Returns the value of a column, counted from 0.
  fileprivate func value(_ column: Int) -> StatementResult.Value {
    guard let bytes = bytes(column) else { return .null }
    let text = String(decoding: bytes, as: UTF8.self)
    let isFinite = text.utf8.last.map { 0x30...0x39 ~= $0 } == true  // SQLite writes Inf
    return isNumber(column) && isFinite ? .number(text) : .text(text)
  }
}

/// Decides what a statement may do as a part of an edit.
///
/// An edit is in the history, and can be undone. So a statement cannot change the schema, the history or what pleat counts, nor end the
/// transaction or leave the file.
private final class StatementRules {
  private var reason: String?
  private(set) var writesOwnTables = false

  /// The tables of pleat whose changes undo takes back; triggers write the others.
  private static let open: Set = ["section", "row", "fold"]
  /// The triggers of pleat: there are no others on its tables.
  private let triggers: Set<String>
  /// The pragmas that describe what is there, whatever their value, and those that do so without one.
  private static let describing: Set = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
    "foreign_key_check", "integrity_check", "quick_check",
  ]
  private static let limit =
    "it can only read and change rows of tables, all in one transaction that pleat begins and ends"
  private static let asking: Set = ["foreign_keys", "user_version", "application_id", "data_version"]

  init(_ db: Connection) throws {
    let all: [(name: String, table: String)] = try db.rows(
      "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'"
    ) {
      (try $0[0], try $0[1])
    }
    triggers = Set(all.filter { SchemaFingerprint.tables.contains($0.table.lowercased()) }.map(\.name))
  }

  func allows(_ access: StatementAccess) -> Bool {
    switch access {
    case .write(let table, let trigger):
      if trigger.map(triggers.contains) == true || Self.open.contains(table) { return true }
      if SchemaFingerprint.tables.contains(table) || table.hasPrefix("sqlite_") {
        return refuses("only pleat changes \(table)")
      }
      writesOwnTables = true
      return true
    case .pragma(let name, let value):
      let name = name.lowercased()
      return Self.describing.contains(name) || value == nil && Self.asking.contains(name)
        || refuses("PRAGMA \(name) changes how the file is used")
    case .other: return refuses(Self.limit)
    }
  }

  private func refuses(_ reason: String) -> Bool {
    self.reason = reason
    return false
  }

  /// Returns the error for a statement that has failed with one of SQLite.
  func error(for error: DatabaseError) -> any Error {
    let statement = error.sql ?? ""
    switch error.code {
    case .notAuthorized: return StatementError(.notAllowed, statement, reason ?? error.message)
    case .constraint: return StatementError(.refused, statement, StoreError.sentence(error.message))
    case .error, .mismatch, .tooBig, .range, .misuse: return StatementError(.malformed, statement, error.message)
    default: return error
    }
  }
}
