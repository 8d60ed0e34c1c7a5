import OutlineCore
import SQLite

// Sections with the same parent, counted from 1.
//
// The levels of siblings never increase in document order, so they stand in runs of one level each, and a run is
// counted on the index over level and ord: O(sections of the run) there, without reading a section.
extension StoreReader {
  /// Returns the number of a section.
  ///
  /// O(d l log n + m), where d is the number of ancestors, l the level, n the number of sections and m the number of
  /// siblings before the section and its ancestors, which are counted on an index.
  package func number(of section: Section) throws -> ItemNumber {
    let path = try ancestors(of: section).reversed() + [section]
    var numbers: [Int] = []
    var parent: Section?
    for current in path {
      numbers.append(try place(of: current, below: parent))
      parent = current
    }
    return ItemNumber(numbers)
  }

  /// Returns a section by its place among the sections with the same parent, counted from 1; nil if there is none.
  ///
  /// - Parameter parent: The parent; nil for the outermost sections.
  package func section(_ place: Int, below parent: Section?) throws -> Section? {
    guard place > 0 else { return nil }
    var rest = place
    for run in try siblingRuns(below: parent) {
      let found: OrderKey? = try value(
        "SELECT ord FROM section WHERE level = ? AND ord >= ? AND ord < ? ORDER BY ord LIMIT 1 OFFSET ?",
        [run.level, run.start, run.end, rest - 1])
      if let found { return try section(atOrAfter: found) }
      rest -= try count(run)
    }
    return nil
  }

  /// Returns how many sections have this parent; nil is the parent of the outermost sections.
  package func sectionCount(below parent: Section?) throws -> Int {
    try siblingRuns(below: parent).reduce(0) { $0 + (try count($1)) }
  }

  private func place(of section: Section, below parent: Section?) throws -> Int {
    try siblingRuns(below: parent, through: section.ord).reduce(0) { $0 + (try count($1)) }
  }

  /// Sections with the same parent and level, between two sort keys of which the second is not included.
  private typealias SiblingRun = (level: Int, start: OrderKey, end: OrderKey)

  private func count(_ run: SiblingRun) throws -> Int {
    try value(
      "SELECT count(*) FROM section WHERE level = ? AND ord >= ? AND ord < ?", [run.level, run.start, run.end]) ?? 0
  }

  private func siblingRuns(below parent: Section?, through last: OrderKey = OrderKeys.bound) throws -> [SiblingRun] {
    let top = parent?.level ?? 0
    var runs: [SiblingRun] = []
    var next = try position("SELECT level, ord FROM section WHERE ord > ? ORDER BY ord LIMIT 1", parent?.ord)
    while let first = next, first.level > top, first.ord <= last {
      next = try nextPosition(after: first.ord, levelBelow: first.level)
      let end = min(next?.ord ?? OrderKeys.bound, last == OrderKeys.bound ? last : last + 1)
      runs.append((first.level, first.ord, end))
    }
    return runs
  }

  /// Returns where the next section with a level below `level` stands; nil if there is none.
  private func nextPosition(after ord: OrderKey, levelBelow level: Int) throws -> (level: Int, ord: OrderKey)? {
    var nearest: (level: Int, ord: OrderKey)?
    for candidate in 1..<max(level, 1) {
      let next: OrderKey? = try value(
        "SELECT ord FROM section WHERE level = ? AND ord > ? AND ord < ? ORDER BY ord LIMIT 1",
        [candidate, ord, nearest?.ord ?? OrderKeys.bound])
      if let next { nearest = (candidate, next) }
    }
    return nearest
  }

  private func position(_ sql: String, _ ord: OrderKey?) throws -> (level: Int, ord: OrderKey)? {
    try db.first(sql, [ord ?? -OrderKeys.bound]) { line in (try line.level(0), try line.orderKey(1)) }
  }
}
