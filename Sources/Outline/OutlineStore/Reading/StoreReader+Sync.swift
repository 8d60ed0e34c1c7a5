import OutlineCore
import SQLite

extension StoreReader {
  /// Returns where the outline is synchronized; nil if it is not.
  package func sync() throws -> SyncState? {
    try db.first(
      """
      SELECT document, token, block, first_id, last_id, synced FROM sync
      """
    ) { line in
      let ids: ClosedRange<Int64> = 0...((1 << 53) - 1)
      guard let block = IDBlock(try line.integer(2, in: IDBlock.numbers)) else { return nil }
      let (token, synced): (String, String?) = (try line[1], try line[5])
      // The token and the commit become arguments of commands.
      let (isWord, isCommit) = (token.utf8.allSatisfy(\.isWordByte), synced?.utf8.allSatisfy(\.isWordByte) ?? true)
      guard isWord, isCommit, !token.isEmpty, synced != "" else {
        throw StoreError.damaged(path: db.path, message: "the table sync has an impossible token or commit")
      }
      return SyncState(
        document: try line[0], token: token, block: block,
        first: try line.integer(3, in: ids), last: try line.integer(4, in: ids), synced: synced)
    }.flatMap(\.self)
  }

  /// Returns the id that the next section or row of a synchronized file gets from its block.
  ///
  /// An id of the block that a row inserted by hand has is skipped.
  package func nextID(of state: SyncState) throws -> Int64 {
    let (block, last) = (state.block.ids, try lastID())
    let next: Int64 = try value("SELECT next_id FROM sync", []) ?? block.lowerBound
    let id = block.contains(last) ? max(next, last + 1) : next
    return min(max(id, block.lowerBound), block.upperBound)
  }

  /// Returns the greatest id that a section or row of the file has or had.
  package func lastID() throws -> Int64 {
    try db.first("SELECT max(0, max(seq)) FROM sqlite_sequence WHERE name IN ('section', 'row')") { line in
      try line.integer(0, in: 0...((1 << 53) - 1))
    } ?? 0
  }

  /// Returns a number that both a section and a row have, which no file should have; nil if there is none.
  ///
  /// O(s log r) in the numbers of sections and rows.
  func numberOfTwo() throws -> Int64? {
    try value("SELECT section.section_id FROM section CROSS JOIN row ON row_id = section.section_id LIMIT 1", [])
  }

  /// Returns the first id of a block that no section and no row of the file has or had.
  package func freeID(of block: IDBlock) throws -> Int64 {
    let (ids, last) = (block.ids, try lastID())
    if ids.contains(last) { return last + 1 }
    let greatest = try ["section", "row"].compactMap { table -> Int64? in
      try value(
        "SELECT max(\(table)_id) FROM \(table) WHERE \(table)_id >= ? AND \(table)_id < ?",
        [ids.lowerBound, ids.upperBound])
    }
    return greatest.max().map { $0 + 1 } ?? ids.lowerBound
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

extension UInt8 {
  fileprivate var isWordByte: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}
