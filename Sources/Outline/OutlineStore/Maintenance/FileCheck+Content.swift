import OutlineCore
import SQLite

// Checks beyond a single value: attributes, keys, references and counts.
extension FileCheck {
  /// Checks attributes, sort keys, ids and names.
  func checkContent() throws {
    for (table, id) in [("section", "section_id"), ("row", "row_id")] {
      try find(
        .attributes, in: table,
        "SELECT \(id) FROM \(table) NOT INDEXED WHERE attributes IS NOT NULL AND NOT (\(Self.isObject))"
      ) { _ in "attributes are not a JSON object" }
    }
    try find(
      .key, in: "section", "SELECT min(section_id), count(*) FROM section NOT INDEXED GROUP BY ord HAVING count(*) > 1",
      { line in "\(try line.integer(1)) sections have the same ord" })
    try find(
      .key, in: "row",
      "SELECT min(row_id), count(*) FROM row NOT INDEXED GROUP BY section_id, rank HAVING count(*) > 1",
      { line in "\(try line.integer(1)) rows of its section have the same rank" })
    try find(
      .value, in: "user", "SELECT min(user_id), count(*) FROM user NOT INDEXED GROUP BY name HAVING count(*) > 1",
      { line in "\(try line.integer(1)) users have the same name" })
    for (table, id) in [("section", "section_id"), ("row", "row_id"), ("user", "user_id")] {
      try find(
        .value, in: table, "SELECT \(id), count(*) FROM \(table) NOT INDEXED GROUP BY \(id) HAVING count(*) > 1",
        { line in "\(try line.integer(1)) lines have the same \(id)" })
    }
    try find(
      .value, in: "row",
      "SELECT row_id FROM row NOT INDEXED WHERE EXISTS (SELECT 1 FROM section WHERE section.section_id = row.row_id)",
      { _ in "a section has the same number" })
    try checkBelonging()
  }

  /// Whether a column `attributes` is a JSON object that a file can have.
  static let isObject = """
    CASE WHEN typeof(attributes) <> 'text' THEN 0 WHEN instr(attributes, char(0)) > 0 THEN 0
      WHEN length(CAST(attributes AS BLOB)) > \(OutlineLimits.textBytes) THEN 0
      WHEN json_valid(attributes) THEN json_type(attributes) = 'object' ELSE 0 END
    """

  private func checkBelonging() throws {
    try find(
      .orphan, in: "row",
      """
      SELECT row_id, section_id FROM row NOT INDEXED
      WHERE NOT EXISTS (SELECT 1 FROM section WHERE section.section_id = row.section_id)
      """
    ) { line in "its section \(try line.found(1).kind) does not exist" }
    try find(
      .orphan, in: "fold",
      """
      SELECT section_id, user_id FROM fold NOT INDEXED
      WHERE NOT EXISTS (SELECT 1 FROM section WHERE section.section_id = fold.section_id)
        AND NOT EXISTS (SELECT 1 FROM row WHERE row_id = fold.section_id)
      """
    ) { line in "the section of this fold of user \(try line.found(1).kind) does not exist" }
    try find(
      .orphan, in: "fold",
      """
      SELECT section_id, user_id FROM fold NOT INDEXED
      WHERE NOT EXISTS (SELECT 1 FROM user WHERE user.user_id = fold.user_id)
      """
    ) { line in "the user of this fold, \(try line.found(1).kind), does not exist" }
  }

  /// Checks the numbers of rows, the greatest ids, the lines that triggers use, and the settings.
  func checkNumbers() throws {
    try checkCounts()
    for (table, id) in [("section", "section_id"), ("row", "row_id"), ("user", "user_id"), ("edit", "edit_id")] {
      try find(
        .value, in: "sqlite_sequence",
        """
        SELECT max(\(id)), (SELECT seq FROM sqlite_sequence WHERE name = '\(table)') AS last FROM \(table)
        GROUP BY 1 = 1 HAVING typeof(last) <> 'integer' OR last < max(\(id)) OR last > 9007199254740991
        """
      ) { line in "the recorded greatest id of \(table) is wrong: \(try line.found(1).kind)" }
    }
    for table in ["counting", "current_edit"] {
      try attempt(.value, table) {
        let lines: Int64 = try db.value("SELECT count(*) FROM \(table)") ?? 0
        if lines != 1 { take(Finding(.value, in: table, "it has \(lines) lines instead of 1")) }
      }
    }
    try attempt(.setting, "setting") {
      if try StoreReader(db: db).identity() == nil { take(Finding(.setting, in: "setting", "it has no identity")) }
    }
    for setting in Setting.allCases {
      try attempt(.setting, "setting") { _ = try StoreReader(db: db).setting(setting) }
    }
  }

  private func checkCounts() throws {
    let counted =
      """
      SELECT section_id, rank >> \(Spans.shift) AS span, level, count(*) AS rows, count(done) AS tasks,
        coalesce(sum(done), 0) AS done FROM row NOT INDEXED GROUP BY 1, 2, 3
      """
    try find(
      .count, in: "row_count",
      """
      SELECT section_id, thing, level, sum(stated), sum(there) FROM (
        SELECT section_id, span, level, 'rows' AS thing, rows AS stated, 0 AS there FROM row_count NOT INDEXED
        UNION ALL SELECT section_id, span, level, 'tasks', tasks, 0 FROM row_count NOT INDEXED
        UNION ALL SELECT section_id, span, level, 'done tasks', done, 0 FROM row_count NOT INDEXED
        UNION ALL SELECT section_id, span, level, 'rows', 0, rows FROM (\(counted))
        UNION ALL SELECT section_id, span, level, 'tasks', 0, tasks FROM (\(counted))
        UNION ALL SELECT section_id, span, level, 'done tasks', 0, done FROM (\(counted)))
      GROUP BY section_id, span, level, thing HAVING sum(stated) <> sum(there)
      """
    ) { line in
      let thing: String = try line[1]
      let level = try line.found(2)
      let things = level == .integer(1) ? thing : "\(thing) of level \(level.kind)"
      return "it counts \(try line.found(3).kind) \(things) in a span, but there are \(try line.found(4).kind)"
    }
    try find(
      .count, in: "section_count",
      """
      SELECT NULL, level, sum(stated), sum(there) FROM (
        SELECT level, span, sections AS stated, 0 AS there FROM section_count NOT INDEXED
        UNION ALL
        SELECT level, ord >> \(Spans.shift), 0, count(*) FROM section NOT INDEXED GROUP BY level, ord >> \(Spans.shift))
      GROUP BY level, span HAVING sum(stated) <> sum(there)
      """
    ) { line in
      let (level, stated, there) = (try line[1], try line[2], try line[3]) as (Int64?, Int64?, Int64?)
      return "it counts \(stated ?? 0) sections of level \(level ?? 0) in a span, but there are \(there ?? 0)"
    }
  }
}
