import ListChanges
import OutlineCore
import SQLite

// The rows of a section, which are read in parts; the first of a walk are compared with the table.
extension LineWalk {
  /// Shows those rows of a section that are not hidden and have these indices among the rows that are not hidden.
  mutating func walkRows(of header: HeaderLine, besides hidden: HiddenRows, lines: Range<Int>) throws {
    defer { hiddenBefore = 0 }
    /// The index of the first row of a run of shown rows.
    var first = 0
    for position in 0...hidden.ranges.count {
      let last = position < hidden.ranges.count ? hidden.ranges[position] : nil
      let end = max(first, last.map { $0.row + 1 } ?? header.rowCount)
      let run = lines.clamped(to: (first - hiddenBefore)..<(end - hiddenBefore))
      if !run.isEmpty { try walkRows(of: header, from: run.lowerBound + hiddenBefore, count: run.count) }
      first = end + (last?.counts.rows ?? 0)
      hiddenBefore += last?.counts.rows ?? 0
      if first - hiddenBefore >= lines.upperBound { return }
    }
  }

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
    if isWhole, checked == 0, count > 0 {
      try visitRows(&number, of: header)
    } else if number == first + checked, checked < count {
      let end = isWhole ? nil : first + count
      try visit(rows(of: header.section.id, from: number, to: end, areChecked: false), &number, of: header)
    }
    if isWaiting {
      // What follows a collapsed row here is not shown, so only the end of a window needs to look for the level of the next row.
      let isLast = hiddenHere?.counts(at: number - 1) != nil || number == header.rowCount
      try showWaiting(before: isLast ? nil : reader.row(at: number, in: header.section.id)?.level, of: header)
    }
    try check(number - first, against: count, of: header.section)
  }

  /// Shows the rows of a section that fit; of the others, no more than the index is read.
  mutating func walkRows(of header: HeaderLine, fitting matches: FilterMatches) throws {
    let section = header.section.id
    if let rows = matches.rows { return try walkRows(of: header, rows[section] ?? []) }
    try matches.tryRows(of: section, count: header.rowCount)
    if isStopped { return }
    let rows = try fitting ?? fittingRows(matches)
    fitting = rows
    try rows.bind(section.rawValue, at: 1)
    defer { rows.reset() }
    matches.passedRows = 0
    var found = 0
    while let row = try rows.step() {
      if isStopped { return }
      found += 1
      let id = try row.key(2)
      if rowsToCheck > 0 {
        rowsToCheck -= 1
        try reader.checkPlace(of: RowID(id), in: section, at: row.orderKey(levelColumn + 1))
      }
      if !matches.isComplete { matches.take(id) }
      try visit(row, number: matches.passedRows, line: header.line + matches.passedRows, of: header)
    }
    if isStopped { return }
    try check(matches.passedRows, against: header.rowCount, of: header.section)
    if matches.isComplete, found != matches.rowCounts[section] {
      throw reader.damage("row_by_rank does not have all rows of section \(section.rawValue)")
    }
  }

  private mutating func fittingRows(_ matches: FilterMatches) throws -> Statement {
    let (condition, values) = matches.rowCondition
    let rows = try reader.db.statement(
      "SELECT \(columns()), row.rank FROM row WHERE section_id = ? AND \(condition) ORDER BY rank")
    try rows.bind([0 as Int64] + values)
    return rows
  }

  /// Shows rows of a section, each of which is looked up.
  private mutating func walkRows(of header: HeaderLine, _ found: [Keyed<RowID>]) throws {
    let section = header.section.id
    var last: (rank: OrderKey, index: Int)?
    let sql = "SELECT \(try columns()) FROM row WHERE row_id = ?"
    let rows = try fitting ?? reader.db.statement(sql)
    fitting = rows
    for item in found where !isStopped {
      let (id, rank) = (item.id.rawValue, item.key)
      let index = try reader.rowIndex(of: rank, in: section, after: last)
      last = (rank, index)
      try rows.bind(id, at: 1)
      defer { rows.reset() }
      guard let row = try rows.step() else { continue }
      try visit(row, number: index + 1, line: header.line + 1 + index, of: header)
      if !isWaiting { continue }
      try showWaiting(before: reader.row(after: rank, in: section).flatMap { try reader.row($0.id)?.level }, of: header)
    }
  }

  /// Shows the waiting row, which has rows below it if it is collapsed or the next row is deeper.
  private mutating func showWaiting(before next: Int?, of header: HeaderLine) throws {
    guard isWaiting else { return }
    isWaiting = false
    let hidden = hiddenHere?.counts(at: waiting.number - 1)
    if hidden != nil || (next ?? 0) > waiting.level {
      waiting.isCollapsed = try isCollapsed(waiting.id, at: waiting.number - 1)
      waiting.hidden = hidden ?? .zero
    }
    try visitor.visit(waiting, of: header)
  }

  /// Whether the user has collapsed a row that has something below it.
  private mutating func isCollapsed(_ row: RowID, at index: Int) throws -> Bool {
    guard query.ignoresFolds else { return collapsedHere?.counts(at: index) != nil || openedHere == index }
    let flags = try flags ?? reader.flags(of: user)
    self.flags = flags
    return flags[SectionID(row.rawValue)] == true
  }

  /// Shows all rows of a section, and counts them in `number`.
  private mutating func visitRows(_ number: inout Int, of header: HeaderLine) throws {
    let rows =
      try wholeRows
      ?? SectionLines(
        reader.db.statement("SELECT \(columns()), section_id FROM row WHERE section_id >= ? ORDER BY section_id, rank"),
        column: levelColumn + (hasLevels == true ? 1 : 0))
    wholeRows = rows
    try rows.begin(header.section.id)
    while !isStopped, let row = try rows.next() {
      number += 1
      try visit(row, number: number, line: header.line + number, of: header)
    }
  }

  /// Shows the rows of a statement, and counts them in `number`.
  private mutating func visit(_ rows: Statement?, _ number: inout Int, of header: HeaderLine) throws {
    guard let rows else { return }
    defer { rows.reset() }
    while !isStopped, let row = try rows.step() {
      number += 1
      try visit(row, number: number, line: header.line + number - hiddenBefore, of: header)
    }
  }

  /// Throws an error unless as many rows were found as are counted; otherwise a damaged index would hide some silently.
  private func check(_ found: Int, against counted: Int, of section: Section) throws {
    if found == counted || isStopped { return }
    let message = "'\(section.title)' should have \(counted) rows, but \(found) were found"
    throw StoreError.damaged(path: reader.db.path, message: message)
  }

  /// Shows the rows of a section that have these indices among the rows that are not left out as done.
  ///
  /// O(rows of the section up to the last one shown).
  mutating func walkOpenRows(of header: HeaderLine, lines: Range<Int>) throws {
    let areChecked = rowsToCheck >= header.rowCount
    if areChecked { rowsToCheck -= header.rowCount }
    guard let rows = try rows(of: header.section.id, from: 0, to: nil, areChecked: areChecked) else { return }
    defer { rows.reset() }
    var (number, index) = (0, 0)
    while index < lines.upperBound, !isStopped, let row = try rows.step() {
      number += 1
      if isWaiting { try showWaiting(before: row.level(levelColumn), of: header) }
      if hiddenHere?.collapsedRow(hiding: number - 1) != nil { continue }
      if doneHere?.first == number - 1 {
        doneHere?.removeFirst()
        continue
      }
      if try doneHere == nil && !row.isNull(1) && row.flag(1) { continue }
      if lines.contains(index) { try visit(row, number: number, line: header.line + 1 + index, of: header) }
      index += 1
    }
    if index < lines.upperBound { try check(number, against: header.rowCount, of: header.section) }
    if isWaiting {
      try showWaiting(before: rows.step().map { try $0.level(levelColumn) }, of: header)
    }
  }

  private mutating func visit(_ row: ResultRow, number: Int, line: Int, of header: HeaderLine) throws {
    let level = try hasLevels == true ? row.level(levelColumn) : 1
    if isWaiting { try showWaiting(before: level, of: header) }
    let line = RawRowLine(
      id: RowID(wantsIDs ? try row.key(2) : 0), number: number, line: line, level: level, text: try row.text(0),
      isDone: try row.isNull(1) ? nil : row.flag(1),
      attributes: try wantsAttributes ? row.ifPresent(3, row.text) : nil,
      due: try hasDates == true ? row.ifPresent(dateColumn, row.text) : nil,
      repeats: try hasDates == true ? row.ifPresent(dateColumn + 1, row.text) : nil)
    guard hasLevelsHere else { return try visitor.visit(line, of: header) }
    // The bytes are gone when the next row, which says whether this one has something below it, is read.
    waiting = line
    memory.keep(&waiting)
    isWaiting = true
  }

  private mutating func columns() throws -> String {
    let isShort = lines.upperBound - line <= Self.fewLines  // looking it up would take longer than reading dates
    let hasDates = try hasDates ?? (isShort || reader.hasDueRows())
    self.hasDates = hasDates
    let columns = [
      "row.text, row.done", wantsIDs || wantsAttributes ? "row.row_id" : nil, wantsAttributes ? "row.attributes" : nil,
      hasDates ? "row.due, row.repeat" : nil, hasLevels == true ? "row.level" : nil,
    ]
    return columns.compactMap(\.self).joined(separator: ", ")
  }

  private var dateColumn: Int { wantsAttributes ? 4 : wantsIDs ? 3 : 2 }

  private var levelColumn: Int { dateColumn + (hasDates == true ? 2 : 0) }

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
      guard let rank = try rank(at: first, in: section) else { return nil }
      part += " AND rank >= ?"
      values.append(rank)
    }
    if let rank = try end.flatMap({ try rank(at: $0, in: section) }) {
      part += " AND rank < ?"
      values.append(rank)
    }
    let rows = try reader.db.statement(
      "SELECT \(columns()) FROM " + (areChecked ? Self.comparedRows(part) : "row WHERE \(part) ORDER BY rank"))
    try rows.bind(values)
    if isWhole, areChecked { checkedRows = rows }
    if isWhole, !areChecked { self.rows = rows }
    return rows
  }

  /// Returns a rank that separates the row at an index from the rows before it; nil if there is no such row.
  private func rank(at index: Int, in section: SectionID) throws -> OrderKey? {
    if let rank = hiddenHere?.bound(at: index) { return rank }
    return try reader.row(at: index, in: section)?.rank
  }

  /// The part of the index, limited to rows that have the same place in the table.
  ///
  /// SQLite takes all columns that an index has from there, so the table is named twice.
  private static func comparedRows(_ part: String) -> String {
    """
    (SELECT row_id, section_id, rank FROM main.row INDEXED BY row_by_rank WHERE \(part)) AS i
      CROSS JOIN row ON row.row_id = i.row_id AND +row.section_id = i.section_id AND +row.rank = i.rank ORDER BY i.rank
    """
  }
}
