/// What became of a backup that was due before an edit: because of ``Setting/backupEvery``, or because the edit upgrades the file.
public enum DueBackup: Hashable, Sendable {
  /// It was made before the edit upgraded the file, which has another version since.
  case beforeUpgrade(path: String, from: Int, to: Int)
  /// It was made.
  case made(path: String)
  /// It was not made, and the edit was made all the same. With ``BackupError/tooSlow(path:)``, it would have held up the
  /// edit for more than a second.
  case failed(path: String, BackupError)
}
