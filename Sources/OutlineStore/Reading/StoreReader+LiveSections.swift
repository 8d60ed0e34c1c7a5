import OutlineCore
import SQLite

/// A section with its row count and one user's flag, from which a user's view of it follows.
package struct LiveSection: Sendable {
  /// The section.
  package var section: Section
  /// The number of its rows, shown or hidden.
  package var rowCount: Int
  /// The stored flag of the user; nil if there is none.
  package var flag: Bool?

  /// Creates the value; `flag` is nil if the user has no stored flag.
  package init(section: Section, rowCount: Int, flag: Bool?) {
    self.section = section
    self.rowCount = rowCount
    self.flag = flag
  }
}

extension StoreReader {
  /// Returns all sections in document order, with the flags of a user.
  ///
  /// O(n) in the number of sections.
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
        LiveSection(section: try section(from: line), rowCount: try rowCount(in: line, 8), flag: try line[7]))
    }
    return sections
  }

  /// Calls `body` with the rows of a section, in order and starting at a rank, until it returns false.
  package func eachRow(
    of section: SectionID, from rank: OrderKey, _ body: (Row) throws -> Bool
  ) throws {
    let lines = try rowCursor(of: section, from: rank)
    while let line = try lines.next() {
      if try !body(RowTable.row(from: line)) { return }
    }
  }

  /// Returns the ranks of a section's rows between two ranks, both included, in order.
  package func ranks(in section: SectionID, from first: OrderKey, to last: OrderKey) throws -> [OrderKey] {
    try db.rows(
      "SELECT rank FROM row WHERE section_id = ? AND rank BETWEEN ? AND ? ORDER BY rank",
      [section.rawValue, first, last]
    ) { line in try line.orderKey(0) }
  }
}

extension StoreReader {
  /// Returns all users in the order in which they were added.
  package func users() throws -> [User] {
    try db.rows("SELECT name, starts_collapsed, accordion FROM user ORDER BY user_id") { line in
      User(name: try line[0], startsCollapsed: try line[1], accordion: try line[2])
    }
  }

  /// Returns the stored flags of all users for a section, by the users' names.
  ///
  /// O(n) in the number of flags.
  package func flags(of section: SectionID) throws -> [ExactText: Bool] {
    let flags: [(ExactText, Bool)] = try db.rows(
      "SELECT name, collapsed FROM fold JOIN user USING (user_id) WHERE section_id = ?", [section.rawValue]
    ) { line in (ExactText(try line[0]), try line[1]) }
    return Dictionary(flags) { first, _ in first }
  }
}
