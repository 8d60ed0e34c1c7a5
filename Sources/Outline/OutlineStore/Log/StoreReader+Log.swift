import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the number of the last change in the log; 0 if the log is empty.
  package func lastChange() throws -> Int64 {
    try db.first("SELECT max(change_id) FROM change") { line in try line.ifPresent(0, line.key) ?? 0 } ?? 0
  }

  /// Returns the number of the first change in the log; nil if the log is empty.
  func firstChange() throws -> Int64? {
    try db.first("SELECT max(change_id - coalesce(run, 1) + 1, 1) FROM change ORDER BY change_id LIMIT 1") { line in
      try line.key(0)
    }
  }

  /// Returns the group of a change, which must be the last of its group; nil if the log does not contain it.
  package func group(ofChange number: Int64) throws -> LoggedChange.Group? {
    try db.first("SELECT edit_id, at FROM change WHERE change_id = ?", [number]) { line in
      let (edit, time): (Int64?, Int64?) = (try line[0], try line[1])
      return edit.map { .edit($0) } ?? .hand(at: time ?? 0)
    }
  }

  /// Returns the first change after one with this number, or all of a run of rows, without what later ones tell of them.
  package func firstChanges(after number: Int64) throws -> [LoggedChange] {
    let sql = "SELECT \(LogLine.columns) FROM change WHERE change_id > ? ORDER BY change_id LIMIT 1"
    return try db.first(sql, [number]) { try LogLine($0, path: db.path).changes(self) } ?? []
  }

  /// Returns the changes after a number, oldest first; see ``changes(in:)``.
  ///
  /// - Throws: `StoreError/damaged(path:message:)` if the new content of a section cannot be found.
  package func changes(after number: Int64) throws -> [LoggedChange] {
    let changes = try changes(in: (number + 1)..<Int64.max)
    for change in changes {
      guard case .section(let id, _, let new?) = change.event, !new.isComplete else { continue }
      throw StoreError.damaged(path: db.path, message: "the log does not say what section \(id) contained")
    }
    return changes
  }

  /// Returns the changes with these numbers, oldest first.
  ///
  /// The log contains texts and attributes only as they were before a change. Their new values are therefore taken from
  /// the next change of the same thing, or for sections from the section as it is now. For a row that no later change
  /// touched they are left open, since its current content is the new one.
  ///
  /// O(n), where n is the number of these changes plus all later ones.
  package func changes(in numbers: Range<Int64>) throws -> [LoggedChange] {
    let lines = try db.cursor(
      "SELECT \(LogLine.columns) FROM change WHERE change_id >= ? AND change_id < ? ORDER BY change_id",
      [numbers.lowerBound, numbers.upperBound])
    var changes: [LoggedChange] = []
    while let line = try lines.next() { changes += try LogLine(line, path: db.path).changes(self) }
    var later = LaterContents(of: changes)
    if numbers.upperBound < Int64.max { try later.read(after: numbers.upperBound - 1, self) }
    for index in changes.indices.reversed() { try later.complete(&changes[index], self) }
    return changes
  }
}

/// The texts and attributes that things have after a change, as far as later changes show them.
private struct LaterContents {
  private let touchedSections: Set<SectionID>
  private let touchedRows: Set<RowID>
  private var sections: [SectionID: SectionImage] = [:]
  private var rows: [RowID: RowImage] = [:]
  private var names: [Int64: String] = [:]

  init(of changes: [LoggedChange]) {
    var (sections, rows): (Set<SectionID>, Set<RowID>) = ([], [])
    for change in changes {
      switch change.event {
      case .section(let id, _, _): sections.insert(id)
      case .row(let id, _, _): rows.insert(id)
      case .fold, .user: break
      }
    }
    (touchedSections, touchedRows) = (sections, rows)
  }

  /// Reads the rest of the log for the first old contents of all things that the changes touched.
  mutating func read(after number: Int64, _ reader: StoreReader) throws {
    let lines = try reader.db.cursor(
      """
      SELECT \(LogLine.columns) FROM change WHERE change_id > ? AND (changed <> 0 OR action = 'delete')
      ORDER BY change_id
      """, [number])
    while let line = try lines.next() {
      let id: Int64 = try line[5]
      let isTouched = touchedSections.contains(SectionID(id)) || touchedRows.contains(RowID(id))
      guard try isTouched || isUser(line) else { continue }
      for change in try LogLine(line, path: reader.db.path).changes(reader) { note(change.event) }
    }
  }

  private func isUser(_ line: ResultRow) throws -> Bool {
    let thing: String = try line[3]
    return thing == "user"
  }

  private mutating func note(_ event: LoggedChange.Event) {
    switch event {
    case .section(let id, let old?, _): sections[id] = sections[id]?.completed(by: old) ?? old
    case .row(let id, let old?, _): rows[id] = rows[id]?.completed(by: old) ?? old
    case .user(let key, let old?, _): names[key] = names[key] ?? old.name
    case .section, .row, .fold, .user: break
    }
  }

  /// Completes the new state of a change.
  ///
  /// Call it for each change, from the last to the first.
  mutating func complete(_ change: inout LoggedChange, _ reader: StoreReader) throws {
    switch change.event {
    case .section(let id, let old, var new):
      if let image = new { new = try completed(image, id, reader) }
      change.event = .section(id, old: old, new: new)
      sections[id] = old.map { old in new.map(old.completed(by:)) ?? old }
    case .row(let id, let old, var new):
      if let image = new, let known = rows[id] { new = image.completed(by: known) }
      change.event = .row(id, old: old, new: new)
      rows[id] = old.map { old in new.map(old.completed(by:)) ?? old }
    case .user(let key, var old, var new):
      if new != nil { new?.name = try names[key] ?? reader.userName(key) }
      if let name = old?.name { names[key] = name } else { old?.name = new?.name }
      change.event = .user(key, old: old, new: new)
      if old == nil { names[key] = nil }
    case .fold: break
    }
  }

  private func completed(_ image: SectionImage, _ id: SectionID, _ reader: StoreReader) throws -> SectionImage {
    let known = sections[id].map(image.completed(by:)) ?? image
    if known.isComplete { return known }
    return try reader.section(id).map { known.completed(by: SectionImage($0)) } ?? known
  }
}

extension StoreReader {
  /// Returns the name of the user with this `user_id`; nil if there is none.
  fileprivate func userName(_ key: Int64) throws -> String? {
    try value("SELECT name FROM user WHERE user_id = ?", [key])
  }
}
