import OutlineCore
import SQLite

/// The sections and rows that a query finds.
package struct TextMatches {
  /// What of a section or a row was compared, apart from its text.
  package struct Found: Sendable {
    /// The attributes in which one of the words occurs, as `key=value`.
    package let attributes: [String]
  }

  /// The titles of all sections of the outline, in document order.
  package internal(set) var titles: [String] = []
  /// The sections found.
  package internal(set) var sections: [SectionID: Found] = [:]
  /// The details of those sections that have one.
  package internal(set) var details: [SectionID: String] = [:]
  /// The rows found, in order, by section.
  package internal(set) var rows: [SectionID: [(row: Row, found: Found)]] = [:]
}

extension StoreReader {
  /// Finds every section and row in which all words of a query occur: in its title or text, detail and attributes.
  ///
  /// The texts of rows are compared where SQLite has them; only rows that may be found are copied.
  ///
  /// O(n) in the size of the part of the outline that is looked at.
  ///
  /// - Parameters:
  ///   - query: the words; its section and limit are ignored.
  ///   - start: The `ord` of the first section to look at.
  ///   - end: The `ord` to stop at; nil for the end.
  package func matches(of query: FindQuery, from start: OrderKey, to end: OrderKey?) throws -> TextMatches {
    let pattern = try TextPattern(query.words, areExpressions: query.areExpressions)
    var matches = TextMatches()
    try checkRows()
    let sections = try db.cursor(
      "SELECT section_id, title, detail, \(Self.attributeLines), ord >= ? AND ord < ? FROM section ORDER BY ord",
      [start, end ?? OrderKeys.bound])
    while let line = try sections.next() {
      let (id, title, detail): (SectionID, String, String?) = (SectionID(try line[0]), try line[1], try line[2])
      matches.titles.append(title)
      guard try line[4], let found = try found(pattern, detail.map { [title, $0] } ?? [title], line[3]) else {
        continue
      }
      matches.sections[id] = found
      matches.details[id] = detail
    }
    let isWhole = start == -OrderKeys.bound && end == nil
    let part = isWhole ? "" : "section_id IN (SELECT section_id FROM section WHERE ord >= ? AND ord < ?) AND"
    // A text in which a search ends with an error is looked at once more below, where the error is thrown.
    try db.define("fits") { text in (try? pattern.fits(text)) ?? true }
    let rows = try db.cursor(
      """
      SELECT \(RowTable.columns), \(Self.attributeLines) FROM row\(isWhole ? " NOT INDEXED" : "")
      WHERE \(part) (attributes IS NOT NULL OR fits(text))
      """, isWhole ? [] : [start, end ?? OrderKeys.bound])
    while let line = try rows.next() {
      let row = try RowTable.row(from: line)
      if let found = try found(pattern, [row.text], line[RowTable.columnCount]) {
        matches.rows[row.section, default: []].append((row, found))
      }
    }
    for section in matches.rows.keys { matches.rows[section]?.sort { $0.row.rank < $1.row.rank } }
    return matches
  }

  /// What fits the words; nil where it does not.
  private func found(_ pattern: TextPattern, _ texts: [String], _ attributes: String?) throws(PatternError)
    -> TextMatches.Found?
  {
    let lines = attributes?.split(separator: "\n").map(String.init) ?? []
    guard try pattern.fits(texts + lines) else { return nil }
    var touched: [String] = []
    for line in lines where try pattern.touches(line) { touched.append(line) }
    return TextMatches.Found(attributes: touched)
  }

  /// The attributes, one `key=value` on a line; NULL for none.
  private static let attributeLines = """
    CASE WHEN attributes IS NOT NULL THEN
      (SELECT group_concat(key || '=' || CASE type WHEN 'true' THEN type WHEN 'false' THEN type ELSE atom END, char(10))
       FROM json_tree(attributes) WHERE atom IS NOT NULL)
    END
    """
}
