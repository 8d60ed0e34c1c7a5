import OutlineCore
import SQLite

// The rows of a section, which are read in parts; the first of a walk are compared with the table.
extension LineWalk {
  /// Shows `count` rows of a section, starting at the index `first`.
  ///
  /// The visitor gets the bytes directly from SQLite.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` if there are fewer or more rows than are counted.
  mutating func walkRows(of header: HeaderLine, from first: Int, count: Int) throws {
    let isWhole = first == 0 && count == header.rowCount
    let checked = min(count, rowsToCheck)
    rowsToCheck -= checked
    var number = first
    if checked > 0 {
      let end = isWhole && checked == count ? nil : first + checked
      try visit(rows(of: header.section.id, from: first, to: end, areChecked: true), &number, of: header)
    }
    if number == first + checked, checked < count {
      let end = isWhole ? nil : first + count
      try visit(rows(of: header.section.id, from: number, to: end, areChecked: false), &number, of: header)
    }
    try check(number - first, against: count, of: header.section)
  }

  /// Shows the rows of a statement, and counts them in `number`.
  private mutating func visit(_ rows: Statement?, _ number: inout Int, of header: HeaderLine) throws {
    guard let rows else { return }
    defer { rows.reset() }
    while let row = try rows.step() {
      number += 1
      try visit(row, number: number, line: header.line + number, of: header)
    }
  }

  /// Throws an error unless as many rows were found as are counted; otherwise a damaged index would hide some silently.
  private func check(_ found: Int, against counted: Int, of section: Section) throws {
    if found == counted { return }
    let message = "'\(section.title)' should have \(counted) rows, but \(found) were found"
    throw StoreError.damaged(path: reader.db.path, message: message)
  }

  /// Shows those rows of a section that are not done and have these indices among the rows that are not done.
  ///
  /// O(rows of the section up to the last one shown).
  mutating func walkOpenRows(of header: HeaderLine, lines: Range<Int>) throws {
    let areChecked = rowsToCheck >= header.rowCount
    if areChecked { rowsToCheck -= header.rowCount }
    guard let rows = try rows(of: header.section.id, from: 0, to: nil, areChecked: areChecked) else { return }
    defer { rows.reset() }
    var (number, index) = (0, 0)
    while index < lines.upperBound, let row = try rows.step() {
      number += 1
      if try !row.isNull(1) && row.flag(1) { continue }
      if lines.contains(index) { try visit(row, number: number, line: header.line + 1 + index, of: header) }
      index += 1
    }
    if index < lines.upperBound { try check(number, against: header.rowCount, of: header.section) }
  }

  private mutating func visit(_ row: ResultRow, number: Int, line: Int, of header: HeaderLine) throws {
    let line = RawRowLine(
      id: RowID(wantsIDs ? try row.key(2) : 0), number: number, line: line,
      text: try row.text(0), isDone: try row.isNull(1) ? nil : row.flag(1),
      attributes: try wantsAttributes ? row.ifPresent(3, row.text) : nil,
      due: try hasDates == true ? row.ifPresent(dateColumn, row.text) : nil,
      repeats: try hasDates == true ? row.ifPresent(dateColumn + 1, row.text) : nil)
    try visitor.visit(line, of: header)
  }

  private mutating func columns() throws -> String {
    let isShort = lines.upperBound - line <= Self.fewLines  // looking it up would take longer than reading dates
    let hasDates = try hasDates ?? (isShort || reader.hasDueRows())
    self.hasDates = hasDates
    let columns = [
      "row.text, row.done", wantsIDs || wantsAttributes ? "row.row_id" : nil, wantsAttributes ? "row.attributes" : nil,
      hasDates ? "row.due, row.repeat" : nil,
    ]
    return columns.compactMap(\.self).joined(separator: ", ")
  }

  private var dateColumn: Int { wantsAttributes ? 4 : wantsIDs ? 3 : 2 }

  /// Returns a statement that reads rows of a section from the index `first` on; nil if there is no such row.
  ///
  /// The statement for all rows of a section is compiled once for all sections.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - first: The index of the first row.
  ///   - end: The index of the row to stop at; nil for the end of the section.
  ///   - areChecked: Whether to leave out rows that the index has in another place than the table.
  private mutating func rows(
    of section: SectionID, from first: Int, to end: Int?, areChecked: Bool
  ) throws -> Statement? {
    let isWhole = first == 0 && end == nil
    if isWhole, let rows = areChecked ? checkedRows : rows {
      try rows.bind(section.rawValue, at: 1)
      return rows
    }
    var values: [any Bindable] = [section.rawValue]
    var part = "section_id = ?"
    if first > 0 {
      guard let row = try reader.row(at: first, in: section) else { return nil }
      part += " AND rank >= ?"
      values.append(row.rank)
    }
    if let row = try end.flatMap({ try reader.row(at: $0, in: section) }) {
      part += " AND rank < ?"
      values.append(row.rank)
    }
    let rows = try reader.db.statement(
      "SELECT \(columns()) FROM " + (areChecked ? Self.comparedRows(part) : "row WHERE \(part) ORDER BY rank"))
    try rows.bind(values)
    if isWhole, areChecked { checkedRows = rows }
    if isWhole, !areChecked { self.rows = rows }
    return rows
  }

  /// The part of the index, with those rows alone that have the same place in the table.
  ///
  /// SQLite takes all columns that an index has from there, so the table is named twice.
  private static func comparedRows(_ part: String) -> String {
    """
    (SELECT row_id, section_id, rank FROM main.row INDEXED BY row_by_rank WHERE \(part)) AS i
      CROSS JOIN row ON row.row_id = i.row_id AND +row.section_id = i.section_id AND +row.rank = i.rank ORDER BY i.rank
    """
  }
}
