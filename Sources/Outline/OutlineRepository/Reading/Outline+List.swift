import ListChanges
import OutlineCore
import OutlineStore

extension Outline {
  /// Returns the lines of a list as a user sees it, in order, all from one state of the file.
  ///
  /// Nothing below a collapsed section is read, and nothing outside the window that the query asks for. A section that
  /// the query names shows its content even if it is collapsed; those below it stay as they are.
  /// - Parameters:
  ///   - userName: The user whose list it is.
  ///   - query: The lines to return; by default the whole visible list.
  /// - Throws: `OutlineError`, `StoreError`.
  public func lines(for userName: String, _ query: ListQuery = ListQuery()) throws -> [OutlineLine] {
    try list(query, as: userName, to: LineCopies()).lines
  }

  /// Passes the lines of a list to a visitor in order, all from one state of the file.
  ///
  /// Other processes cannot write to the file in the meantime, so the visitor must not wait for anything. Nothing below
  /// a collapsed section is read, and nothing outside the window that the query asks for.
  /// - Returns: The visitor, after it has received all lines.
  /// - Throws: `OutlineError`, `StoreError`, and what the visitor throws.
  package func list<Visitor: LineVisitor>(
    _ query: ListQuery, as userName: String, to visitor: Visitor
  ) throws -> Visitor {
    try read(as: userName) { reader, user in
      guard var filter = query.filter else { return try Self.walk(query, as: user, reader, visitor) }
      if query.leavesOutDone { filter = filter.and(.not(.task(isDone: true))) }
      if query.leavesOutDone, query.addresses.isEmpty { filter = filter.and(.not(.archived)) }
      let matches = try Resolver(reader: reader).matches(of: filter, leavesOutDone: query.leavesOutDone)
      // Only in a list of everything does something that fits follow every header that is listed.
      if query.leavesOutDone || query.leavesRowsOut || query.depth != nil { try matches.complete() }
      let (end, overflow) = query.from.addingReportingOverflow(query.limit ?? .max)
      let wanted = query.from..<(overflow ? .max : max(end, query.from))
      var whole = query
      (whole.ignoresFolds, whole.from, whole.limit) = (true, 0, nil)
      var lines = FilteredLines(matches, wanted: wanted, visitor: visitor)
      lines = try Self.walk(whole, as: user, reader, fitting: matches, lines)
      if matches.isOut {
        try matches.complete()
        lines.beginAgain()
        lines = try Self.walk(whole, as: user, reader, fitting: matches, lines)
      }
      try matches.check()
      return lines.visitor
    }
  }

  private static func walk<Visitor: LineVisitor>(
    _ query: ListQuery, as user: StoredUser, _ reader: StoreReader, fitting matches: FilterMatches? = nil,
    _ visitor: Visitor
  ) throws -> Visitor {
    var walk = LineWalk(reader, as: user, query, fitting: matches, visitor: visitor)
    if query.addresses.isEmpty { try walk.walk(from: -OrderKeys.bound, to: nil) }
    for item in try Resolver(reader: reader).distinct(query.addresses, among: query.kind) {
      switch item {
      case .section(let section):
        let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
        try walk.walk(from: section.ord, to: end, level: section.level, opensFirst: true)
      case .row(let row, _) where query.leavesRowsOut:
        throw OutlineError.needsSection(.row(row.id))
      case .row(let row, let section):
        try walk.walk(row, in: section)
      }
    }
    return walk.finish()
  }

  /// Returns for every section, and every row that has others below it, whether it is collapsed for a user, in document order.
  ///
  /// O(sections), and O(rows) of sections in which rows have others below them.
  public func folds(as userName: String) throws -> [Fold] {
    try read(as: userName) { reader, user in
      let states = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
      var (titles, ids): ([String], [SectionID]) = ([], [])
      try reader.eachTitle { id, title in
        titles.append(title)
        ids.append(id)
      }
      guard states.elementsEqual(ids, by: { $0.id == $1 }) else {
        throw StoreError.damaged(
          path: reader.path, message: "section_by_ord does not have all sections in their places")
      }
      var open = LevelStack<String>()
      let nested = try reader.sectionsWithRowLevels()
      let flags = try nested.isEmpty ? [:] : reader.flags(of: user)
      return try zip(states, titles).flatMap { state, title in
        open.enter(title, level: state.level)
        let section = Fold(
          id: .section(state.id), level: state.level, path: open.entries, isCollapsed: state.isShut)
        return try [section] + (nested.contains(state.id) ? folds(below: section, flags, reader) : [])
      }
    }
  }

  /// The folds of the rows of a section that have others below them.
  private func folds(below section: Fold, _ flags: [SectionID: Bool], _ reader: StoreReader) throws -> [Fold] {
    let rows = try reader.rows(in: SectionID(section.id.number), from: -OrderKeys.bound)
    var open = LevelStack<String>()
    return rows.indices.compactMap { index in
      let row = rows[index]
      open.enter(row.text.firstLine, level: row.level)
      guard index + 1 < rows.count, rows[index + 1].level > row.level else { return nil }
      return Fold(
        id: .row(row.id), level: section.level + row.level, path: section.path + open.entries,
        isCollapsed: flags[SectionID(row.id.rawValue)] == true)
    }
  }

  /// Returns the size of the outline, and a user's settings.
  ///
  /// O(sections).
  public func status(as userName: String) throws -> Status {
    try read(as: userName) { reader, user in
      let archive = try reader.archivedPart()
      let archived = try archive.map { try reader.states(from: $0.lowerBound, to: $0.upperBound, for: user) } ?? []
      let all = try OutlinePart.all(reader, leavingOut: archive)
      let states = try all.flatMap { try reader.states(from: $0.start, to: $0.end, for: user) }
      let total = states.total
      return Status(
        user: user.user, path: path, sections: states.count, rows: total.rows,
        openTasks: total.tasks - total.doneTasks, doneTasks: total.doneTasks,
        listItems: try all.reduce(0) { $0 + (try reader.listItems(from: $1.start, to: $1.end).count) },
        collapsed: states.count { $0.isShut },
        archivedSections: max(archived.count - 1, 0), archivedRows: archived.total.rows, users: try reader.userCount())
    }
  }

  /// Returns how many tasks are open, and how many of them are late, without those in the archive.
  ///
  /// O(sections + late tasks).
  package func openTasks(today: Day) throws -> OpenTasks {
    try read { reader in
      let parts = try OutlinePart.all(reader, leavingOut: reader.archivedPart())
      let counts = try parts.reduce(ItemCounts.zero) { $0 + (try reader.counts(from: $1.start, to: $1.end)) }
      let late = try parts.reduce(0) { $0 + (try reader.lateTasks(from: $1.start, to: $1.end, today: today)) }
      return OpenTasks(open: counts.openTasks, late: late)
    }
  }
}

/// Whether one section, or one row that has others below it, is collapsed for a user.
public struct Fold: Hashable, Sendable {
  /// The id.
  public let id: ItemID
  /// The nesting level, 1 for an outermost section.
  public let level: Int
  /// The titles from the top down to the section, followed for a row by the first lines of the rows that it is below and its own.
  public let path: [String]
  /// Whether it is collapsed; false if the section is not collapsible.
  public let isCollapsed: Bool
}

/// The tasks of an outline that are still to be done.
package struct OpenTasks: Hashable, Sendable {
  /// How many sections and rows are tasks that are not done.
  package let open: Int
  /// How many of them were due on an earlier day.
  package let late: Int
}

/// The size of an outline, and the settings of one user.
public struct Status: Hashable, Sendable {
  /// The user, with the settings.
  public let user: User
  /// The path of the file; nil for an outline in memory.
  public let path: String?
  /// The number of sections.
  public let sections: Int
  /// The number of rows in all sections.
  public let rows: Int
  /// How many sections and rows are tasks that are still to be done.
  public let openTasks: Int
  /// How many sections and rows are tasks that are done.
  public let doneTasks: Int
  /// How many sections are items of lists, which `Edit.demoteItems(in:)` makes rows.
  public let listItems: Int
  /// How many sections the user has collapsed.
  public let collapsed: Int
  /// The number of sections below the archive; neither these nor the archive count above.
  public let archivedSections: Int
  /// The number of rows in the archive and in the sections below it.
  public let archivedRows: Int
  /// The number of users that the file knows.
  public let users: Int
}
