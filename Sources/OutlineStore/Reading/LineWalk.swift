import OutlineCore
import SQLite

/// Shows the lines of parts of the outline to a visitor, in document order, as one user sees them.
///
/// What is collapsed is stepped over in an index; its texts are never read.
package struct LineWalk<Visitor: LineVisitor> {
  private let reader: StoreReader
  private let user: StoredUser
  private let query: ListQuery
  private let lines: Range<Int>
  private var line = 0
  private var rows: Statement?
  /// The visitor, with all that it has been shown.
  package private(set) var visitor: Visitor

  /// Prepares a walk; of `query` the addresses are not looked at.
  package init(_ reader: StoreReader, as user: StoredUser, _ query: ListQuery, visitor: Visitor) {
    self.reader = reader
    self.user = user
    self.query = query
    let (end, overflow) = query.from.addingReportingOverflow(query.limit ?? .max)
    lines = query.from..<(overflow ? .max : max(end, query.from))
    self.visitor = visitor
  }

  /// Whether every line that was asked for has been shown.
  private var isDone: Bool { line >= lines.upperBound }

  /// Shows the sections from `start` to before `end` (nil: all that follow), and what is below them.
  /// - Parameter level: the level of the outermost section there, from which the depth is counted.
  package mutating func walk(from start: OrderKey, to end: OrderKey?, level: Int = 1) throws {
    let last =
      query.depth.map { level - 1 + min($0, OutlineLimits.levels.upperBound) } ?? OutlineLimits.levels.upperBound
    var number = 0
    var next: OrderKey? = start
    if start == -OrderKeys.bound, end == nil, lines.lowerBound >= Self.fewLines {
      (next, number) = try skip(lastLevel: last)
    } else {
      number = try reader.sectionCount(to: start)
    }
    while let from = next, !isDone {
      next = try walkUntilSkip(from: from, to: end ?? OrderKeys.bound, lastLevel: last, number: &number)
    }
  }

  /// So few lines are passed over faster by looking at each section.
  private static var fewLines: Int { 1_000 }

  /// Passes over all sections of the outline before the first line that is wanted: where to go on, nil at the end, and
  /// how many sections were passed over.
  ///
  /// No text is read. O(sections).
  private mutating func skip(lastLevel: Int) throws -> (start: OrderKey?, number: Int) {
    var hidden = Int.max
    for (number, section) in try reader.allStates(for: user).enumerated() {
      let state = section.state
      if state.level > hidden { continue }
      let isShut = state.isShut && !query.ignoresFolds
      hidden = isShut || state.level >= lastLevel ? state.level : .max
      let shownRows = isShut ? 0 : state.rowCount
      if line + shownRows >= lines.lowerBound { return (section.ord, number) }
      line += 1 + shownRows
    }
    return (nil, 0)
  }

  /// Shows one row alone.
  package mutating func walk(_ row: Row, in section: Section) throws {
    let number = try reader.sectionCount(to: section.ord) + 1
    let index = try reader.rowIndex(of: row.rank, in: section.id)
    let header = HeaderLine(
      section: section, number: number, line: line - index - 1, isCollapsed: false, rowCount: 0, hiddenRows: nil)
    if lines.contains(line) { try walkRows(of: header, from: index, count: 1) }
    line += 1
  }

  /// Shows sections up to the first with something below it that is not listed; the key to go on from, nil at the end.
  private mutating func walkUntilSkip(
    from start: OrderKey, to end: OrderKey, lastLevel: Int, number: inout Int
  ) throws -> OrderKey? {
    let cursor = try reader.db.cursor(
      """
      SELECT section.section_id, ord, level, title, detail, collapsible, attributes,
        coalesce(fold.collapsed, ?2) AND collapsible,
        coalesce((SELECT sum(rows) FROM row_count WHERE row_count.section_id = section.section_id), 0)
      FROM section LEFT JOIN fold ON fold.user_id = ?1 AND fold.section_id = section.section_id
      WHERE ord >= ?3 AND ord < ?4 ORDER BY ord
      """, user.flagArguments + [start, end])
    var closed: Found?
    while !isDone, let columns = try cursor.next() {
      if var above = closed {
        if try columns[2] > above.section.level {
          above.end = try reader.subtreeEnd(ord: above.section.ord, level: above.section.level)
          above.hidesSubsections = true
          try show(above)
          number += try reader.sectionCount(from: above.section.ord, to: above.end) - 1
          return above.end.flatMap { $0 < end ? $0 : nil }
        }
        try show(above)
        closed = nil
      }
      number += 1
      let isCollapsed: Bool = try columns[7]
      let found = Found(
        section: try reader.section(from: columns), number: number, isCollapsed: isCollapsed, rowCount: try columns[8],
        isShut: isCollapsed && !query.ignoresFolds)
      if found.isShut || found.section.level >= lastLevel { closed = found } else { try show(found) }
    }
    if let closed, !isDone { try show(closed) }
    return nil
  }

  /// A section on its way to the visitor.
  private struct Found {
    let section: Section
    let number: Int
    let isCollapsed: Bool
    let rowCount: Int
    let isShut: Bool
    /// Where the subtree ends; nil where there is nothing below the section, or nothing behind it.
    var end: OrderKey?
    /// Whether there is something below the section that is not listed.
    var hidesSubsections = false

    /// How many rows are not listed, those of subsections included; nil where the section is not shut.
    func hiddenRows(_ reader: StoreReader) throws -> Int? {
      guard isShut else { return nil }
      return hidesSubsections ? try reader.rowCount(from: section.ord, to: end) : rowCount
    }
  }

  /// Shows a header and its rows, as far as they are wanted.
  private mutating func show(_ found: Found) throws {
    let shownRows = found.isShut ? 0 : found.rowCount
    defer { line += 1 + shownRows }
    guard line < lines.upperBound, line + shownRows >= lines.lowerBound else { return }
    let header = HeaderLine(
      section: found.section, number: found.number, line: line, isCollapsed: found.isCollapsed,
      rowCount: found.rowCount, hiddenRows: try found.hiddenRows(reader))
    if lines.contains(line) { try visitor.visit(header) }
    let first = max(lines.lowerBound - line - 1, 0)
    let count = min(shownRows, lines.upperBound - line - 1) - first
    if count > 0 { try walkRows(of: header, from: first, count: count) }
  }

  /// Shows `count` rows from the one at index `first`.
  ///
  /// The bytes go straight from SQLite to the visitor.
  private mutating func walkRows(of header: HeaderLine, from first: Int, count: Int) throws {
    let isWhole = first == 0 && count == header.rowCount
    let rows = try isWhole ? wholeSection(header.section.id) : partOfSection(header.section.id, from: first, count)
    guard let rows else { return }
    defer { rows.reset() }
    var number = first
    while let row = try rows.step() {
      number += 1
      let line = RowLine(
        id: RowID(try row.integer(0)), number: number, line: header.line + number,
        text: row.bytes(1) ?? UnsafeRawBufferPointer(start: nil, count: 0),
        attributes: visitor.wantsAttributes ? row.bytes(2) : nil)
      try visitor.visit(line, of: header)
    }
  }

  private var columns: String { visitor.wantsAttributes ? "row_id, text, attributes" : "row_id, text" }

  /// The statement that reads all rows of a section, the same one for all sections.
  private mutating func wholeSection(_ section: SectionID) throws -> Statement {
    let rows = try rows ?? reader.db.statement("SELECT \(columns) FROM row WHERE section_id = ? ORDER BY rank")
    self.rows = rows
    try rows.bind(section.rawValue, at: 1)
    return rows
  }

  /// A statement that reads `count` rows of a section from the one at index `first`; nil where there is none.
  private func partOfSection(_ section: SectionID, from first: Int, _ count: Int) throws -> Statement? {
    guard let row = try reader.row(at: first, in: section) else { return nil }
    let rows = try reader.db.statement(
      "SELECT \(columns) FROM row WHERE section_id = ? AND rank >= ? ORDER BY rank LIMIT ?")
    try rows.bind([section.rawValue, row.rank, count])
    return rows
  }
}
