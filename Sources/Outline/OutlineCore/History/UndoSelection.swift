/// The edits that an undo or a redo takes.
public enum UndoSelection: Hashable, Sendable {
  /// The newest edits of the content, this many; an error if one of them is another user's.
  ///
  /// A statement run by hand belongs to everybody.
  case last(Int)
  /// The newest edits of the content, by any user.
  case lastOfAnybody(Int)
  /// The newest edits of the content by the acting user or by hand; those of others stay.
  case lastOwn(Int)
  /// One entry of the content's history, by any user, even if others follow it.
  case entry(EntryID)
  /// All edits of the content by a user since a time in milliseconds since 1970, or all ever, as one step; edits that a
  /// synchronization brought stay.
  case all(by: String, since: Int64?)
  /// Everything after an entry, or since a time in milliseconds since 1970, by any user, as a new edit.
  case back(to: Point)
  /// The newest edits of the acting user's flags and settings.
  case folds(Int)

  /// A point of the history.
  public enum Point: Hashable, Sendable {
    /// Directly after an entry of any kind.
    case entry(EntryID)
    /// Before the first entry since a time in milliseconds since 1970.
    case time(Int64)
  }

  package var history: History {
    if case .folds = self { .folds } else { .content }
  }

  /// Whether it takes the newest edits of the content, and skips edits of folds.
  package var takesNewest: Bool {
    switch self {
    case .last, .lastOfAnybody, .lastOwn: true
    case .entry, .all, .back, .folds: false
    }
  }

  /// The command that asks for these edits.
  package func words(_ direction: History.Direction) -> String {
    let verb = direction == .undo ? "undo" : "redo"
    return switch self {
    case .last(let count): "\(verb) \(count)"
    case .lastOfAnybody(let count): "\(verb) \(count) --any"
    case .lastOwn(let count): "\(verb) \(count) --mine"
    case .entry(let id): "\(verb) --entry \(id)"
    case .all(let user, _): "\(verb) --by \(user)"
    case .back(to: .entry(let id)): "\(verb) --back-to \(id)"
    case .back(to: .time): "\(verb) --back-to a time"
    case .folds(let count): "\(verb) \(count) --folds"
    }
  }

  package var count: Int {
    switch self {
    case .last(let count), .lastOfAnybody(let count), .lastOwn(let count), .folds(let count): count
    case .entry, .all, .back: 1
    }
  }
}
