import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the sections and rows with a due date that fit a filter and are not done, the earliest first.
  ///
  /// The indexes on `due` find them: O(t l log n), where t is the number of tasks whose dates fit the filter, and l the
  /// number of levels above them.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - places: The sections and rows that the filter names, each with everything below it.
  package func dueTasks(_ filter: ItemFilter, places: [Address: FilterPlace] = [:]) throws -> [DueTask] {
    let condition = try condition(filter, places: places)
    let problem = try condition.defineTests(on: db)
    var paths = try SectionPaths(db)
    let sections = try dueTasks(condition, in: .section, columns: "section_id, ord, level, title") { line in
      let path = try paths.titles(above: line.orderKey(5), level: line.level(6))
      return (.section(SectionID(try line.key(4))), try line.string(7), path)
    }
    let rows = try dueTasks(condition, in: .row, columns: "row_id, section_id, text, level") { line in
      let id = RowID(try line.key(4))
      let parents = try line.level(7) == 1 ? [] : row(id).map { try self.parents(of: $0) } ?? []
      return (
        .row(id), try line.string(6), try paths.path(to: line.key(5)) + parents.reversed().map(\.text.firstLine)
      )
    }
    if let error = problem.first { throw error }
    return sections.isEmpty ? rows : Self.merged(sections, rows)
  }

  /// Returns the number of tasks in the sections from `start` up to but not including `end` that were due on an earlier day
  /// than `today` and are not done; nil means the end of the outline.
  ///
  /// The indexes on `due` find them: O(t log n), where t is the number of late tasks.
  package func lateTasks(from start: OrderKey, to end: OrderKey?, today: Day) throws -> Int {
    try value(
      """
      SELECT (SELECT count(*) FROM section WHERE due < ?1 AND +done = 0 AND +ord >= ?2 AND +ord < ?3)
        + (SELECT count(*) FROM row CROSS JOIN section USING (section_id)
          WHERE row.due < ?1 AND +row.done = 0 AND +ord >= ?2 AND +ord < ?3)
      """, ["\(today)", start, end ?? OrderKeys.bound]) ?? 0
  }

  private func dueTasks(
    _ condition: FilterCondition, in table: FilterCondition.Table, columns: String,
    _ read: (ResultRow) throws -> (id: ItemID, text: String, path: [String])
  ) throws -> [DueTask] {
    let (test, values) = condition.sql(for: table)
    // The `+` keeps SQLite from using the index on `done`, which lists every task.
    let sql = """
      SELECT due, repeat, done, \(table == .row ? RowTable.isAsIndexed : SectionTable.isAsIndexed), \(columns) FROM \(table)
      WHERE due IS NOT NULL AND +done IS NOT 1 AND (\(test)) ORDER BY due
      """
    return try db.rows(sql, values) { line in
      let item = try read(line)
      try checkIndexed(line, 3, item.id)
      return DueTask(
        id: item.id, text: item.text, isDone: line.isNull(2) ? nil : false, schedule: try line.schedule(0),
        path: item.path)
    }
  }

  /// Merges tasks in the order of their dates.
  private static func merged(_ first: [DueTask], _ second: [DueTask]) -> [DueTask] {
    (first + second).enumerated().sorted { one, other in
      guard let left = one.element.schedule.due, let right = other.element.schedule.due, left != right else {
        return one.offset < other.offset
      }
      return left < right
    }.map(\.element)
  }
}

/// Finds the titles from the top down to a section; each section is looked up once.
private struct SectionPaths {
  private let place: Statement
  private let above: Statement
  private var known: [Int64: [String]] = [:]

  init(_ db: Connection) throws {
    place = try db.statement("SELECT ord, level, title FROM section WHERE section_id = ?")
    above = try db.statement(
      "SELECT ord, title FROM section WHERE level = ? AND ord > ? AND ord < ? ORDER BY ord DESC LIMIT 1")
  }

  /// The titles from the top down to a section.
  mutating func path(to id: Int64) throws -> [String] {
    if let path = known[id] { return path }
    defer { place.reset() }
    try place.bind(id, at: 1)
    guard let line = try place.step() else { return [] }
    let path = try titles(above: line.orderKey(0), level: line.level(1)) + [line.string(2)]
    known[id] = path
    return path
  }

  /// The titles from the top down to the section that encloses a place.
  ///
  /// On each level that is the last section before the place, unless one above it comes later.
  func titles(above ord: OrderKey, level: Int) throws -> [String] {
    var titles: [String] = []
    var last = -OrderKeys.bound
    try above.bind(ord, at: 3)
    for candidate in 1..<max(level, 1) {
      defer { above.reset() }
      try above.bind(candidate, at: 1)
      try above.bind(last, at: 2)
      guard let line = try above.step() else { continue }
      titles.append(try line.string(1))
      last = try line.orderKey(0)
    }
    return titles
  }
}
