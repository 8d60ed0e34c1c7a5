/// Finds the entry of a history to undo or redo next.
///
/// Every undo and redo names its edit, so an edit is undone if the newest entry about it is an undo. Undo takes the
/// newest entry, an edit or a redo, whose edit is not undone; redo takes the newest undo that still holds. After a new
/// edit there is nothing to redo.
///
/// An undo of several edits as one step names all of them, and one redo brings them back.
package struct UndoSearch: Sendable {
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
  /// Whether to undo edits separately that were redone as one step.
  private let takesOneByOne: Bool
  private var undone = UndoneEdits()
  /// The edits that were undone or redone by themselves.
  private var single: [HistoryEntry.Origin] = []

  /// Creates a search that starts before the newest entry.
  ///
  /// - Parameters:
  ///   - direction: Whether to search for an entry to undo or to redo.
  ///   - owner: The user whose own entries to consider; nil to consider those of everybody.
  ///   - takesOneByOne: Whether to undo edits separately that were redone as one step.
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
      // It is no longer whole if one of its edits was undone since.
      let isWhole = !takesOneByOne && !single.contains { entry.isAbout($0) }
      return isNewest && isOwn && isWhole ? .next : .passed
    case (.redo, .undo), (.undo, .edit), (.undo, .sync), (.undo, .hand), (.undo, .redo):
      return isNewest && isOwn ? .next : .passed
    case (.undo, .undo), (.redo, .redo): return .passed
    }
  }
}

/// The edits that are undone, according to the newest entries of a history.
package struct UndoneEdits: Sendable {
  /// The subjects of the entries seen so far.
  private var settled: Set<HistoryEntry.Subject> = []
  /// The undos of several edits as one step that were not redone.
  private var groups: [(entry: HistoryEntry, edits: Set<Int64>)] = []

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

  /// Returns the undo of several edits that covers an edit of an entry; nil if there is none, and for that undo itself.
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

  package var subject: Subject { Subject(edit: origin.id, group: group) }

  /// Whether the entry has undone or redone an edit together with others.
  package func isAbout(_ edit: Origin) -> Bool {
    guard case .edit(let number) = edit.id else { return false }
    return group.contains(number)
  }
}

extension HistoryEntry {
  /// Whether the log has no changes of the edit, for example because it changed a setting; then it cannot be undone.
  package var hasNoChanges: Bool { (kind == .edit || kind == .sync) && changes.isEmpty }

  /// Whether a user may undo or redo the entry without asking for others' edits: the user's own edit or undo, or an
  /// edit by hand.
  ///
  /// If the edit was trimmed from the log, the user who redid it counts as its author.
  package func isOwn(of user: String, _ direction: History.Direction) -> Bool {
    if direction == .redo, case .undo = kind { return self.user.hasSameBytes(as: user) }
    if case .hand = origin.id { return true }
    return (origin.user ?? self.user).hasSameBytes(as: user)
  }
}
