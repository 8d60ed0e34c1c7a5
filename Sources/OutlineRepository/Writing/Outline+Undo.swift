import OutlineCore
import OutlineStore

extension Outline {
  /// Undoes the most recent edits, the newest first, in one transaction.
  ///
  /// Deleted sections and rows get their ids, places, texts and attributes back, and all users' flags. Each undo is an
  /// entry of its own in the history, so it can be redone. O(changes · log n), and O(sections) if the request asks for
  /// changes.
  /// - Parameters:
  ///   - count: The number of edits to undo.
  ///   - history: Which edits to undo: edits of the content, made by any user or by hand, or the acting user's folds.
  ///   - user: The acting user.
  ///   - request: How to carry the undo out, and what to report.
  /// - Returns: What the undo did; ``Answer/entries`` has the edits that were undone, and is empty if there was none.
  /// - Throws: `OutlineError/conflict(_:words:)` if something has changed since an edit, and
  ///   `OutlineError/historyEnds(after:_:)` if there are fewer edits than requested but at least one; nothing has
  ///   changed then.
  public func undo(
    _ count: Int = 1, of history: History = .content, as user: String, with request: Request = Request()
  ) throws -> Answer {
    try step(.undo, history, count: count, as: user, with: request)
  }

  /// Redoes the edits that were undone most recently, in one transaction.
  ///
  /// This is ``undo(_:of:as:with:)`` in the other direction. After any new edit in the same history there is nothing to
  /// redo.
  public func redo(
    _ count: Int = 1, of history: History = .content, as user: String, with request: Request = Request()
  ) throws -> Answer {
    try step(.redo, history, count: count, as: user, with: request)
  }

  /// Undoes or redoes edits.
  package func step(
    _ direction: History.Direction, _ history: History = .content, count: Int = 1, as user: String,
    with request: Request = Request()
  ) throws -> Answer {
    try write(as: user, with: request, whenMissing: .refuse) { session in
      try session.carryOutComparing {
        var answer = Answer()
        var seen: Set<ItemID> = []
        while answer.entries.count < count {
          guard let undone = try session.step(direction, history) else {
            if answer.entries.isEmpty { break }
            throw OutlineError.historyEnds(after: answer.entries.count, direction)
          }
          answer.entries.append(undone.entry)
          answer.items += undone.items.filter { seen.insert($0).inserted }
        }
        return answer
      }
    }
  }

  /// Returns the entries of a history, the newest first.
  ///
  /// O(entries).
  public func log(_ history: History = .content, as userName: String, limit: Int? = nil) throws -> [HistoryEntry] {
    try read(as: userName) { reader, user in
      let planner = Planner(reader: reader, user: user)
      var entries: [HistoryEntry] = []
      try reader.eachEntry { entry in
        if let limit, entries.count >= limit { return false }
        if try planner.belongs(entry, to: history) { entries.append(entry) }
        return true
      }
      return entries
    }
  }

  /// Returns the value of every setting.
  public func settings() throws -> [Setting: SettingValue] {
    try read { reader in
      var values: [Setting: SettingValue] = [:]
      for setting in Setting.allCases { values[setting] = try reader.setting(setting) }
      return values
    }
  }
}

extension WriteSession {
  /// Undoes or redoes one entry, which makes a new entry; returns nil if there is nothing left.
  fileprivate func step(
    _ direction: History.Direction, _ history: History
  ) throws -> (entry: HistoryEntry, items: [ItemID])? {
    let planner = try planner(computesChanges: false)
    guard let entry = try planner.nextEntry(direction, history) else { return nil }
    let net = try planner.net(of: entry)
    let writes = try history == .content ? planner.undo(net, of: entry) : planner.undoFolds(net, of: entry)
    try begin(direction == .undo ? .undo(history) : .redo(history), words: entry.sentence)
    _ = try write(writes)
    return (entry, net.items(history))
  }
}

extension Planner {
  /// Returns the entry to undo or redo next, or nil if there is none.
  ///
  /// O(entries skipped).
  func nextEntry(_ direction: History.Direction, _ history: History) throws -> HistoryEntry? {
    var rules = UndoRules(direction)
    var next: HistoryEntry?
    try reader.eachEntry { entry in
      guard try belongs(entry, to: history) else { return true }
      let verdict = rules.judge(entry.kind)
      if verdict == .next { next = entry }
      return verdict == .passed
    }
    return next
  }

  /// Returns whether an entry belongs to a history.
  func belongs(_ entry: HistoryEntry, to history: History) throws -> Bool {
    switch (entry.kind, history) {
    case (.undo(let own), _), (.redo(let own), _):
      return own == history && (history == .content || entry.user == user.user.name)
    case (_, .content):
      return try reader.hasContent(entry.changes)
    case (_, .folds):
      guard let key = user.key, try reader.hasFolds(entry.changes, of: key) else { return false }
      return try !reader.hasContent(entry.changes) || net(of: entry).setsFolds(of: key)
    }
  }

  /// Returns the net effect of an entry.
  func net(of entry: HistoryEntry) throws -> NetChanges {
    let changes = try reader.changes(in: entry.changes)
    guard entry.isComplete, changes.count == entry.changes.count else {
      throw OutlineError.historyCut(words: entry.sentence)
    }
    return NetChanges(changes.map(\.event))
  }
}

extension NetChanges {
  /// Returns whether the changes set a user's flags or settings, apart from flags of inserted and deleted sections.
  fileprivate func setsFolds(of key: Int64) -> Bool {
    let comingOrGoing = comingOrGoing
    return users[key]?.before != nil || flags.keys.contains { $0.user == key && !comingOrGoing.contains($0.section) }
  }

  /// Returns the items that were touched, sorted by id because the order in which cascades log is not defined.
  fileprivate func items(_ history: History) -> [ItemID] {
    switch history {
    case .content: sections.map(\.id).sorted().map { .section($0) } + rows.map(\.id).sorted().map { .row($0) }
    case .folds: Set(flags.keys.map(\.section)).sorted().map { .section($0) }
    }
  }
}
