import OutlineCore
import SQLite

// Sections with the same parent, counted from 1.
//
// The levels of siblings never increase in document order, so siblings form runs of one level each. A run is counted by
// the spans in `section_count`, and by an index in the spans that it covers in part. No section is read.
extension StoreReader {
  /// Returns the number of a section.
  ///
  /// O(d (l log n + n / 4,400 + s)), where d is the number of ancestors, l the level, n the number of sections and s that
  /// of the sections in one span.
  package func number(of section: Section) throws -> ItemNumber {
    let path = try ancestors(of: section).reversed() + [section]
    var numbers: [Int] = []
    var parent: Section?
    for current in path {
      numbers.append(try position(of: current, below: parent))
      parent = current
    }
    return ItemNumber(numbers)
  }

  /// Returns a section by its position among the sections with the same parent, counted from 1; nil if there is none.
  ///
  /// O(l log n + n / 4,400 + s), as for ``number(of:)``.
  ///
  /// - Parameter parent: The parent; nil for the outermost sections.
  package func section(_ position: Int, below parent: Section?) throws -> Section? {
    guard position > 0 else { return nil }
    var rest = position
    for run in try siblingRuns(below: parent) {
      let count = try count(run)
      if rest <= count { return try section(rest, in: run) }
      rest -= count
    }
    return nil
  }

  /// Returns how many sections have this parent; nil is the parent of the outermost sections.
  package func sectionCount(below parent: Section?) throws -> Int {
    try siblingRuns(below: parent).reduce(0) { $0 + (try count($1)) }
  }

  /// Returns the sections with this parent from a position on, counted from 1, in document order.
  ///
  /// O(l log n + n / 4,400 + s + limit), as for ``number(of:)``.
  ///
  /// - Parameter parent: The parent; nil for the outermost sections.
  package func names(below parent: SectionName?, from position: Int = 1, limit: Int) throws -> [SectionName] {
    var found: [SectionName] = []
    var rest = position
    for run in try siblingRuns(below: parent.map { ($0.level, $0.ord) }) where found.count < limit {
      var start = run.start
      if rest > 1 {
        let count = try count(run)
        if rest > count {
          rest -= count
          continue
        }
        start = try section(rest, in: run)?.ord ?? run.end
        rest = 1
      }
      found += try db.rows(
        "SELECT \(Self.nameColumns) FROM section WHERE level = ? AND ord >= ? AND ord < ? ORDER BY ord LIMIT ?",
        [run.level, start, run.end, limit - found.count], name(from:))
    }
    return found
  }

  private func position(of section: Section, below parent: Section?) throws -> Int {
    try siblingRuns(below: parent, through: section.ord).reduce(0) { $0 + (try count($1)) }
  }

  /// Sections with the same parent and level, from `start` up to but not including `end`.
  private typealias SiblingRun = (level: Int, start: OrderKey, end: OrderKey)

  private func count(_ run: SiblingRun) throws -> Int {
    guard run.start < run.end else { return 0 }
    let (first, last) = (run.start >> Spans.shift, run.end >> Spans.shift)
    if first == last { return try countOnIndex(run) }
    let spans = try checked(
      sectionCount: value(
        "SELECT sum(sections) FROM section_count WHERE level = ? AND span > ? AND span < ?", [run.level, first, last])
        ?? 0)
    return try countOnIndex((run.level, run.start, (first + 1) << Spans.shift)) + spans
      + countOnIndex((run.level, last << Spans.shift, run.end))
  }

  private func countOnIndex(_ run: SiblingRun) throws -> Int {
    try value(
      "SELECT count(*) FROM section WHERE level = ? AND ord >= ? AND ord < ?", [run.level, run.start, run.end]) ?? 0
  }

  /// Returns a section by its position in a run, counted from 1.
  private func section(_ position: Int, in run: SiblingRun) throws -> Section? {
    var start = run.start
    var rest = position
    let within = try countOnIndex((run.level, start, min(run.end, (start >> Spans.shift + 1) << Spans.shift)))
    if rest > within {
      rest -= within
      let spans = try db.cursor(
        "SELECT span, sections FROM section_count WHERE level = ? AND span > ? ORDER BY span",
        [run.level, start >> Spans.shift])
      while let span = try spans.next() {
        start = try span.span(0) << Spans.shift
        let count = try checked(sectionCount: span[1])
        if rest <= count { break }
        rest -= count
      }
    }
    let found: OrderKey? = try value(
      "SELECT ord FROM section WHERE level = ? AND ord >= ? AND ord < ? ORDER BY ord LIMIT 1 OFFSET ?",
      [run.level, start, run.end, rest - 1])
    return try found.flatMap(section(atOrAfter:))
  }

  private func siblingRuns(below parent: Section?, through last: OrderKey = OrderKeys.bound) throws -> [SiblingRun] {
    try siblingRuns(below: parent.map { ($0.level, $0.ord) }, through: last)
  }

  private func siblingRuns(
    below parent: (level: Int, ord: OrderKey)?, through last: OrderKey = OrderKeys.bound
  ) throws -> [SiblingRun] {
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

  /// Returns the place of the next section with a level below `level`; nil if there is none.
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
