import OutlineCore
import SQLite

/// A table that only backups have, with the last edit at the time when the backup was made.
///
/// A backup that was edited is an ordinary outline, and not a backup any more.
enum BackupSeal {
  /// Marks a copy as a backup, and as a pleat file if it was made from a dump.
  static func write(in db: Connection, version: Int) throws {
    try db.execute(
      """
      DROP TABLE IF EXISTS pleat_backup;
      CREATE TABLE pleat_backup (at INTEGER NOT NULL, last_edit INTEGER NOT NULL, last_change INTEGER NOT NULL) STRICT;
      INSERT INTO pleat_backup SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER), \(last);
      """)
    try Schema.stamp(db, version: version)
  }

  /// Whether the file at a path is a backup that nobody has edited since.
  ///
  /// - Throws: ``StoreError`` if the file could not be read, so that the answer is not known.
  static func isUnedited(_ path: String) throws -> Bool {
    try read(path) { db in try db.value("SELECT (last_edit, last_change) = (\(last)) FROM pleat_backup") ?? false }
      ?? false
  }

  /// Whether a backup has the state of a file: the same outline up to the same edit and the same change.
  ///
  /// - Throws: ``StoreError`` if the backup could not be read.
  static func isUnedited(_ path: String, of db: Connection) throws -> Bool {
    guard try FileSystem.status(of: path) != nil, try isUnedited(path) else { return false }
    return try read(path) { backup in try backup.value(state) } == (db.value(state) as String?)
  }

  /// Reads a file that may be a backup; nil if it is not a complete outline.
  private static func read<T>(_ path: String, _ body: (Connection) throws -> T?) throws -> T? {
    do {
      return try StoreError.translating(path: path) {
        try FileSystem.checkCompanions(of: path, path)
        let db = try Connection(path: path, for: .readingOnly)
        guard case .stamped(let version) = try Schema.recognize(db, path: path),
          try SchemaFingerprint.contents(of: db, version: version).hasAll
        else { return nil }
        try Schema.prepare(db, for: .reading)
        return try body(db)
      }
    } catch let error as StoreError where error.isAboutContent {
      return nil
    }
  }

  private static let state =
    "SELECT (SELECT value FROM setting WHERE name = 'identity') || ' ' || (SELECT json_array(\(last)))"

  private static let last =
    "(SELECT coalesce(max(edit_id), 0) FROM edit), (SELECT coalesce(max(change_id), 0) FROM change)"
}
