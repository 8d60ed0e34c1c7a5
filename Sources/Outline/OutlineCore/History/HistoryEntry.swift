/// One entry of the history: an edit made with pleat, or a step of statements that were run by hand.
public struct HistoryEntry: Hashable, Sendable {
  /// What an entry records.
  public enum Kind: Hashable, Sendable {
    /// An edit that a user made with pleat.
    case edit
    /// A synchronization, which can bring edits of many users; undoing it also restores their flags.
    case sync
    /// The undoing of an entry.
    case undo(History)
    /// The redoing of an entry that was undone.
    case redo(History)
    /// A step by hand, outside of pleat: one statement, or several that soon followed each other.
    case hand
  }

  /// The edit that an entry is about: the entry itself, or the one that it undid or redid.
  public struct Origin: Hashable, Sendable {
    /// The number of the entry that made the edit.
    public let id: EntryID
    /// The user who made it; nil for a statement run by hand, and if the log no longer has the entry.
    public let user: String?
    /// When it was made, in milliseconds since 1970, UTC; nil if the log no longer has the entry.
    public let time: Int64?
    package let isSync: Bool

    package init(id: EntryID, user: String?, time: Int64?, isSync: Bool = false) {
      self.id = id
      self.user = user
      self.time = time
      self.isSync = isSync
    }
  }

  /// The number of the entry.
  public let id: EntryID
  /// The edit that the entry is about: the entry itself, or the one that it undid or redid.
  public let origin: Origin
  /// The edits that were undone or redone as one step, oldest first, with the origin last; otherwise empty.
  package let group: [Int64]
  /// What an entry records.
  public let kind: Kind
  /// The user who made the edit; nil for a statement run by hand.
  public let user: String?
  /// The caller's description of the edit, such as its command; empty for none, and for a statement run by hand.
  public let words: String
  /// The time of the edit in milliseconds since 1970, UTC.
  public let time: Int64
  /// The numbers of its changes in the log.
  package let changes: Range<Int64>
  /// Whether the log still has all of its changes.
  public let isComplete: Bool

  package init(
    id: EntryID, origin: Origin? = nil, group: [Int64] = [], kind: Kind, user: String?, words: String, time: Int64,
    changes: Range<Int64>, isComplete: Bool
  ) {
    self.id = id
    self.origin = origin ?? Origin(id: id, user: user, time: time, isSync: kind == .sync)
    self.group = group
    self.kind = kind
    self.user = user
    self.words = words
    self.time = time
    self.changes = changes
    self.isComplete = isComplete
  }
}

extension HistoryEntry {
  /// Whether a number names the entry; that of any change names a step by hand, because a step is a guess that may have grown since.
  package func isNamed(by id: EntryID) -> Bool {
    if kind == .hand, case .hand(let change) = id { changes.contains(change) } else { self.id == id }
  }

  /// The beginning of the sentence about an undo or a redo; empty for other entries.
  package var prefix: String {
    switch kind {
    case .edit, .sync, .hand: ""
    case .undo: "undo \(origin.id): "
    case .redo: "redo \(origin.id): "
    }
  }

  /// The entry as an edit by itself, which is about no other: what was done is then that it undid or redid something.
  package var asEdit: HistoryEntry {
    HistoryEntry(
      id: id, kind: kind == .hand ? .hand : .edit, user: user, words: prefix + (kind == .hand ? "" : sentence),
      time: time, changes: changes, isComplete: isComplete)
  }

  /// The description of the edit; a general one if the caller gave none.
  public var sentence: String {
    kind == .hand ? "edited outside pleat" : words.isEmpty ? "an edit" : words
  }
}

/// One of the two histories that undo and redo go through separately.
public enum History: Hashable, Sendable {
  /// The direction in which to go through a history.
  public enum Direction: Hashable, Sendable {
    /// Undo the newest edit.
    case undo
    /// Redo the newest undone edit.
    case redo
  }

  /// Edits of sections and rows, which all users share.
  case content
  /// Edits of the acting user's flags and settings.
  case folds
}
