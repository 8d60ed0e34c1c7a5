/// Finds the entry of a history to undo or redo next.
///
/// Every undo and every redo names the edit that it is about, so an edit is undone if the newest entry about it is an
/// undo. An undo takes back the newest entry, an edit or a redo, whose edit is not undone; a redo takes back the newest
/// undo that still holds. After a new edit there is nothing to redo.
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
  /// The user whose own entries the search is limited to; nil for those of everybody.
  private let owner: String?
  /// The edits about which a newer entry was seen.
  private var settled: Set<EntryID> = []

  /// Creates a search that has not seen an entry yet.
  ///
  /// - Parameters:
  ///   - direction: Whether to search for what to undo or for what to redo.
  ///   - owner: The user whose own entries to consider; nil to consider those of everybody.
  package init(_ direction: History.Direction, owner: String? = nil) {
    self.direction = direction
    self.owner = owner
  }

  /// Judges one entry; pass the entries of one history in turn, the newest first.
  package mutating func judge(_ entry: HistoryEntry) -> Verdict {
    let isNewest = settled.insert(entry.origin.id).inserted
    let isOwn = owner.map { entry.isOwn(of: $0, direction) } ?? true
    switch (direction, entry.kind) {
    case (.redo, .edit), (.redo, .sync), (.redo, .hand): return isOwn ? .end : .passed
    case (.redo, .undo), (.undo, .edit), (.undo, .sync), (.undo, .hand), (.undo, .redo):
      return isNewest && isOwn ? .next : .passed
    case (.undo, .undo), (.redo, .redo): return .passed
    }
  }
}

extension HistoryEntry {
  /// Whether the log has no changes of the edit, as of one that changed a setting of the file; no undo takes it back.
  package var hasNoChanges: Bool { (kind == .edit || kind == .sync) && changes.isEmpty }

  /// Whether undoing or redoing the entry needs nobody's leave: a user's own undo for a redo, a user's own edit for an
  /// undo, and whatever was edited by hand.
  ///
  /// Where the log no longer has the edit itself, whoever redid it has it.
  package func isOwn(of user: String, _ direction: History.Direction) -> Bool {
    if direction == .redo, case .undo = kind { return self.user.hasSameBytes(as: user) }
    if case .hand = origin.id { return true }
    return (origin.user ?? self.user).hasSameBytes(as: user)
  }
}
