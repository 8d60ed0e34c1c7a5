import OutlineCore
import SQLite

/// Records what each transaction writes to a file, before it is committed there.
package protocol StoreJournal: Sendable {
  /// Records a new file in the journal, before the file gets its name.
  ///
  /// - Parameter temporary: Where the file is.
  /// - Returns: Whether the file becomes the outline; if not, the journal's own outline is now at the path.
  func begin(with temporary: String) throws -> Bool

  /// Begins to record a transaction that has not written anything yet.
  ///
  /// - Returns: Saves the record; called right before COMMIT. If it throws, the transaction is rolled back.
  func record(_ transaction: JournalTransaction) throws -> () throws -> Void
}

/// An entry of the journal.
package struct JournalEntry: Sendable {
  /// The position of a file that has the entry.
  package let position: JournalPosition
  /// The version of the file.
  package let version: Int
  /// The edits with their users, and the last id given in each table, as JSON.
  package let heading: String
  /// The rows that changed, as a ``Changeset``; nil if the entry is a snapshot.
  package let changes: [UInt8]?

  package init(position: JournalPosition, version: Int, heading: String, changes: [UInt8]?) {
    (self.position, self.version, self.heading, self.changes) = (position, version, heading, changes)
  }
}

/// A write transaction of a file that has a journal.
package struct JournalTransaction {
  package let db: Connection
  /// The position of the file before the transaction.
  package let position: JournalPosition
  private let schema: Int64
  private let lastEdit: Int64

  init(_ db: Connection, path: String) throws {
    guard let position = try JournalTables.position(in: db) else { throw StoreError.replaced(path: path) }
    self.db = db
    self.position = position
    schema = try db.value("PRAGMA schema_version") ?? 0
    lastEdit = try db.value("SELECT seq FROM sqlite_sequence WHERE name = 'edit'") ?? 0
  }

  /// Returns the entry for the changed rows, and moves the file to its position.
  ///
  /// If the schema has changed, which a changeset cannot express, the entry is a snapshot.
  package func entry(_ changes: [UInt8]) throws -> JournalEntry {
    let version: Int = try db.value("PRAGMA user_version") ?? 0
    let isSnapshot = try schema != db.value("PRAGMA schema_version") || changes.count > max(db.size(), 1 << 20)
    var sum = ContentSum(position.sum)
    if isSnapshot { sum = try ContentSum(of: db) } else { sum.add(try Changeset(changes)) }
    let next = JournalPosition(
      outline: position.outline, seq: position.seq + 1, token: .random(in: .min ... .max), sum: sum.stored)
    try JournalTables.set(next, in: db)
    return JournalEntry(
      position: next, version: version, heading: try Self.heading(after: lastEdit, in: db),
      changes: isSnapshot ? nil : changes)
  }

  /// Whether the sum of an entry, computed from the changes alone, is the sum of all values.
  ///
  /// O(n) in the size of the file.
  package func hasSum(of entry: JournalEntry) throws -> Bool { try ContentSum(of: db).stored == entry.position.sum }

  /// Returns the random identity of the outline, which no other outline has; an import into an empty one changes it.
  package func identity() throws -> String { try JournalTables.identity(in: db) }

  /// The edits after a number, with their users and idempotency keys, and the last id given in each table.
  static func heading(after edit: Int64, in db: Connection) throws -> String {
    try db.value(
      """
      SELECT json_object(
        'edits', (SELECT json_group_array(json_object(
            'id', edit_id, 'key', key, 'at', edit.at, 'user', edit.user, 'kind', kind, 'words', edit.words))
          FROM edit LEFT JOIN idempotency_key USING (edit_id) WHERE edit_id > ?),
        'numbers', (SELECT json_group_object(name, seq) FROM sqlite_sequence))
      """, [edit]) ?? "{}"
  }
}
