/// A reason why an outline is not backed up; nothing has changed then.
public enum BackupError: Error, Hashable, Sendable {
  /// There is a file already at the path, and it may not be replaced.
  case exists(path: String)
  /// The path is that of the outline itself, also by another name.
  case isOutline(path: String)
  /// What is at the path is a folder or something else that is not a file.
  case notFile(path: String)
  /// The path is one of those between which backups move up, and the file there is none, or has been edited since.
  case notBackup(path: String)
  /// The file at the path has a journal, so an edit of it is not finished; the backup would take over the journal.
  case unfinished(path: String)
  /// The time for the backup was over before it was complete.
  case tooSlow(path: String)
  /// The outline cannot be read, or the backup cannot be written.
  case file(StoreError)
}
