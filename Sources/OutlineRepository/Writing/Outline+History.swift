import OutlineCore
import OutlineStore

extension Outline {
  /// Takes the last edits back, or brings back what was taken back last, in one transaction.
  ///
  /// Every step is an edit of its own in the history: redo is the undo of an undo. What comes back has its keys, places,
  /// texts and attributes, and everybody's flags. Edits of all users and those made by hand are gone through from the
  /// last; flags only with ``OutlineCore/History/folds``, and then the acting user's. O(changes × log n).
  /// - Parameters:
  ///   - direction: back, or forth again.
  ///   - history: what to go through.
  ///   - count: how many steps.
  ///   - wantsChanges: whether to tell what changes in the lists; O(sections).
  /// - Returns: what it did, and the entries that it took back, in order; none where there is nothing to take back.
  /// - Throws: ``OutlineCore/OutlineError/conflict(_:words:)`` where something is not as the edit left it,
  ///   ``OutlineCore/OutlineError/historyEnds(after:_:)`` where there are fewer steps, though at least one; nothing has
  ///   changed then.
  public func step(
    _ direction: UndoRules.Direction, _ history: History = .content, count: Int = 1, as userName: String,
    isTrial: Bool = false, observers: Set<String> = [], wantsChanges: Bool = true
  ) throws -> (entries: [HistoryEntry], outcome: Outcome) {
    var entries: [HistoryEntry] = []
    let terms = Terms(words: "", isTrial: isTrial, makesFile: false, observers: observers, wantsChanges: wantsChanges)
    let outcome = try compare(as: userName, terms) { writer in
      entries = []
      var items: [ItemID] = []
      while entries.count < count {
        let reader = writer.reader
        let planner = Planner(reader: reader, user: try reader.user(named: userName))
        guard let entry = try planner.nextEntry(direction, history) else {
          if entries.isEmpty { break }
          throw OutlineError.historyEnds(after: entries.count, direction)
        }
        let net = try planner.net(of: entry)
        let writes = try history == .content ? planner.undo(net, of: entry) : planner.undoFolds(net, of: entry)
        let kind: HistoryEntry.Kind = direction == .undo ? .undo(history) : .redo(history)
        try writer.begin(EntryHeading(user: userName, words: entry.sentence, kind: kind))
        _ = try writer.perform(writes, as: planner.user)
        items += net.items(history)
        entries.append(entry)
      }
      var seen: Set<ItemID> = []
      return (items.filter { seen.insert($0).inserted }, !entries.isEmpty)
    }
    return (entries, outcome)
  }

  /// The entries of a history, the newest first.
  ///
  /// O(entries).
  public func log(_ history: History = .content, as userName: String, limit: Int? = nil) throws -> [HistoryEntry] {
    try ask(as: userName) { reader, user in
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

  /// What every setting is.
  public func settings() throws -> [Setting: Int] {
    try ask { reader in
      try Dictionary(uniqueKeysWithValues: Setting.allCases.map { ($0, try reader.setting($0)) })
    }
  }
}

extension Planner {
  /// The entry that is to be taken back next; nil where there is none.
  ///
  /// O(entries passed over).
  func nextEntry(_ direction: UndoRules.Direction, _ history: History) throws -> HistoryEntry? {
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

  /// Whether an entry is one of a history.
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

  /// What an entry came to.
  func net(of entry: HistoryEntry) throws -> NetChanges {
    let changes = try reader.changes(in: entry.changes)
    guard entry.isComplete, changes.count == entry.changes.count else {
      throw OutlineError.historyCut(words: entry.sentence)
    }
    return NetChanges(changes.map(\.event))
  }
}

extension NetChanges {
  /// Whether it sets a user's flags or settings, and not only those of sections that come or go.
  fileprivate func setsFolds(of key: Int64) -> Bool {
    let comingOrGoing = comingOrGoing
    return users[key]?.before != nil || flags.keys.contains { $0.user == key && !comingOrGoing.contains($0.section) }
  }

  /// What was touched, by the keys: cascades log in no defined order.
  fileprivate func items(_ history: History) -> [ItemID] {
    switch history {
    case .content: sections.map(\.id).sorted().map { .section($0) } + rows.map(\.id).sorted().map { .row($0) }
    case .folds: Set(flags.keys.map(\.section)).sorted().map { .section($0) }
    }
  }
}

extension HistoryEntry {
  /// The entry in words.
  public var sentence: String {
    kind == .hand ? "edited outside pleat" : words.isEmpty ? "an edit" : words
  }
}
