import OutlineMigrations
import SQLite

// The first edit upgrades a file of an older version (`StoreWriter.upgrade`). Until then, temporary views add the columns that tables lack.
extension Schema {
  /// The columns that newer versions added to tables, each table once, with the values that a file without them has.
  private static let newColumns = [
    ("section", [("due", "NULL"), ("repeat", "NULL")]), ("row", [("due", "NULL"), ("repeat", "NULL"), ("level", "1")]),
    ("row_count", [("level", "1")]), ("change", [("old_due", "NULL"), ("old_repeat", "NULL")]),
    ("edit", [("undoes_all", "NULL")]),
  ]

  /// Makes the temporary views, which hide the tables that lack columns.
  ///
  /// They stay right when another process upgrades the file: the table's own columns come before those of the view.
  ///
  /// - Returns: Whether any were needed.
  @discardableResult
  static func standIn(in db: Connection) throws(DatabaseError) -> Bool {
    var isNeeded = false
    for (table, columns) in newColumns {
      let found: String? = try db.value("SELECT group_concat(name) FROM pragma_table_info('\(table)')")
      guard let names = found?.split(separator: ",") else { continue }
      let missing = columns.filter { column, _ in !names.contains { $0 == column } }
      if missing.isEmpty { continue }
      let values = missing.map { ", \($0.1) AS \($0.0)" }.joined()
      try db.execute("CREATE TEMP VIEW \(table) AS SELECT *\(values) FROM main.\(table)")
      isNeeded = true
    }
    return isNeeded
  }

  /// Removes the temporary views, if there are any.
  static func endStandingIn(in db: Connection) throws {
    for (table, _) in newColumns { try db.execute("DROP VIEW IF EXISTS temp.\(table)") }
  }
}
