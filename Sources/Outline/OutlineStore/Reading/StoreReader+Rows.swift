import ListChanges
import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the rows of a section from a rank on, in order.
  ///
  /// O(rows from there).
  package func rows(in section: SectionID, from rank: OrderKey) throws -> [Row] {
    try db.rows(RowTable.rowsFromRank, [section.rawValue, rank], RowTable.row(from:))
  }

  /// Returns the row with this id; nil if there is none.
  ///
  /// O(log n) in the number of rows.
  package func row(_ id: RowID) throws -> Row? {
    try db.first(RowTable.rowWithKey, [id.rawValue], RowTable.row(from:))
  }

  /// Whether there is a row with one of these ids.
  ///
  /// O(log n) in the number of rows.
  package func hasRow(in ids: Range<Int64>) throws -> Bool {
    try value(
      "SELECT EXISTS (SELECT 1 FROM row WHERE row_id >= ? AND row_id < ?)", [ids.lowerBound, ids.upperBound]) ?? false
  }

  /// Whether any row has a due date.
  ///
  /// O(log n).
  package func hasDueRows() throws -> Bool {
    try value("SELECT EXISTS (SELECT 1 FROM row WHERE due IS NOT NULL)", []) ?? false
  }

  /// Whether any row is below another one.
  ///
  /// O(n) in the number of lines of `row_count`.
  package func hasRowLevels() throws -> Bool {
    try value("SELECT EXISTS (SELECT 1 FROM row_count WHERE level > 1)", []) ?? false
  }

  /// Returns the sections in which rows are below others.
  ///
  /// O(n) in the number of lines of `row_count`.
  package func sectionsWithRowLevels() throws -> Set<SectionID> {
    try Set(db.rows("SELECT DISTINCT section_id FROM row_count WHERE level > 1", []) { SectionID(try $0.key(0)) })
  }

  /// Whether any row of a section is below another one.
  ///
  /// O(n / 4,400) in the number of its rows.
  package func hasRowLevels(in section: SectionID) throws -> Bool {
    try value(
      "SELECT EXISTS (SELECT 1 FROM row_count WHERE section_id = ? AND level > 1)", [section.rawValue]) ?? false
  }

  /// Returns the number of rows in the section, from the table `row_count`.
  ///
  /// O(n / 4,400) in the number of its rows.
  package func rowCount(of section: SectionID) throws -> Int {
    try rowCount("SELECT sum(rows) FROM row_count WHERE section_id = ?", [section.rawValue])
  }

  /// Returns the number of rows in the section, and the tasks among them, from the table `row_count`.
  ///
  /// O(n / 4,400) in the number of its rows.
  package func counts(of section: SectionID) throws -> ItemCounts {
    try db.first("SELECT sum(rows), sum(tasks), sum(done) FROM row_count WHERE section_id = ?", [section.rawValue]) {
      try counts(in: $0, from: 0)
    } ?? .zero
  }

  /// Returns the numbers of rows and tasks in the sections from `start` up to but not including `end`, with the sections'
  /// own check boxes; nil means the end of the outline.
  ///
  /// O(n) in the number of those sections.
  package func counts(from start: OrderKey, to end: OrderKey?) throws -> ItemCounts {
    let bounds: [any Bindable] = [start, end ?? OrderKeys.bound]
    let inRows = try db.first(
      """
      SELECT sum(rows), sum(tasks), sum(row_count.done) FROM section CROSS JOIN row_count USING (section_id)
      WHERE section.ord >= ? AND section.ord < ?
      """, bounds
    ) { try counts(in: $0, from: 0) }
    let boxes = try db.first(
      "SELECT count(*), coalesce(sum(done), 0) FROM section WHERE done IS NOT NULL AND ord >= ? AND ord < ?", bounds
    ) { try ItemCounts(tasks: $0[0], doneTasks: min($0[0], max(0, $0[1]))) }
    return (inRows ?? .zero) + (boxes ?? .zero)
  }

  /// Returns the number of rows in the sections from `start` up to but not including `end`; nil means the end of the
  /// outline.
  ///
  /// O(n) in the number of those sections.
  package func rowCount(from start: OrderKey, to end: OrderKey?) throws -> Int {
    try rowCount(
      """
      SELECT sum(rows) FROM section CROSS JOIN row_count USING (section_id)
      WHERE section.ord >= ? AND section.ord < ?
      """, [start, end ?? OrderKeys.bound])
  }

  /// Returns the number of rows that a query sums up.
  private func rowCount(_ sql: String, _ values: [any Bindable]) throws -> Int {
    try db.first(sql, values) { line in try rowCount(in: line, 0) } ?? 0
  }

  /// Returns the number of rows of the section before `rank`, which is the index of a row with that rank.
  ///
  /// O(n / 4,400 + s), where n is the number of its rows and s that of the rows in one span; O(rows between them) after
  /// an earlier row of the same span.
  ///
  /// - Parameters:
  ///   - rank: The rank.
  ///   - section: The section.
  ///   - known: An earlier row of the section whose index is known; nil for none.
  package func rowIndex(
    of rank: OrderKey, in section: SectionID, after known: (rank: OrderKey, index: Int)? = nil
  ) throws -> Int {
    let span = rank >> Spans.shift
    if let known, known.rank >> Spans.shift == span {
      return known.index + (try rowCount(of: section, from: known.rank, to: rank))
    }
    let before = try rowCount(
      "SELECT sum(rows) FROM row_count WHERE section_id = ? AND span < ?", [section.rawValue, span])
    return before + (try rowCount(of: section, from: span << Spans.shift, to: rank))
  }

  private func rowCount(of section: SectionID, from start: OrderKey, to end: OrderKey) throws -> Int {
    try value(
      "SELECT count(*) FROM row WHERE section_id = ? AND rank >= ? AND rank < ?", [section.rawValue, start, end]) ?? 0
  }

  /// Returns the row at an index in the section, counted from 0; nil if there is none.
  ///
  /// O(n / 4,400 + s), where n is the number of its rows and s that of the rows in one span.
  package func row(at index: Int, in section: SectionID) throws -> Row? {
    var remaining = index
    let spans = try db.cursor(
      "SELECT span, sum(rows) FROM row_count WHERE section_id = ? GROUP BY span ORDER BY span", [section.rawValue])
    while let span = try spans.next() {
      let count = try rowCount(in: span, 1)
      if remaining < count { return try row(at: remaining, in: section, from: try span[0] << Spans.shift) }
      remaining -= count
    }
    return nil
  }

  private func row(at offset: Int, in section: SectionID, from rank: OrderKey) throws -> Row? {
    try db.first(
      "SELECT \(RowTable.columns) FROM row WHERE section_id = ? AND rank >= ? ORDER BY rank LIMIT 1 OFFSET ?",
      [section.rawValue, rank, offset], RowTable.row(from:))
  }

  /// Returns the last row of the section before `rank`; nil if there is none.
  ///
  /// O(log n) in the number of rows.
  package func row(before rank: OrderKey, in section: SectionID) throws -> Keyed<RowID>? {
    try db.first(
      "SELECT row_id, rank FROM row WHERE section_id = ? AND rank < ? ORDER BY rank DESC LIMIT 1",
      [section.rawValue, rank]
    ) { line in Keyed(RowID(try line.key(0)), at: try line.orderKey(1)) }
  }

  /// Returns the first row of the section after `rank`; nil if there is none.
  ///
  /// O(log n) in the number of rows.
  package func row(after rank: OrderKey, in section: SectionID) throws -> Keyed<RowID>? {
    try db.first(
      "SELECT row_id, rank FROM row WHERE section_id = ? AND rank > ? ORDER BY rank LIMIT 1",
      [section.rawValue, rank]
    ) { line in Keyed(RowID(try line.key(0)), at: try line.orderKey(1)) }
  }

  /// The rows of the section from a rank on, in order, to be read with ``RowTable/row(from:)``.
  func rowCursor(of section: SectionID, from rank: OrderKey) throws -> Cursor {
    try db.cursor(RowTable.rowsFromRank, [section.rawValue, rank])
  }

  /// Returns the rows of the section whose text `matches`, in order.
  ///
  /// O(n) in the number of the section's rows.
  package func rows(in section: SectionID, where matches: (String) -> Bool) throws -> [Row] {
    try rows(
      "SELECT \(RowTable.columns) FROM row WHERE section_id = ? ORDER BY rank", [section.rawValue], where: matches)
  }

  /// Returns the rows of all sections with exactly this text, by id.
  ///
  /// O(n) in the number of the outline's rows, compared inside SQLite.
  package func rows(withText text: String) throws -> [Row] {
    try db.rows("SELECT \(RowTable.columns) FROM row WHERE text = ?", [text], RowTable.row(from:))
  }

  /// Returns the rows of all sections whose text `matches`, by id.
  ///
  /// O(n) in the number of the outline's rows.
  ///
  /// - Parameter box: The check box of rows to leave out; nil for all rows.
  package func rows(besides box: Bool? = nil, where matches: (String) -> Bool) throws -> [Row] {
    let sql = "SELECT \(RowTable.columns) FROM row"
    guard let box else { return try rows(sql, [], where: matches) }
    return try rows("\(sql) WHERE done IS NOT ?", [box], where: matches)
  }

  /// Returns the rows of all sections whose text has a part and `matches`, by id.
  ///
  /// O(n) in the number of the outline's rows, most of them looked at inside SQLite.
  package func rows(containing part: String, where matches: (String) -> Bool) throws -> [Row] {
    try rows("SELECT \(RowTable.columns) FROM row WHERE instr(text, ?)", [part], where: matches)
  }

  /// Returns the rows that are open or done tasks, in the sections from `start` up to but not including `end`, in
  /// document order; nil means the end of the outline.
  ///
  /// O(s log n + t), where s is the number of those sections and t that of the rows found.
  package func taskRows(isDone: Bool, from start: OrderKey, to end: OrderKey?) throws -> [Row] {
    try db.rows(
      """
      SELECT row_id, row.section_id, rank, \(RowTable.content(of: "row")), \(RowTable.isAsIndexed)
      FROM (SELECT section_id, ord FROM section) AS part CROSS JOIN row USING (section_id)
      WHERE part.ord >= ? AND part.ord < ? AND row.done = ? ORDER BY part.ord, row.rank
      """, [start, end ?? OrderKeys.bound, isDone]
    ) { line in
      let row = try RowTable.row(from: line)
      try checkIndexed(line, RowTable.columnCount, .row(row.id))
      return row
    }
  }

  /// Returns the number of done tasks of each section that has any.
  ///
  /// O(n) in the number of tasks.
  func doneCounts() throws -> [SectionID: Int] {
    let counts = try db.cursor("SELECT section_id, count(*) FROM row WHERE done = 1 GROUP BY section_id")
    var found: [SectionID: Int] = [:]
    while let line = try counts.next() { found[SectionID(try line[0])] = try line[1] }
    return found
  }

  private func rows(_ sql: String, _ values: [any Bindable], where matches: (String) -> Bool) throws -> [Row] {
    let cursor = try db.cursor(sql, values)
    var found: [Row] = []
    while let line = try cursor.next() {
      if matches(try line[3]) { found.append(try RowTable.row(from: line)) }
    }
    return found
  }
}

/// The ranges of sort keys for which `row_count` counts rows, and `section_count` sections.
enum Spans {
  /// The number of bits by which a sort key is shifted right to get the number of its span.
  static let shift: Int64 = 42
}
