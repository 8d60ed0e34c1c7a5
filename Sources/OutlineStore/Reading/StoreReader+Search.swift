import OutlineCore
import SQLite

/// The sections and rows that a query finds, each with the attributes in which one of the words occurs, as `key=value`.
package struct TextMatches {
  /// The titles of all sections of the outline, in document order.
  package internal(set) var titles: [String] = []
  /// The sections found.
  package internal(set) var sections: [SectionID: (section: Section, attributes: [String])] = [:]
  /// The rows found, in order, by section.
  package internal(set) var rows: [SectionID: [(row: Row, attributes: [String])]] = [:]
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
      """
      SELECT \(SectionTable.columns), \(Self.attributeLines), ord >= ? AND ord < ?
      FROM section ORDER BY ord
      """, [start, end ?? OrderKeys.bound])
    while let line = try sections.next() {
      let (title, detail): (String, String?) = (try line[3], try line[4])
      matches.titles.append(title)
      let texts = detail.map { [title, $0] } ?? [title]
      guard try line[SectionTable.columnCount + 1],
        let found = try found(pattern, texts, line[SectionTable.columnCount])
      else { continue }
      let section = try SectionTable.section(from: line)
      matches.sections[section.id] = (section, found)
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

  /// Returns the attributes in which one of the words occurs; nil if the texts and attributes do not fit the words.
  private func found(
    _ pattern: TextPattern, _ texts: [String], _ attributes: String?
  ) throws(PatternError) -> [String]? {
    let lines = attributes?.split(separator: "\n").map(String.init) ?? []
    guard try pattern.fits(texts + lines) else { return nil }
    var touched: [String] = []
    for line in lines where try pattern.touches(line) { touched.append(line) }
    return touched
  }

  /// The attributes, one `key=value` on a line; NULL for none.
  private static let attributeLines = """
    CASE WHEN attributes IS NOT NULL THEN
      (SELECT group_concat(key || '=' || CASE type WHEN 'true' THEN type WHEN 'false' THEN type ELSE atom END, char(10))
       FROM json_tree(attributes) WHERE atom IS NOT NULL)
    END
    """
}
