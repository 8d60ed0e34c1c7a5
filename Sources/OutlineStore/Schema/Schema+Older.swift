import OutlineMigrations
import SQLite

// A file of an older version is upgraded by its first edit. Until then, temporary views give every statement the columns that
// the tables lack.
extension Schema {
  /// The columns that tables have got since the first version.
  private static let newColumns = [
    ("section", ["due", "repeat"]), ("row", ["due", "repeat"]), ("change", ["old_due", "old_repeat"]),
  ]

  /// Makes the temporary views, which hide the tables that lack columns.
  ///
  /// Once another process has upgraded the file, they still say what the tables say: a column that is there comes first.
  ///
  /// - Returns: Whether there are any.
  @discardableResult
  static func standIn(in db: Connection) throws(DatabaseError) -> Bool {
    var isNeeded = false
    for (table, columns) in newColumns {
      let found: String? = try db.value("SELECT group_concat(name) FROM pragma_table_info('\(table)')")
      guard let names = found?.split(separator: ","), !names.contains(where: { $0 == columns[0] }) else { continue }
      let missing = columns.map { ", NULL AS \($0)" }.joined()
      try db.execute("CREATE TEMP VIEW \(table) AS SELECT *\(missing) FROM main.\(table)")
      isNeeded = true
    }
    return isNeeded
  }

  /// Removes the temporary views, if there are any.
  static func endStandingIn(in db: Connection) throws {
    for (table, _) in newColumns { try db.execute("DROP VIEW IF EXISTS temp.\(table)") }
  }
}
