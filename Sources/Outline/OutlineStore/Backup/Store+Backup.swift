import OutlineCore
import PleatSystem
import SQLite

/// The options of a backup.
package struct BackupOrder: Sendable {
  package let path: String
  /// How many backups to keep, this one included: FILE, FILE.1 and so on; nil to make a single file.
  package let count: Int?
  package let mayReplace: Bool
  /// Whether to check paths, and to write nothing.
  package let isTrial: Bool
  /// Whether it is the backup before an upgrade, which gets the group and the permissions of the file.
  package let isBeforeUpgrade: Bool

  package init(
    path: String, count: Int? = nil, mayReplace: Bool = false, isTrial: Bool = false,
    isBeforeUpgrade: Bool = false
  ) {
    self.path = path
    self.count = count
    self.mayReplace = mayReplace
    self.isTrial = isTrial
    self.isBeforeUpgrade = isBeforeUpgrade
  }
}

/// The content of a new backup, and the backups that there are now.
package struct BackupResult: Sendable {
  package let sections: Int
  package let rows: Int
  /// The size in bytes; 0 for a trial.
  package let bytes: Int64
  /// The paths of the backups that there are now, the newest first.
  package let kept: [String]
  /// The paths of the backups that were deleted.
  package let deleted: [String]
}

extension Store {
  /// The statement that makes a shell enforce foreign keys in the file.
  package static let foreignKeys = "PRAGMA foreign_keys = ON"

  /// Copies the file while others may read and write it, checks the copy, and puts it in its place.
  ///
  /// O(n) in the size of the file. If others write all the time, they have to wait for the third start of the copy.
  ///
  /// - Parameters:
  ///   - order: The options of the backup.
  ///   - end: The time by which the copy has to be complete. It is then synchronized as it grows, and only the
  ///     structure of its pages and rows is checked; without a limit (nil), its indexes are checked as well.
  ///   - progress: Called after each portion with the number of pages in total and the number still to be copied, and
  ///     with 1 and 0 while the copy is checked and before it is put in its place. It may throw to cancel the backup.
  /// - Throws: ``BackupError`` and ``StoreError``, and what `progress` throws; nothing has changed then.
  package func backUp(
    _ order: BackupOrder, until end: MonotonicTime? = nil,
    _ progress: @escaping (_ total: Int, _ remaining: Int) throws -> Void = { _, _ in }
  ) throws -> BackupResult {
    guard let path else { throw StoreError.missing(path: "") }
    if FileStamp(of: path)?.size == 0 { throw StoreError.missing(path: path) }  // nothing has been added to it yet
    let target = try BackupTarget(order.path, of: path, keeping: order.count, replacing: order.mayReplace)
    if order.isTrial {
      let (sections, rows) = try size()
      return BackupResult(sections: sections, rows: rows, bytes: 0, kept: [target.path], deleted: [])
    }
    let file = try NewFile(for: target.path, makesFolders: false)
    let temporary = file.temporary
    do {
      try copy(to: temporary, for: target.path, order, until: end, progress)
      let (sections, rows) = try checked(temporary, for: target.path)
      target.share(temporary, always: order.isBeforeUpgrade)
      try FileSystem.synchronize(temporary, path: target.path)
      if let end, MonotonicTime.now > end { throw BackupError.tooSlow(path: target.path) }
      try progress(1, 0)
      let bytes = FileStamp(of: temporary)?.size ?? 0
      let (kept, deleted) = try target.install(temporary)
      return BackupResult(sections: sections, rows: rows, bytes: bytes, kept: kept, deleted: deleted)
    } catch let error as DatabaseError {
      if error.code == .interrupted { try progress(1, 0) }
      if error.code == .interrupted, end != nil { throw BackupError.tooSlow(path: target.path) }
      let isOwn = [.corrupt, .notADatabase, .busy, .locked, .error].contains(error.code)
      throw isOwn ? StoreError(error, path: path) : StoreError(error, path: target.path).about(target.path)
    }
  }

  /// Copies the file to a new one, and seals the copy as a backup.
  private func copy(
    to temporary: String, for path: String, _ order: BackupOrder, until end: MonotonicTime?,
    _ progress: @escaping (_ total: Int, _ remaining: Int) throws -> Void
  ) throws {
    try connection.use { db in
      let target = try Connection(path: temporary)
      target.limitWork {
        let isOver = end.map { MonotonicTime.now > $0 } ?? false
        return isOver || (try? progress(1, 0)) == nil ? 0 : .max
      }
      try target.harden()
      // Nobody sees the copy before it is complete and synchronized, so it needs no journal.
      try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = 200")
      try db.backUp(to: target, pages: end == nil ? 1_000 : 256, starts: end == nil ? 2 : .max) { total, remaining in
        if let end {
          try FileSystem.synchronize(temporary, path: path)
          if MonotonicTime.now > end { throw BackupError.tooSlow(path: path) }
        }
        try progress(total, remaining)
      }
      let version = try version(of: target)
      // Before any query, because a view in the place of a table may never end.
      try compareSchema(of: target, version)
      try JournalTables.drop(in: target)
      try BackupSeal.write(in: target, version: version)
      let isThorough = end == nil && !order.isBeforeUpgrade
      // The copy has the same values as the file. Not checking their constraints halves the time.
      if order.isBeforeUpgrade { try target.execute("PRAGMA ignore_check_constraints = ON") }
      let check: String? = try target.value(isThorough ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)")
      if let check, check != "ok" { throw StoreError.damaged(path: self.path ?? "", message: check) }
    }
  }

  /// Compares the schema of a copy with pleat's.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)``, which names this store's file and not the copy.
  private func compareSchema(of copy: Connection, _ version: Int) throws {
    do { try SchemaFingerprint.check(copy, version: version) } catch StoreError.damaged(_, let message) {
      throw StoreError.damaged(path: path ?? "", message: message)
    }
  }

  /// Opens a finished copy as an outline, and counts its sections and rows.
  ///
  /// - Throws: ``StoreError``, which names this store's file for damage and the backup's path for the rest, not the copy.
  private func checked(_ copy: String, for path: String) throws -> (sections: Int, rows: Int) {
    do {
      let store = try Store(existing: copy, access: .reading, wait: .zero, network: .allowed)
      return try store.size()
    } catch let error as StoreError {
      guard case .damaged(_, let message) = error else { throw error.about(path) }
      throw StoreError.damaged(path: self.path ?? "", message: message)
    }
  }

  private func size() throws -> (sections: Int, rows: Int) {
    try read { reader in
      (try reader.sectionCount(), try reader.value("SELECT coalesce(sum(rows), 0) FROM row_count", []) ?? 0)
    }
  }
}
