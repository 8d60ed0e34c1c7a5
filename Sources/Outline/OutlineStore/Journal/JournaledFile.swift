import OutlineCore
import OutlineMigrations
import PleatSystem
import SQLite
import SQLiteSalvage
import SystemPackage

/// A file that follows a journal, opened to apply the journal's entries.
///
/// Triggers and foreign keys are off, because their effects are in the journal.
package struct JournaledFile {
  private let db: Connection
  private let path: String

  /// The newest version of a file that this program can read.
  package static var version: Int { Schema.version }

  /// Opens a file.
  ///
  /// - Throws: ``StoreError``.
  package init(_ path: String) throws {
    self.path = path
    db = try StoreError.translating(path: path) {
      _ = try FileStamp(ofExisting: path)
      let db = try Connection(path: path, for: .existing)
      let busy = BusyWait(limit: .seconds(10))
      try db.whenBusy(busy.shouldRetry)
      try Schema.recognize(db, path: path)
      try Schema.prepare(db, for: .writing)
      try db.execute("PRAGMA foreign_keys = OFF")
      try db.setTriggers(isOn: false)
      return db
    }
  }

  /// Returns the position of the file; nil if it has no journal.
  package func position() throws -> JournalPosition? {
    try StoreError.translating(path: path) { try JournalTables.position(in: db) }
  }

  /// Returns the size of the file in bytes.
  package func size() throws -> Int64 { try StoreError.translating(path: path) { try db.size() } }

  /// Returns the random word that identifies the outline.
  package func identity() throws -> String {
    try StoreError.translating(path: path) { try JournalTables.identity(in: db) }
  }

  /// Returns the content of the file, as of its position; nil if it has no journal.
  package func content() throws -> (JournalPosition, [UInt8])? {
    try StoreError.translating(path: path) {
      try db.transaction(.deferred) {
        (try JournalTables.position(in: db).map { ($0, try db.serialized()) }, .rollback)
      }
    }
  }

  /// Whether the sum that the file stores is the sum of its values.
  package func hasItsSum() throws -> Bool {
    try StoreError.translating(path: path) {
      try db.transaction(.deferred) {
        (try JournalTables.position(in: db)?.sum == ContentSum(of: db).stored, .commit)
      }
    }
  }

  /// Makes the file follow a journal.
  ///
  /// - Parameters:
  ///   - outline: The name of the outline in the journal.
  ///   - first: The number of the first entry.
  ///   - save: Saves the first entry, which is a snapshot, with the identity and the content of the file; false if
  ///     there is a journal already.
  /// - Returns: What `save` has returned.
  package func make(
    _ outline: String, from first: Int64, save: (JournalEntry, _ identity: String, _ content: [UInt8]) throws -> Bool
  ) throws -> Bool {
    try StoreError.translating(path: path) {
      try db.transaction(.immediate) {
        if try db.size() == 0 { try Schema.apply([Migrations.whole], to: db) }
        let sum = try ContentSum(of: db).stored
        let position = JournalPosition(outline: outline, seq: first, token: .random(in: .min ... .max), sum: sum)
        try JournalTables.make(at: position, in: db)
        let entry = JournalEntry(
          position: position, version: try db.value("PRAGMA user_version") ?? 0,
          heading: try JournalTransaction.heading(after: .max, in: db), changes: nil)
        let isDone = try save(entry, JournalTables.identity(in: db), db.serialized())
        return (isDone, isDone ? .commit : .rollback)
      }
    }
  }

  /// Ends the outline in the journal, as of the position of the file.
  ///
  /// - Parameters:
  ///   - new: Where the outline goes on, with another name; nil if it is deleted.
  ///   - save: Saves the last entry and, for another name, its first one, which is a snapshot, with the identity and the
  ///     content of its file; returns whether it is saved.
  /// - Returns: The number of the last entry; nil if it was not saved, or if the file has no journal.
  package func end(
    by user: String, continuingAt new: (name: String, seq: Int64)?,
    save: (_ end: JournalEntry, _ after: JournalPosition, _ identity: String, (JournalEntry, content: [UInt8])?) throws
      -> Bool
  ) throws -> Int64? {
    try StoreError.translating(path: path) {
      try db.transaction(.immediate) {
        guard let last = try JournalTables.position(in: db) else { return (nil, .rollback) }
        let version = try db.value("PRAGMA user_version") ?? 0
        func entry(of outline: String, seq: Int64, heading: String) -> JournalEntry {
          JournalEntry(
            position: JournalPosition(
              outline: outline, seq: seq, token: .random(in: .min ... .max), sum: last.sum), version: version,
            heading: heading, changes: nil)
        }
        let heading: String? = try db.value(
          "SELECT json_object('ended', ?, 'by', ?)", [new?.name ?? "", user])
        let end = entry(of: last.outline, seq: last.seq + 1, heading: heading ?? "{}")
        var begin: (JournalEntry, content: [UInt8])?
        if let new {
          let entry = try entry(of: new.name, seq: new.seq, heading: JournalTransaction.heading(after: .max, in: db))
          try db.run("UPDATE \(JournalTables.table) SET outline = ?", [new.name])
          try JournalTables.set(entry.position, in: db)
          begin = (entry, try db.serialized())
        }
        let isSaved = try save(end, last, JournalTables.identity(in: db), begin)
        return (isSaved ? end.position.seq : nil, .rollback)
      }
    }
  }

  /// Gives a file that the journal has no longer another name, and makes it an outline of its own.
  ///
  /// It stays locked meanwhile, as SQLite would take a journal beside its old name for that of the next file there. It is
  /// moved first, or the next host would enter it again if this one died in between.
  package static func release(_ path: String, as new: String) throws {
    let file = try JournaledFile(path)
    do {
      try file.db.transaction(.immediate) { (try Platform.move(path, to: new), .rollback) }
    } catch let error as Errno {
      throw StoreError.cannotCreate(path: new, reason: "\(error)")
    }
    let released = try JournaledFile(new)
    try StoreError.translating(path: new) {
      try released.db.transaction(.immediate) { (try JournalTables.drop(in: released.db), .commit) }
    }
  }

  /// Applies entries that follow the position of the file, in one transaction; entries that the file already has are
  /// left out.
  ///
  /// - Returns: Whether the file agrees with the journal; if not, it is unchanged and has to be made again.
  package func apply(_ entries: [JournalEntry]) throws -> Bool {
    try StoreError.translating(path: path) {
      try db.transaction(.immediate) {
        for entry in entries {
          guard let position = try JournalTables.position(in: db) else { return (false, .rollback) }
          if entry.position.seq <= position.seq { continue }
          guard entry.position.seq == position.seq + 1, let changes = entry.changes,
            try apply(Changeset(changes), after: position.sum) == entry.position.sum
          else { return (false, .rollback) }
          try setNumbers(entry.heading)
          try JournalTables.set(entry.position, in: db)
        }
        return (true, .commit)
      }
    }
  }

  /// Applies a changeset, and returns the resulting sum; nil if a row is not as the changeset expects.
  ///
  /// All rows are deleted first and then inserted with their new values, because two may have exchanged their sort
  /// keys.
  private func apply(_ changes: Changeset, after old: Int64) throws -> Int64? {
    var sum = ContentSum(old)
    sum.add(changes)
    for table in changes.tables {
      let names: [String] = try db.rows("SELECT name FROM pragma_table_info(?) ORDER BY cid", [table.name]) {
        try $0[0]
      }
      guard names.count == table.columns else { return nil }
      let isThis = table.key.map { "\"\(names[$0])\" = ?" }.joined(separator: " AND ")
      var inserted: [[RecordValue]] = []
      for row in table.rows where row.action != .insert {
        let key = table.key.map { row.old[$0] ?? .null }
        let found = try db.first("SELECT * FROM \"\(table.name)\" WHERE \(isThis)", key) { found in
          var values: [RecordValue] = []
          for column in 0..<table.columns { values.append(try found[column]) }
          return values
        }
        guard let found, zip(found, row.old).allSatisfy({ $1 == nil || $0 == $1 }) else { return nil }
        try db.run("DELETE FROM \"\(table.name)\" WHERE \(isThis)", key)
        if row.action == .update { inserted.append(zip(found, row.new).map { $1 ?? $0 }) }
      }
      inserted += table.rows.filter { $0.action == .insert }.map { $0.new.map { $0 ?? .null } }
      let marks = Array(repeating: "?", count: table.columns).joined(separator: ", ")
      for row in inserted { try db.run("INSERT INTO \"\(table.name)\" VALUES (\(marks))", row) }
    }
    return sum.stored
  }

  /// Sets the last id given in each table, which the session extension does not record.
  private func setNumbers(_ heading: String) throws {
    let numbers = "json_each(?, '$.numbers')"
    try db.run(
      """
      UPDATE sqlite_sequence SET seq = n.value FROM \(numbers) AS n
      WHERE n.key = sqlite_sequence.name AND n.value <> sqlite_sequence.seq
      """, [heading])
    try db.run(
      "INSERT INTO sqlite_sequence SELECT key, value FROM \(numbers) WHERE key NOT IN (SELECT name FROM sqlite_sequence)",
      [heading])
  }

  /// Replaces a file with a snapshot, or creates it with its folders; `keepingOld` keeps the old file under another
  /// name.
  ///
  /// The old file stays locked meanwhile, because SQLite would take a journal beside it for the new file's.
  package static func install(_ content: [UInt8], at path: String, keepingOld: Bool) throws {
    let new = "\(path).journal-new"
    do {
      try Platform.makeFolders(FileSystem.folder(of: path))
      let file = try FileDescriptor.open(
        FilePath(new), .readWrite, options: [.create, .truncate, .closeOnExec], permissions: [.ownerReadWrite])
      try file.closeAfter {
        try file.writeAll(content)
        try Platform.synchronize(file)
      }
      guard FileStamp(of: path) != nil else { return try Platform.move(new, to: path) }
      Platform.copyOwner(from: path, to: new)
      try JournaledFile(path).db.transaction(.immediate) {
        if keepingOld { try Platform.move(path, to: "\(path).replaced-\(Platform.now)") }
        try Platform.move(new, to: path)
        return ((), .rollback)
      }
    } catch let error as Errno {
      throw StoreError.cannotCreate(path: path, reason: "\(error)")
    }
  }
}
