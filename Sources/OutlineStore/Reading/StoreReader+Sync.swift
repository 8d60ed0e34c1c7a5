import OutlineCore
import SQLite

extension StoreReader {
  /// Returns where the outline is synchronized; nil if it is not.
  package func sync() throws -> SyncState? {
    try db.first(
      """
      SELECT document, token, block, first_section, first_row, last_section, last_row, synced FROM sync
      """
    ) { line in
      let ids: ClosedRange<Int64> = 0...((1 << 53) - 1)
      guard let block = IDBlock(try line.integer(2, in: IDBlock.numbers)) else { return nil }
      let (token, synced): (String, String?) = (try line[1], try line[7])
      // They become words of commands.
      let (isWord, isCommit) = (token.utf8.allSatisfy(\.isWordByte), synced?.utf8.allSatisfy(\.isWordByte) ?? true)
      guard isWord, isCommit, !token.isEmpty, synced != "" else {
        throw StoreError.damaged(path: db.path, message: "the table sync has a token or a commit that cannot be one")
      }
      return SyncState(
        document: try line[0], token: token, block: block,
        first: IDPair(section: try line.integer(3, in: ids), row: try line.integer(4, in: ids)),
        last: IDPair(section: try line.integer(5, in: ids), row: try line.integer(6, in: ids)), synced: synced)
    }.flatMap(\.self)
  }

  /// Returns the ids that new sections and rows get from the block of a file that is synchronized.
  ///
  /// A row that was inserted by hand can have got an id of the block, which is not given again.
  package func nextIDs(of state: SyncState) throws -> IDPair {
    let block = state.block.ids
    func next(_ column: String, after last: Int64) throws -> Int64 {
      let next: Int64 = try value("SELECT \(column) FROM sync", []) ?? block.lowerBound
      let id = block.contains(last) ? max(next, last + 1) : next
      return min(max(id, block.lowerBound), block.upperBound)
    }
    let last = try lastIDs()
    return IDPair(
      section: try next("next_section", after: last.section), row: try next("next_row", after: last.row))
  }

  /// Returns the greatest ids that sections and rows of the file have or had.
  package func lastIDs() throws -> IDPair {
    func last(_ table: String) throws -> Int64 {
      try db.first("SELECT max(0, seq) FROM sqlite_sequence WHERE name = ?", [table]) { line in
        try line.integer(0, in: 0...((1 << 53) - 1))
      } ?? 0
    }
    return IDPair(section: try last("section"), row: try last("row"))
  }

  /// Returns the first ids of a block that no section and no row of the file has or had.
  package func freeIDs(of block: IDBlock) throws -> IDPair {
    let (ids, last) = (block.ids, try lastIDs())
    func free(_ table: String, _ last: Int64) throws -> Int64 {
      if ids.contains(last) { return last + 1 }
      let greatest: Int64? = try value(
        "SELECT max(\(table)_id) FROM \(table) WHERE \(table)_id >= ? AND \(table)_id < ?",
        [ids.lowerBound, ids.upperBound])
      return greatest.map { $0 + 1 } ?? ids.lowerBound
    }
    return IDPair(section: try free("section", last.section), row: try free("row", last.row))
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
  /// Whether it is a digit or a small letter.
  fileprivate var isWordByte: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}
