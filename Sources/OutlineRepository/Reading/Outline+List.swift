import OutlineCore
import OutlineStore

extension Outline {
  /// Shows the lines of a list to a visitor, in order, from one state of the file.
  ///
  /// The file stays locked for writers while the visitor is at work: it must not wait for anybody. Nothing below a
  /// collapsed section is read, and of a window no more than its lines.
  /// - Returns: the visitor, with all that it has been shown.
  /// - Throws: `OutlineError`, `StoreError`, and what the visitor throws.
  public func list<Visitor: LineVisitor>(
    _ query: ListQuery, as userName: String, to visitor: Visitor
  ) throws -> Visitor {
    try read(as: userName) { reader, user in
      var walk = LineWalk(reader, as: user, query, visitor: visitor)
      if query.addresses.isEmpty { try walk.walk(from: -OrderKeys.bound, to: nil) }
      for item in try Resolver(reader: reader).distinct(query.addresses) {
        switch item {
        case .section(let section):
          let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
          try walk.walk(from: section.ord, to: end, level: section.level)
        case .row(let row, let section):
          try walk.walk(row, in: section)
        }
      }
      return walk.visitor
    }
  }

  /// Every section's flag as a user has it, in document order.
  ///
  /// O(sections).
  public func folds(as userName: String) throws -> [Fold] {
    try read(as: userName) { reader, user in
      let states = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
      var titles: [String] = []
      try reader.eachTitle { _, title in titles.append(title) }
      var open = LevelStack<String>()
      return zip(states, titles).map { state, title in
        open.enter(title, level: state.level)
        return Fold(id: state.id, level: state.level, path: open.entries, isCollapsed: state.isShut)
      }
    }
  }

  /// How much the outline holds, and how a user views it.
  ///
  /// O(sections).
  public func status(as userName: String) throws -> Status {
    try read(as: userName) { reader, user in
      let states = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
      return Status(
        user: user.user, path: path, sections: states.count, rows: states.rowTotal,
        collapsed: states.count { $0.isShut }, users: try reader.userCount())
    }
  }
}

/// One section's flag as a user has it.
public struct Fold: Hashable, Sendable {
  /// The section's key.
  public let id: SectionID
  /// The nesting level, 1 at the top.
  public let level: Int
  /// The titles from the top down to the section.
  public let path: [String]
  /// Whether the section is collapsed; false where it cannot be.
  public let isCollapsed: Bool
}

/// How much an outline holds, and how a user views it.
public struct Status: Hashable, Sendable {
  /// The user asked for, with the settings.
  public let user: User
  /// The file; nil for an outline in memory.
  public let path: String?
  /// How many sections there are.
  public let sections: Int
  /// How many rows there are in all sections.
  public let rows: Int
  /// How many sections the user has collapsed.
  public let collapsed: Int
  /// How many users the file knows.
  public let users: Int
}
