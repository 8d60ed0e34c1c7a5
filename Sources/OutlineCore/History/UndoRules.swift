/// Finds the entry of a history to undo or redo next.
///
/// Every undo takes back one edit, and every redo takes back one undo, so they nest like brackets. The next entry is
/// the newest one that no later entry has taken back. After a new edit there is nothing to redo.
package struct UndoRules: Sendable {
  /// How the search for the next undo or redo treats an entry: takes it, skips it, or stops at it.
  package enum Verdict: Hashable, Sendable {
    /// The entry is the next one to undo or redo.
    case next
    /// The entry is skipped.
    case passed
    /// The search ends: there is nothing more to undo or redo.
    case end
  }

  private let direction: History.Direction
  private var takenBack = 0

  /// Creates a search that has not seen an entry yet.
  package init(_ direction: History.Direction) {
    self.direction = direction
  }

  /// Judges one entry; pass the entries of one history in turn, the newest first.
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
