import OutlineCore
import SQLite
import SQLiteSalvage

extension Rescue {
  /// Calls `body` with every section, in order.
  package func eachSection(_ body: (FoundSection) throws -> Void) throws {
    let lines = try db.cursor(
      """
      SELECT section_id, ord, level, title, detail, collapsible, new_rows, done, attributes, \(FileCheck.isObject), place,
        is_cut, due, repeat
      FROM section ORDER BY ord, line
      """)
    while let line = try lines.next() {
      try body(
        FoundSection(
          id: line[0], ord: line[1], level: line[2], title: line[3], detail: line[4],
          collapsible: line[5], newRows: line[6], done: line[7], attributes: line[8],
          hasObject: line[9] as Bool, origin: line.origin(10), isCut: line[11],
          due: line[12], repeats: line[13]))
    }
  }

  /// Calls `body` with every row of a section, in order.
  package func eachRow(of section: FoundValue, _ body: (FoundRow) throws -> Void) throws {
    let lines = try db.cursor(
      """
      SELECT row_id, rank, text, done, attributes, \(FileCheck.isObject), place, is_cut,
        EXISTS (SELECT 1 FROM section WHERE section.section_id = row.row_id)
          OR EXISTS (SELECT 1 FROM row AS held WHERE held.section_id = row.row_id), due, repeat, level
      FROM row WHERE section_id IS ? ORDER BY rank, line
      """, [section])
    while let line = try lines.next() {
      try body(
        FoundRow(
          id: line[0], rank: line[1], text: line[2], done: line[3], attributes: line[4],
          hasObject: line[5] as Bool, origin: line.origin(6), isCut: line[7], isTaken: line[8], due: line[9],
          repeats: line[10], level: line[11]))
    }
  }

  /// Calls `body` with every section that rows name although it does not exist.
  package func eachLostSection(_ body: (FoundValue) throws -> Void) throws {
    let lines = try db.cursor(
      """
      SELECT DISTINCT section_id FROM row
      WHERE NOT EXISTS (SELECT 1 FROM section WHERE section.section_id = row.section_id) ORDER BY section_id
      """)
    while let line = try lines.next() { try body(line[0]) }
  }

  /// Returns all users, in the order of their ids.
  package func users() throws -> [FoundUser] {
    try db.rows("SELECT user_id, name, starts_collapsed, accordion FROM user ORDER BY user_id, line") { line in
      FoundUser(
        id: try line[0], name: try line[1], startsCollapsed: try line[2], accordion: try line[3]
      )
    }
  }

  package func eachFlag(_ body: (FoundFlag) throws -> Void) throws {
    let lines = try db.cursor(
      "SELECT user_id, section_id, collapsed, place FROM fold ORDER BY section_id, user_id, line")
    while let line = try lines.next() {
      try body(
        FoundFlag(user: line[0], section: line[1], collapsed: line[2], origin: line.origin(3)))
    }
  }

  /// Returns the settings that have a name and a value that they can have.
  package func settings() throws -> [(Setting, SettingValue)] {
    try db.rows("SELECT name, value FROM setting") { line -> (Setting, SettingValue)? in
      guard case .text(let bytes) = try line.found(0),
        let setting = Setting(rawValue: String(decoding: bytes, as: UTF8.self))
      else { return nil }
      let value: SettingValue
      switch try line.found(1) {
      case .integer(let number): value = .number(Int(number))
      case .text(let bytes): value = .text(String(decoding: bytes, as: UTF8.self))
      default: return nil
      }
      do { try setting.check(value) } catch { return nil }
      return (setting, value)
    }.compactMap(\.self)
  }

  /// Returns the identity of the outline; nil if it is lost.
  package func identity() throws -> OutlineIdentity? {
    let word: String? = try db.value("SELECT value FROM setting WHERE name = 'identity' AND typeof(value) = 'text'")
    let lineage: String? = try db.value("SELECT value FROM setting WHERE name = 'lineage' AND typeof(value) = 'text'")
    return word.flatMap { OutlineIdentity(word: $0, lineage: lineage ?? "") ?? OutlineIdentity(word: $0) }
  }

  /// Whether all sections have sort keys of their own that a file can have.
  package func hasSoundKeys() throws -> Bool {
    try db.first("SELECT count(*) = count(DISTINCT ord), coalesce(min(\(Self.isKey("ord"))), 1) FROM section") { line in
      try line[0] as Bool && line[1] as Bool
    } ?? true
  }

  /// Whether all rows of a section have sort keys of their own that a file can have.
  package func hasSoundKeys(in section: FoundValue) throws -> Bool {
    try db.first(
      """
      SELECT count(*) = count(DISTINCT rank), coalesce(min(\(Self.isKey("rank"))), 1) FROM row WHERE section_id IS ?
      """, [section]
    ) { line in try line[0] as Bool && line[1] as Bool } ?? true
  }

  private static func isKey(_ column: String) -> String {
    "typeof(\(column)) = 'integer' AND \(column) > -\(OrderKeys.bound) AND \(column) < \(OrderKeys.bound)"
  }

  /// Returns the greatest id that a thing has or had, among those that are kept.
  package func lastID(of table: String) throws -> Int64 {
    let kept = "BETWEEN \(RepairRules.ids.lowerBound) AND \(RepairRules.ids.upperBound)"
    func greatest(_ column: String, _ table: String, _ condition: String = "1") throws -> Int64 {
      let sql =
        "SELECT max(\(column)) FROM \(table) WHERE typeof(\(column)) = 'integer' AND \(column) \(kept) AND \(condition)"
      return try db.value(sql) ?? 0
    }
    var last = try greatest("seq", "last_id", "name = '\(table)'")
    if table != "edit" { last = max(last, try greatest("\(table)_id", table)) }
    if table == "section" { last = max(last, try greatest("section_id", "row")) }
    return last
  }

  /// Returns a JSON object with one member, `recovered`, which has a text.
  package func object(with text: String) throws -> String {
    try db.value("SELECT json_object('recovered', ?)", [text]) ?? "{}"
  }
}

extension ResultRow {
  fileprivate func origin(_ column: Int) throws -> FoundOrigin { FoundOrigin(rawValue: try self[column]) ?? .freePage }
}
