import OutlineCore
import SQLite

// A flag never stays on a row that has nothing below it: when writes remove the last row below it, all users' flags for
// it are removed. They are restored when an undo restores such a row.
extension StoreWriter {
  /// The rows whose flags writes may remove or restore, as they were before the writes.
  struct RowFlags {
    /// The rows with flags that the writes name, and those directly before them, unless such a row has nothing below it already.
    fileprivate var near: Set<Int64> = []
    /// The flags that the undone changes removed, of rows that have nothing below them.
    fileprivate var removed: [(user: Int64, row: Int64, isCollapsed: Int64)] = []
  }

  /// Looks up the flags that writes may remove or restore, before the writes.
  ///
  /// O(writes × log n), and for an undo O(undone changes).
  func rowFlags(before writes: [Write]) throws -> RowFlags {
    for case .restoreFlag(let item, let user, _) in writes {
      log.lostFlags.removeAll { $0.row == item.rawValue && $0.user == user }
    }
    let rows = writes.compactMap(\.leveledRow)
    var flags = RowFlags()
    if rows.isEmpty { return flags }
    // For many rows, it is faster to ask first whether the outline has nested rows.
    if try rows.count < 100 || reader.hasRowLevels() {
      flags.near = try rowsWithFlags(near: rows).filter { try !isLeaf($0) }
    }
    guard let undone = log.restored else { return flags }
    flags.removed = try db.rows(
      """
      SELECT user_id, id, old_flag FROM change
      WHERE change_id >= ? AND change_id < ? AND thing = 'fold' AND action = 'delete'
      """, [undone.lowerBound, undone.upperBound]
    ) { (try $0[0], try $0[1], try $0[2]) }.filter { try isLeaf($0.row) }
    return flags
  }

  private func rowsWithFlags(near rows: [RowID]) throws -> Set<Int64> {
    let statement = try db.statement(
      """
      SELECT section_id FROM fold WHERE section_id IN (
        ?1, (SELECT before.row_id FROM row AS own CROSS JOIN row AS before ON before.section_id = own.section_id
          AND before.rank < own.rank WHERE own.row_id = ?1 ORDER BY before.rank DESC LIMIT 1))
      """)
    var found: Set<Int64> = []
    for row in rows {
      try statement.bind([row.rawValue])
      while let line = try statement.step() { found.insert(try line[0]) }
      statement.reset()
    }
    return found
  }

  /// Removes the flags of rows that have nothing below them, and restores those of rows that have something below them
  /// again.
  func adjust(_ flags: RowFlags) throws {
    // One set of writes may take the last row away, and the next one of the same entry bring another.
    let brings = log.bringsFlagsBack || log.restored != nil
    let back = try brings ? log.lostFlags.filter { try isThere($0.row) && !isLeaf($0.row) } : []
    log.lostFlags.removeAll { flag in back.contains { $0.row == flag.row } }
    for row in flags.near.sorted() where try isLeaf(row) {
      log.lostFlags += try db.rows(
        "DELETE FROM fold WHERE section_id = ? RETURNING user_id, section_id, collapsed", [row]
      ) { (try $0[0], try $0[1], try $0[2]) }
    }
    for flag in back + flags.removed where try isThere(flag.row) && !isLeaf(flag.row) {
      try db.run(
        """
        INSERT INTO fold (user_id, section_id, collapsed) SELECT user_id, ?2, ?3 FROM user WHERE user_id = ?1
        ON CONFLICT DO NOTHING
        """, [flag.user, flag.row, flag.isCollapsed])
    }
  }

  private func isThere(_ item: Int64) throws -> Bool {
    try reader.row(RowID(item)) != nil || reader.section(SectionID(item)) != nil
  }

  /// Whether the row exists and has nothing below it.
  private func isLeaf(_ row: Int64) throws -> Bool {
    let found: Int? = try db.value(
      """
      SELECT 1 FROM row AS own WHERE row_id = ? AND level >= coalesce((
        SELECT level FROM row WHERE section_id = own.section_id AND rank > own.rank ORDER BY rank LIMIT 1), 0)
      """, [row])
    return found != nil
  }
}

extension Write {
  /// The row whose place or level the write sets, or which it deletes or makes; nil for other writes.
  fileprivate var leveledRow: RowID? {
    switch self {
    case .moveRow(let id, _, _), .deleteRow(let id): id
    case .changeRow(let row, let before): row.level == before.level ? nil : row.id
    case .restoreRow(let row): row.id
    default: nil
    }
  }
}
