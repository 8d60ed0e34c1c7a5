import TestPrograms
import Testing

/// Something that was done to a file without its guards.
struct Tampering: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// A script for the `sqlite3` shell.
  let script: String

  /// Runs the script on a file; what the shell refuses to do leaves the file as it was.
  func tamper(with file: SQLiteShell) throws { try file.run(script) }
}

extension Tampering {
  /// Writes a value where the guards would not have it, and leaves the schema as it was to the byte.
  ///
  /// - Parameters:
  ///   - definition: The table without types and constraints.
  ///   - change: The statement that writes the value.
  private init(_ sentence: String, loosening definition: String, of table: String, _ change: String) {
    testDescription = sentence
    script = """
      .dbconfig defensive off
      PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON;
      CREATE TEMP TABLE saved AS SELECT rowid AS id, * FROM sqlite_schema;
      DELETE FROM sqlite_schema WHERE type = 'trigger';
      UPDATE sqlite_schema SET sql = '\(definition)' WHERE name = '\(table)';
      UPDATE sqlite_schema SET sql = replace(sql, 'CREATE UNIQUE', 'CREATE') WHERE type = 'index' AND sql IS NOT NULL;
      PRAGMA writable_schema = RESET;
      \(change);
      PRAGMA writable_schema = ON;
      DELETE FROM sqlite_schema;
      INSERT INTO sqlite_schema (rowid, type, name, tbl_name, rootpage, sql)
        SELECT id, type, name, tbl_name, rootpage, sql FROM temp.saved;
      PRAGMA writable_schema = RESET;
      """
  }

  private init(_ sentence: String, _ script: String) {
    testDescription = sentence
    self.script = script
  }

  /// A table with its columns, and how it is defined apart from them.
  private struct Table {
    let name: String
    let key: String
    let columns: [String]
    var isWithoutRowID = false

    var definition: String {
      let own = columns.filter { $0 != key }.joined(separator: ", ")
      if isWithoutRowID {
        return "CREATE TABLE \(name) (\(columns.joined(separator: ", ")), PRIMARY KEY (\(key))) WITHOUT ROWID"
      }
      return key.isEmpty ? "CREATE TABLE \(name) (\(own))" : "CREATE TABLE \(name) (\(key) INTEGER PRIMARY KEY, \(own))"
    }
  }

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static let tables = [
    Table(
      name: "section", key: "section_id", columns: words("section_id ord level title detail collapsible attributes")),
    Table(name: "row", key: "row_id", columns: words("row_id section_id rank text done attributes level")),
    Table(
      name: "row_count", key: "section_id, span, level", columns: words("section_id span level rows"),
      isWithoutRowID: true),
    Table(
      name: "section_count", key: "level, span", columns: words("level span sections"), isWithoutRowID: true),
    Table(name: "user", key: "user_id", columns: words("user_id name starts_collapsed accordion")),
    Table(
      name: "fold", key: "user_id, section_id", columns: words("user_id section_id collapsed"), isWithoutRowID: true),
    Table(name: "counting", key: "", columns: ["is_open"]),
    Table(
      name: "edit", key: "edit_id",
      columns: words("edit_id at user token kind words undoes undoes_change undoes_all first_change last_change")),
    Table(name: "current_edit", key: "", columns: ["edit_id", "makes_room"]),
    Table(
      name: "change", key: "change_id",
      columns: words(
        """
        change_id edit_id at thing action id run step user_id old_section new_section old_place new_place old_level \
        new_level old_flag new_flag old_accordion new_accordion changed old_text old_detail old_attributes old_done \
        made_room
        """)),
    Table(name: "idempotency_key", key: "edit_id", columns: words("edit_id at key user words items")),
    Table(
      name: "sync", key: "line",
      columns: words(
        "line document token block next_id first_id last_id synced")),
    Table(name: "setting", key: "name", columns: ["name", "value"], isWithoutRowID: true),
  ]

  private static let values = [
    "NULL", "'text'", "''", "x'00ff'", "char(0)", "1.5", "0", "-1", "101", "9007199254740992", "4611686018427387903",
    "4611686018427387904", "-4611686018427387904", "9223372036854775807", "-9223372036854775808", "9e999",
  ]

  /// Every value in every column: in the last line of the table, and in all lines where the key lets it.
  static let cells: [Tampering] = tables.flatMap { table in
    table.columns.flatMap { column in
      values.flatMap { value in
        let one = "(SELECT max(rowid) FROM \(table.name))"
        let last =
          table.isWithoutRowID
          ? "UPDATE OR REPLACE \(table.name) SET \(column) = \(value)"
          : "UPDATE OR REPLACE \(table.name) SET \(column) = \(value) WHERE rowid = \(one)"
        let all = "UPDATE OR REPLACE \(table.name) SET \(column) = \(value)"
        return (last == all ? [last] : [last, all]).map {
          Tampering(
            "\(table.name).\(column) = \(value)\($0 == all ? " everywhere" : "")",
            loosening: table.definition, of: table.name, $0)
        }
      }
    }
  }

  /// Numbers that are in range by themselves and do not go together.
  static let numbers: [Tampering] = [
    ("section", "a section twice at one place", "UPDATE section SET ord = 1000000000"),
    ("row", "all rows at one rank", "UPDATE row SET rank = 1000000000"),
    (
      "row", "rows at the ends of all ranks",
      "UPDATE row SET rank = CASE row_id % 2 WHEN 0 THEN (1 << 62) - row_id ELSE row_id - (1 << 62) END"
    ),
    (
      "section", "sections at the ends",
      "UPDATE section SET ord = CASE section_id % 2 WHEN 0 THEN (1 << 62) - section_id ELSE section_id - (1 << 62) END"
    ),
    ("section", "the deepest levels in the wrong order", "UPDATE section SET level = 101 - section_id"),
    ("section", "all sections at level 100", "UPDATE section SET level = 100"),
    ("row", "rows of no section", "UPDATE row SET section_id = 1000 + section_id"),
    ("row_count", "counts that add up to more than there is", "UPDATE row_count SET rows = 9223372036854775807 / 2"),
    ("row_count", "counts in the ten thousands", "UPDATE row_count SET rows = 9999"),
    ("row_count", "no counts", "DELETE FROM row_count"),
    ("row_count", "counts below zero", "UPDATE row_count SET rows = -rows"),
    ("section_count", "counts beyond all sections", "UPDATE section_count SET sections = 9223372036854775807 / 2"),
    ("section_count", "no counts", "DELETE FROM section_count"),
    ("section_count", "counts below zero", "UPDATE section_count SET sections = -sections"),
    ("fold", "flags of nothing", "UPDATE OR REPLACE fold SET section_id = section_id + 100"),
    ("change", "runs that never end", "UPDATE change SET run = change_id WHERE run IS NOT NULL"),
    ("change", "huge runs", "UPDATE change SET run = 1 << 50, step = 1 << 50 WHERE run IS NOT NULL"),
    ("change", "a log that begins late", "DELETE FROM change WHERE change_id < 20"),
    ("change", "a log with holes", "DELETE FROM change WHERE change_id % 3 = 0"),
    (
      "change", "a log of other things", "UPDATE change SET thing = CASE thing WHEN 'row' THEN 'section' ELSE 'row' END"
    ),
    (
      "change", "a log of other actions",
      "UPDATE change SET action = CASE action WHEN 'insert' THEN 'delete' ELSE 'insert' END"
    ),
    ("change", "a log of one id", "UPDATE change SET id = 1"),
    (
      "change", "a log far ahead",
      "UPDATE change SET change_id = (1 << 53) - 1 WHERE change_id = (SELECT max(change_id) FROM change)"
    ),
    ("edit", "entries that overlap", "UPDATE edit SET first_change = 1, last_change = 1000"),
    ("edit", "entries that end before they begin", "UPDATE edit SET first_change = 1000, last_change = 1"),
    ("edit", "entries that undo each other", "UPDATE edit SET undoes = edit_id, kind = 'undo'"),
    ("edit", "entries that nobody ended", "UPDATE edit SET last_change = NULL"),
    ("edit", "no entries", "DELETE FROM edit"),
    ("setting", "no settings", "DELETE FROM setting"),
    ("counting", "two switches", "INSERT INTO counting SELECT * FROM counting"),
    ("counting", "no switch", "DELETE FROM counting"),
    ("current_edit", "no current edit", "DELETE FROM current_edit"),
    ("current_edit", "two current edits", "INSERT INTO current_edit SELECT * FROM current_edit"),
    ("sync", "a synchronization of nothing", "INSERT INTO sync (line) VALUES (1)"),
    (
      "sync", "ids of no block",
      "INSERT INTO sync VALUES (1, 'a.json', 'x', 1 << 62, 1 << 62, -1, 1, 1, 1, 1, 'x')"
    ),
    (
      "sync", "the last ids of the last block",
      """
      INSERT INTO sync VALUES (1, 'a.json', 'x', 9007198, (1 << 53) - 1, (1 << 53) - 1, 1, 1, (1 << 53) - 1, (1 << 53) - 1,
        '0000000000000000000000000000000000000000')
      """
    ),
    ("user", "two users of one name", "UPDATE user SET name = 'ana'"),
    ("section", "no ids left", "UPDATE sqlite_sequence SET seq = 9223372036854775807"),
    ("section", "ids that are texts", "UPDATE sqlite_sequence SET seq = 'x'"),
    ("section", "no greatest ids", "DELETE FROM sqlite_sequence"),
  ].map { table, sentence, change in
    Tampering(
      sentence, loosening: tables.first { $0.name == table }?.definition ?? "", of: table, change)
  }

  /// Files with another schema.
  static let schemas: [Tampering] =
    tables.map { Tampering("no table \($0.name)", "DROP TABLE \($0.name)") }
    + tables.map { table in
      Tampering(
        "\(table.name) without keys and constraints",
        """
        PRAGMA foreign_keys = OFF; CREATE TABLE copy AS SELECT * FROM \(table.name); DROP TABLE \(table.name);
        ALTER TABLE copy RENAME TO \(table.name); INSERT INTO \(table.name) SELECT * FROM \(table.name);
        """)
    }
    + tables.map { table in
      Tampering(
        "a view that never ends instead of \(table.name)",
        """
        PRAGMA foreign_keys = OFF; DROP TABLE \(table.name);
        CREATE VIEW \(table.name) AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
          SELECT \(table.columns.map { "i AS \($0)" }.joined(separator: ", ")) FROM n;
        """)
    }
    + [
      "DROP TRIGGER row_insert", "DROP TRIGGER section_append", "DROP TRIGGER log_row_insert",
      "DROP TRIGGER edit_insert_guard",
      "DROP INDEX section_by_ord", "DROP INDEX row_by_rank", "DROP VIEW visible_line", "DROP VIEW log",
      "ALTER TABLE row ADD COLUMN more", "ALTER TABLE section RENAME COLUMN detail TO note",
      "CREATE UNIQUE INDEX texts ON row (text)", "CREATE INDEX texts ON row (text); ANALYZE",
      "CREATE INDEX texts ON row (json(text))",
      "CREATE TABLE mine (a REFERENCES section ON DELETE RESTRICT); INSERT INTO mine VALUES (1), (2)",
      "CREATE TRIGGER mine AFTER INSERT ON row BEGIN DELETE FROM row; END",
      "CREATE TRIGGER mine AFTER UPDATE ON section BEGIN UPDATE section SET title = title || 'x'; END",
      "CREATE TRIGGER mine BEFORE INSERT ON change BEGIN SELECT RAISE(IGNORE); END",
      """
      CREATE TRIGGER mine AFTER INSERT ON edit BEGIN
        SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n); END
      """,
      "PRAGMA user_version = 0", "PRAGMA user_version = 2147483647", "PRAGMA user_version = -1",
      "PRAGMA application_id = 0", "PRAGMA application_id = 0; PRAGMA user_version = 0",
      "PRAGMA journal_mode = WAL", "PRAGMA auto_vacuum = 2; VACUUM", "PRAGMA page_size = 512; VACUUM",
      "PRAGMA encoding = 'UTF-16'; PRAGMA page_size = 65536; VACUUM",
    ].map { Tampering($0, $0) }
}
