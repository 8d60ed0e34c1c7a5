import OutlineCore
import SQLite

extension StoreReader {
  /// Returns where the outline is synchronized; nil if it is not.
  package func sync() throws -> SyncState? {
    try db.first(
      """
      SELECT folder, document, token, block, first_section, first_row, last_section, last_row, synced FROM sync
      """
    ) { line in
      let ids: ClosedRange<Int64> = 0...((1 << 53) - 1)
      guard let block = IDBlock(try line.integer(3, in: IDBlock.numbers)) else { return nil }
      return SyncState(
        folder: try line[0], document: try line[1], token: try line[2], block: block,
        first: IDMarks(section: try line.integer(4, in: ids), row: try line.integer(5, in: ids)),
        last: IDMarks(section: try line.integer(6, in: ids), row: try line.integer(7, in: ids)), synced: try line[8])
    }.flatMap(\.self)
  }

  /// Returns the ids that new sections and rows get from the block of a file that is synchronized.
  ///
  /// A row that was inserted by hand can have got an id of the block, which is not given again.
  package func nextIDs(of state: SyncState) throws -> IDMarks {
    let block = state.block.ids
    func next(_ column: String, after last: Int64) throws -> Int64 {
      let next: Int64 = try value("SELECT \(column) FROM sync", []) ?? block.lowerBound
      let id = block.contains(last) ? max(next, last + 1) : next
      return min(max(id, block.lowerBound), block.upperBound)
    }
    let last = try lastIDs()
    return IDMarks(
      section: try next("next_section", after: last.section), row: try next("next_row", after: last.row))
  }

  /// Returns the greatest ids that sections and rows of the file have or had.
  package func lastIDs() throws -> IDMarks {
    func last(_ table: String) throws -> Int64 {
      try db.first("SELECT max(0, seq) FROM sqlite_sequence WHERE name = ?", [table]) { line in
        try line.integer(0, in: 0...((1 << 53) - 1))
      } ?? 0
    }
    return IDMarks(section: try last("section"), row: try last("row"))
  }

  /// Returns the first ids of a block that no section and no row of the file has or had.
  package func freeIDs(of block: IDBlock) throws -> IDMarks {
    let (ids, last) = (block.ids, try lastIDs())
    func free(_ table: String, _ last: Int64) throws -> Int64 {
      if ids.contains(last) { return last + 1 }
      let greatest: Int64? = try value(
        "SELECT max(\(table)_id) FROM \(table) WHERE \(table)_id >= ? AND \(table)_id < ?",
        [ids.lowerBound, ids.upperBound])
      return greatest.map { $0 + 1 } ?? ids.lowerBound
    }
    return IDMarks(section: try free("section", last.section), row: try free("row", last.row))
  }
}

extension StoreReader {
  /// Returns the flag that a user, given by `user.user_id`, has for a section; nil for none.
  package func flag(of section: SectionID, ofUserWithKey key: Int64) throws -> Bool? {
    try value("SELECT collapsed FROM fold WHERE user_id = ? AND section_id = ?", [key, section.rawValue])
  }

  /// Returns the user with a `user.user_id`; nil if there is none.
  package func user(withKey key: Int64) throws -> User? {
    try db.first("SELECT name, starts_collapsed, accordion FROM user WHERE user_id = ?", [key]) { line in
      User(name: try line[0], startsCollapsed: try line[1], accordion: try line[2])
    }
  }
}
