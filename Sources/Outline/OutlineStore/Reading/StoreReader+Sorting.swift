import OutlineCore
import SQLite

/// An item to sort, with its place and the value by which it is compared.
package struct Sortable<ID: Sendable>: Sendable {
  /// The item and its sort key in the list.
  package let item: Keyed<ID>
  package let value: SortValue?
}

extension StoreReader {
  /// Returns the rows of a section, or those below one of its rows, in order, with the values to sort them by.
  ///
  /// O(n) in the rows returned.
  package func sortableRows(
    of section: SectionID, below row: Row?, by key: SortOrder.Key
  ) throws -> [(row: Sortable<RowID>, level: Int)] {
    let end = try row.flatMap(subtreeEnd) ?? OrderKeys.bound
    return try db.rows(
      """
      SELECT row_id, rank, \(Self.value(of: key, text: "text")), level FROM row
      WHERE section_id = ?2 AND rank > ?3 AND rank < ?4 ORDER BY rank
      """, [key.attribute, section.rawValue, row?.rank ?? -OrderKeys.bound, end]
    ) { line in
      let item = Keyed(RowID(try line.key(0)), at: try line.orderKey(1))
      return (Sortable(item: item, value: try Self.value(of: key, in: line)), try line.level(3))
    }
  }

  /// Returns the sections from `start` to before `end` (nil: all that follow), in order, with the values to sort by.
  ///
  /// O(n) in the sections returned.
  package func sortableSections(
    from start: OrderKey, to end: OrderKey?, by key: SortOrder.Key
  ) throws -> [Sortable<SectionID>] {
    try db.rows(
      """
      SELECT section_id, ord, \(Self.value(of: key, text: "title")) FROM section
      WHERE ord >= ?2 AND ord < ?3 ORDER BY ord
      """, [key.attribute, start, end ?? OrderKeys.bound]
    ) { line in
      Sortable(
        item: Keyed(SectionID(try line.key(0)), at: try line.orderKey(1)), value: try Self.value(of: key, in: line))
    }
  }

  /// The column to sort by; the first parameter is the name of the attribute.
  private static func value(of key: SortOrder.Key, text: String) -> String {
    switch key {
    case .text: text
    case .checkBox: "CASE done WHEN 0 THEN '0' WHEN 1 THEN '2' ELSE '1' END"
    case .due: "due"
    case .attribute: attribute
    }
  }

  /// The value of an attribute as a text; the first parameter is its name.
  private static let attribute = """
    (SELECT CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(value AS TEXT) END
     FROM json_each(attributes) WHERE key = ?1 LIMIT 1)
    """

  private static func value(of key: SortOrder.Key, in line: ResultRow) throws -> SortValue? {
    let text: String? = try line[2]
    switch key {
    case .text, .due: return text.map { .text(NaturalText($0)) }
    case .checkBox, .attribute: return text.map(SortValue.init(attribute:))
    }
  }
}

extension SortOrder.Key {
  /// The name of the attribute; nil for a key that is a column.
  fileprivate var attribute: String? {
    switch self {
    case .text, .checkBox, .due: nil
    case .attribute(let name): name
    }
  }
}
