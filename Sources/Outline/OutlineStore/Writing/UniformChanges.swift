import OutlineCore
import SQLite

/// Changes of the history that are all of one kind, and after which nothing has changed that is in the way of taking them back.
///
/// They are taken back by statements over all of them, so that an undo of millions needs no memory for each.
package struct UniformChanges {
  private enum Kind: Int64 {
    /// Contents of rows were changed, each once, and neither their places nor their levels.
    case contents = 1
    case insertions
    /// Rows directly in their sections were deleted.
    case deletions
    /// Sections got flags of one user, or lost them.
    case newFlags
    case oldFlags
  }

  /// The sections and rows, in their order.
  package private(set) var items: [ItemID] = []
  private let numbers: Range<Int64>
  private var kind = Kind.contents
  /// The bits of `change.changed` that the changes have together.
  private var changed: Int64 = 0
  /// The ids of the rows that were inserted in runs.
  private var runs: [Range<Int64>] = []

  /// Finds out whether all changes of an entry are of one kind and can be taken back; nil if not.
  ///
  /// O(changes + later changes).
  ///
  /// - Parameter user: The key of the user whose flags are to be taken back; nil to take back content.
  init?(of entry: HistoryEntry, flagsOf user: Int64?, _ reader: StoreReader) throws {
    numbers = entry.changes
    guard entry.isComplete, !entry.origin.isSync else { return nil }
    let lines = try reader.db.cursor(
      """
      SELECT id, run, changed, old_due, old_repeat, thing = 'row', CASE
        WHEN thing = 'row' AND action = 'update' AND (old_section, old_place) IS (new_section, new_place)
          AND changed > 0 AND changed & ~?4 = 0 THEN 1
        WHEN thing IN ('section', 'row') AND action = 'insert' THEN 2
        WHEN thing = 'row' AND action = 'delete' AND ifnull(old_level, 1) = 1 AND old_text IS NOT NULL THEN 3
        WHEN thing = 'fold' AND user_id = ?3 AND EXISTS (SELECT 1 FROM section WHERE section_id = id)
          THEN CASE action WHEN 'insert' THEN 4 WHEN 'delete' THEN 5 END
        WHEN thing = 'user' AND (action = 'insert' OR ?3 IS NULL) THEN 0
        END
      FROM change WHERE change_id >= ?1 AND change_id < ?2
      """, [numbers.lowerBound, numbers.upperBound, user, Self.columns.map(\.changedBit).reduce(0, |)])
    var (count, isSorted) = (0, true)
    while let line = try lines.next() {
      guard let number = try line.ifPresent(6, line.integer) else { return nil }
      count += 1
      guard let own = Kind(rawValue: number) else { continue }
      guard items.isEmpty || own == kind else { return nil }
      kind = own
      changed |= try line.ifPresent(2, line.integer) ?? 0
      if own == .contents || own == .deletions { _ = try line.schedule(3) }
      let (id, isRow) = (try line.key(0), try line.flag(5))
      var ids = id..<(id + 1)
      if let run = try line.ifPresent(1, line.integer) {
        guard own == .insertions, try reader.checked(rowCount: run) > 0 else { return nil }
        ids = id..<(id + run)
        runs.append(ids)
        count += ids.count - 1
      }
      for id in ids {
        let item: ItemID = isRow ? .row(RowID(id)) : .section(SectionID(id))
        if let last = items.last, last >= item { isSorted = false }
        items.append(item)
      }
    }
    if !isSorted { items.sort() }
    guard !items.isEmpty, count == numbers.count, try !isInTheWay(reader, user) else { return nil }
  }

  /// The columns of a row's content that are taken back, which are all but the level.
  private static let columns = RowColumn.all.filter { $0 != .level }

  /// Whether a row was changed twice, a later change is about the items or may be about their places, or the items are not as the
  /// changes left them.
  private func isInTheWay(_ reader: StoreReader, _ user: Int64?) throws -> Bool {
    if kind == .contents, zip(items, items.dropFirst()).contains(where: ==) { return true }
    if kind == .insertions || kind == .deletions, try reader.hasRowLevels() { return true }
    let later =
      switch kind {
      case .contents:
        "thing = 'row' AND run IS NULL AND id IN (SELECT id FROM change WHERE \(Self.range) AND thing = 'row')"
      case .insertions, .deletions: "thing IN ('section', 'row')"
      case .newFlags, .oldFlags: "thing IN ('section', 'row') OR thing = 'fold' AND user_id = \(user ?? 0)"
      }
    return try reader.value(
      """
      SELECT EXISTS (SELECT 1 FROM change WHERE change_id >= ?2 AND (\(later)))
        OR EXISTS (SELECT 1 FROM change WHERE \(Self.range) AND (\(difference)))
      """, [numbers.lowerBound, numbers.upperBound]) ?? false
  }

  private static let range = "change_id >= ?1 AND change_id < ?2"

  /// The condition for a change whose item is not as the change left it, in a file that was changed without its log.
  private var difference: String {
    let sections = "(SELECT id FROM change WHERE \(Self.range) AND thing = 'section')"
    return switch kind {
    case .contents: "thing = 'row' AND NOT EXISTS (SELECT 1 FROM row WHERE row_id = id)"
    case .insertions:
      """
      thing = 'row' AND ifnull(run, 1) <> (SELECT count(*) FROM row WHERE row_id >= id AND row_id < id + ifnull(run, 1)
          AND section_id = new_section AND rank = new_place + ifnull(step, 0) * (row_id - id))
        OR thing = 'section' AND (NOT EXISTS (SELECT 1 FROM section WHERE section_id = id
            AND (ord, section.level, collapsible) = (new_place, new_level, new_flag))
          OR (SELECT total(rows) FROM row_count WHERE section_id IN \(sections)) <> (SELECT total(ifnull(run, 1))
            FROM change WHERE \(Self.range) AND thing = 'row' AND new_section IN \(sections)))
      """
    case .deletions:
      """
      thing = 'row' AND (EXISTS (SELECT 1 FROM row WHERE row_id = id OR section_id = old_section AND rank = old_place)
        OR NOT EXISTS (SELECT 1 FROM section WHERE section_id = old_section))
      """
    case .newFlags, .oldFlags:
      """
      thing = 'fold' AND new_flag IS NOT (
        SELECT collapsed FROM fold WHERE fold.user_id = change.user_id AND section_id = id)
      """
    }
  }

  /// Takes the changes back; returns how many items that has changed.
  fileprivate func takeBack(in db: Connection) throws -> Int64 {
    let range = "\(Self.range) AND thing"
    var count: Int64 = 0
    func run(_ sql: String) throws {
      try db.run(sql, [numbers.lowerBound, numbers.upperBound])
      count += db.changedRows
    }
    switch kind {
    case .contents:
      let assignments = Self.columns.filter { changed & Int64($0.changedBit) != 0 }
        .map { "\($0.name) = iif(changed & \($0.changedBit), old_\($0.name), row.\($0.name))" }
      try run(
        "UPDATE row SET \(assignments.joined(separator: ", ")) FROM change WHERE row_id = +id AND \(range) = 'row'")
    case .insertions:
      try run("DELETE FROM row WHERE row_id IN (SELECT id FROM change WHERE \(range) = 'row' AND run IS NULL)")
      for run in runs {
        try db.run("DELETE FROM row WHERE row_id >= ? AND row_id < ?", [run.lowerBound, run.upperBound])
        count += db.changedRows
      }
      try run("DELETE FROM section WHERE section_id IN (SELECT id FROM change WHERE \(range) = 'section')")
    case .deletions:
      let old = Self.columns.map { "old_\($0.name)" }.joined(separator: ", ")
      try run(
        """
        INSERT INTO row (\(RowTable.columns))
        SELECT id, old_section, old_place, \(old), 1 FROM change WHERE \(range) = 'row' ORDER BY change_id
        """)
    case .newFlags:
      try run(
        """
        DELETE FROM fold WHERE (user_id, section_id) IN (SELECT user_id, id FROM change WHERE \(range) = 'fold')
        """)
    case .oldFlags:
      try run(
        """
        INSERT INTO fold (user_id, section_id, collapsed)
        SELECT user_id, id, old_flag FROM change WHERE \(range) = 'fold' ORDER BY change_id
        """)
    }
    return count
  }
}

extension StoreReader {
  /// Returns the changes of an entry if they are all of one kind and can be taken back by statements over all of them.
  ///
  /// - Parameter user: The user whose flags are to be taken back; nil to take back content.
  package func uniformChanges(of entry: HistoryEntry, flagsOf user: StoredUser?) throws -> UniformChanges? {
    if let user, user.key == nil { return nil }
    return try UniformChanges(of: entry, flagsOf: user?.key, self)
  }
}

extension StoreWriter {
  /// Takes changes back, within an entry of the history.
  ///
  /// - Throws: An SQLite error, or ``StoreError/damaged(path:message:)`` if items are not as the log says. The transaction must
  ///   then be rolled back.
  package func takeBack(_ changes: UniformChanges) throws {
    guard log.entry != nil else { throw StoreError.unexpected(message: "a change has no entry in the log") }
    try StoreError.translating(path: path) {
      db.setWorkLimit(isOn: false)  // triggers run for every item
      defer { db.setWorkLimit(isOn: true) }
      let count = try changes.takeBack(in: db)
      let logged = changes.items.count
      if count != logged { throw reader.damage("the log has \(logged) items where \(count) are") }
    }
  }
}
