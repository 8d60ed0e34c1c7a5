import OutlineCore
import SQLite
import SQLiteSalvage

extension DamagedFile {
  /// Calls `take` with everything that is wrong with the file.
  ///
  /// It only reads, table by table, and keeps nothing in memory.
  ///
  /// - Throws: ``StoreError`` if reading fails for another reason than damage.
  package func check(_ take: @escaping (Finding) -> Void) throws {
    for problem in headProblems { take(Finding(.file, problem)) }
    if let refusal { return take(Finding(.integrity, "SQLite cannot read the file: \(refusal)")) }
    try StoreError.translating(path: path) {
      if try db.size() == 0 { return }  // an outline to which nothing has been added yet
      let check = FileCheck(db: db, take: take)
      try check.checkStructure()
      // A view in the place of a table may never end, so it is not read; it is a finding of the schema already.
      let tables = Set(try db.rows("SELECT name FROM sqlite_schema WHERE type = 'table'", []) { try $0[0] as String })
      for table in CheckedTable.all where tables.contains(table.name) { try check.check(table) }
      if !tables.isSuperset(of: SchemaFingerprint.tables) { return }
      try check.checkContent()
      try check.checkNumbers()
      _ = try HistoryCheck(db: db, take: take).soundStart()
    }
  }
}

/// Checks a file that SQLite can read.
struct FileCheck {
  let db: Connection
  let take: (Finding) -> Void

  /// Runs a part of the check; damage that makes it impossible becomes a finding.
  func attempt(_ kind: Finding.Kind, _ table: String? = nil, _ body: () throws -> Void) throws {
    do { try body() } catch let error as DatabaseError where error.isDamage {
      take(Finding(kind, in: table, "cannot be checked: \(error.message)"))
    } catch StoreError.damaged(_, let message) {
      take(Finding(kind, in: table, message))
    }
  }

  /// Whether a line of SQLite's check reports that the system failed to read a page, whatever the page contains.
  static func isDiskFailure(_ line: Substring) -> Bool {
    if line.contains(utf8: "failed to get page") { return true }
    guard line.contains(utf8: "error code"),
      let code = line.split(whereSeparator: { !$0.isNumber }).last.flatMap({ Int32($0) })
    else { return false }
    return code & 0xFF == ResultCode.inputOutput.rawValue
  }

  /// Checks SQLite's structures, the schema, and the foreign keys of tables that are not pleat's.
  func checkStructure() throws {
    try attempt(.integrity) {
      let lines = try db.cursor("PRAGMA integrity_check")
      while let line = try lines.next() {
        let text: String = try line[0]
        for part in text.split(separator: "\n") where part != "ok" && !part.hasPrefix("***") {
          if Self.isDiskFailure(part) { throw DatabaseError(.inputOutput, message: String(part)) }
          take(Finding(.integrity, String(part)))
        }
      }
    }
    try attempt(.schema) {
      let tables = try db.rows("SELECT lower(name) FROM sqlite_schema WHERE type = 'table'", []) { try $0[0] as String }
      if SchemaFingerprint.tables.isDisjoint(with: tables) {
        let reason = "it belongs to another program, or nothing of an outline is left"
        return take(Finding(.schema, "the file has none of pleat's tables: \(reason)"))
      }
      let version: Int? = try db.value("PRAGMA user_version")
      let known = SchemaObjects.versions.first { $0 == version } ?? Schema.version
      let strangers = try SchemaFingerprint.strangers(in: db, version: known)
      for problem in try SchemaFingerprint.differences(in: db, version: known) + strangers {
        take(Finding(.schema, problem))
      }
    }
    try attempt(.orphan) {
      let lines = try db.cursor("PRAGMA foreign_key_check")
      while let line = try lines.next() {
        let (table, parent): (String?, String?) = (try line[0], try line[2])
        if let table, SchemaFingerprint.tables.contains(table) { continue }
        let id: Int64? = try line[1]
        take(
          Finding(.orphan, in: table, id: id, "it belongs to a line of \(parent ?? "a table") that does not exist"))
      }
    }
  }

  /// Checks every value of a table by itself.
  func check(_ table: CheckedTable) throws {
    try attempt(.integrity, table.name) {
      let columns = table.columns.map(\.name).joined(separator: ", ")
      let lines = try db.cursor("SELECT \(columns) FROM \(table.name) NOT INDEXED")
      while let line = try lines.next() {
        for (index, column) in table.columns.enumerated() {
          let value = try line.found(index)
          guard let problem = column.rule.problem(of: value) else { continue }
          let id = try table.id.map { try line.found($0).integer }
          take(Finding(problem.kind, in: table.name, id: id ?? nil, "\(column.name) \(problem.message)"))
        }
      }
    }
  }

  /// Calls `take` with a finding for every row of a result, whose first column is an id; `sentence` reads the others.
  func find(
    _ kind: Finding.Kind, in table: String, _ sql: String, _ sentence: (ResultRow) throws -> String
  ) throws {
    try attempt(kind, table) {
      let lines = try db.cursor(sql)
      while let line = try lines.next() {
        take(Finding(kind, in: table, id: try line.found(0).integer, try sentence(line)))
      }
    }
  }
}
