/// A reason why an outline was not backed up; nothing has changed, except in the case ``moved(_:backups:)``.
public enum BackupError: Error, Hashable, Sendable {
  /// The path leads to the outline itself, perhaps under another name.
  case isOutline(path: String)
  /// There is a folder at the path, or something else that is not a file.
  case notFile(path: String)
  /// The path is one of the names that older backups move to, and its file is not a backup or has been edited since.
  case notBackup(path: String)
  /// The file at the path has a journal, so an edit of it is not finished; the backup would take over the journal.
  case unfinished(path: String)
  /// The backup may not have got its name, and older backups that were renamed to make room for it could not be renamed
  /// back because of this error. They are intact, under these names.
  case moved(StoreError, backups: [String])
  /// The backup was not complete within its time limit.
  case tooSlow(path: String)
  /// The file at the path has an older version; the edit that would upgrade it was refused, because the file cannot be
  /// backed up first.
  indirect case beforeUpgrade(path: String, BackupError)
  /// The outline cannot be read, or the backup cannot be written, for example because there is a file already.
  case file(StoreError)
}

extension BackupError: CustomStringConvertible {
  /// What prevented the backup, as a sentence or two without a next step.
  public var description: String {
    switch self {
    case .isOutline(let path): "'\(path)' is the outline itself."
    case .notFile(let path): "\(path) is not a file."
    case .notBackup(let path):
      "\(path) is in the way: it is not a backup, or it has been edited since it was made."
    case .unfinished(let path): "\(path) has a journal of an unfinished edit beside it."
    case .moved(let error, _): "\(error) The earlier backups could not be moved back."
    case .tooSlow(let path): "The backup \(path) would hold up the edit for more than a second."
    case .beforeUpgrade(let path, let error):
      "\(path) was made by an older pleat, and has to be backed up before an edit upgrades it. \(error)"
    case .file(let error): "\(error)"
    }
  }
}

/// The outcome of a backup before an edit, made because of ``Setting/backupEvery`` or because the edit upgrades the
/// file; `path` is the path of the backup.
public enum DueBackup: Hashable, Sendable {
  /// The backup was made before the edit upgraded the file from one version to another.
  case beforeUpgrade(path: String, from: Int, to: Int)
  /// The backup that ``Setting/backupEvery`` asks for was made.
  case made(path: String)
  /// The backup that ``Setting/backupEvery`` asks for was not made, but the edit was. With
  /// ``BackupError/tooSlow(path:)``, the backup would have delayed the edit by more than a second.
  ///
  /// If the backup before an upgrade fails, the edit fails with ``BackupError/beforeUpgrade(path:_:)`` instead.
  case failed(path: String, BackupError)
}
