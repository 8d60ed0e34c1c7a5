import ListChanges
import OutlineCore
import SQLite

/// The sections and rows that fit a filter, for a walk in document order.
///
/// A walk begins by testing each item where the outline has it. If few of the first ones fit, ``complete()`` tests all of them in the
/// order of the table, or those that an index offers, which takes half the time, and the walk begins again.
package final class FilterMatches {
  let condition: FilterCondition
  private let reader: StoreReader
  private let part: FilterPlace?
  private let leavesOutDone: Bool
  private let problem: TestProblem
  @exclusivity(unchecked) private var found = NumberSet()
  @exclusivity(unchecked) private var around = NumberSet()
  /// How many rows are listed, by section; not known before all items are.
  package private(set) var rowCounts: [SectionID: Int] = [:]
  /// These rows in order, by section; nil before all are known, and for more than 1,000 rows.
  private(set) var rows: [SectionID: [Keyed<RowID>]]?
  /// Whether all items that fit are known.
  package private(set) var isComplete = false
  /// Whether the walk has to begin again after ``complete()``.
  package private(set) var isOut = false
  /// How many of the first items are still to be tested; negative once enough of them fit.
  @exclusivity(unchecked) private var trial = 4_096
  /// How many items were found during the trial.
  @exclusivity(unchecked) private var finds = 0
  /// How many rows of a section the statement of a walk has passed.
  @exclusivity(unchecked) var passedRows = 0

  fileprivate init(
    _ condition: FilterCondition, _ reader: StoreReader, in part: FilterPlace?, leavesOutDone: Bool
  ) throws {
    (self.condition, self.reader, self.part, self.leavesOutDone) = (condition, reader, part, leavesOutDone)
    problem = try condition.defineTests(on: reader.db)
    try reader.db.define(Self.passes, ofInteger: { [unowned self] in passes($0) })
    try reader.checkRows()
  }

  /// Whether the first items are still being tested.
  var isTrying: Bool { !isComplete && trial >= 0 }

  /// Whether a walk must not go on.
  package var isStopped: Bool { isOut || problem.first != nil }

  /// Whether nothing fits; false before all items are tested.
  package var isEmpty: Bool { isComplete && found.isEmpty }

  /// Whether an item is known to fit.
  package func fits(_ number: Int64) -> Bool { found.contains(number) }

  /// Whether an item is known to fit, or to have such items below it.
  package func isListed(_ number: Int64) -> Bool { found.contains(number) || around.contains(number) }

  /// Whether a section is listed: it fits, or something below it does; known once all items are.
  package func isListed(_ section: SectionID) -> Bool { around.contains(section.rawValue) }

  /// Whether a walk has to look at the rows of a section.
  func hasRows(in section: SectionID) -> Bool { !isComplete || rowCounts[section] != nil }

  /// Throws the first error of a test of a text.
  package func check() throws { if let error = problem.first { throw error } }

  /// Takes an item that the walk has found to fit.
  func take(_ number: Int64) {
    if found.insert(number) { finds += 1 }
  }

  /// Counts items of the trial, and ends it.
  func count(_ items: Int) {
    guard isTrying else { return }
    trial -= items
    if trial < 0, finds < 512 { isOut = true }
  }
}

// MARK: - Tests where the outline has the items

extension FilterMatches {
  private static let passes = "passes"

  /// The condition for the rows that a walk reads; it calls a function that counts the rows in ``passedRows``.
  var rowCondition: (sql: String, values: [any Bindable]) {
    if isComplete { return ("\(Self.passes)(row_id)", []) }
    let (test, values) = condition.sql(for: .row)
    return ("(\(Self.passes)(rank) OR (\(test)))", values)  // the rank stands for any number, as it is read fastest
  }

  /// The column that says whether a section of a walk fits.
  var sectionColumn: (sql: String, values: [any Bindable]) {
    if isComplete { return ("0", []) }
    let (test, values) = condition.sql(for: .section)
    return ("(SELECT \(test) FROM section AS tested WHERE tested.section_id = i.section_id)", values)
  }

  /// Whether a row is to be read whatever the test says: it is known to fit, or the walk has to end.
  ///
  /// - Parameter row: The id of the row, if all that fit are known.
  private func passes(_ row: Int64) -> Bool {
    passedRows += 1
    if isComplete { return found.contains(row) }
    count(1)
    return isOut
  }

  /// Ends the trial if a section seems to have other rows than are counted, so that all rows are looked for in the table.
  func tryRows(of section: SectionID, count: Int) throws {
    guard isTrying else { return }
    let most = min(count, 4_096) + 1
    let found: Int? = try reader.value(
      "SELECT count(*) FROM (SELECT 1 FROM row WHERE section_id = ? LIMIT ?)", [section.rawValue, most])
    if found != min(count, most) { isOut = true }
  }

  /// Finds the rows of a section that fit, and those that they are below; needed where a walk reads all its rows.
  func findRows(in section: SectionID) throws {
    if isComplete { return }
    let (test, values) = condition.sql(for: .row)
    let rows = try reader.db.cursor(
      "SELECT row_id, level, \(test) FROM row WHERE section_id = ? ORDER BY rank", values + [section.rawValue])
    try findParents(rows, in: section) { row in
      count(1)
      if try row.flag(2) { take(try row.key(0)) }
    }
  }

  /// Notes the rows that found rows are below; `take` looks at each row first.
  private func findParents(
    _ rows: Cursor, in section: SectionID, _ take: (ResultRow) throws -> Void = { _ in }
  ) throws {
    var open = LevelStack<Int64>()
    while !isOut, let row = try rows.next() {
      try take(row)
      let id = try row.key(0)
      open.enter(id, level: try row.level(1))
      guard found.contains(id) else { continue }
      for parent in open.entries.dropLast().reversed() {
        if !around.insert(parent) { break }
        if !found.contains(parent) { rowCounts[section, default: 0] += 1 }
      }
    }
  }
}

// MARK: - Tests of all items

extension FilterMatches {
  /// Finds every section and row that fits.
  ///
  /// The texts of rows are compared inside SQLite. O(n) in the size of the part of the outline that is looked at.
  package func complete() throws {
    (found, around, rowCounts, isComplete, isOut) = (NumberSet(), NumberSet(), [:], true, false)
    try reader.eachSection("section_id", fitting: condition, in: part) { found.insert(try $0.key(0)) }
    var few: [SectionID: [(row: Keyed<RowID>, level: Int)]]? = [:]
    var count = 0
    var nested: Set<SectionID> = []
    try reader.eachRow("row_id, section_id, rank, level", 4, fitting: condition, in: part) { line in
      let (section, level) = (SectionID(try line.key(1)), try line.level(3))
      found.insert(try line.key(0))
      rowCounts[section, default: 0] += 1
      count += 1
      if level > 1 { nested.insert(section) }
      let row = Keyed(RowID(try line.key(0)), at: try line.orderKey(2))
      if count > 1_000 { few = nil } else { few?[section, default: []].append((row, level)) }
    }
    try check()
    rows = few?.mapValues { $0.map(\.row) }
    for section in nested {
      if let rows = few?[section] {
        for row in rows { try lookUpParents(of: (row.row.key, row.level), in: section) }
      } else {
        try findParents(
          reader.db.cursor("SELECT row_id, level FROM row WHERE section_id = ? ORDER BY rank", [section.rawValue]),
          in: section)
      }
    }
    rows = rows?.mapValues { $0.sorted { $0.key < $1.key } }
    if !found.isEmpty { try findHeaders() }
  }

  private func lookUpParents(of row: (rank: OrderKey, level: Int), in section: SectionID) throws {
    var row = row
    while row.level > 1, let parent = try reader.lastRow(in: section, before: row.rank, level: row.level - 1),
      around.insert(parent.id.rawValue)
    {
      if !found.contains(parent.id.rawValue) {
        rows?[section]?.append(Keyed(parent.id, at: parent.rank))
        rowCounts[section, default: 0] += 1
      }
      row = (parent.rank, parent.level)
    }
  }

  /// Notes the sections that fit or have something below them that fits.
  private func findHeaders() throws {
    var open = LevelStack<(id: Int64, isDone: Bool)>()
    let sections = try reader.db.cursor("SELECT section_id, level, done FROM section ORDER BY ord")
    while let line = try sections.next() {
      let id = try line.key(0)
      open.enter((id, try !line.isNull(2) && line.flag(2)), level: try line.level(1))
      guard found.contains(id) || rowCounts[SectionID(id)] != nil else { continue }
      if leavesOutDone, open.entries.contains(where: \.isDone) { continue }
      for section in open.entries.reversed() { if !around.insert(section.id) { break } }
    }
  }
}

extension StoreReader {
  /// Prepares a search for the sections and rows that fit a filter.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - places: The sections and rows that the filter names, each with everything below it.
  ///   - part: What to look at; nil for the whole outline.
  ///   - leavesOutDone: Whether sections that are done are not listed, with everything below them.
  package func matches(
    of filter: ItemFilter, places: [Address: FilterPlace], in part: FilterPlace? = nil, leavesOutDone: Bool = false
  ) throws -> FilterMatches {
    try FilterMatches(condition(filter, places: places), self, in: part, leavesOutDone: leavesOutDone)
  }

  /// Returns every section and row that fits a filter; the rows are those of each section, in order.
  ///
  /// O(n).
  package func items(
    fitting filter: ItemFilter, places: [Address: FilterPlace]
  ) throws -> (sections: [SectionID: Section], rows: [SectionID: [Row]]) {
    let condition = try condition(filter, places: places)
    let problem = try condition.defineTests(on: db)
    try checkRows()
    var (sections, rows): ([SectionID: Section], [SectionID: [Row]]) = ([:], [:])
    try eachSection(SectionTable.columns, fitting: condition) { line in
      let section = try SectionTable.section(from: line)
      sections[section.id] = section
    }
    try eachRow(RowTable.columns, RowTable.columnCount, fitting: condition) { line in
      let row = try RowTable.row(from: line)
      rows[row.section, default: []].append(row)
    }
    if let error = problem.first { throw error }
    for section in rows.keys { rows[section]?.sort { $0.rank < $1.rank } }
    return (sections, rows)
  }

  /// Passes some columns of each section that fits a condition, in any order.
  fileprivate func eachSection(
    _ columns: String, fitting condition: FilterCondition, in part: FilterPlace? = nil,
    _ body: (ResultRow) throws -> Void
  ) throws {
    if part?.section != nil { return }
    let keys = part?.keys ?? -OrderKeys.bound..<OrderKeys.bound
    let (test, values) = condition.sql(for: .section)
    let sections = try db.cursor(
      "SELECT \(columns) FROM section NOT INDEXED WHERE ord >= ? AND ord < ? AND (\(test))",
      [keys.lowerBound, keys.upperBound] + values)
    while let line = try sections.next() { try body(line) }
  }

  /// Passes `count` columns, of which the id is the first, of each row that fits a condition, in any order.
  ///
  /// O(n) in the size of the part, and no more than the rows that an index offers.
  fileprivate func eachRow(
    _ columns: String, _ count: Int, fitting condition: FilterCondition, in part: FilterPlace? = nil,
    _ body: (ResultRow) throws -> Void
  ) throws {
    let scan = part == nil && !condition.filter.hasIndex ? " NOT INDEXED" : ""
    let isInside =
      switch part {
      case nil: ""
      case (let section?, _)?: "section_id = \(section.rawValue) AND rank >= ? AND rank < ? AND"
      case (nil, _)?: "section_id IN (SELECT section_id FROM section WHERE ord >= ? AND ord < ?) AND"
      }
    let (test, values) = condition.sql(for: .row)
    let isAsIndexed = scan.isEmpty ? RowTable.isAsIndexed : "1"
    let rows = try db.cursor(
      "SELECT \(columns), \(isAsIndexed) FROM row\(scan) WHERE \(isInside) (\(test))",
      (part.map { [$0.keys.lowerBound, $0.keys.upperBound] } ?? []) + values)
    while let line = try rows.next() {
      try checkIndexed(line, count, .row(RowID(try line.key(0))))
      try body(line)
    }
  }

  /// Returns the values of attributes as `key=value`; a value with line breaks takes several lines.
  ///
  /// - Parameter attributes: A JSON object as text.
  package func lines(of attributes: String) throws -> [String] {
    let values: [String] = try db.rows(
      """
      SELECT \(FilterCondition.attributeLine) FROM (SELECT ? AS attributes) CROSS JOIN json_tree(attributes)
      WHERE atom IS NOT NULL
      """, [attributes]
    ) { try $0[0] }
    return values.flatMap { $0.split(separator: "\n").map(String.init) }
  }
}

extension StoreReader {
  func condition(_ filter: ItemFilter, places: [Address: FilterPlace]) throws -> FilterCondition {
    FilterCondition(filter, places: places, archive: try filter.concernsArchive ? archivedPart() : nil)
  }
}

extension ItemFilter {
  /// Whether only tasks or only items with a due date can fit, so that an index lists all candidates.
  fileprivate var hasIndex: Bool {
    switch self {
    case .all(let filters): filters.contains(where: \.hasIndex)
    case .task, .due: true
    case .any, .not, .text, .expression, .tag, .inside, .archived, .attribute, .changed, .changedBy, .ticked, .noDue,
      .hasNote:
      false
    }
  }
}

extension StoreReader {
  /// Calls `body` with the check box and the texts of every section and row that contains a `#`, all sections first.
  ///
  /// O(n).
  package func eachTagged(_ body: (_ isDone: Bool?, _ texts: [String]) throws -> Void) throws {
    let lines = try db.cursor(
      """
      SELECT done, title, detail FROM section WHERE instr(title, '#') OR instr(detail, '#')
      UNION ALL SELECT done, text, NULL FROM row WHERE instr(text, '#')
      """)
    while let line = try lines.next() {
      let texts: [String?] = [try line[1], try line[2]]
      try body(try line[0], texts.compactMap(\.self))
    }
  }
}
