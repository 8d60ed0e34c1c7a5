import OutlineCore
import OutlineStore

extension WriteSession {
  /// Undoes all edits of the content that a user has made since a time, the newest first, as one entry of the history.
  ///
  /// Edits that directly follow each other are undone by one plan. O(entries in the log + runs of such edits × later
  /// changes).
  ///
  /// - Throws: `OutlineError/conflict(_:words:by:)` if one of them no longer fits.
  func undoAll(by author: String, since time: Int64?) throws -> Answer {
    let entries = try entries(by: author, since: time)
    // The newest entry may be the redo of an older edit.
    let edits = entries.compactMap { Self.edit(of: $0, by: author) }.sorted()
    guard let newest = edits.last, let oldest = edits.first else {
      return Answer(outcome: .stepped([], keepsFolds: false))
    }
    let first = try reader.lastChange() + 1
    if entries.count == 1 {
      try begin(.undo(.content), of: .edit(newest), words: entries[0].sentence)
    } else {
      let words = "\(entries.count) edits of \(author), from entry \(oldest) on"
      try begin(.undo(.content), of: .edit(newest), in: edits, words: words)
    }
    for run in Self.runs(of: entries) {
      do { try undo(run) } catch OutlineError.conflict {
        for entry in run {  // to find the edit that no longer fits
          do { try undo([entry]) } catch OutlineError.conflict(let conflict, let words, _) {
            let later = try laterEdit(than: entry, before: first, of: conflict.item, notBy: author)
            throw OutlineError.conflict(conflict, words: words, by: later)
          }
        }
      }
    }
    let items = NetChanges(try reader.changes(after: first - 1)).items(.content)
    return Answer(items: items, outcome: .stepped(entries, keepsFolds: false))
  }

  /// Gives the content back that the outline had at a point of the history, as an edit like any other; folds stay.
  ///
  /// O(entries in the log + changes after the point × log n).
  ///
  /// - Throws: `OutlineError/noEntry(_:)`, and `OutlineError/historyCut(words:)` if the log has lost changes since.
  func goBack(to point: UndoSelection.Point) throws -> Answer {
    let planner = try planner(computesChanges: false)
    var (entries, after): ([HistoryEntry], ArraySlice<HistoryEntry>) = ([], [])
    var isFound = false
    try reader.eachEntry { entry in
      if case .entry(let id) = point, entry.isNamed(by: id) {
        (after, isFound) = (entries[...], true)
        return false
      }
      entries.append(entry)
      // A clock may have been set back, so that older entries have later times.
      if case .time(let time) = point, entry.time >= time { after = entries[...] }
      return true
    }
    if case .entry(let id) = point, !isFound { throw OutlineError.noEntry(id) }
    let first = try reader.lastChange() + 1
    try undo(Array(after))
    guard hasWritten else { return Answer(outcome: .stepped([], keepsFolds: false)) }
    let items = NetChanges(try reader.changes(after: first - 1)).items(.content)
    let undone = try after.filter { try planner.belongs($0, to: .content) }.map(\.asEdit)
    return Answer(items: items, outcome: .stepped(undone, keepsFolds: false))
  }

  /// Returns the entries in runs without other changes between them, the newest first.
  private static func runs(of entries: [HistoryEntry]) -> [[HistoryEntry]] {
    var runs: [[HistoryEntry]] = []
    for entry in entries {
      if let next = runs.last?.last, entry.changes.upperBound == next.changes.lowerBound {
        runs[runs.count - 1].append(entry)
      } else {
        runs.append([entry])
      }
    }
    return runs
  }

  /// Undoes the net effect of a run of entries; if it throws, nothing has been written.
  private func undo(_ run: [HistoryEntry]) throws {
    guard let newest = run.first, let oldest = run.last else { return }
    let planner = try planner(computesChanges: false)
    let changes = try run.reversed().flatMap { try planner.changes(of: $0) }
    let all = HistoryEntry(
      id: newest.id, origin: newest.origin, kind: newest.kind, user: newest.user, words: newest.words,
      time: newest.time,
      changes: oldest.changes.lowerBound..<newest.changes.upperBound, isComplete: true)
    let plan = try planner.undo(changes, of: all)
    if plan.isEmpty { return }
    try begin()
    writer.restores(all.changes)
    try write(plan)
  }

  /// Returns the entries that represent the edits of a user since a time, the newest first.
  ///
  /// An edit that was undone and redone is represented by its redo. From the oldest edit since the time on, all are
  /// included, because a clock may have been set back.
  private func entries(by author: String, since time: Int64?) throws -> [HistoryEntry] {
    let planner = try planner(computesChanges: false)
    var search = UndoSearch(.undo, takesOneByOne: true)
    var found: [HistoryEntry] = []
    var start = Int64.max
    try reader.eachEntry { entry in
      let edit = Self.edit(of: entry, by: author)
      guard edit != nil || entry.id != entry.origin.id, try planner.belongs(entry, to: .content) else { return true }
      if search.judge(entry) == .next, let edit {
        found.append(entry)
        if entry.origin.time ?? .min >= time ?? .min { start = min(start, edit) }
      }
      return true
    }
    return found.filter { Self.edit(of: $0, by: author) ?? 0 >= start }
  }

  /// Returns the number of the edit that an entry is about; nil if it is another user's, or a synchronization.
  private static func edit(of entry: HistoryEntry, by author: String) -> Int64? {
    let origin = entry.origin
    guard origin.user?.hasSameBytes(as: author) == true, !origin.isSync, case .edit(let number) = origin.id else {
      return nil
    }
    return number
  }

  /// Returns the newest entry of somebody else that changed an item after an entry; nil if there is none.
  private func laterEdit(
    than entry: HistoryEntry, before end: Int64, of item: ItemID, notBy author: String
  ) throws -> HistoryEntry? {
    var items = [item]
    if case .section(let section) = item, let last = try reader.row(before: OrderKeys.bound, in: section) {
      items.append(.row(last.id))  // what came into the section since
    }
    for item in items {
      let later = try reader.history(of: item).first { change in
        let other = change.entry
        return other.changes.lowerBound >= entry.changes.upperBound && other.changes.lowerBound < end
          && other.user?.hasSameBytes(as: author) != true
      }
      if let later { return later.entry }
    }
    return nil
  }
}
