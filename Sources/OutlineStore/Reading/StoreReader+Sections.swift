import OutlineCore
import SQLite

/// The columns of a section, in the order that `section(from:)` reads.
private let columns = "section_id, ord, level, title, detail, collapsible, attributes"

extension StoreReader {
  /// The section with this key.
  ///
  /// O(log n).
  package func section(_ id: SectionID) throws -> Section? {
    try db.first("SELECT \(columns) FROM section WHERE section_id = ?", [id.rawValue], section(from:))
  }

  /// The section at `index` in document order, counted from 0.
  ///
  /// O(index), on an index alone.
  package func section(at index: Int) throws -> Section? {
    try db.first("SELECT \(columns) FROM section ORDER BY ord LIMIT 1 OFFSET ?", [index], section(from:))
  }

  /// The last section in document order.
  ///
  /// O(log n).
  package func lastSection() throws -> Section? {
    try db.first("SELECT \(columns) FROM section ORDER BY ord DESC LIMIT 1", [], section(from:))
  }

  /// The first section at or after `ord`.
  ///
  /// O(log n).
  package func section(atOrAfter ord: OrderKey) throws -> Section? {
    try db.first("SELECT \(columns) FROM section WHERE ord >= ? ORDER BY ord LIMIT 1", [ord], section(from:))
  }

  /// The last section before `ord`.
  ///
  /// O(log n).
  package func section(before ord: OrderKey) throws -> Section? {
    try db.first("SELECT \(columns) FROM section WHERE ord < ? ORDER BY ord DESC LIMIT 1", [ord], section(from:))
  }

  /// The first section after `ord`.
  ///
  /// O(log n).
  package func section(after ord: OrderKey) throws -> Section? {
    try db.first("SELECT \(columns) FROM section WHERE ord > ? ORDER BY ord LIMIT 1", [ord], section(from:))
  }

  /// The sections with exactly this title, in document order.
  ///
  /// O(log n + sections found).
  package func sections(titled title: String) throws -> [Section] {
    try db.rows("SELECT \(columns) FROM section WHERE title = ? ORDER BY ord", [title], section(from:))
  }

  /// Calls `body` with every section's key and title, in document order.
  ///
  /// O(n).
  package func eachTitle(_ body: (SectionID, String) throws -> Void) throws {
    let cursor = try db.cursor("SELECT section_id, title FROM section ORDER BY ord")
    while let line = try cursor.next() { try body(SectionID(try line[0]), try line[1]) }
  }

  /// How many sections there are from `start` (nil: the first) to before `end` (nil: all that follow).
  package func sectionCount(from start: OrderKey? = nil, to end: OrderKey? = nil) throws -> Int {
    try value(
      "SELECT count(*) FROM section WHERE ord >= ? AND ord < ?",
      [start ?? -OrderKeys.bound, end ?? OrderKeys.bound]) ?? 0
  }

  /// Where the subtree of a section ends: the `ord` of the next section that is not below it; nil: never.
  ///
  /// O(level × log n): for each level one step in an index, whatever the size of the subtree.
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

  /// The nearest section before `ord` with a smaller level; nil at the top.
  ///
  /// O(level × log n).
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

  /// The sections that enclose a section, the nearest first.
  ///
  /// O(depth × level × log n).
  package func ancestors(of section: Section) throws -> [Section] {
    var ancestors: [Section] = []
    var current = section
    while let parent = try parent(ord: current.ord, level: current.level) {
      ancestors.append(parent)
      current = parent
    }
    return ancestors
  }

  func section(from line: ResultRow) throws -> Section {
    Section(
      id: SectionID(try line[0]), ord: try line[1], level: try line[2], title: try line[3], detail: try line[4],
      isCollapsible: try line[5], attributes: try line[6])
  }
}
