/// What became of a backup that was due before an edit; see ``Setting/backupEvery``.
public enum DueBackup: Hashable, Sendable {
  /// It was made.
  case made(path: String)
  /// It was not made, and the edit was made all the same. With ``BackupError/tooSlow(path:)``, it would have held up the
  /// edit for more than a second.
  case failed(path: String, BackupError)
}
