/// Which entry of a history is the next to be undone or redone.
///
/// Every undo takes back one entry that was done, and every redo one undo, so that entries nest like brackets: going
/// backwards, the first one that no later one has taken back is the next. A new edit ends what can be redone.
package struct UndoRules: Sendable {
  /// How the search for the next undo or redo treats an entry: takes it, skips it, or stops at it.
  package enum Verdict: Hashable, Sendable {
    /// It is the next one to undo or redo.
    case next
    /// It is skipped.
    case passed
    /// It ends the search: nothing before it can be undone or redone.
    case end
  }

  private let direction: History.Direction
  private var takenBack = 0

  /// Begins a search.
  package init(_ direction: History.Direction) {
    self.direction = direction
  }

  /// Looks at the entries of one history, from the newest back.
  package mutating func judge(_ kind: HistoryEntry.Kind) -> Verdict {
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
