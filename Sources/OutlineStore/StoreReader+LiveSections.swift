import GRDB
import OutlineCore

/// A section with what a user's view of it hangs on.
public struct LiveSection: Sendable {
  /// The section.
  public var section: Section
  /// How many rows it has, shown or not.
  public var rowCount: Int
  /// The user's flag as stored; nil where there is none.
  public var flag: Bool?

  /// Makes the value.
  public init(section: Section, rowCount: Int, flag: Bool?) {
    self.section = section
    self.rowCount = rowCount
    self.flag = flag
  }
}

extension StoreReader {
  /// All sections in document order, as a user has them.
  ///
  /// O(n).
  public func liveSections(for user: StoredUser) throws -> [LiveSection] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT section.section_id, ord, level, title, detail, collapsible, attributes, fold.collapsed,
          (SELECT sum(rows) FROM row_count WHERE row_count.section_id = section.section_id)
        FROM section LEFT JOIN fold ON fold.user_id = ? AND fold.section_id = section.section_id ORDER BY ord
        """)
    var sections: [LiveSection] = []
    let lines = try GRDB.Row.fetchCursor(statement, arguments: [user.key])
    while let line = try lines.next() {
      sections.append(LiveSection(section: section(from: line), rowCount: line[8] ?? 0, flag: line[7]))
    }
    return sections
  }

  /// Calls `body` with the rows of a section from a rank on, in order, until it answers false.
  public func eachRow(
    of section: SectionID, from rank: OrderKey, _ body: (OutlineCore.Row) throws -> Bool
  ) throws {
    let lines = try rowCursor(of: section, from: rank)
    while let line = try lines.next() {
      if try !body(row(from: line)) { return }
    }
  }

  /// The ranks of a section's rows between two ranks, both included, in order.
  public func ranks(in section: SectionID, from first: OrderKey, to last: OrderKey) throws -> [OrderKey] {
    let statement = try db.cachedStatement(
      sql: "SELECT rank FROM row WHERE section_id = ? AND rank BETWEEN ? AND ? ORDER BY rank")
    return try Int64.fetchAll(statement, arguments: [section.rawValue, first, last])
  }
}

extension StoreReader {
  /// Every user that the file knows, the oldest first.
  public func users() throws -> [User] {
    let statement = try db.cachedStatement(
      sql: "SELECT name, starts_collapsed, accordion FROM user ORDER BY user_id")
    return try GRDB.Row.fetchAll(statement).map { User(name: $0[0], startsCollapsed: $0[1], accordion: $0[2]) }
  }

  /// All users' flags for a section, by their names.
  ///
  /// O(flags of the section).
  public func flags(of section: SectionID) throws -> [String: Bool] {
    let statement = try db.cachedStatement(
      sql: "SELECT name, collapsed FROM fold JOIN user USING (user_id) WHERE section_id = ?")
    let lines = try GRDB.Row.fetchAll(statement, arguments: [section.rawValue])
    return Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
  }
}
