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
