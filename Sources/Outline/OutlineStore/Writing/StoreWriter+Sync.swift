import OutlineCore
import SQLite

extension StoreWriter {
  /// Records where the outline is synchronized and up to which state, without an entry in the history.
  ///
  /// New ids of the block follow the greatest one that the file has or had.
  ///
  /// - Parameters:
  ///   - state: The state; its ids are replaced by those that the file has now.
  ///   - given: The greatest id of the block that must not be given, even if the file has not had it.
  ///   - coversAll: Whether the state has all sections and rows that the file has.
  package func setSync(
    _ state: SyncState, after given: Int64 = 0, coversAll: Bool = true
  ) throws {
    try StoreError.translating(path: path) {
      try ids.save(in: db)
      ids.forget()
      let old = try reader.sync()
      var free = max(try reader.freeID(of: state.block), given + 1)
      if let old, old.block == state.block { free = max(free, try reader.nextID(of: old)) }
      var (first, last) = (free, try reader.lastID())
      if !coversAll, let old { (first, last) = (old.block == state.block ? old.first : state.first, old.last) }
      try recordingSync {
        try db.run(
          """
          INSERT OR REPLACE INTO sync (line, document, token, block, next_id, first_id, last_id, synced)
          VALUES (1, ?, ?, ?, ?, ?, ?, ?)
          """, [state.document, state.token, state.block.number, free, first, last, state.synced])
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
  /// Gives the outline the identity of another file of the same outline, within an entry of the history.
  ///
  /// The ids that the entry gives are those of the other file.
  package func setIdentity(_ identity: OutlineIdentity) throws {
    log.keepsLineage = true
    try StoreError.translating(path: path) { try db.set(identity) }
  }
}
