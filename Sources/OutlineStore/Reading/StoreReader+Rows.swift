import OutlineCore
import SQLite

/// The columns of a row, in the order that `row(from:)` reads.
private let columns = "row_id, section_id, rank, text, attributes"

extension StoreReader {
  /// The row with this key.
  ///
  /// O(log n).
  package func row(_ id: RowID) throws -> Row? {
    try db.first("SELECT \(columns) FROM row WHERE row_id = ?", [id.rawValue], row(from:))
  }

  /// How many rows the section has.
  ///
  /// O(rows / 4,400), from `row_count`.
  package func rowCount(of section: SectionID) throws -> Int {
    try value("SELECT sum(rows) FROM row_count WHERE section_id = ?", [section.rawValue]) ?? 0
  }

  /// How many rows the sections from `start` to before `end` have.
  ///
  /// O(sections there).
  package func rowCount(from start: OrderKey, to end: OrderKey?) throws -> Int {
    try value(
      """
      SELECT sum(rows) FROM section CROSS JOIN row_count USING (section_id)
      WHERE section.ord >= ? AND section.ord < ?
      """, [start, end ?? OrderKeys.bound]) ?? 0
  }

  /// How many rows of the section stand before `rank`.
  ///
  /// O(rows / 4,400 + rows of one span).
  package func rowIndex(of rank: OrderKey, in section: SectionID) throws -> Int {
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
  package func row(at index: Int, in section: SectionID) throws -> Row? {
    var remaining = index
    let spans = try db.cursor("SELECT span, rows FROM row_count WHERE section_id = ? ORDER BY span", [section.rawValue])
    while let span = try spans.next() {
      let count: Int = try span[1]
      if remaining < count { return try row(at: remaining, in: section, from: try span[0] << Spans.shift) }
      remaining -= count
    }
    return nil
  }

  private func row(at offset: Int, in section: SectionID, from rank: OrderKey) throws -> Row? {
    try db.first(
      "SELECT \(columns) FROM row WHERE section_id = ? AND rank >= ? ORDER BY rank LIMIT 1 OFFSET ?",
      [section.rawValue, rank, offset], row(from:))
  }

  /// The row of the section just before `rank`; nil at the start.
  ///
  /// O(log n).
  package func row(before rank: OrderKey, in section: SectionID) throws -> Keyed<RowID>? {
    try db.first(
      "SELECT row_id, rank FROM row WHERE section_id = ? AND rank < ? ORDER BY rank DESC LIMIT 1",
      [section.rawValue, rank]
    ) { line in Keyed(RowID(try line[0]), at: try line[1]) }
  }

  /// The row of the section just after `rank`; nil at the end.
  ///
  /// O(log n).
  package func row(after rank: OrderKey, in section: SectionID) throws -> Keyed<RowID>? {
    try db.first(
      "SELECT row_id, rank FROM row WHERE section_id = ? AND rank > ? ORDER BY rank LIMIT 1",
      [section.rawValue, rank]
    ) { line in Keyed(RowID(try line[0]), at: try line[1]) }
  }

  /// The rows of the section from a rank on, in order, to be read with `row(from:)`.
  func rowCursor(of section: SectionID, from rank: OrderKey) throws -> Cursor {
    try db.cursor(
      "SELECT \(columns) FROM row WHERE section_id = ? AND rank >= ? ORDER BY rank", [section.rawValue, rank])
  }

  /// The rows of the section whose text `matches`, in order.
  ///
  /// O(rows of the section).
  package func rows(in section: SectionID, where matches: (String) -> Bool) throws -> [Row] {
    try rows("SELECT \(columns) FROM row WHERE section_id = ? ORDER BY rank", [section.rawValue], where: matches)
  }

  /// The rows of all sections with exactly this text, the oldest first.
  ///
  /// O(rows of the outline), inside SQLite.
  package func rows(withText text: String) throws -> [Row] {
    try db.rows("SELECT \(columns) FROM row WHERE text = ?", [text], row(from:))
  }

  /// The rows of all sections whose text `matches`, the oldest first.
  ///
  /// O(rows of the outline).
  package func rows(where matches: (String) -> Bool) throws -> [Row] {
    try rows("SELECT \(columns) FROM row", [], where: matches)
  }

  private func rows(_ sql: String, _ values: [any Bindable], where matches: (String) -> Bool) throws -> [Row] {
    let cursor = try db.cursor(sql, values)
    var found: [Row] = []
    while let line = try cursor.next() {
      if matches(try line[3]) { found.append(try row(from: line)) }
    }
    return found
  }

  func row(from line: ResultRow) throws -> Row {
    Row(
      id: RowID(try line[0]), section: SectionID(try line[1]), rank: try line[2], text: try line[3],
      attributes: try line[4])
  }
}

/// The spans of ranks that `row_count` counts by.
enum Spans {
  /// A rank shifted right by this many bits is the number of its span.
  static let shift: Int64 = 42
}
