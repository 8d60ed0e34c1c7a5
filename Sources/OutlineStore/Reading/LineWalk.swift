import OutlineCore
import SQLite

/// Passes the lines of parts of the outline to a visitor, in document order, as one user sees them.
///
/// Collapsed parts are skipped by way of an index, and their texts are not read. A long walk reads the level of every
/// section once, for the number of sections below each header; a short one counts in an index for each of its headers.
package struct LineWalk<Visitor: LineVisitor> {
  private let reader: StoreReader
  private let user: StoredUser
  private let query: ListQuery
  private let lines: Range<Int>
  private let (wantsIDs, wantsAttributes): (Bool, Bool)
  private var line = 0
  private var rows: Statement?
  private var checkedRows: Statement?
  /// How many more rows are looked at in the index and in the table, which takes a tenth more time.
  private var rowsToCheck = 1_000
  /// Whether any row is due, so that dates are read; nil until it is looked up.
  private var hasDates: Bool?
  /// The numbers of done rows, which are left out, by section; nil until they are looked up.
  private var done: [SectionID: Int]?
  /// The archive with everything below it, which is left out like done items, unless the walk begins there.
  private var archive: Range<OrderKey>?
  /// The rows and tasks below sections that are left out because they are done.
  private var leftOut = ItemCounts.zero
  private var part = Part(start: -OrderKeys.bound, end: nil, position: 0)
  /// The `ord` of a section that is shown as if it were expanded; nil for none.
  private var opened: OrderKey?
  /// The numbers of the sections, which follow the walk.
  private var numbering = SectionNumbering()
  private var counted = CountedRows()
  /// The visitor, in its state after the lines so far.
  private var visitor: Visitor

  /// Creates a walk.
  ///
  /// - Parameters:
  ///   - reader: The state of the file.
  ///   - user: The user whose view is shown.
  ///   - query: The depth, the range of lines, and whether to ignore folds. Its addresses are ignored.
  ///   - visitor: Receives the lines.
  package init(_ reader: StoreReader, as user: StoredUser, _ query: ListQuery, visitor: Visitor) {
    self.reader = reader
    self.user = user
    self.query = query
    let (end, overflow) = query.from.addingReportingOverflow(query.limit ?? .max)
    lines = query.from..<(overflow ? .max : max(end, query.from))
    (wantsIDs, wantsAttributes) = (visitor.wantsIDs, visitor.wantsAttributes)
    self.visitor = visitor
  }

  /// Whether all requested lines have been shown.
  private var isDone: Bool { line >= lines.upperBound }

  /// Shows the sections from `start` up to but not including `end`, with everything below them.
  ///
  /// - Parameters:
  ///   - start: The `ord` of the first section.
  ///   - end: The `ord` at which to stop; nil to go on to the end.
  ///   - level: The level of the outermost section there, from which the depth is counted.
  ///   - opensFirst: Whether to show the content of the first section even if it is collapsed.
  /// - Throws: An SQLite error, and what the visitor throws.
  package mutating func walk(
    from start: OrderKey, to end: OrderKey?, level: Int = 1, opensFirst: Bool = false
  ) throws {
    opened = opensFirst ? start : nil
    let last =
      query.depth.map { level - 1 + min($0, OutlineLimits.levels.upperBound) } ?? OutlineLimits.levels.upperBound
    if query.leavesOutDone {
      if done == nil { done = try reader.doneCounts() }
      archive = try reader.archivedPart().flatMap { $0.contains(start) ? nil : $0 }
    }
    var next: OrderKey? = start
    var position = 0
    if start == -OrderKeys.bound, end == nil, lines.lowerBound >= Self.fewLines {
      (next, position) = try skip(lastLevel: last)
    } else {
      numbering = try numbering(upTo: start)
    }
    part = Part(start: next ?? start, end: end, position: position)
    while let from = next, !isDone {
      next = try walkUntilSkip(from: from, to: end ?? OrderKeys.bound, lastLevel: last, position: &position)
    }
  }

  /// Returns a numbering whose next section is the first one at or after `start`.
  private func numbering(upTo start: OrderKey) throws -> SectionNumbering {
    guard start > -OrderKeys.bound, let first = try reader.section(atOrAfter: start) else { return SectionNumbering() }
    var before = try reader.number(of: first)
    if let last = before.sections.indices.last { before.sections[last] -= 1 }
    return SectionNumbering(below: try reader.ancestors(of: first).reversed().map(\.level), after: before)
  }

  /// A part of the outline that holds whole subtrees.
  private struct Part {
    let start: OrderKey
    let end: OrderKey?
    /// The position of its first section in the walk.
    let position: Int
    /// The number of sections below each of its sections; nil until it is looked up.
    var below: SectionsBelow?
  }

  /// Up to this number of lines, looking at each section is faster than reading all levels.
  private static var fewLines: Int { 1_000 }

  /// Skips all sections before the first requested line.
  ///
  /// No text is read. O(n) in the number of sections of the outline.
  ///
  /// - Returns: The `ord` of the section to start with, nil if there is none, and the number of sections skipped.
  private mutating func skip(lastLevel: Int) throws -> (start: OrderKey?, number: Int) {
    var hidden = Int.max
    var isLeavingOut = false
    for (position, section) in try reader.allStates(for: user).enumerated() {
      let state = section.state
      if state.level > hidden {
        if isLeavingOut { leftOut += state.counts + state.box }
        continue
      }
      isLeavingOut = query.leavesOutDone && state.isDone == true
      if isLeavingOut || section.ord == archive?.lowerBound {
        numbering.enter(level: state.level)
        if isLeavingOut { leftOut += state.counts }
        hidden = state.level
        continue
      }
      let isShut = state.isShut && !query.ignoresFolds
      hidden = isShut || state.level >= lastLevel ? state.level : .max
      let shownRows = isShut || query.leavesRowsOut ? 0 : max(0, state.rowCount - leftOut(of: state.id))
      if line + shownRows >= lines.lowerBound { return (section.ord, position) }
      numbering.enter(level: state.level)
      line += 1 + shownRows
    }
    return (nil, 0)
  }

  /// Whether a section is left out with everything below it.
  private func isLeftOut(_ section: Section) -> Bool {
    query.leavesOutDone && (section.isDone == true || section.ord == archive?.lowerBound)
  }

  /// How many rows of a section are left out where the section is open.
  private func leftOut(of section: SectionID) -> Int { done?[section] ?? 0 }

  /// Gives the visitor the counts of the items that the walk left out, and returns the visitor.
  package func finish() -> Visitor {
    var visitor = visitor
    visitor.leaveOut(leftOut)
    return visitor
  }

  /// Shows a single row, if its line is requested.
  package mutating func walk(_ row: Row, in section: Section) throws {
    if query.leavesOutDone, row.isDone == true { return }
    let index = try reader.rowIndex(of: row.rank, in: section.id)
    let header = HeaderLine(
      section: section, number: try reader.number(of: section), line: line - index - 1, isCollapsed: false, rowCount: 0,
      hidden: .zero, sectionsBelow: 0)
    if lines.contains(line) { try walkRows(of: header, from: index, count: 1) }
    line += 1
  }

  /// Shows sections up to the first one with subsections that are not listed.
  ///
  /// - Returns: The `ord` of the section to go on with; nil at the end.
  private mutating func walkUntilSkip(
    from start: OrderKey, to end: OrderKey, lastLevel: Int, position: inout Int
  ) throws -> OrderKey? {
    let cursor = try reader.db.cursor(
      """
      SELECT \(SectionTable.columns(of: "section")), coalesce(fold.collapsed, ?2) AND section.collapsible,
        coalesce((SELECT sum(rows) FROM row_count WHERE row_count.section_id = section.section_id), 0)
      FROM main.section AS i INDEXED BY section_by_ord CROSS JOIN section ON section.section_id = i.section_id
        LEFT JOIN fold ON fold.user_id = ?1 AND fold.section_id = section.section_id
      WHERE i.ord >= ?3 AND i.ord < ?4 ORDER BY i.ord
      """, user.flagArguments + [start, end])
    var last: Found?
    var before = start - 1
    while !isDone, let columns = try cursor.next() {
      if var above = last {
        above.hasSubsections = try columns.level(2) > above.section.level
        if above.hasSubsections, above.isShut || above.section.level >= lastLevel || isLeftOut(above.section) {
          above.subtree = try subtree(of: above)
          try show(above)
          position += above.subtree?.below ?? 0
          return above.subtree?.end.flatMap { $0 < end ? $0 : nil }
        }
        try show(above)
      }
      let isCollapsed = try columns.flag(SectionTable.columnCount)
      let section = try SectionTable.section(from: columns)
      if section.ord <= before {
        throw reader.damage("section_by_ord does not have section \(section.id.rawValue) in its place")
      }
      before = section.ord
      let rowCount = try reader.rowCount(in: columns, SectionTable.columnCount + 1)
      let isShut = isCollapsed && !query.ignoresFolds && section.ord != opened
      if rowCount == 0 || isShut || query.leavesRowsOut {
        try counted.check(section.id.rawValue, count: rowCount, reader)
      }
      numbering.enter(level: section.level)
      last = Found(
        section: section, number: numbering.last, position: position, isCollapsed: isCollapsed, rowCount: rowCount,
        isShut: isShut)
      position += 1
    }
    if let last, !isDone { try show(last) }
    return nil
  }

  /// O(level × log n), and counting on an index.
  private func subtree(of found: Found) throws -> Subtree {
    let end = try reader.subtreeEnd(ord: found.section.ord, level: found.section.level)
    return (end, try reader.sectionCount(from: found.section.ord, to: end) - 1)
  }

  /// How many sections are below a section, listed or not.
  private mutating func sectionsBelow(_ found: Found) throws -> Int {
    if !found.hasSubsections { return 0 }
    if let subtree = found.subtree { return subtree.below }
    if part.below == nil, lines.upperBound - line > Self.fewLines {
      part.below = SectionsBelow(levels: try reader.levels(from: part.start, to: part.end))
    }
    return try part.below?[found.position - part.position] ?? subtree(of: found).below
  }

  /// Shows the requested lines of a section, its header and its rows.
  private mutating func show(_ found: Found) throws {
    if isLeftOut(found.section) {
      if found.section.ord == archive?.lowerBound { return }
      let end = if let subtree = found.subtree { subtree.end } else { found.section.ord + 1 as OrderKey? }
      leftOut += try reader.counts(from: found.section.ord, to: end)
      return
    }
    let shownRows = found.isShut || query.leavesRowsOut ? 0 : max(0, found.rowCount - leftOut(of: found.section.id))
    defer { line += 1 + shownRows }
    guard line < lines.upperBound, line + shownRows >= lines.lowerBound else { return }
    let header = HeaderLine(
      section: found.section, number: found.number, line: line, isCollapsed: found.isCollapsed,
      rowCount: found.rowCount, hidden: try found.hidden(reader), sectionsBelow: try sectionsBelow(found),
      isCut: found.subtree != nil && !found.isShut)
    if lines.contains(line) { try visitor.visit(header) }
    let first = max(lines.lowerBound - line - 1, 0)
    let count = min(shownRows, lines.upperBound - line - 1) - first
    guard count > 0 else { return }
    if leftOut(of: found.section.id) > 0 {
      try walkOpenRows(of: header, lines: first..<(first + count))
    } else {
      try walkRows(of: header, from: first, count: count)
    }
  }

  /// Shows `count` rows of a section, starting at the index `first`.
  ///
  /// The visitor gets the bytes directly from SQLite.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` if there are fewer or more rows than are counted.
  private mutating func walkRows(of header: HeaderLine, from first: Int, count: Int) throws {
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
  private mutating func walkOpenRows(of header: HeaderLine, lines: Range<Int>) throws {
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

/// A section that is about to be shown.
///
/// It is outside of the walk, because types inside a generic type cost more.
private struct Found {
  let section: Section
  let number: ItemNumber
  /// The index in the part that is being walked.
  let position: Int
  let isCollapsed: Bool
  let rowCount: Int
  let isShut: Bool
  var hasSubsections = false
  /// The end of the section's subtree and the number of sections below it, if they were looked up.
  var subtree: Subtree?

  /// The rows and tasks that are not listed, those of subsections included; none where the section is not shut.
  func hidden(_ reader: StoreReader) throws -> ItemCounts {
    guard isShut else { return .zero }
    if !hasSubsections { return rowCount == 0 ? .zero : try reader.counts(of: section.id) }
    return try reader.counts(from: section.ord, to: subtree?.end) - ItemCounts(box: section.isDone)
  }
}

/// Where a section's subtree ends (nil: with the outline), and how many sections are below it.
private typealias Subtree = (end: OrderKey?, below: Int)
