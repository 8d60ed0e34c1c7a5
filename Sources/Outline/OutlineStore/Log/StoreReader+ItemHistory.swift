import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the changes of one section or row, oldest first, as far back as the log goes, whatever its kind was then.
  ///
  /// Their states are complete, except for texts that neither the log nor the outline has. O(n) in the size of the log.
  /// - Parameters:
  ///   - item: The section or row.
  ///   - first: The number of the first change to look at.
  package func changes(of item: ItemID, since first: Int64 = 0) throws -> [LoggedChange] {
    let lines = try db.cursor(
      """
      SELECT \(LogLine.columns) FROM change
      WHERE change_id >= ?2 AND thing IN ('section', 'row') AND CASE WHEN run IS NULL THEN id = ?1 ELSE ?1 >= id AND ?1 - id < run END
      ORDER BY change_id
      """, [item.number, first])
    var changes: [LoggedChange] = []
    while let line = try lines.next() {
      if let insert = try insert(of: item.number, in: line) {
        changes.append(insert)
      } else {
        changes += try LogLine(line, path: db.path).changes(self)
      }
    }
    return try completed(changes, of: item)
  }

  /// Returns the change that inserted a row, from a run of insertions; nil for a line that is no run.
  private func insert(of row: Int64, in line: ResultRow) throws -> LoggedChange? {
    guard let count: Int64 = try line[LogLine.Column.run] else { return nil }
    let index = row &- (try line.key(LogLine.Column.id))
    let step: Int64 = try line[LogLine.Column.step] ?? 0
    let rank = try line.orderKey(LogLine.Column.place + 1) &+ step &* index
    let (edit, time) = (try line.ifPresent(1, line.key), try line.ifPresent(2, line.time))
    let image = RowImage(section: SectionID(try line.key(LogLine.Column.section + 1)), rank: rank)
    return LoggedChange(
      number: try line.key(0) &- count &+ 1 &+ index, group: edit.map { .edit($0) } ?? .hand(at: time ?? 0),
      event: .row(RowID(row), old: nil, new: image))
  }

  /// Returns changes of one item with complete contents; parts that no change has are as they are in the outline.
  ///
  /// Contents are found from the last change to the first: a part that a change did not touch was the same before it.
  package func completed(_ changes: [LoggedChange], of item: ItemID) throws -> [LoggedChange] {
    var changes = changes
    var section = try self.section(SectionID(item.number)).map(SectionImage.init)
    var row = try self.row(RowID(item.number)).map {
      RowImage(section: $0.section, rank: $0.rank, content: PartialRowContent($0.content))
    }
    for index in changes.indices.reversed() {
      switch changes[index].event {
      case .section(let id, let old, let new):
        let new = new.map { image in section.map(image.completed) ?? image }
        section = old.map { image in new.map(image.completed) ?? image }
        changes[index].event = .section(id, old: section, new: new)
      case .row(let id, let old, let new):
        let new = new.map { image in row.map(image.completed) ?? image }
        row = old.map { image in new.map(image.completed) ?? image }
        changes[index].event = .row(id, old: row, new: new)
      case .fold, .user: break
      }
    }
    return changes
  }
}

extension StoreReader {
  /// Returns the last edit that ticked a task; nil if the check box, the day or the rule has changed since then, or if the
  /// edit is older than a given time.
  package func lastTick(of item: ItemID, since time: Int64 = 0) throws -> HistoryEntry? {
    let last = try history(of: item, since: time).first { change in
      change.isTicking || change.fields.contains { ["done", "due", "repeat"].contains($0.name) }
    }
    return switch last?.entry.kind {
    case .edit, .redo: last?.isTicking == true ? last?.entry : nil
    case .sync, .undo, .hand, nil: nil
    }
  }

  /// Returns the changes of one section or row by entries of the history since a time, the newest first.
  ///
  /// O(n) in the number of changes in the log since then.
  package func history(of item: ItemID, since time: Int64 = 0) throws -> [ItemChange] {
    var changes = try changes(of: item, since: time == 0 ? 0 : try firstChange(since: time))
    var found: [ItemChange] = []
    if changes.isEmpty { return [] }
    try eachEntry { entry in
      var own: [LoggedChange] = []
      while let last = changes.last, last.number >= entry.changes.lowerBound {
        own.append(last)
        changes.removeLast()
      }
      if var change = ItemChange(own.reversed(), of: entry) {
        try change.nameHolders(self)
        change.authors = try authors(of: entry, item: item)
        found.append(change)
      }
      return !changes.isEmpty
    }
    return found
  }

  /// The number of the first change of the newest entries that were all made since a time.
  private func firstChange(since time: Int64) throws -> Int64 {
    var first = Int64.max
    try eachEntry { entry in
      if entry.time >= time { first = entry.changes.lowerBound }
      return entry.time >= time
    }
    return first
  }
}

extension ItemChange {
  /// Looks up the titles of the sections that hold a row.
  package mutating func nameHolders(_ reader: StoreReader) throws {
    from = try oldHolder.flatMap { try reader.section($0)?.title }
    to = try newHolder.flatMap { try reader.section($0)?.title }
  }
}
