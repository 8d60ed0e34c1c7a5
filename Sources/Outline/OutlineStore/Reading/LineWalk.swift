import ListChanges
import OutlineCore
import SQLite

/// Passes the lines of parts of the outline to a visitor, in document order, as one user sees them.
///
/// Collapsed parts are skipped by way of an index, and their texts are not read. A long walk reads the level of every
/// section once, for the number of sections below each header; a short one counts in an index for each of its headers.
package struct LineWalk<Visitor: LineVisitor> {
  let reader: StoreReader
  let user: StoredUser
  let query: ListQuery
  let lines: Range<Int>
  /// The sections and rows to read; nil for all.
  let matches: FilterMatches?
  let (wantsIDs, wantsAttributes): (Bool, Bool)
  var line = 0
  var rows: Statement?
  var checkedRows: Statement?
  /// The rows of whole sections.
  var wholeRows: SectionLines?
  /// The statement for rows that fit.
  var fitting: Statement?
  /// How many more rows are looked at in the index and in the table, which takes a tenth more time.
  var rowsToCheck = 1_000
  /// Whether any row is due, so that dates are read; nil until it is looked up.
  var hasDates: Bool?
  /// Whether the levels of rows are read; nil until that is decided.
  var hasLevels: Bool?
  /// The rows that are left out.
  private var unlisted: UnlistedRows
  /// The archive with everything below it, which is left out like done items, unless the walk begins there.
  private var archive: Range<OrderKey>?
  /// The rows of the section being shown that are below collapsed rows, or too deep; nil if there are none.
  var hiddenHere: HiddenRows?
  /// The rows of that section that are below collapsed rows; nil if there are none.
  var collapsedHere: HiddenRows?
  /// The index of a collapsed row that is shown as if it were expanded; nil for none.
  var openedHere: Int?
  /// The user's flags, where folds are ignored; nil until they are looked up.
  var flags: [SectionID: Bool]?
  /// The indices of the rows of the section being shown that are left out because they are done; nil if those are all done rows.
  var doneHere: ArraySlice<Int>?
  /// How many rows of the section are hidden before those that are being shown.
  var hiddenBefore = 0
  /// The sections in which rows have others below them; nil where they are not looked up.
  private var nested: Set<SectionID>?
  /// Whether rows of the section being shown may have others below them.
  var hasLevelsHere = false
  /// The last row read from a section with nested rows; it is shown once the level of the next row is known.
  var waiting = RawRowLine(id: RowID(0), number: 0, line: 0, level: 1)
  /// Whether that row is still to be shown.
  var isWaiting = false
  let memory = RowMemory()
  /// The rows and tasks below sections that are left out because they are done.
  private var leftOut = ItemCounts.zero
  private var part = Part(start: -OrderKeys.bound, end: nil, position: 0)
  /// The `ord` of a section that is shown as if it were expanded; nil for none.
  private var opened: OrderKey?
  /// The numbers of the sections, which follow the walk.
  private var numbering = SectionNumbering()
  private var counted = CountedRows()
  /// The numbers of the sections' rows; nil before they are needed.
  private var rowCounts: RowCounts?
  /// The user's flags; nil for a user whom the file does not know.
  private var sectionFlags: SectionLines?
  /// The visitor, in its state after the lines so far.
  var visitor: Visitor

  /// Creates a walk.
  ///
  /// - Parameters:
  ///   - reader: The state of the file.
  ///   - user: The user whose view is shown.
  ///   - query: The depth, the range of lines, and whether to ignore folds. Its addresses are ignored.
  ///   - matches: The sections and rows to read; nil for all. The query must have no range of lines then. The visitor is also passed
  ///     items that do not fit.
  ///   - visitor: Receives the lines.
  package init(
    _ reader: StoreReader, as user: StoredUser, _ query: ListQuery, fitting matches: FilterMatches? = nil,
    visitor: Visitor
  ) {
    self.reader = reader
    self.user = user
    self.query = query
    self.matches = matches
    unlisted = UnlistedRows(reader: reader, user: user, query: query)
    let (end, overflow) = query.from.addingReportingOverflow(query.limit ?? .max)
    lines = query.from..<(overflow ? .max : max(end, query.from))
    // Where folds are ignored, the flags of rows are looked up by their ids.
    (wantsIDs, wantsAttributes) = (visitor.wantsIDs || query.ignoresFolds, visitor.wantsAttributes)
    self.visitor = visitor
  }

  /// Whether all requested lines have been shown, or the walk has to end.
  private var isDone: Bool { line >= lines.upperBound || isStopped }

  var isStopped: Bool { visitor.isFull || matches?.isStopped == true }

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
    unlisted.lastLevel = last
    if query.leavesOutDone {
      try unlisted.countDone()
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
  static var fewLines: Int { 1_000 }

  /// Skips all sections before the first requested line.
  ///
  /// No text is read. O(n) in the number of sections of the outline.
  ///
  /// - Returns: The `ord` of the section to start with, nil if there is none, and the number of sections skipped.
  private mutating func skip(lastLevel: Int) throws -> (start: OrderKey?, number: Int) {
    var hidden = Int.max
    var isLeavingOut = false
    for (position, section) in try reader.orderedStates(for: user).enumerated() {
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
      let shownRows = isShut ? 0 : try unlisted.shownRows(of: state.id, level: state.level, rowCount: state.rowCount)
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

  /// Whether rows of a section may have others below them.
  private mutating func mayHaveLevels(_ section: SectionID) throws -> Bool {
    if let matches, matches.isTrying || matches.rows != nil {
      hasLevels = true
      return try reader.hasRowLevels(in: section)
    }
    if nested == nil, matches != nil { (nested, hasLevels) = (try reader.sectionsWithRowLevels(), true) }
    if hasLevels == nil, lines.upperBound - line <= Self.fewLines {
      hasLevels = true  // looking it up would take longer than looking at each row
    } else if hasLevels == nil {
      let found = try reader.sectionsWithRowLevels()
      (nested, hasLevels) = (found, !found.isEmpty)
    }
    return nested?.contains(section) ?? true
  }

  /// Gives the visitor the counts of the items that the walk left out, and returns the visitor.
  package func finish() -> Visitor {
    var visitor = visitor
    visitor.leaveOut(leftOut)
    return visitor
  }

  /// Shows a row with everything below it, even if the user has collapsed it; the rows below it are shown as the user has folded them.
  package mutating func walk(_ row: Row, in section: Section) throws {
    hasLevelsHere = try mayHaveLevels(section.id)
    let index = try reader.rowIndex(of: row.rank, in: section.id)
    let rows = index..<(index + 1 + (try reader.counts(below: row).rows))
    collapsedHere = try query.ignoresFolds ? nil : reader.hiddenRows(below: row, for: user)
    hiddenHere = collapsedHere
    openedHere = try reader.flag(of: SectionID(row.id.rawValue), for: user) == true ? index : nil
    if let depth = query.depth {
      let level = row.level + min(depth, OutlineLimits.levels.upperBound) - 1
      hiddenHere = try reader.hiddenRows(in: section.id, deeperThan: level, besides: collapsedHere)
    }
    let hidden = hiddenHere ?? HiddenRows()
    let done = try query.leavesOutDone ? reader.doneBranches(in: section.id) : []
    let left = done.filter { hidden.collapsedRow(hiding: $0) == nil }
    if left.contains(index) { return }
    doneHere = left[...]
    let first = (hidden.shownIndex(of: index) ?? index) - left.count { $0 < index }
    let shown = rows.count - hidden.count(in: rows) - left.count(where: rows.contains)
    let header = HeaderLine(
      section: section, number: try reader.number(of: section), line: line - first - 1, isCollapsed: false,
      rowCount: try reader.rowCount(of: section.id), hidden: .zero, sectionsBelow: 0)
    let wanted = lines.clamped(to: line..<(line + shown))
    line += shown
    if wanted.isEmpty { return }
    try matches?.findRows(in: section.id)
    let part = (wanted.lowerBound - header.line - 1)..<(wanted.upperBound - header.line - 1)
    if query.leavesOutDone {
      try walkOpenRows(of: header, lines: part)
    } else if let hiddenHere {
      try walkRows(of: header, besides: hiddenHere, lines: part)
    } else {
      try walkRows(of: header, from: part.lowerBound, count: part.count)
    }
  }

  /// Shows sections up to the first one with subsections that are not listed.
  ///
  /// - Returns: The `ord` of the section to go on with; nil at the end.
  private mutating func walkUntilSkip(
    from start: OrderKey, to end: OrderKey, lastLevel: Int, position: inout Int
  ) throws -> OrderKey? {
    let test = matches?.sectionColumn ?? (sql: "0", values: [])
    let cursor = try reader.db.cursor(
      """
      SELECT \(SectionTable.columns(of: "section")), \(test.sql)
      FROM main.section AS i INDEXED BY section_by_ord CROSS JOIN section ON section.section_id = i.section_id
      WHERE i.ord >= ? AND i.ord < ? ORDER BY i.ord
      """, test.values + [start, end])
    let counts = try rowCounts ?? RowCounts(reader)
    if rowCounts == nil { sectionFlags = try reader.flagLines(of: user) }
    rowCounts = counts
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
        last = nil
      }
      let (id, ord) = (try columns.key(0), try columns.orderKey(1))
      if ord <= before { throw reader.damage("section_by_ord does not have section \(id) in its place") }
      before = ord
      if let matches, matches.isComplete, !matches.isListed(SectionID(id)) {
        numbering.enter(level: try columns.level(2))
        position += 1
        continue
      }
      if let matches {
        matches.count(1)
        if try columns.flag(SectionTable.columnCount) { matches.take(id) }
      }
      let section = try SectionTable.section(from: columns)
      try sectionFlags?.begin(section.id)
      let flag = try sectionFlags?.next()?.flag(1)
      let isCollapsed = section.isCollapsible && flag ?? user.user.startsCollapsed
      let rowCount = try counts.counts(of: section.id).rows
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
    if !visitor.wantsSectionsBelow { return 1 }
    if part.below == nil, lines.upperBound - line > Self.fewLines, matches?.isTrying != true {
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
    let shownRows =
      found.isShut
      ? 0 : try unlisted.shownRows(of: found.section.id, level: found.section.level, rowCount: found.rowCount)
    defer { line += 1 + shownRows }
    guard line < lines.upperBound, line + shownRows >= lines.lowerBound else { return }
    let header = HeaderLine(
      section: found.section, number: found.number, line: line, isCollapsed: found.isCollapsed,
      rowCount: found.rowCount, hidden: try found.hidden(reader), sectionsBelow: try sectionsBelow(found),
      isCut: found.subtree != nil && !found.isShut)
    if lines.contains(line) { try visitor.visit(header) }
    let first = max(lines.lowerBound - line - 1, 0)
    let count = min(shownRows, lines.upperBound - line - 1) - first
    guard count > 0, matches?.hasRows(in: found.section.id) != false else { return }
    hiddenHere = try unlisted.hidden(in: found.section.id, level: found.section.level)
    collapsedHere = try unlisted.collapsed(in: found.section.id)
    openedHere = nil
    doneHere = try unlisted.doneRows(of: found.section.id, level: found.section.level)?[...]
    hasLevelsHere = try mayHaveLevels(found.section.id)
    if let matches, hiddenHere == nil, unlisted.doneCount(of: found.section.id) == 0,
      matches.rows != nil || !hasLevelsHere
    {
      return try walkRows(of: header, fitting: matches)
    }
    try matches?.findRows(in: found.section.id)
    if unlisted.doneCount(of: found.section.id) > 0 {
      try walkOpenRows(of: header, lines: first..<(first + count))
    } else if let hiddenHere {
      try walkRows(of: header, besides: hiddenHere, lines: first..<(first + count))
    } else {
      try walkRows(of: header, from: first, count: count)
    }
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
