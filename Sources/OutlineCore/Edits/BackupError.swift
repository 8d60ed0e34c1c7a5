/// A reason why an outline is not backed up; nothing has changed then, except in the case ``moved(_:backups:)``.
public enum BackupError: Error, Hashable, Sendable {
  /// The path is that of the outline itself, also by another name.
  case isOutline(path: String)
  /// What is at the path is a folder or something else that is not a file.
  case notFile(path: String)
  /// The path is one of those between which backups move up, and the file there is none, or has been edited since.
  case notBackup(path: String)
  /// The file at the path has a journal, so an edit of it is not finished; the backup would take over the journal.
  case unfinished(path: String)
  /// The backup did not get its name because of this error, or it is not known whether it did, and older backups that had been
  /// moved for it could not be moved back. They are whole, and have these names now.
  case moved(StoreError, backups: [String])
  /// The time for the backup was over before it was complete.
  case tooSlow(path: String)
  /// The file at the path has an older version, and the edit that would upgrade it was not made, as it cannot be backed up first.
  indirect case beforeUpgrade(path: String, BackupError)
  /// The outline cannot be read, or the backup cannot be written, for example because there is a file already.
  case file(StoreError)
}
