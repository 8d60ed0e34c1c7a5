import OutlineCore
import SQLite

/// The sections and rows that fit a filter, each with the attributes that are needed to see why, as `key=value`.
package struct FilterMatches {
  /// The titles of all sections of the outline, in document order.
  package internal(set) var titles: [String] = []
  /// The ids of these sections.
  package internal(set) var ids: [SectionID] = []
  package internal(set) var sections: [SectionID: (section: Section, attributes: [String])] = [:]
  /// The rows found, in order, by section.
  package internal(set) var rows: [SectionID: [(row: Row, attributes: [String])]] = [:]
}

extension StoreReader {
  /// Finds every section and row that fits a filter.
  ///
  /// The texts of rows are compared inside SQLite; only rows that are found are copied. O(n) in the size of the part of
  /// the outline that is looked at.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - places: The sections and rows that the filter names, each with everything below it.
  ///   - part: What to look at; nil for the whole outline.
  package func matches(
    of filter: ItemFilter, places: [Address: FilterPlace], in part: FilterPlace?
  ) throws -> FilterMatches {
    let words = try TextPattern(highlighting: filter)
    let condition = try condition(filter, places: places)
    let problem = try condition.defineTests(on: db)
    var matches = FilterMatches()
    try checkRows()
    let keys = part?.section == nil ? part?.keys ?? -OrderKeys.bound..<OrderKeys.bound : 0..<0
    let (test, values) = condition.sql(for: .section)
    let sections = try db.cursor(
      "SELECT \(SectionTable.columns), \(Self.attributeLines), ord >= ? AND ord < ? AND (\(test)) FROM section ORDER BY ord",
      [keys.lowerBound, keys.upperBound] + values)
    while let line = try sections.next() {
      matches.titles.append(try line[3])
      matches.ids.append(SectionID(try line.key(0)))
      guard try line[SectionTable.columnCount + 1] else { continue }
      let section = try SectionTable.section(from: line)
      let texts = [section.title, section.detail].compactMap(\.self)
      matches.sections[section.id] = (section, try touched(words, line[SectionTable.columnCount], besides: texts))
    }
    try findRows(condition, in: part, words, to: &matches)
    if let error = problem.first { throw error }
    return matches
  }

  private func findRows(
    _ condition: FilterCondition, in part: FilterPlace?, _ words: TextPattern, to matches: inout FilterMatches
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
      "SELECT \(RowTable.columns), \(Self.attributeLines), \(isAsIndexed) FROM row\(scan) WHERE \(isInside) (\(test))",
      (part.map { [$0.keys.lowerBound, $0.keys.upperBound] } ?? []) + values)
    while let line = try rows.next() {
      let row = try RowTable.row(from: line)
      try checkIndexed(line, RowTable.columnCount + 1, .row(row.id))
      matches.rows[row.section, default: []].append(
        (row, try touched(words, line[RowTable.columnCount], besides: [row.text])))
    }
    for section in matches.rows.keys { matches.rows[section]?.sort { $0.row.rank < $1.row.rank } }
  }

  /// Returns the attributes in which one of the words occurs; none if the texts that everybody sees have all words.
  private func touched(
    _ words: TextPattern, _ attributes: String?, besides texts: [String]
  ) throws(PatternError) -> [String] {
    guard let attributes, try !words.fits(texts) else { return [] }
    var touched: [String] = []
    for line in attributes.split(separator: "\n").map(String.init) where try words.touches(line) {
      touched.append(line)
    }
    return touched
  }

  /// The attributes, one `key=value` on a line; NULL for none.
  private static let attributeLines =
    "CASE WHEN attributes IS NOT NULL THEN (SELECT group_concat(\(FilterCondition.attributeLine), char(10)) "
    + "FROM json_tree(attributes) WHERE atom IS NOT NULL) END"
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
