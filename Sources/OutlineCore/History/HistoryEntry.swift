/// One entry of the history: an edit of pleat's, or a statement run by hand.
public struct HistoryEntry: Hashable, Sendable {
  /// What kind of edit it was.
  public enum Kind: Hashable, Sendable {
    /// An edit that somebody made with pleat.
    case edit
    /// One that took an entry back.
    case undo(History)
    /// One that took an undo back.
    case redo(History)
    /// A statement run outside of pleat.
    case hand
  }

  /// The group of its changes in the log.
  package let group: LoggedChange.Group
  /// What kind of edit it was.
  public let kind: Kind
  /// Who made it; nil for one by hand.
  public let user: String?
  /// The command in its own words; empty where nobody gave any, and by hand.
  public let words: String
  /// When it was made, in milliseconds since 1970, UTC.
  public let time: Int64
  /// The numbers of its changes in the log.
  package let changes: Range<Int64>
  /// Whether the log still has all of them.
  public let isComplete: Bool

  /// Makes an entry.
  package init(
    group: LoggedChange.Group, kind: Kind, user: String?, words: String, time: Int64, changes: Range<Int64>,
    isComplete: Bool
  ) {
    self.group = group
    self.kind = kind
    self.user = user
    self.words = words
    self.time = time
    self.changes = changes
    self.isComplete = isComplete
  }
}

/// What undo and redo go through.
public enum History: Hashable, Sendable {
  /// In which direction to go through a history.
  public enum Direction: Hashable, Sendable {
    /// Undo the edit that was made last.
    case undo
    /// Redo the edit that was undone last.
    case redo
  }

  /// The sections and rows, which all users share.
  case content
  /// The acting user's own flags and settings.
  case folds
}
