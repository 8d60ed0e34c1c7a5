import ListChanges
import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the rows that a user does not see below collapsed rows, by section.
  ///
  /// O(f log n), where f is the number of the user's flags and n that of the rows, and for each collapsed row O(n / 4,400 + s),
  /// where s is the number of rows in one span.
  package func hiddenRows(for user: StoredUser) throws -> [SectionID: HiddenRows] {
    guard try hasRowLevels() else { return [:] }
    var hidden: [SectionID: HiddenRows] = [:]
    for (section, rows) in try collapsedRows(of: user) {
      let found = try hiddenRows(below: rows, in: section)
      if !found.ranges.isEmpty { hidden[section] = found }
    }
    return hidden
  }

  /// Returns the rows that a user has collapsed, whether something is below them or not, by section and in order.
  ///
  /// O(f log n), where f is the number of the user's flags and n that of the rows.
  package func collapsedRows(
    of user: StoredUser
  ) throws -> [SectionID: [(rank: OrderKey, row: (id: RowID, level: Int))]] {
    guard let key = user.key else { return [:] }
    let lines = try db.cursor(
      """
      SELECT row.section_id, rank, row_id, level FROM fold CROSS JOIN row ON row_id = fold.section_id
      WHERE user_id = ? AND collapsed ORDER BY row.section_id, rank
      """, [key])
    var collapsed: [SectionID: [(rank: OrderKey, row: (id: RowID, level: Int))]] = [:]
    while let line = try lines.next() {
      let row = (id: RowID(try line.key(2)), level: try line.level(3))
      collapsed[SectionID(try line.key(0)), default: []].append((try line.orderKey(1), row))
    }
    return collapsed
  }

  /// Returns the rows that a user does not see because of collapsed rows below a row; nil if there are none.
  ///
  /// O(r + f log n), where r is the number of rows below it and f that of the user's flags among them.
  func hiddenRows(below row: Row, for user: StoredUser) throws -> HiddenRows? {
    guard let key = user.key else { return nil }
    let collapsed: [(rank: OrderKey, row: (id: RowID, level: Int))] = try db.rows(
      """
      SELECT rank, row_id, level FROM row CROSS JOIN fold ON fold.section_id = row_id AND user_id = ? AND collapsed
      WHERE row.section_id = ? AND rank > ? AND rank < ? ORDER BY rank
      """, [key, row.section.rawValue, row.rank, try subtreeEnd(of: row) ?? OrderKeys.bound]
    ) { (try $0.orderKey(0), (RowID(try $0.key(1)), try $0.level(2))) }
    return collapsed.isEmpty ? nil : try hiddenRows(below: collapsed, in: row.section)
  }

  /// Returns what collapsed rows of a section hide.
  ///
  /// O(n / 4,400 + s) for each of them, where n is the number of the section's rows and s that of the rows in one span.
  package func hiddenRows(
    below rows: [(rank: OrderKey, row: (id: RowID, level: Int))], in section: SectionID
  ) throws -> HiddenRows {
    /// A row after the last range, with its index.
    var known: (rank: OrderKey, index: Int)?
    return try HiddenRows(below: rows) { rank, row in
      let end = try firstRow(in: section, after: rank, level: row.level)
      let counts = try counts(of: section, from: rank + 1, to: end)
      if counts.rows == 0 { return (0, end, counts) }
      let index = try rowIndex(of: rank, in: section, after: known)
      known = end.map { ($0, index + 1 + counts.rows) }
      return (index, end, counts)
    }
  }

  /// Returns the rows of a section that are deeper than a level or below collapsed rows, as if the rows before them hid them.
  ///
  /// O(n) in the number of the section's rows.
  func hiddenRows(in section: SectionID, deeperThan level: Int, besides collapsed: HiddenRows?) throws -> HiddenRows {
    var hidden = HiddenRows()
    var shown: (index: Int, rank: OrderKey) = (-1, -OrderKeys.bound)
    var deeper = ItemCounts.zero
    var index = 0
    var next = (collapsed?.ranges ?? [])[...]
    func end(at rank: OrderKey?) {
      if deeper.rows > 0 { hidden.add(row: shown.index, rank: shown.rank, end: rank, counts: deeper) }
      deeper = .zero
    }
    let rows = try db.cursor("SELECT rank, level, done FROM row WHERE section_id = ? ORDER BY rank", [section.rawValue])
    while let row = try rows.next() {
      defer { index += 1 }
      if collapsed?.collapsedRow(hiding: index) != nil { continue }
      let isCollapsed = next.first?.row == index
      if try row.level(1) > level {
        deeper += ItemCounts(row: try row.isNull(2) ? nil : row.flag(2))
        if isCollapsed, let range = next.popFirst() { deeper += range.counts }
        continue
      }
      let rank = try row.orderKey(0)
      end(at: rank)
      shown = (index, rank)
      if isCollapsed, let range = next.popFirst() {
        hidden.add(row: index, rank: rank, end: range.end, counts: range.counts)
      }
    }
    end(at: nil)
    return hidden
  }

  /// Returns the numbers of rows and tasks below a row.
  ///
  /// O(n / 4,400 + s), where n is the number of the section's rows and s that of the rows in one span.
  package func counts(below row: Row) throws -> ItemCounts {
    let end = try subtreeEnd(of: row)
    return try counts(of: row.section, from: row.rank + 1, to: end)
  }

  /// Returns the numbers of rows and tasks of a section from one rank up to but not including another; nil means the end.
  ///
  /// O(n / 4,400 + s), where n is the number of the section's rows and s that of the rows in one span.
  ///
  /// - Parameter level: The greatest level of the rows to count.
  package func counts(
    of section: SectionID, from start: OrderKey, to end: OrderKey?, level: Int = OutlineLimits.levels.upperBound
  ) throws -> ItemCounts {
    let end = end ?? OrderKeys.bound
    let (first, last) = (start >> Spans.shift, end >> Spans.shift)
    if first == last { return try countOnTable(section, from: start, to: end, level) }
    return try countOnSpans(section, from: first, to: last, level) + counts(of: section, before: end, level)
      - counts(of: section, before: start, level)
  }

  /// Returns the numbers of rows and tasks before a rank in its span, counted from the nearer end of the span.
  private func counts(of section: SectionID, before rank: OrderKey, _ level: Int) throws -> ItemCounts {
    let span = rank >> Spans.shift
    let (start, end) = (span << Spans.shift, (span + 1) << Spans.shift)
    if rank == start { return .zero }
    if rank - start < end - rank { return try countOnTable(section, from: start, to: rank, level) }
    return try countOnSpans(section, from: span, to: span + 1, level)
      - countOnTable(section, from: rank, to: end, level)
  }

  private func countOnSpans(_ section: SectionID, from first: Int64, to end: Int64, _ level: Int) throws -> ItemCounts {
    try db.first(
      """
      SELECT sum(rows), sum(tasks), sum(done) FROM row_count
      WHERE section_id = ? AND span >= ? AND span < ? AND level <= ?
      """, [section.rawValue, first, end, level]
    ) { try counts(in: $0, from: 0) } ?? .zero
  }

  private func countOnTable(
    _ section: SectionID, from start: OrderKey, to end: OrderKey, _ level: Int
  ) throws -> ItemCounts {
    try db.first(
      "SELECT count(*), count(done), sum(done) FROM row WHERE section_id = ? AND rank >= ? AND rank < ? AND level <= ?",
      [section.rawValue, start, end, level]
    ) { try counts(in: $0, from: 0) } ?? .zero
  }
}
