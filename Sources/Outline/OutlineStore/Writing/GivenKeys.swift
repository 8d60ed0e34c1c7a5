import OutlineCore
import SQLite

/// Gives ids to sections and rows, and checks those that a document gives, in place of the triggers that are dropped.
struct GivenKeys {
  private var greatest: Int64
  private var hasGiven = false

  init(_ db: Connection) throws { greatest = try StoreReader(db: db).lastID() }

  /// Returns the id from a document, or from a block, or the next one.
  ///
  /// - Throws: ``StoreError/refused(message:)`` for an id of a document that is so large that few would be left after it.
  mutating func take(_ given: Int64?, orFromBlock block: Int64?, of table: String) throws(StoreError) -> Int64 {
    guard let key = given else {
      let key = block ?? greatest + 1
      greatest = max(greatest, key)
      return key
    }
    if key - 1_000_000_000 > greatest {
      throw .refused(message: "\(table): \(table)_id \(key) is far above all others; leave it out to get the next one")
    }
    greatest = max(greatest, key)
    hasGiven = true
    return key
  }

  /// Runs an INSERT, and throws an error that names the id if it is already in use.
  static func naming(_ key: Int64, of table: String, _ insert: () throws(DatabaseError) -> Void) throws {
    do throws(DatabaseError) { try insert() } catch {
      guard isTaken(error, in: table) else { throw error }
      throw StoreError.refused(message: "\(table): \(table)_id \(key) is already in use")
    }
  }

  /// Whether an INSERT failed because an id is already in use.
  static func isTaken(_ error: DatabaseError, in table: String) -> Bool {
    error.message == "UNIQUE constraint failed: \(table).\(table)_id"
  }

  /// Records the greatest id, and checks that no section has the number of a row.
  func finish(_ db: Connection) throws {
    try db.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name IN ('section', 'row')", [greatest])
    if hasGiven, let key = try StoreReader(db: db).numberOfTwo() {
      throw StoreError.refused(message: "row: row_id \(key) is already in use, by a section")
    }
  }
}
