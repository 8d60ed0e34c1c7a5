import OutlineCore
import OutlineStore

extension Outline {
  /// Undoes edits, the newest first, in one transaction.
  ///
  /// Deleted sections and rows get their ids, positions, texts and attributes back, and all users' flags. Each undo is
  /// an entry of its own in the history, so it can be redone. Later edits stay, and the undone edit must still fit: the
  /// sections and rows that it changed have to be as it left them. Sections come back below the parent that they had,
  /// and beside their neighbours. O(changes · log n + later changes), and O(sections · log n) if sections have moved
  /// since, or the request asks for changes.
  /// - Parameters:
  ///   - selection: Which edits to undo.
  ///   - user: The acting user.
  ///   - request: How to carry the undo out, and what to report.
  /// - Returns: What the undo did; `Answer.Outcome.stepped` has the entries that were undone, none if there was nothing
  ///   to undo.
  /// - Throws: `OutlineError/conflict(_:words:by:)` if an edit no longer fits, `OutlineError/othersEdit(_:_:)` if it is
  ///   another user's and the selection does not include those, `OutlineError/noEntry(_:)`, and
  ///   `OutlineError/historyEnds(after:_:)` if there are some, but fewer than requested; nothing has changed then.
  @discardableResult
  public func undo(
    _ selection: UndoSelection = .last(1), as user: String, with request: Request = Request()
  ) throws -> Answer {
    try step(.undo, selection, as: user, with: request)
  }

  /// Redoes the edits that were undone most recently, in one transaction.
  ///
  /// This is ``undo(_:as:with:)`` in the other direction: it reverses undos, which belong to the users who made them.
  /// After any new edit in the same history there is nothing to redo; with `UndoSelection/lastOwn(_:)`, after one of
  /// the acting user's.
  @discardableResult
  public func redo(
    _ selection: UndoSelection = .last(1), as user: String, with request: Request = Request()
  ) throws -> Answer {
    try step(.redo, selection, as: user, with: request)
  }

  /// Undoes or redoes edits.
  package func step(
    _ direction: History.Direction, _ selection: UndoSelection, as user: String, with request: Request = Request()
  ) throws -> Answer {
    var request = request
    if request.words.isEmpty { request.words = selection.words(direction) }
    return try write(as: user, with: request, whenMissing: .refuse) { session in
      try session.carryOutDiffing {
        if case .all(let author, let time) = selection { return try session.undoAll(by: author, since: time) }
        if case .back(let point) = selection { return try session.goBack(to: point) }
        var entries: [HistoryEntry] = []
        var items: [ItemID] = []
        while entries.count < selection.count {
          guard let undone = try session.step(direction, selection) else {
            if entries.isEmpty { break }
            throw OutlineError.historyEnds(after: entries.count, direction)
          }
          entries.append(undone.entry)
          let known = Set(items)  // empty for the first entry, which may have very many
          items += known.isEmpty ? undone.items : undone.items.filter { !known.contains($0) }
        }
        let keepsFolds = try session.keepsFolds(direction, selection, until: entries.first?.id)
        return Answer(items: items, outcome: .stepped(entries, keepsFolds: keepsFolds))
      }
    }
  }
}

extension WriteSession {
  /// Whether an undo has passed over edits of the acting user's folds, because they have a history of their own.
  ///
  /// - Parameter next: The first entry that was undone; nil for none.
  fileprivate func keepsFolds(
    _ direction: History.Direction, _ selection: UndoSelection, until next: EntryID?
  ) throws -> Bool {
    guard direction == .undo, selection.takesNewest else { return false }
    let planner = try planner(computesChanges: false)
    var isPassed = false
    try reader.eachEntry { entry in
      if entry.id == next { return false }
      isPassed = try entry.kind == .edit && planner.belongs(entry, to: .folds)
      return !isPassed
    }
    return isPassed
  }

  /// Undoes or redoes one entry, which makes a new entry; returns nil if there is nothing left.
  fileprivate func step(
    _ direction: History.Direction, _ selection: UndoSelection
  ) throws -> (entry: HistoryEntry, items: [ItemID])? {
    let planner = try planner(computesChanges: false)
    guard let (entry, direction) = try planner.entry(direction, selection) else { return nil }
    let history = selection.history
    let kind: HistoryEntry.Kind = direction == .undo ? .undo(history) : .redo(history)
    if let changes = try reader.uniformChanges(of: entry, flagsOf: history == .folds ? user : nil) {
      try begin(kind, of: entry.origin.id, in: entry.group, words: entry.sentence)
      try enterUser()
      try writer.takeBack(changes)
      return (entry, changes.items)
    }
    let changes = try planner.changes(of: entry)
    let net = NetChanges(changes)
    let plan =
      try history == .content
      ? planner.undo(changes, of: entry) : UndoPlan(opening: planner.undoFolds(net, of: entry))
    try begin(kind, of: entry.origin.id, in: entry.group, words: entry.sentence)
    writer.restores(entry.changes)
    try write(plan)
    return (entry, net.items(history))
  }
}

extension Planner {
  /// Returns the entry that a selection names next, and whether to undo or to redo it; nil if there is none.
  ///
  /// O(entries skipped).
  fileprivate func entry(
    _ direction: History.Direction, _ selection: UndoSelection
  ) throws -> (HistoryEntry, History.Direction)? {
    switch selection {
    case .last:
      guard let next = try nextEntry(direction, of: .content) else { return nil }
      guard next.isOwn(of: user.user.name, direction) else { throw OutlineError.othersEdit(next, direction) }
      return (next, direction)
    case .lastOfAnybody: return try nextEntry(direction, of: .content).map { ($0, direction) }
    case .lastOwn: return try nextEntry(direction, of: .content, owner: user.user.name).map { ($0, direction) }
    case .folds: return try nextEntry(direction, of: .folds).map { ($0, direction) }
    case .all, .back: return nil
    case .entry(let id): return try entry(id, direction)
    }
  }

  private func nextEntry(
    _ direction: History.Direction, of history: History, owner: String? = nil
  ) throws -> HistoryEntry? {
    var search = UndoSearch(direction, owner: owner)
    var next: HistoryEntry?
    try reader.eachEntry { entry in
      guard try belongs(entry, to: history) else { return true }
      let verdict = search.judge(entry)
      if verdict == .next { next = entry }
      return verdict == .passed
    }
    return next
  }

  /// Returns the newest entry about the same edit, and the direction to go; nil if the edit already is as wanted.
  ///
  /// To undo an undo is to redo its edit.
  private func entry(_ id: EntryID, _ direction: History.Direction) throws -> (HistoryEntry, History.Direction)? {
    var undone = UndoneEdits()
    var all: [HistoryEntry] = []
    var named: HistoryEntry?
    try reader.eachEntry { entry in
      if entry.id == id, entry.hasNoChanges { throw OutlineError.notUndoable(id, words: entry.sentence) }
      guard try belongs(entry, to: .content) else { return true }
      if entry.isNamed(by: id) { named = entry } else { _ = undone.note(entry) }
      all.append(entry)
      return named == nil
    }
    guard let named, let last = all.first(where: { $0.subject == named.subject }) else {
      throw OutlineError.noEntry(id)
    }
    let wanted = named.kind == .undo(.content) ? .redo : direction
    if let group = undone.group(of: named) {
      if wanted == .redo { throw OutlineError.undoneTogether(id, with: group) }
      return nil
    }
    let isUndone = last.kind == .undo(.content)
    let since = all.prefix { $0.id != last.id }
    if !isUndone, wanted == .undo,
      let single = since.first(where: { $0.group.isEmpty && $0.origin.id != $0.id && last.isAbout($0.origin) })
    {
      throw OutlineError.partlyUndone(last.id, since: single)
    }
    return isUndone == (wanted == .redo) ? (last, wanted) : nil
  }

  func belongs(_ entry: HistoryEntry, to history: History) throws -> Bool {
    switch (entry.kind, history) {
    case (.undo(let own), _), (.redo(let own), _):
      if own != history || history == .content { return own == history }
      guard let key = user.key, !entry.changes.isEmpty else { return entry.user.hasSameBytes(as: user.user.name) }
      return try reader.hasFolds(entry.changes, of: key)
    case (.sync, _): return history == .content && !entry.changes.isEmpty
    case (_, .content):
      return try reader.hasContent(entry.changes)
    case (_, .folds):
      guard let key = user.key, try reader.hasFolds(entry.changes, of: key) else { return false }
      return try !reader.hasContent(entry.changes) || NetChanges(changes(of: entry)).setsFolds(of: key)
    }
  }

  /// Returns the changes of an entry.
  func changes(of entry: HistoryEntry) throws -> [LoggedChange] {
    let changes = try reader.changes(in: entry.changes)
    guard entry.isComplete, changes.count == entry.changes.count else {
      throw OutlineError.historyCut(words: entry.sentence)
    }
    return changes
  }
}

extension NetChanges {
  /// Returns whether the changes set a user's flags or settings, apart from flags of inserted and deleted sections.
  fileprivate func setsFolds(of key: Int64) -> Bool {
    let comingOrGoing = comingOrGoing
    let settings = users[key].flatMap { change in change.before.map { ($0, change.after) } }
    let areSettingsSet = settings.map { before, after in
      before.startsCollapsed != after?.startsCollapsed || before.accordion != after?.accordion
    }
    return areSettingsSet == true || flags.keys.contains { $0.user == key && !comingOrGoing.contains($0.section) }
  }

  /// Returns the items that were touched, sorted by id because the order in which cascades log is not defined.
  func items(_ history: History) -> [ItemID] {
    switch history {
    case .content:
      sections.filter { !$0.change.isRoomAlone }.map(\.id).sorted().map { .section($0) }
        + rows.filter { !$0.change.isRoomAlone }.map(\.id).sorted().map { .row($0) }
    case .folds: Set(flags.keys.map(\.section)).sorted().map { .section($0) }
    }
  }
}
