import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the identity of the outline; nil if the file has none, which a repair mends.
  package func identity() throws -> OutlineIdentity? {
    let query = "SELECT value FROM setting WHERE name = ?"
    guard let word: String = try value(query, ["identity"]) else { return nil }
    let lineage: String? = try value(query, ["lineage"])
    guard let identity = OutlineIdentity(word: word, lineage: lineage ?? "") else {
      throw StoreError.damaged(path: db.path, message: "the table setting has an impossible identity or lineage")
    }
    return identity
  }

  /// Returns the identity for a document: with the stamps up to the greatest id in use.
  package func documentIdentity() throws -> OutlineIdentity? {
    try identity()?.covering(
      max(
        value("SELECT max(section_id) FROM section", []) ?? 0 as Int64, value("SELECT max(row_id) FROM row", []) ?? 0))
  }
}

extension Connection {
  func set(_ identity: OutlineIdentity) throws {
    try run(
      """
      INSERT INTO setting (name, value) VALUES ('identity', ?), ('lineage', ?)
      ON CONFLICT DO UPDATE SET value = excluded.value
      """, [identity.word, identity.lineage])
  }

  /// Leaves a stamp if the edit has given ids.
  ///
  /// A synchronized file leaves none, because no other file gives ids of its block.
  func stampGivenIDs() throws {
    let reader = StoreReader(db: self)
    guard let identity = try reader.identity(), let next = try identity.giving(reader.lastID()),
      try value("SELECT NOT EXISTS (SELECT 1 FROM sync)") ?? true
    else { return }
    // The word stays, and SQLite compiles this in half the time of `set`.
    try run("UPDATE setting SET value = ? WHERE name = 'lineage'", [next.lineage])
    if changedRows == 0 { try set(next) }
  }
}
