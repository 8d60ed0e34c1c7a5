import ListChanges
import OutlineCore
import SQLite

extension StoreReader {
  /// Returns whether a user sees a section, and at which index among the user's visible sections.
  ///
  /// O(d log n + v), where d is the section's number of ancestors, n the number of sections and v the number of visible
  /// sections before it.
  package func visibility(of section: Section, for user: StoredUser) throws -> SectionVisibility {
    if let hiding = try outermostCollapsed(above: section, for: user) {
      return .hidden(in: try visibleIndex(of: hiding.ord, for: user))
    }
    let index = try visibleIndex(of: section.ord, for: user)
    return try isShut(section, for: user) ? .collapsed(at: index) : .expanded(at: index)
  }

  /// Returns the outermost section that encloses a section and is collapsed; nil if the user sees the section.
  package func outermostCollapsed(above section: Section, for user: StoredUser) throws -> Section? {
    try ancestors(of: section).last { try isShut($0, for: user) }
  }

  /// Returns the number of sections that a user sees before `ord`, which must not be below a collapsed section.
  ///
  /// If the user's sections start expanded, O(f log n), where f is the number of the user's flags and n the number of
  /// sections, plus counting in a database index. Otherwise O(v), where v is the number of visible sections.
  package func visibleIndex(of ord: OrderKey, for user: StoredUser) throws -> Int {
    user.user.startsCollapsed
      ? try visibleIndexLooking(at: ord, for: user) : try visibleIndexCounting(to: ord, for: user)
  }

  /// Counts the sections between those that the user has collapsed, each of which has a flag.
  private func visibleIndexCounting(to ord: OrderKey, for user: StoredUser) throws -> Int {
    let collapsed = try db.cursor(
      """
      SELECT ord, level FROM fold CROSS JOIN section USING (section_id)
      WHERE fold.user_id = ? AND fold.collapsed AND collapsible AND ord < ? ORDER BY ord
      """, [user.key, ord])
    var count = 0
    var start = -OrderKeys.bound
    while let line = try collapsed.next() {
      let (shutOrd, level) = (try line.orderKey(0), try line.level(1))
      if shutOrd < start { continue }
      count += try sectionCount(from: start, to: shutOrd) + 1
      guard let end = try subtreeEnd(ord: shutOrd, level: level), end < ord else { return count }
      start = end
    }
    return try count + sectionCount(from: start, to: ord)
  }

  /// Counts by reading each visible section.
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
        """, [user.key, user.user.startsCollapsed, from, ord])
      while let line = try sections.next() {
        let (sectionOrd, level) = (try line.orderKey(0), try line.level(1))
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

  /// Returns the user's flag for a section, or else the user's default, even if the section is not collapsible.
  ///
  /// O(log n) in the number of flags.
  package func isCollapsed(_ section: SectionID, for user: StoredUser) throws -> Bool {
    try flag(of: section, for: user) ?? user.user.startsCollapsed
  }

  /// Returns the user's stored flag for a section; nil if there is none.
  ///
  /// O(log n) in the number of flags.
  package func flag(of section: SectionID, for user: StoredUser) throws -> Bool? {
    guard let key = user.key else { return nil }
    return try value("SELECT collapsed FROM fold WHERE user_id = ? AND section_id = ?", [key, section.rawValue])
  }

  package func hasFlags(_ user: StoredUser) throws -> Bool {
    try value("SELECT EXISTS (SELECT 1 FROM fold WHERE user_id = ?)", [user.key]) ?? false
  }

  /// Whether the section is collapsible and collapsed for the user.
  ///
  /// O(log n) in the number of flags.
  package func isShut(_ section: Section, for user: StoredUser) throws -> Bool {
    try section.isCollapsible && isCollapsed(section.id, for: user)
  }
}
