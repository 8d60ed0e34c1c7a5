import OutlineCore
import SQLite

extension StoreWriter {
  /// Records where the outline is synchronized and up to which state, without an entry in the history.
  ///
  /// Ids of the block are free from the greatest one on that the file has or had.
  ///
  /// - Parameters:
  ///   - state: The state; its ids are replaced by those that the file has now.
  ///   - given: Ids of the block that are not free although the file has not had them yet.
  ///   - coversAll: Whether the state has all sections and rows that the file has.
  package func setSync(
    _ state: SyncState, after given: IDPair = IDPair(section: 0, row: 0), coversAll: Bool = true
  ) throws {
    try StoreError.translating(path: path) {
      try ids.save(in: db)
      ids.forget()
      let old = try reader.sync()
      var free = try reader.freeIDs(of: state.block)
      if let old, old.block == state.block {
        let next = try reader.nextIDs(of: old)
        free = IDPair(section: max(free.section, next.section), row: max(free.row, next.row))
      }
      free = IDPair(section: max(free.section, given.section + 1), row: max(free.row, given.row + 1))
      var (first, last) = (free, try reader.lastIDs())
      if !coversAll, let old { (first, last) = (old.block == state.block ? old.first : state.first, old.last) }
      try recordingSync {
        try db.run(
          """
          INSERT OR REPLACE INTO sync (line, document, token, block, next_section, next_row, first_section,
            first_row, last_section, last_row, synced)
          VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            state.document, state.token, state.block.number, free.section, free.row, first.section,
            first.row, last.section, last.row, state.synced,
          ])
      }
    }
  }

  /// Runs `body` so that it may write to the table, whether the transaction has an entry in the history or not.
  private func recordingSync(_ body: () throws -> Void) throws {
    if log.entry != nil { return try body() }
    try EditLog.open(in: db)
    try body()
    try EditLog.shut(in: db)
  }

  /// Adds a user whom the file does not know.
  package func enter(_ user: User) throws {
    try StoreError.translating(path: path) { _ = try db.enter(user) }
  }
}

extension StoreWriter {
  /// Gives the outline the identity of another file of the same outline, within an entry of the history; the ids that the entry gives
  /// are those of the other file.
  package func setIdentity(_ identity: OutlineIdentity) throws {
    log.keepsLineage = true
    try StoreError.translating(path: path) { try db.set(identity) }
  }
}
