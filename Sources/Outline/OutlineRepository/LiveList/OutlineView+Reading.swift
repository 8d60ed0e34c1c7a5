import ListChanges
import OutlineCore
import OutlineStore

// The questions that a list view asks its data source. All indices are those of the revision.
extension OutlineView {
  /// How many sections the user sees.
  public var numberOfSections: Int { table.list.headers.count }

  /// How many rows the section at an index shows; nil when there is no such section.
  public func numberOfRows(inSection section: Int) -> Int? { shape.rowCount(inSection: section) }

  /// How many lines there are, headers included.
  public var numberOfLines: Int { shape.lineCount }

  /// The header of the section at an index; nil when there is no such section.
  ///
  /// O(log n + depth) in the number of sections; nothing is read.
  public func header(ofSection section: Int) -> HeaderLine? {
    guard let line = shape.headerLine(ofSection: section) else { return nil }
    let (live, number, below) = table.section(at: section)
    return HeaderLine(
      section: live.section, number: number, line: line,
      isCollapsed: live.section.isCollapsible && (live.flag ?? table.user.startsCollapsed), rowCount: live.counts.rows,
      hidden: table.list.headers[section].hidden, sectionsBelow: below)
  }

  /// The check box that a new row of the section at an index gets by default; nil when there is no such section.
  ///
  /// O(log n) in the number of sections; nothing is read.
  public func boxOfNewRow(inSection section: Int) -> CheckBox? {
    guard section >= 0, section < numberOfSections else { return nil }
    let live = table.section(at: section).section
    return live.section.content.boxOfNewRow(besides: live.counts)
  }

  /// The row at a path; nil when there is no such row.
  ///
  /// - Throws: `StoreError`.
  public func row(at path: RowPath) throws -> RowLine? {
    guard let line = shape.line(of: path), case .row(let row)? = try lines(in: line..<(line + 1)).first else {
      return nil
    }
    return row
  }

  /// All lines, headers included.
  ///
  /// - Throws: `StoreError`.
  public func lines() throws -> [OutlineLine] { try lines(in: 0..<numberOfLines) }

  /// The lines at these indices; indices after the last line are left out.
  ///
  /// A position in the list is found without reading the lines before it, in a section of millions as well.
  /// - Throws: `StoreError`.
  public func lines(in range: Range<Int>) throws -> [OutlineLine] {
    let range = range.clamped(to: 0..<numberOfLines)
    return try lines(from: range.lowerBound, limit: range.count, to: LineCopies()).lines
  }

  /// Passes at most `limit` lines from an index on to a visitor, and returns the visitor.
  ///
  /// A position in the list is found without reading the lines before it, in a section of millions as well. Writers
  /// wait until the visitor has all lines.
  /// - Throws: `StoreError`, and what the visitor throws.
  package func lines<Visitor: LineVisitor>(from line: Int, limit: Int, to visitor: Visitor) throws -> Visitor {
    let end = min(shape.lineCount, line.addingReportingOverflow(limit).overflow ? .max : line + limit)
    guard line < end, let first = shape.position(ofLine: line)?.section else { return visitor }
    return try read { reader in
      var visitor = visitor
      for section in first..<numberOfSections {
        guard let header = header(ofSection: section), header.line < end else { break }
        if header.line >= line { try visitor.visit(header) }
        let start = max(line - header.line - 1, 0)
        let count = min(end - header.line - 1, shape.rowCount(inSection: section) ?? 0) - start
        if count > 0 {
          try visit(RowRun(section: section, start: start, count: count), of: header, by: &visitor, reader)
        }
      }
      return visitor
    }
  }

  /// Passes the lines that a step inserted or reloaded to a visitor, in their new order, and returns the visitor.
  ///
  /// Call it before the next ``advance()``.
  /// - Throws: `StoreError`, and what the visitor throws.
  package func content<Visitor: LineVisitor>(of changes: ViewChanges, to visitor: Visitor) throws -> Visitor {
    try read { reader in
      var visitor = visitor
      for content in ChangedLines.of(changes, in: shape) {
        guard let header = header(ofSection: content.section) else { continue }
        if content.hasHeader { try visitor.visit(header) }
        for run in content.rows { try visit(run, of: header, by: &visitor, reader) }
      }
      return visitor
    }
  }

  private func visit<Visitor: LineVisitor>(
    _ run: RowRun, of header: HeaderLine, by visitor: inout Visitor, _ reader: StoreReader
  ) throws {
    let hidden = table.list.headers[run.section].hiddenRows
    /// The last row that was read, which has something below it if the next one is deeper.
    var last: (row: Row, index: Int, shown: Int)?
    func visit(before next: Row?) throws {
      guard let (row, index, shown) = last else { return }
      let counts = hidden.counts(at: index)
      let isCollapsed = counts != nil ? true : next.map { $0.level > row.level } == true ? false : nil
      try RawRowLine.with(
        row.id, row.content, number: index + 1, line: header.line + 1 + shown, isCollapsed: isCollapsed,
        hidden: counts ?? .zero
      ) { line in
        try visitor.visit(line, of: header)
      }
      last = nil
    }
    try eachRow(run, besides: hidden, reader) { row, index, shown in
      try visit(before: row)
      if let shown { last = (row, index, shown) }
    }
    try visit(before: nil)
  }

  /// Calls `body` with the rows of a run, each with its index in the section and its index among the shown rows.
  ///
  /// The row after the run, and the hidden row after each part of it, come with nil as the second index.
  private func eachRow(
    _ run: RowRun, besides hidden: HiddenRows, _ reader: StoreReader, _ body: (Row, Int, Int?) throws -> Void
  ) throws {
    guard let count = shape.rowCount(inSection: run.section) else { return }
    let section = table.section(at: run.section).section.section.id
    let end = min(run.start + run.count, count)
    var shown = run.start
    while shown < end {
      let first = hidden.index(ofShown: shown)
      let next = shown
      try overlay.eachRow(of: section, from: first, reader) { row, index in
        let isShown = shown < end && hidden.shownIndex(of: index) == shown
        try body(row, index, isShown ? shown : nil)
        if isShown { shown += 1 }
        return isShown
      }
      if shown == next { return }  // the file has fewer rows than were counted
    }
  }
}

/// The lines of one section that are to be drawn: its header or not, and runs of rows in order.
private struct ChangedLines {
  let section: Int
  var hasHeader = false
  var rows: [RowRun] = []

  /// Returns the lines that changes insert and reload, section by section, in the list after them.
  static func of(_ changes: ViewChanges, in shape: ListShape) -> [ChangedLines] {
    var contents: [Int: ChangedLines] = [:]
    for section in changes.insertedSections.flatMap(\.range) {
      let count = shape.rowCount(inSection: section) ?? 0
      let rows = count > 0 ? [RowRun(section: section, start: 0, count: count)] : []
      contents[section] = ChangedLines(section: section, hasHeader: true, rows: rows)
    }
    for section in changes.reloadedHeaders.flatMap(\.range) {
      contents[section, default: ChangedLines(section: section)].hasHeader = true
    }
    for run in changes.insertedRows + changes.reloadedRows {
      contents[run.section, default: ChangedLines(section: run.section)].rows.append(run)
    }
    return contents.values.sorted { $0.section < $1.section }.map { content in
      var content = content
      content.rows.sort { $0.start < $1.start }
      return content
    }
  }
}
