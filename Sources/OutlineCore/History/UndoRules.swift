/// Which entry of a history is the next to be undone or redone.
///
/// Every undo takes back one entry that was done, and every redo one undo, so that entries nest like brackets: going
/// backwards, the first one that no later one has taken back is the next. A new edit ends what can be redone.
public struct UndoRules: Sendable {
  /// Whether an undo or a redo is wanted.
  public enum Direction: Hashable, Sendable {
    /// Back.
    case undo
    /// Forth.
    case redo
  }

  /// What an entry is to the search for the next one.
  public enum Verdict: Hashable, Sendable {
    /// The next to be taken back.
    case next
    /// Passed over.
    case passed
    /// The end: behind it nothing is to be found.
    case end
  }

  private let direction: Direction
  private var takenBack = 0

  /// Begins a search.
  public init(_ direction: Direction) {
    self.direction = direction
  }

  /// Looks at the entries of one history, from the newest back.
  public mutating func judge(_ kind: HistoryEntry.Kind) -> Verdict {
    switch (direction, kind) {
    case (.redo, .edit), (.redo, .hand): return .end
    case (.undo, .undo), (.redo, .redo):
      takenBack += 1
      return .passed
    default:
      if takenBack == 0 { return .next }
      takenBack -= 1
      return .passed
    }
  }
}
