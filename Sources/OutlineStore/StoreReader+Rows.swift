import GRDB
import GRDBSQLite
import OutlineCore

/// The columns of a row, in the order that `row(from:)` reads.
private let columns = "row_id, section_id, rank, text, attributes"

extension StoreReader {
  /// The row with this key.
  ///
  /// O(log n).
  public func row(_ id: RowID) throws -> OutlineCore.Row? {
    try line("SELECT \(columns) FROM row WHERE row_id = ?", [id.rawValue]).map(row)
  }

  /// How many rows the section has.
  ///
  /// O(rows / 4,400), from `row_count`.
  public func rowCount(of section: SectionID) throws -> Int {
    try value("SELECT sum(rows) FROM row_count WHERE section_id = ?", [section.rawValue]) ?? 0
  }

  /// How many rows the sections from `start` to before `end` have.
  ///
  /// O(sections there).
  public func rowCount(from start: OrderKey, to end: OrderKey?) throws -> Int {
    try value(
      """
      SELECT sum(rows) FROM section CROSS JOIN row_count USING (section_id)
      WHERE section.ord >= ? AND section.ord < ?
      """, [start, end ?? OrderKeys.bound]) ?? 0
  }

  /// How many rows of the section stand before `rank`.
  ///
  /// O(rows / 4,400 + rows of one span).
  public func rowIndex(of rank: OrderKey, in section: SectionID) throws -> Int {
    let span = rank >> Spans.shift
    let before: Int? = try value(
      "SELECT sum(rows) FROM row_count WHERE section_id = ? AND span < ?", [section.rawValue, span])
    let within: Int? = try value(
      "SELECT count(*) FROM row WHERE section_id = ? AND rank >= ? AND rank < ?",
      [section.rawValue, span << Spans.shift, rank])
    return (before ?? 0) + (within ?? 0)
  }

  /// The row at `index` in the section, counted from 0.
  ///
  /// O(rows / 4,400 + rows of one span).
  public func row(at index: Int, in section: SectionID) throws -> OutlineCore.Row? {
    var remaining = index
    let statement = try db.cachedStatement(
      sql: "SELECT span, rows FROM row_count WHERE section_id = ? ORDER BY span")
    try statement.setArguments([section.rawValue])
    let handle = statement.sqliteStatement  // thousands of spans: no time for a value for each
    sqlite3_reset(handle)
    var code = sqlite3_step(handle)
    while code == SQLITE_ROW, remaining >= Int(sqlite3_column_int64(handle, 1)) {
      remaining -= Int(sqlite3_column_int64(handle, 1))
      code = sqlite3_step(handle)
    }
    let span = code == SQLITE_ROW ? sqlite3_column_int64(handle, 0) : nil
    sqlite3_reset(handle)
    if code != SQLITE_ROW, code != SQLITE_DONE { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    return try span.flatMap { try row(at: remaining, in: section, from: $0 << Spans.shift) }
  }

  private func row(at offset: Int, in section: SectionID, from rank: OrderKey) throws -> OutlineCore.Row? {
    try line(
      "SELECT \(columns) FROM row WHERE section_id = ? AND rank >= ? ORDER BY rank LIMIT 1 OFFSET ?",
      [section.rawValue, rank, offset]
    ).map(row)
  }

  /// The row of the section just before `rank`; nil at the start.
  ///
  /// O(log n).
  public func row(before rank: OrderKey, in section: SectionID) throws -> Keyed<RowID>? {
    try line(
      "SELECT row_id, rank FROM row WHERE section_id = ? AND rank < ? ORDER BY rank DESC LIMIT 1",
      [section.rawValue, rank]
    ).map { Keyed(RowID($0[0]), at: $0[1]) }
  }

  /// The row of the section just after `rank`; nil at the end.
  ///
  /// O(log n).
  public func row(after rank: OrderKey, in section: SectionID) throws -> Keyed<RowID>? {
    try line(
      "SELECT row_id, rank FROM row WHERE section_id = ? AND rank > ? ORDER BY rank LIMIT 1",
      [section.rawValue, rank]
    ).map { Keyed(RowID($0[0]), at: $0[1]) }
  }

  /// The rows of the section from a rank on, in order, to be read with `row(from:)`.
  func rowCursor(of section: SectionID, from rank: OrderKey) throws -> RowCursor {
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM row WHERE section_id = ? AND rank >= ? ORDER BY rank")
    return try GRDB.Row.fetchCursor(statement, arguments: [section.rawValue, rank])
  }

  /// The rows of the section whose text `matches`, in order.
  ///
  /// O(rows of the section).
  public func rows(in section: SectionID, where matches: (String) -> Bool) throws -> [OutlineCore.Row] {
    try rows("SELECT \(columns) FROM row WHERE section_id = ? ORDER BY rank", [section.rawValue], where: matches)
  }

  /// The rows of all sections with exactly this text, the oldest first.
  ///
  /// O(rows of the outline), inside SQLite.
  public func rows(withText text: String) throws -> [OutlineCore.Row] {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM row WHERE text = ?")
    return try GRDB.Row.fetchAll(statement, arguments: [text]).map(row)
  }

  /// The rows of all sections whose text `matches`, the oldest first.
  ///
  /// O(rows of the outline).
  public func rows(where matches: (String) -> Bool) throws -> [OutlineCore.Row] {
    try rows("SELECT \(columns) FROM row", [], where: matches)
  }

  private func rows(
    _ sql: String, _ arguments: StatementArguments, where matches: (String) -> Bool
  ) throws -> [OutlineCore.Row] {
    var found: [OutlineCore.Row] = []
    let cursor = try GRDB.Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    while let line = try cursor.next() {
      if matches(line[3]) { found.append(row(from: line)) }
    }
    return found
  }

  func row(from line: GRDB.Row) -> OutlineCore.Row {
    OutlineCore.Row(
      id: RowID(line[0]), section: SectionID(line[1]), rank: line[2], text: line[3], attributes: line[4])
  }
}

/// The spans of ranks that `row_count` counts by.
enum Spans {
  /// A rank shifted right by this many bits is the number of its span.
  static let shift: Int64 = 42
}
