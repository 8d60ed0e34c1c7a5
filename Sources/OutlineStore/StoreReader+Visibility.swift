import GRDB
import OutlineCore

extension StoreReader {
  /// How a user sees a section.
  ///
  /// O(depth × log n + visible sections before it).
  public func visibility(of section: Section, for user: StoredUser) throws -> SectionVisibility {
    if let hiding = try ancestors(of: section).last(where: { try isShut($0, for: user) }) {
      return .hidden(in: try visibleIndex(of: hiding.ord, for: user))
    }
    let index = try visibleIndex(of: section.ord, for: user)
    return try isShut(section, for: user) ? .collapsed(at: index) : .expanded(at: index)
  }

  /// How many sections a user sees before `ord`, where nothing that encloses `ord` is collapsed.
  ///
  /// Counts on an index alone, and steps over what is collapsed.
  public func visibleIndex(of ord: OrderKey, for user: StoredUser) throws -> Int {
    let nextShut = try shutSections(before: ord, for: user)
    var count = 0
    var start = -OrderKeys.bound
    while let shut = try nextShut(start) {
      count += try sectionCount(from: start, to: shut.ord) + 1
      guard let end = try subtreeEnd(ord: shut.ord, level: shut.level), end < ord else { return count }
      start = end
    }
    return try count + sectionCount(from: start, to: ord)
  }

  /// The user's flag for a section, stored or by default, whether it may be collapsed or not.
  ///
  /// O(log n).
  public func isCollapsed(_ section: SectionID, for user: StoredUser) throws -> Bool {
    guard let key = user.key else { return user.user.startsCollapsed }
    return try value(
      "SELECT collapsed FROM fold WHERE user_id = ? AND section_id = ?", [key, section.rawValue])
      ?? user.user.startsCollapsed
  }

  /// Whether a section shows nothing below its header.
  ///
  /// O(log n).
  public func isShut(_ section: Section, for user: StoredUser) throws -> Bool {
    try section.isCollapsible && isCollapsed(section.id, for: user)
  }

  /// The sections from `start` to before `end` (nil: all that follow) as a user has them, in document order.
  public func states(from start: OrderKey, to end: OrderKey?, for user: StoredUser) throws -> [SectionState] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT section.section_id, level, collapsible, coalesce(fold.collapsed, ?2),
          (SELECT sum(rows) FROM row_count WHERE row_count.section_id = section.section_id)
        FROM section LEFT JOIN fold ON fold.user_id = ?1 AND fold.section_id = section.section_id
        WHERE ord >= ?3 AND ord < ?4 ORDER BY ord
        """)
    let arguments = user.flagArguments + [start, end ?? OrderKeys.bound]
    var states: [SectionState] = []
    let cursor = try GRDB.Row.fetchCursor(statement, arguments: arguments)
    while let line = try cursor.next() {
      states.append(
        SectionState(
          id: SectionID(line[0]), level: line[1], isCollapsible: line[2], isCollapsed: line[3],
          rowCount: line[4] ?? 0))
    }
    return states
  }

  /// Gives the first section at or after a key that shows nothing below its header; asked with ascending keys.
  private func shutSections(
    before end: OrderKey, for user: StoredUser
  ) throws -> (OrderKey) throws -> (ord: OrderKey, level: Int)? {
    if user.user.startsCollapsed {  // most sections are collapsed: look at them one after the other
      return { start in
        try line(
          """
          SELECT ord, level FROM section
          LEFT JOIN fold ON fold.user_id = ? AND fold.section_id = section.section_id
          WHERE coalesce(fold.collapsed, ?) AND collapsible AND ord >= ? AND ord < ? ORDER BY ord LIMIT 1
          """, user.flagArguments + [start, end]
        ).map { ($0[0], $0[1]) }
      }
    }
    // Each section that is collapsed has a flag: go through the flags.
    let flags = try GRDB.Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT ord, level FROM fold CROSS JOIN section USING (section_id)
          WHERE fold.user_id = ? AND fold.collapsed AND collapsible AND ord < ? ORDER BY ord
          """), arguments: [user.key ?? -1, end])
    return { start in
      while let flag = try flags.next() {
        if flag[0] >= start { return (flag[0], flag[1]) }
      }
      return nil
    }
  }
}
