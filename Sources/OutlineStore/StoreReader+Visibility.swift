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
  /// Where sections start expanded: O(flags of the user × log n), and counting on an index. Else O(visible sections).
  public func visibleIndex(of ord: OrderKey, for user: StoredUser) throws -> Int {
    user.user.startsCollapsed
      ? try visibleIndexLooking(at: ord, for: user) : try visibleIndexCounting(to: ord, for: user)
  }

  /// Counts between the sections that the user has collapsed: each of them has a flag.
  private func visibleIndexCounting(to ord: OrderKey, for user: StoredUser) throws -> Int {
    let statement = try db.cachedStatement(
      sql: """
        SELECT ord, level FROM fold CROSS JOIN section USING (section_id)
        WHERE fold.user_id = ? AND fold.collapsed AND collapsible AND ord < ? ORDER BY ord
        """)
    let collapsed = try GRDB.Row.fetchCursor(statement, arguments: [user.key ?? -1, ord])
    var count = 0
    var start = -OrderKeys.bound
    while let section = try collapsed.next() {
      if section[0] < start { continue }
      count += try sectionCount(from: start, to: section[0]) + 1
      guard let end = try subtreeEnd(ord: section[0], level: section[1]), end < ord else { return count }
      start = end
    }
    return try count + sectionCount(from: start, to: ord)
  }

  /// Looks at one visible section after the other.
  private func visibleIndexLooking(at ord: OrderKey, for user: StoredUser) throws -> Int {
    let statement = try db.cachedStatement(
      sql: """
        SELECT ord, level, coalesce(fold.collapsed, ?2) AND collapsible FROM section
        LEFT JOIN fold ON fold.user_id = ?1 AND fold.section_id = section.section_id
        WHERE ord >= ?3 AND ord < ?4 ORDER BY ord
        """)
    var count = 0
    var start: OrderKey? = -OrderKeys.bound
    while let from = start, from < ord {
      start = nil
      var shut: (ord: OrderKey, level: Int)?
      let sections = try GRDB.Row.fetchCursor(statement, arguments: user.flagArguments + [from, ord])
      while let section = try sections.next() {
        if let shut, section[1] > shut.level {
          start = try subtreeEnd(ord: shut.ord, level: shut.level)
          break
        }
        count += 1
        shut = section[2] ? (section[0], section[1]) : nil
      }
    }
    return count
  }

  /// The user's flag for a section, stored or by default, whether it may be collapsed or not.
  ///
  /// O(log n).
  public func isCollapsed(_ section: SectionID, for user: StoredUser) throws -> Bool {
    try flag(of: section, for: user) ?? user.user.startsCollapsed
  }

  /// The user's flag for a section as stored; nil where there is none.
  ///
  /// O(log n).
  public func flag(of section: SectionID, for user: StoredUser) throws -> Bool? {
    guard let key = user.key else { return nil }
    return try value("SELECT collapsed FROM fold WHERE user_id = ? AND section_id = ?", [key, section.rawValue])
  }

  /// Whether the user has any flag of their own.
  public func hasFlags(_ user: StoredUser) throws -> Bool {
    try value("SELECT EXISTS (SELECT 1 FROM fold WHERE user_id = ?)", [user.key ?? -1]) ?? false
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
}
