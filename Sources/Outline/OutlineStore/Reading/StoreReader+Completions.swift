import OutlineCore
import SQLite

/// A section with its title, without the rest of its content.
package struct SectionName: Sendable {
  package let id: SectionID
  package let ord: OrderKey
  package let level: Int
  package let title: String
}

/// A row with its text alone.
package struct RowName: Sendable {
  package let id: RowID
  package let text: String
  /// Whether the task is done; nil for a row that is no task.
  package let isDone: Bool?
}

// Completions of a partly typed word. Each function reads a bounded part of the file, whatever its size. It may miss
// completions in a large file, which appear when another letter is typed.
extension StoreReader {
  /// The columns of a section that ``name(from:)`` reads, in its order.
  static let nameColumns = "section_id, ord, level, title"

  /// The greatest number of siblings, equal titles or rows that are looked at one by one.
  private static let scanned = 2_000
  /// The number of bytes of rows' texts after which no further row is looked at.
  private static let scannedBytes = 1 << 18

  func name(from line: ResultRow) throws -> SectionName {
    SectionName(
      id: SectionID(try line.key(0)), ord: try line.orderKey(1), level: try line.level(2), title: try line[3])
  }

  /// Returns the titles that begin with a prefix, without repetitions, in the order of their bytes.
  ///
  /// O(limit × log n) in the number of sections.
  package func titles(withPrefix prefix: String, limit: Int) throws -> [String] {
    let end = prefix + "\u{10FFFF}"
    var titles: [String] = []
    var next: String? = try value(
      "SELECT title FROM section WHERE title >= ? AND title < ? ORDER BY title LIMIT 1", [prefix, end])
    while let title = next, titles.count < limit {
      titles.append(title)
      next = try value("SELECT title FROM section WHERE title > ? AND title < ? ORDER BY title LIMIT 1", [title, end])
    }
    return titles
  }

  /// Returns sections with exactly this title, in no particular order.
  ///
  /// O(limit + log n) in the number of sections.
  package func names(titled title: String, limit: Int) throws -> [SectionName] {
    try db.rows("SELECT \(Self.nameColumns) FROM section WHERE title = ? LIMIT ?", [title, limit], name(from:))
  }

  /// Returns sections directly below another one, whose titles begin with a prefix: those among its first children, in
  /// document order, and then those among the first of all titles with the prefix.
  ///
  /// O(l log n), where l is the level and n the number of sections.
  package func names(below parent: SectionName, withPrefix prefix: String, limit: Int) throws -> [SectionName] {
    let children = try names(below: parent, limit: Self.scanned)
    let first = children.filter { $0.title.utf8.starts(with: prefix.utf8) }
    if children.count < Self.scanned || first.count >= limit { return Array(first.prefix(limit)) }
    let known = Set(first.map(\.id))
    let titled = try db.rows(
      "SELECT \(Self.nameColumns) FROM section WHERE title >= ? AND title < ? ORDER BY title LIMIT ?",
      [prefix, prefix + "\u{10FFFF}", Self.scanned], name(from:))
    let others = try titled.filter { section in
      try section.ord > parent.ord && !known.contains(section.id)
        && self.parent(ord: section.ord, level: section.level)?.id == parent.id
    }
    return Array((first + others).prefix(limit))
  }

  /// Returns sections whose ids are in a range, by id.
  package func names(ids: ClosedRange<Int64>, limit: Int) throws -> [SectionName] {
    try db.rows(
      "SELECT \(Self.nameColumns) FROM section WHERE section_id BETWEEN ? AND ? ORDER BY section_id LIMIT ?",
      [ids.lowerBound, ids.upperBound, limit], name(from:))
  }

  /// Returns rows whose ids are in a range, by id.
  package func rowNames(ids: ClosedRange<Int64>, limit: Int) throws -> [RowName] {
    try rowNames(
      "SELECT row_id, text, done FROM row WHERE row_id BETWEEN ? AND ? ORDER BY row_id",
      [ids.lowerBound, ids.upperBound], limit: limit
    ) { _ in true }
  }

  /// Returns rows whose texts begin with a prefix: the first ones of a section, or the newest ones of the outline.
  package func rowNames(in section: SectionID?, withPrefix prefix: String, limit: Int) throws -> [RowName] {
    let query =
      section == nil
      ? "SELECT row_id, text, done FROM row ORDER BY row_id DESC"
      : "SELECT row_id, text, done FROM row WHERE section_id = ? ORDER BY rank"
    return try rowNames(query, section.map { [$0.rawValue] } ?? [], limit: limit) { $0.utf8.starts(with: prefix.utf8) }
  }

  /// Returns the rows of a section from an index on, counted from 0.
  ///
  /// O(n / 4,400 + s + limit), where n is the number of its rows and s that of the rows in one span.
  package func rowNames(in section: SectionID, from index: Int, limit: Int) throws -> [RowName] {
    guard let first = try row(at: index, in: section) else { return [] }
    return try rowNames(
      "SELECT row_id, text, done FROM row WHERE section_id = ? AND rank >= ? ORDER BY rank",
      [section.rawValue, first.rank], limit: limit
    ) { _ in true }
  }

  private func rowNames(
    _ query: String, _ values: [any Bindable], limit: Int, where isWanted: (String) -> Bool
  ) throws -> [RowName] {
    let rows = try db.cursor(query, values)
    var found: [RowName] = []
    var (count, bytes) = (0, 0)
    while count < Self.scanned, bytes < Self.scannedBytes, found.count < limit, let line = try rows.next() {
      let text: String = try line[1]
      if isWanted(text) { found.append(RowName(id: RowID(try line.key(0)), text: text, isDone: try line[2])) }
      count += 1
      bytes += text.utf8.count
    }
    return found
  }

  /// Returns names of users that begin with a prefix, in the order of their bytes.
  ///
  /// O(limit + log n) in the number of users.
  package func userNames(withPrefix prefix: String, limit: Int) throws -> [String] {
    try db.rows(
      "SELECT name FROM user WHERE name >= ? AND name < ? ORDER BY name LIMIT ?",
      [prefix, prefix + "\u{10FFFF}", limit]
    ) { line in try line[0] }
  }
}
