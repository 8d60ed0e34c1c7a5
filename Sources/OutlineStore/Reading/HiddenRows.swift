import OutlineCore
import SQLite

/// The rows of one section that a user does not see, because they are below collapsed rows.
package struct HiddenRows {
  /// The rows below a collapsed row that no other collapsed row hides.
  struct Range {
    /// The rank of the collapsed row.
    let rank: OrderKey
    /// Its index in the section.
    let index: Int
    /// The rank of the first row after it that it does not hide; nil at the end of the section.
    let end: OrderKey?
    /// What it hides.
    let counts: ItemCounts
  }

  /// The ranges, in order.
  private(set) var ranges: [Range] = []

  /// What all of them hide together.
  package var total: ItemCounts { ranges.map(\.counts).total }

  /// Returns the index of the collapsed row that hides the row at an index; nil if that is not hidden.
  ///
  /// O(log n) in the number of ranges.
  package func collapsedRow(hiding index: Int) -> Int? {
    range(upTo: index).flatMap { $0.index < index && index <= $0.index + $0.counts.rows ? $0.index : nil }
  }

  /// Returns what the row at an index hides; nil for a row that is not collapsed, or is hidden itself.
  ///
  /// O(log n) in the number of ranges.
  func counts(at index: Int) -> ItemCounts? { range(upTo: index).flatMap { $0.index == index ? $0.counts : nil } }

  /// Returns a rank that separates the row at an index from the rows before it, if a range begins or ends there; nil otherwise.
  func bound(at index: Int) -> OrderKey? {
    guard let range = range(upTo: index - 1) else { return nil }
    if range.index + 1 == index { return range.rank + 1 }
    return range.index + 1 + range.counts.rows == index ? range.end : nil
  }

  /// Returns the last range whose collapsed row is at an index or before it.
  private func range(upTo index: Int) -> Range? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].index <= index { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? ranges[low - 1] : nil
  }
}

/// The rank and the level of a row.
private typealias RowPlace = (rank: OrderKey, level: Int)

extension StoreReader {
  /// Returns the rows that a user does not see below collapsed rows, by section.
  ///
  /// O(f log n), where f is the number of the user's flags and n that of the rows, and for each collapsed row O(n / 4,400 + s),
  /// where s is the number of rows in one span.
  package func hiddenRows(for user: StoredUser) throws -> [SectionID: HiddenRows] {
    guard let key = user.key else { return [:] }
    let lines = try db.cursor(
      """
      SELECT row.section_id, rank, level FROM fold CROSS JOIN row ON row_id = fold.section_id
      WHERE user_id = ? AND collapsed AND EXISTS (SELECT 1 FROM row_count WHERE level > 1) ORDER BY row.section_id, rank
      """, [key])
    var collapsed: [SectionID: [RowPlace]] = [:]
    while let line = try lines.next() {
      collapsed[SectionID(try line.key(0)), default: []].append((try line.orderKey(1), try line.level(2)))
    }
    var hidden: [SectionID: HiddenRows] = [:]
    for (section, rows) in collapsed {
      let found = try hiddenRows(below: rows, in: section)
      if !found.ranges.isEmpty { hidden[section] = found }
    }
    return hidden
  }

  private func hiddenRows(below rows: [RowPlace], in section: SectionID) throws -> HiddenRows {
    var hidden = HiddenRows()
    /// A row after the last range, with its index.
    var known: (rank: OrderKey, index: Int)?
    for row in rows {
      if let last = hidden.ranges.last {
        guard let end = last.end else { break }
        if row.rank < end { continue }
      }
      let end = try subtreeEnd(of: row, in: section)
      let counts = try counts(of: section, from: row.rank + 1, to: end)
      if counts.rows == 0 { continue }
      let index = try rowIndex(of: row.rank, in: section, after: known)
      known = end.map { ($0, index + 1 + counts.rows) }
      hidden.add(HiddenRows.Range(rank: row.rank, index: index, end: end, counts: counts))
    }
    return hidden
  }

  /// Returns the rank of the first row after a row that is not below it; nil if there is none.
  ///
  /// It looks at the rows of the row's own span, passes over the spans without a row of that level or a smaller one, and looks at
  /// the rows of the next one: O(n / 4,400 + s), where n is the number of the section's rows and s that of the rows in one span.
  private func subtreeEnd(of row: RowPlace, in section: SectionID) throws -> OrderKey? {
    let span = row.rank >> Spans.shift
    let near: OrderKey? = try value(
      "SELECT rank FROM row WHERE section_id = ? AND rank > ? AND rank < ? AND level <= ? ORDER BY rank LIMIT 1",
      [section.rawValue, row.rank, (span + 1) << Spans.shift, row.level])
    if let near { return near }
    let next: Int64? = try value(
      "SELECT span FROM row_count WHERE section_id = ? AND span > ? AND level <= ? ORDER BY span LIMIT 1",
      [section.rawValue, span, row.level])
    return try next.flatMap { next in
      try value(
        "SELECT rank FROM row WHERE section_id = ? AND rank >= ? AND level <= ? ORDER BY rank LIMIT 1",
        [section.rawValue, next << Spans.shift, row.level])
    }
  }

  /// Returns the numbers of rows and tasks of a section from one rank up to but not including another; nil means the end.
  ///
  /// O(n / 4,400 + s), where n is the number of the section's rows and s that of the rows in one span.
  private func counts(of section: SectionID, from start: OrderKey, to end: OrderKey?) throws -> ItemCounts {
    let end = end ?? OrderKeys.bound
    let (first, last) = (start >> Spans.shift, end >> Spans.shift)
    if last - first < 2 { return try countOnTable(section, from: start, to: end) }
    let spans = try db.first(
      "SELECT sum(rows), sum(tasks), sum(done) FROM row_count WHERE section_id = ? AND span > ? AND span < ?",
      [section.rawValue, first, last]
    ) { try counts(in: $0, from: 0) }
    return try countOnTable(section, from: start, to: (first + 1) << Spans.shift) + (spans ?? .zero)
      + countOnTable(section, from: last << Spans.shift, to: end)
  }

  private func countOnTable(_ section: SectionID, from start: OrderKey, to end: OrderKey) throws -> ItemCounts {
    try db.first(
      "SELECT count(*), count(done), sum(done) FROM row WHERE section_id = ? AND rank >= ? AND rank < ?",
      [section.rawValue, start, end]
    ) { try counts(in: $0, from: 0) } ?? .zero
  }
}

extension HiddenRows {
  fileprivate mutating func add(_ range: Range) { ranges.append(range) }
}
