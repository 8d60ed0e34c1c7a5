import OutlineCore
import SQLite

/// A section with what a user's view of it hangs on.
package struct LiveSection: Sendable {
  /// The section.
  package var section: Section
  /// How many rows it has, shown or not.
  package var rowCount: Int
  /// The user's flag as stored; nil where there is none.
  package var flag: Bool?

  /// Makes the value.
  package init(section: Section, rowCount: Int, flag: Bool?) {
    self.section = section
    self.rowCount = rowCount
    self.flag = flag
  }
}

extension StoreReader {
  /// All sections in document order, as a user has them.
  ///
  /// O(n).
  package func liveSections(for user: StoredUser) throws -> [LiveSection] {
    var sections: [LiveSection] = []
    let lines = try db.cursor(
      """
      SELECT section.section_id, ord, level, title, detail, collapsible, attributes, fold.collapsed,
        (SELECT sum(rows) FROM row_count WHERE row_count.section_id = section.section_id)
      FROM section LEFT JOIN fold ON fold.user_id = ? AND fold.section_id = section.section_id ORDER BY ord
      """, [user.key])
    while let line = try lines.next() {
      sections.append(
        LiveSection(section: try section(from: line), rowCount: try line[8] ?? 0, flag: try line[7]))
    }
    return sections
  }

  /// Calls `body` with the rows of a section from a rank on, in order, until it answers false.
  package func eachRow(
    of section: SectionID, from rank: OrderKey, _ body: (Row) throws -> Bool
  ) throws {
    let lines = try rowCursor(of: section, from: rank)
    while let line = try lines.next() {
      if try !body(row(from: line)) { return }
    }
  }

  /// The ranks of a section's rows between two ranks, both included, in order.
  package func ranks(in section: SectionID, from first: OrderKey, to last: OrderKey) throws -> [OrderKey] {
    try db.rows(
      "SELECT rank FROM row WHERE section_id = ? AND rank BETWEEN ? AND ? ORDER BY rank",
      [section.rawValue, first, last]
    ) { line in try line[0] }
  }
}

extension StoreReader {
  /// Every user that the file knows, the oldest first.
  package func users() throws -> [User] {
    try db.rows("SELECT name, starts_collapsed, accordion FROM user ORDER BY user_id") { line in
      User(name: try line[0], startsCollapsed: try line[1], accordion: try line[2])
    }
  }

  /// All users' flags for a section, by their names.
  ///
  /// O(flags of the section).
  package func flags(of section: SectionID) throws -> [String: Bool] {
    let flags: [(String, Bool)] = try db.rows(
      "SELECT name, collapsed FROM fold JOIN user USING (user_id) WHERE section_id = ?", [section.rawValue]
    ) { line in (try line[0], try line[1]) }
    return Dictionary(flags) { first, _ in first }
  }
}
