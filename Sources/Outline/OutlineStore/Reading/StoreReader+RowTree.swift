import OutlineCore
import SQLite

// The rows below a row, and the rows above it in the tree. The spans of `row_count` that have no row of a small enough
// level are passed over, so each search costs O(n / 4,400 + s), where n is the number of the section's rows and s that
// of the rows in one span.
extension StoreReader {
  /// Returns the rank of the first row after a row that is not below it; nil if there is none.
  package func subtreeEnd(of row: Row) throws -> OrderKey? {
    try firstRow(in: row.section, after: row.rank, level: row.level)
  }

  /// Whether something is below a row.
  ///
  /// O(log n) in the number of rows.
  package func isParent(_ row: Row) throws -> Bool {
    guard let next = try self.row(after: row.rank, in: row.section) else { return false }
    return try self.row(next.id).map { $0.level > row.level } ?? false
  }

  /// Returns the rows below a row, in order.
  ///
  /// O(rows below it) besides the search for their end.
  package func rows(below row: Row) throws -> [Row] {
    guard try isParent(row) else { return [] }
    return try db.rows(
      "SELECT \(RowTable.columns) FROM row WHERE section_id = ? AND rank > ? AND rank < ? ORDER BY rank",
      [row.section.rawValue, row.rank, try subtreeEnd(of: row) ?? OrderKeys.bound], RowTable.row(from:))
  }

  /// Returns the rows of a section that have others below them, in order.
  ///
  /// O(n) in the number of the section's rows.
  package func parents(in section: SectionID) throws -> [RowID] {
    try db.rows(
      """
      SELECT row_id FROM (SELECT row_id, rank, level, lead(level) OVER (ORDER BY rank) AS next FROM row WHERE section_id = ?)
      WHERE next > level ORDER BY rank
      """, [section.rawValue]
    ) { RowID(try $0.key(0)) }
  }

  /// Returns the indices of the done rows of a section below which all rows are done, in order.
  ///
  /// O(n) in the number of the section's rows.
  func doneBranches(in section: SectionID) throws -> [Int] {
    let rows: [(level: Int, isDone: Bool)] = try db.rows(
      "SELECT level, done IS NOT NULL AND done FROM row WHERE section_id = ? ORDER BY rank", [section.rawValue]
    ) { (try $0.level(0), try $0.flag(1)) }
    var found: [Int] = []
    /// What follows a row, up to the end of its siblings.
    var following: [(level: Int, isDone: Bool)] = []
    for (index, row) in rows.enumerated().reversed() {
      var isDone = row.isDone
      while let last = following.last, last.level > row.level {
        isDone = isDone && last.isDone
        following.removeLast()
      }
      following.append((row.level, isDone))
      if isDone { found.append(index) }
    }
    return found.reversed()
  }

  /// Returns the row that a row is below; nil for a row that is directly in its section.
  package func parent(of row: Row) throws -> Row? {
    row.level == 1 ? nil : try lastRow(in: row.section, before: row.rank, level: row.level - 1)
  }

  /// Returns the rows that a row is below, the innermost first.
  package func parents(of row: Row) throws -> [Row] {
    var parents: [Row] = []
    while let parent = try parent(of: parents.last ?? row) { parents.append(parent) }
    return parents
  }

  /// Returns the last row before a row that has the same parent; nil if it is the first child.
  package func sibling(before row: Row) throws -> Row? {
    try lastChild(of: parent(of: row), in: row.section, before: row.rank)
  }

  /// Returns how many rows before a row have the same parent, which may be the section.
  ///
  /// Where levels were skipped by hand, the first of them can be deeper; those are read with the rows below them.
  package func siblingIndex(of row: Row) throws -> Int {
    let parent = try parent(of: row)?.rank ?? -OrderKeys.bound
    let first = try firstRow(in: row.section, after: parent, level: row.level) ?? row.rank
    let deeper: [Int] = try db.rows(
      "SELECT level FROM row WHERE section_id = ? AND rank > ? AND rank < ? ORDER BY rank",
      [row.section.rawValue, parent, first]
    ) { try $0.level(0) }
    var least = Int.max
    let skipped = deeper.count { level in
      defer { least = min(least, level) }
      return level <= least
    }
    return skipped + (try counts(of: row.section, from: first, to: row.rank, level: row.level).rows)
  }

  /// Returns the last row before a rank that is directly below a row, or directly in a section; nil if there is none.
  package func lastChild(of parent: Row?, in section: SectionID, before rank: OrderKey) throws -> Row? {
    let start = parent?.rank ?? -OrderKeys.bound
    if let last = try lastRow(in: section, from: start + 1, before: rank, level: (parent?.level ?? 0) + 1) {
      return last
    }
    // Where levels were skipped by hand, a child can have a greater level.
    return try db.first(
      """
      SELECT \(RowTable.columns) FROM row WHERE section_id = ? AND rank > ? AND rank < ?
      ORDER BY level, rank DESC LIMIT 1
      """, [section.rawValue, start, rank], RowTable.row(from:))
  }

  /// Returns the first row after a rank that is directly below a row, or directly in a section; nil if there is none.
  package func firstChild(of parent: Row?, in section: SectionID, after rank: OrderKey) throws -> Row? {
    let last = try lastChild(of: parent, in: section, before: rank + 1)
    let level = last?.level ?? OutlineLimits.levels.upperBound
    guard let next = try firstRow(in: section, after: max(rank, parent?.rank ?? rank), level: level),
      let row = try db.first(
        "SELECT \(RowTable.columns) FROM row WHERE section_id = ? AND rank = ?", [section.rawValue, next],
        RowTable.row(from:))
    else { return nil }
    return row.level > parent?.level ?? 0 ? row : nil
  }

  /// Returns the last row before a rank, and not before `start`, whose level is at most `level`; nil if there is none.
  package func lastRow(
    in section: SectionID, from start: OrderKey = -OrderKeys.bound, before rank: OrderKey, level: Int
  ) throws -> Row? {
    let query = """
      SELECT \(RowTable.columns) FROM row WHERE section_id = ? AND rank >= ? AND rank < ? AND level <= ?
      ORDER BY rank DESC LIMIT 1
      """
    let (first, span) = (start >> Spans.shift, rank >> Spans.shift)
    let near = try db.first(
      query, [section.rawValue, max(start, span << Spans.shift), rank, level], RowTable.row(from:))
    if let near { return near }
    let last: Int64? = try value(
      """
      SELECT span FROM row_count WHERE section_id = ? AND span >= ? AND span < ? AND level <= ?
      ORDER BY span DESC LIMIT 1
      """, [section.rawValue, first, span, level])
    return try last.flatMap { last in
      try db.first(
        query, [section.rawValue, max(start, last << Spans.shift), (last + 1) << Spans.shift, level],
        RowTable.row(from:))
    }
  }

  /// Returns the rank of the first row after a rank whose level is at most `level`; nil if there is none.
  package func firstRow(in section: SectionID, after rank: OrderKey, level: Int) throws -> OrderKey? {
    let span = rank >> Spans.shift
    let (start, end) = (span << Spans.shift, (span + 1) << Spans.shift)
    let near: OrderKey? = try value(
      """
      SELECT rank FROM (SELECT rank, level FROM row WHERE section_id = ? AND rank > ? AND rank < ? ORDER BY rank LIMIT 64)
      WHERE level <= ? LIMIT 1
      """, [section.rawValue, rank, end, level])
    if let near { return near }
    // In the first half of a span, counting the rows before tells whether to read those after it.
    let isLast = try rank - start < end - rank && counts(of: section, from: rank + 1, to: end, level: level).rows == 0
    if !isLast {
      let far: OrderKey? = try value(
        "SELECT rank FROM row WHERE section_id = ? AND rank > ? AND rank < ? AND level <= ? ORDER BY rank LIMIT 1",
        [section.rawValue, rank, end, level])
      if let far { return far }
    }
    let next: Int64? = try value(
      "SELECT span FROM row_count WHERE section_id = ? AND span > ? AND level <= ? ORDER BY span LIMIT 1",
      [section.rawValue, span, level])
    return try next.flatMap { next in
      try value(
        "SELECT rank FROM row WHERE section_id = ? AND rank >= ? AND level <= ? ORDER BY rank LIMIT 1",
        [section.rawValue, next << Spans.shift, level])
    }
  }
}
