import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the section with this id; nil if there is none.
  ///
  /// O(log n) in the number of sections.
  package func section(_ id: SectionID) throws -> Section? {
    try firstSection("WHERE section_id = ?", [id.rawValue])
  }

  /// Returns the section at an index in document order, counted from 0; nil if there is none.
  ///
  /// O(n) in the index, reading nothing but a database index.
  package func section(at index: Int) throws -> Section? {
    try firstSection("ORDER BY ord LIMIT 1 OFFSET ?", [index])
  }

  /// Returns the last section in document order; nil if the outline is empty.
  ///
  /// O(log n) in the number of sections.
  package func lastSection() throws -> Section? {
    try firstSection("ORDER BY ord DESC LIMIT 1", [])
  }

  /// Returns the first section at or after `ord`; nil if there is none.
  ///
  /// O(log n) in the number of sections.
  package func section(atOrAfter ord: OrderKey) throws -> Section? {
    try firstSection("WHERE ord >= ? ORDER BY ord LIMIT 1", [ord])
  }

  /// Returns the last section before `ord`; nil if there is none.
  ///
  /// O(log n) in the number of sections.
  package func section(before ord: OrderKey) throws -> Section? {
    try firstSection("WHERE ord < ? ORDER BY ord DESC LIMIT 1", [ord])
  }

  /// Returns the first section after `ord`; nil if there is none.
  ///
  /// O(log n) in the number of sections.
  package func section(after ord: OrderKey) throws -> Section? {
    try firstSection("WHERE ord > ? ORDER BY ord LIMIT 1", [ord])
  }

  /// Returns the sections with exactly this title, in document order.
  ///
  /// O(log n + m), where n is the number of sections and m that of the sections found.
  package func sections(titled title: String) throws -> [Section] {
    try db.rows(
      "SELECT \(SectionTable.columns) FROM section WHERE title = ? ORDER BY ord", [title], SectionTable.section(from:))
  }

  /// Returns the sections from `start` up to but not including `end` that are open or done tasks, in document order; nil
  /// means the end of the outline.
  ///
  /// O(t) in the number of sections that are tasks there.
  package func taskSections(isDone: Bool, from start: OrderKey, to end: OrderKey?) throws -> [Section] {
    try db.rows(
      """
      SELECT \(SectionTable.columns), \(SectionTable.isAsIndexed) FROM section
      WHERE ord >= ? AND ord < ? AND done IS NOT NULL AND done = ? ORDER BY ord
      """, [start, end ?? OrderKeys.bound, isDone]
    ) { line in
      let section = try SectionTable.section(from: line)
      try checkIndexed(line, SectionTable.columnCount, .section(section.id))
      return section
    }
  }

  /// Returns the inbox, which takes rows that are added without a placement; nil if there is none.
  ///
  /// It is the first section with this title, by default the one in the settings, that no other section encloses.
  ///
  /// O(log n + m), where n is the number of sections and m that of the sections with this title.
  package func inbox(titled title: String? = nil) throws -> Section? {
    try outermost(titled: title ?? "\(setting(.inbox))")
  }

  /// Returns the archive, found as ``inbox(titled:)`` finds the inbox; nil if there is none.
  package func archive() throws -> Section? { try outermost(titled: "\(setting(.archive))") }

  /// Returns the range of `ord` of the archive and everything below it; nil if there is no archive.
  package func archivedPart() throws -> Range<OrderKey>? {
    try archive().map { section in
      section.ord..<(try subtreeEnd(ord: section.ord, level: section.level) ?? OrderKeys.bound)
    }
  }

  private func outermost(titled title: String) throws -> Section? {
    try sections(titled: title).first { try parent(ord: $0.ord, level: $0.level) == nil }
  }

  /// Calls `body` with the id and title of every section, in document order.
  ///
  /// O(n) in the number of sections.
  package func eachTitle(_ body: (SectionID, String) throws -> Void) throws {
    let cursor = try db.cursor("SELECT section_id, title FROM section ORDER BY ord")
    while let line = try cursor.next() { try body(SectionID(try line[0]), try line[1]) }
  }

  /// Returns the items of lists among the sections from `start` up to but not including `end`; nil means the end of the outline.
  ///
  /// O(n) in the number of those sections.
  package func listItems(from start: OrderKey, to end: OrderKey?) throws -> ListItems {
    let sections = try db.rows(
      """
      SELECT section_id, level, done IS NOT NULL OR attributes IS NOT NULL AND CASE WHEN json_valid(attributes)
        THEN coalesce(json_extract(attributes, '$.markdown') IN ('bullet', 'ordered'), 0) ELSE 0 END
      FROM section WHERE ord >= ? AND ord < ? ORDER BY ord
      """, [start, end ?? OrderKeys.bound]
    ) { PossibleListItem(id: SectionID(try $0.key(0)), level: try $0.level(1), isMarked: try $0.flag(2)) }
    return ListItems(sections)
  }

  /// Returns the number of sections from `start` up to but not including `end`.
  ///
  /// O(n / 4,400 + s), where n is the number of all sections and s that of the sections in one span of `section_count`.
  ///
  /// - Parameters:
  ///   - start: The `ord` to start at; nil for the beginning.
  ///   - end: The `ord` to stop at; nil for the end.
  package func sectionCount(from start: OrderKey? = nil, to end: OrderKey? = nil) throws -> Int {
    let (start, end) = (start ?? -OrderKeys.bound, end ?? OrderKeys.bound)
    let (first, last) = (start >> Spans.shift, end >> Spans.shift)
    if last - first < 2 { return try countOnIndex(from: start, to: end) }
    let spans: Int64 = try value(Self.spanSum, [first, last]) ?? 0
    return try countOnIndex(from: start, to: (first + 1) << Spans.shift) + checked(sectionCount: spans)
      + countOnIndex(from: last << Spans.shift, to: end)
  }

  /// Counts the sections in a range of spans; it lists the levels so that SQLite looks up each of them.
  private static let spanSum = """
    SELECT sum(sections) FROM section_count
    WHERE level IN (\(OutlineLimits.levels.map(String.init).joined(separator: ", "))) AND span > ? AND span < ?
    """

  private func countOnIndex(from start: OrderKey, to end: OrderKey) throws -> Int {
    try value("SELECT count(*) FROM section WHERE ord >= ? AND ord < ?", [start, end]) ?? 0
  }

  /// Returns the levels of the sections from `start` to before `end` (nil: all that follow), in document order.
  ///
  /// O(n) in the sections returned.
  func levels(from start: OrderKey, to end: OrderKey?) throws -> [Int] {
    let sections = try db.statement("SELECT level FROM section WHERE ord >= ? AND ord < ? ORDER BY ord")
    try sections.bind([start, end ?? OrderKeys.bound])
    var levels: [Int] = []
    while let line = try sections.step() { levels.append(try line.level(0)) }
    return levels
  }

  /// Returns the `ord` of the first section after a section's subtree; nil if the subtree reaches to the end.
  ///
  /// O(l log n), where l is the level and n the number of sections, whatever the size of the subtree.
  ///
  /// - Parameters:
  ///   - ord: The `ord` of the section.
  ///   - level: The level of the section.
  package func subtreeEnd(ord: OrderKey, level: Int) throws -> OrderKey? {
    var end: OrderKey?
    for candidate in 1...level {
      let next: OrderKey? = try value(
        "SELECT ord FROM section WHERE level = ? AND ord > ? AND ord < ? ORDER BY ord LIMIT 1",
        [candidate, ord, end ?? OrderKeys.bound])
      end = next ?? end
    }
    return end
  }

  /// Returns the parent of a section: the nearest section before `ord` with a smaller level; nil at the top.
  ///
  /// O(l log n), where l is the level and n the number of sections.
  package func parent(ord: OrderKey, level: Int) throws -> Section? {
    var parent: OrderKey?
    for candidate in 1..<max(level, 1) {
      let nearest: OrderKey? = try value(
        "SELECT ord FROM section WHERE level = ? AND ord < ? AND ord > ? ORDER BY ord DESC LIMIT 1",
        [candidate, ord, parent ?? -OrderKeys.bound])
      parent = nearest ?? parent
    }
    return try parent.flatMap { try section(atOrAfter: $0) }
  }

  /// Returns the ancestors of a section, the parent first.
  ///
  /// O(d l log n), where d is the number of ancestors, l the level and n the number of sections.
  package func ancestors(of section: Section) throws -> [Section] {
    var ancestors: [Section] = []
    var current = section
    while let parent = try parent(ord: current.ord, level: current.level) {
      ancestors.append(parent)
      current = parent
    }
    return ancestors
  }

  private func firstSection(_ clauses: String, _ arguments: [any Bindable]) throws -> Section? {
    try db.first("SELECT \(SectionTable.columns) FROM section \(clauses)", arguments, SectionTable.section(from:))
  }
}
