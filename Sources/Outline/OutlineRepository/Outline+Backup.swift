import OutlineCore
import OutlineStore

extension Outline {
  /// The SQL that another program runs on its connection before it works on a file, so that foreign keys hold.
  public static var sqlPreparation: String { Store.foreignKeys }

  /// Makes a backup of the file, while others may read and write it.
  ///
  /// The copy is checked before it is put in its place: SQLite's own check finds nothing, and the copy opens as an
  /// outline. It is a file of its own, which other programs can open.
  ///
  /// O(n) in the size of the file.
  /// - Parameters:
  ///   - path: The path of the backup.
  ///   - count: How many backups to keep, this one included. An earlier backup at the path moves to the path with `.1`
  ///     at its end, one that is there to `.2`, and so on. A surplus backup is deleted if nobody has edited it; any
  ///     other file in the way is an error. If this is nil, there must be no file at the path, unless `mayReplace` is
  ///     true.
  ///   - mayReplace: Whether to replace a file at the path, whatever it is.
  ///   - isTrial: Whether to check only that the backup can be made there.
  ///   - progress: Called after each portion with the number of pages in total and the number still to be copied, and
  ///     with 1 and 0 while the backup is checked and before it is put in its place. It may throw to cancel the backup.
  /// - Throws: `BackupError` and `StoreError`, and what `progress` throws; nothing has changed then.
  public func backUp(
    to path: String, keeping count: Int? = nil, replacing mayReplace: Bool = false, isTrial: Bool = false,
    _ progress: @escaping (_ total: Int, _ remaining: Int) throws -> Void = { _, _ in }
  ) throws -> Backup {
    let result = try storeForBackup().backUp(
      BackupOrder(path: path, count: count, mayReplace: mayReplace, isTrial: isTrial), progress)
    return Backup(
      sections: result.sections, rows: result.rows, bytes: result.bytes, paths: result.kept, deleted: result.deleted)
  }
}

/// A backup that was made of an outline.
public struct Backup: Hashable, Sendable {
  /// The number of sections in it.
  public let sections: Int
  /// The number of rows in it.
  public let rows: Int
  /// Its size in bytes; 0 for a trial.
  public let bytes: Int64
  /// The paths of the backups that there are now, the newest first.
  public let paths: [String]
  /// The paths of the backups that were deleted, because there were too many.
  public let deleted: [String]
}
