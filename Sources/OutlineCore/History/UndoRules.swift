/// Finds the entry of a history to undo or redo next.
///
/// Every undo and every redo names the edit that it is about, so an edit is undone if the newest entry about it is an
/// undo. An undo takes back the newest entry, an edit or a redo, whose edit is not undone; a redo takes back the newest
/// undo that still holds. After a new edit there is nothing to redo.
///
/// An undo of several edits as one step names them all, and they come back together.
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
  /// Whether an undo takes edits that were redone as one step one by one.
  private let takesOneByOne: Bool
  private var undone = UndoneEdits()
  /// The edits that were undone or redone by themselves.
  private var single: [HistoryEntry.Origin] = []

  /// Creates a search that has not seen an entry yet.
  ///
  /// - Parameters:
  ///   - direction: Whether to search for what to undo or for what to redo.
  ///   - owner: The user whose own entries to consider; nil to consider those of everybody.
  ///   - takesOneByOne: Whether an undo takes edits that were redone as one step one by one.
  package init(_ direction: History.Direction, owner: String? = nil, takesOneByOne: Bool = false) {
    self.direction = direction
    self.owner = owner
    self.takesOneByOne = takesOneByOne
  }

  /// Judges one entry; pass the entries of one history in turn, the newest first.
  package mutating func judge(_ entry: HistoryEntry) -> Verdict {
    let isNewest = undone.note(entry)
    let isOwn = owner.map { entry.isOwn(of: $0, direction) } ?? true
    if entry.group.isEmpty, entry.origin.id != entry.id { single.append(entry.origin) }
    switch (direction, entry.kind) {
    case (.redo, .edit), (.redo, .sync), (.redo, .hand): return isOwn ? .end : .passed
    case (.undo, .redo) where !entry.group.isEmpty:
      // With one of its edits undone since, it cannot be taken back as a whole.
      let isWhole = !takesOneByOne && !single.contains { entry.isAbout($0) }
      return isNewest && isOwn && isWhole ? .next : .passed
    case (.redo, .undo), (.undo, .edit), (.undo, .sync), (.undo, .hand), (.undo, .redo):
      return isNewest && isOwn ? .next : .passed
    case (.undo, .undo), (.redo, .redo): return .passed
    }
  }
}

/// Which edits are undone, as far as the newest entries of a history say it.
package struct UndoneEdits: Sendable {
  /// What newer entries are about: one edit, or several as one step.
  private var settled: Set<HistoryEntry.Subject> = []
  /// The undos of several edits as one step that hold.
  private var groups: [(entry: HistoryEntry, edits: Set<Int64>)] = []

  /// Creates what is known before an entry was seen.
  package init() {}

  /// Notes one entry; pass the entries of one history in turn, the newest first.
  ///
  /// - Returns: Whether no newer entry is about the same edit.
  package mutating func note(_ entry: HistoryEntry) -> Bool {
    let isCovered = group(of: entry) != nil
    let isFirst = settled.insert(entry.subject).inserted
    if isFirst, !entry.group.isEmpty, case .undo = entry.kind { groups.append((entry, Set(entry.group))) }
    return isFirst && !isCovered
  }

  /// Returns the undo of several edits that has taken back the edit of an entry, or one of several; nil if there is none, and for
  /// that undo.
  package func group(of entry: HistoryEntry) -> HistoryEntry? {
    guard case .edit(let edit) = entry.origin.id else { return nil }
    let edits = entry.group.isEmpty ? [edit] : entry.group
    return groups.first { $0.entry.subject != entry.subject && !$0.edits.isDisjoint(with: edits) }?.entry
  }
}

extension HistoryEntry {
  /// What an entry is about: one edit, or several as one step.
  package struct Subject: Hashable, Sendable {
    fileprivate let edit: EntryID
    fileprivate let group: [Int64]
  }

  /// What the entry is about.
  package var subject: Subject { Subject(edit: origin.id, group: group) }

  /// Whether an edit is one of those that the entry has undone or redone as one step.
  package func isAbout(_ edit: Origin) -> Bool {
    guard case .edit(let number) = edit.id else { return false }
    return group.contains(number)
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
