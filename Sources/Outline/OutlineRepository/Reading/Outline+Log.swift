import OutlineCore
import OutlineStore

extension Outline {
  /// Returns the entries of a history, the newest first.
  ///
  /// Among the edits of the content are those of settings of the file, which have no changes.
  ///
  /// O(entries), with effects O(changes).
  /// - Parameters:
  ///   - history: Edits of the content, or of the acting user's folds.
  ///   - userName: The acting user.
  ///   - limit: The greatest number of entries; nil for all.
  ///   - hasEffects: Whether to add the effects of each entry on sections and rows; folds have no such effects.
  ///   - author: The user whose entries are returned; nil for those of everybody.
  public func log(
    _ history: History = .content, as userName: String, limit: Int? = nil, hasEffects: Bool = false,
    by author: String? = nil
  ) throws -> HistoryLog {
    try read(as: userName) { reader, user in
      let planner = Planner(reader: reader, user: user)
      var log = HistoryLog()
      var effects = PastEffects(reader)
      var isWhole = true
      var passed = 0
      try reader.eachEntry { entry in
        guard try planner.belongs(entry, to: history) || history == .content && entry.hasNoChanges else {
          passed += 1
          return true
        }
        // Effects have to be read from every entry, from the newest to the oldest, even from those that are left out.
        var own = try hasEffects && history == .content ? effects.effects(of: entry.changes) : nil
        let authors = try reader.authors(of: entry)
        var entry = entry
        if let author, !entry.isMade(by: author) {
          guard let other = authors.first(where: { $0.user.hasSameBytes(as: author) }) else { return true }
          entry = entry.made(by: other)
        }
        if !authors.isEmpty { try own?.nameAuthors(of: entry, reader) }
        if let limit, log.lines.count >= limit {
          isWhole = false
          return false
        }
        log.othersCount = passed
        log.lines.append(HistoryLog.Line(entry: entry, effects: own, authors: authors))
        return true
      }
      log.hasLostOlder = try isWhole && reader.hasLostChanges()
      return log
    }
  }

  /// Returns the changes of one section or row by entries of the history, the newest first.
  ///
  /// The id of a deleted section or row is also accepted. O(changes in the log).
  /// - Parameters:
  ///   - address: The section or row.
  ///   - limit: The greatest number of entries; nil for all.
  ///   - author: The user whose entries are returned; nil for those of everybody.
  public func log(
    of address: Address, limit: Int? = nil, by author: String? = nil
  ) throws -> (changes: [ItemChange], hasLostOlder: Bool) {
    try read { reader in
      let id: ItemID
      switch address {
      case .section(let section): id = .section(section)
      case .row(let row): id = .row(row)
      case .id(let number): id = .row(RowID(number))  // the history of a number includes both kinds
      case .number, .named, .words, .path, .range, .fitting: id = try Resolver(reader: reader).item(address).id
      }
      let all = try reader.history(of: id)
      if all.isEmpty { _ = try Resolver(reader: reader).item(address) }
      let changes = all.filter { change in
        author.map { author in change.entries.contains { $0.isMade(by: author) } } ?? true
      }
      let isWhole = limit.map { changes.count <= $0 } ?? true
      return (Array(changes.prefix(limit ?? .max)), try isWhole && reader.hasLostChanges())
    }
  }
}

extension HistoryEntry {
  fileprivate func isMade(by name: String) -> Bool { user?.hasSameBytes(as: name) == true }
}

extension HistoryEffects {
  /// Adds the author on another machine to each effect of a synchronization.
  fileprivate mutating func nameAuthors(of entry: HistoryEntry, _ reader: StoreReader) throws {
    for index in first.indices { first[index].author = try reader.authors(of: entry, item: first[index].id).first }
  }
}
