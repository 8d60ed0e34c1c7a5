/// The outcome of a backup before an edit, made because of ``Setting/backupEvery`` or because the edit upgrades the
/// file.
public enum DueBackup: Hashable, Sendable {
  /// The backup was made before the edit upgraded the file from one version to another.
  case beforeUpgrade(path: String, from: Int, to: Int)
  /// The backup was made.
  case made(path: String)
  /// The backup was not made, but the edit was. With ``BackupError/tooSlow(path:)``, the backup would have delayed the
  /// edit by more than a second.
  case failed(path: String, BackupError)
}
