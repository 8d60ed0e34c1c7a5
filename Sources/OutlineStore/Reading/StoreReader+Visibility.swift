import OutlineCore
import SQLite

extension StoreReader {
  /// How a user sees a section.
  ///
  /// O(depth × log n + visible sections before it).
  package func visibility(of section: Section, for user: StoredUser) throws -> SectionVisibility {
    if let hiding = try ancestors(of: section).last(where: { try isShut($0, for: user) }) {
      return .hidden(in: try visibleIndex(of: hiding.ord, for: user))
    }
    let index = try visibleIndex(of: section.ord, for: user)
    return try isShut(section, for: user) ? .collapsed(at: index) : .expanded(at: index)
  }

  /// How many sections a user sees before `ord`, where nothing that encloses `ord` is collapsed.
  ///
  /// Where sections start expanded: O(flags of the user × log n), and counting on an index. Else O(visible sections).
  package func visibleIndex(of ord: OrderKey, for user: StoredUser) throws -> Int {
    user.user.startsCollapsed
      ? try visibleIndexLooking(at: ord, for: user) : try visibleIndexCounting(to: ord, for: user)
  }

  /// Counts between the sections that the user has collapsed: each of them has a flag.
  private func visibleIndexCounting(to ord: OrderKey, for user: StoredUser) throws -> Int {
    let collapsed = try db.cursor(
      """
      SELECT ord, level FROM fold CROSS JOIN section USING (section_id)
      WHERE fold.user_id = ? AND fold.collapsed AND collapsible AND ord < ? ORDER BY ord
      """, [user.key ?? -1, ord])
    var count = 0
    var start = -OrderKeys.bound
    while let line = try collapsed.next() {
      let (shutOrd, level): (OrderKey, Int) = (try line[0], try line[1])
      if shutOrd < start { continue }
      count += try sectionCount(from: start, to: shutOrd) + 1
      guard let end = try subtreeEnd(ord: shutOrd, level: level), end < ord else { return count }
      start = end
    }
    return try count + sectionCount(from: start, to: ord)
  }

  /// Looks at one visible section after the other.
  private func visibleIndexLooking(at ord: OrderKey, for user: StoredUser) throws -> Int {
    var count = 0
    var start: OrderKey? = -OrderKeys.bound
    while let from = start, from < ord {
      start = nil
      var shut: (ord: OrderKey, level: Int)?
      let sections = try db.cursor(
        """
        SELECT ord, level, coalesce(fold.collapsed, ?2) AND collapsible FROM section
        LEFT JOIN fold ON fold.user_id = ?1 AND fold.section_id = section.section_id
        WHERE ord >= ?3 AND ord < ?4 ORDER BY ord
        """, user.flagArguments + [from, ord])
      while let line = try sections.next() {
        let (sectionOrd, level): (OrderKey, Int) = (try line[0], try line[1])
        if let shut, level > shut.level {
          start = try subtreeEnd(ord: shut.ord, level: shut.level)
          break
        }
        count += 1
        shut = try line[2] ? (sectionOrd, level) : nil
      }
    }
    return count
  }

  /// The user's flag for a section, stored or by default, whether it may be collapsed or not.
  ///
  /// O(log n).
  package func isCollapsed(_ section: SectionID, for user: StoredUser) throws -> Bool {
    try flag(of: section, for: user) ?? user.user.startsCollapsed
  }

  /// The user's flag for a section as stored; nil where there is none.
  ///
  /// O(log n).
  package func flag(of section: SectionID, for user: StoredUser) throws -> Bool? {
    guard let key = user.key else { return nil }
    return try value("SELECT collapsed FROM fold WHERE user_id = ? AND section_id = ?", [key, section.rawValue])
  }

  /// Whether the user has any flag of their own.
  package func hasFlags(_ user: StoredUser) throws -> Bool {
    try value("SELECT EXISTS (SELECT 1 FROM fold WHERE user_id = ?)", [user.key ?? -1]) ?? false
  }

  /// Whether a section shows nothing below its header.
  ///
  /// O(log n).
  package func isShut(_ section: Section, for user: StoredUser) throws -> Bool {
    try section.isCollapsible && isCollapsed(section.id, for: user)
  }
}
