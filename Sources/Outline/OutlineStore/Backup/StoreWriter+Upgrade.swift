import OutlineCore
import OutlineMigrations
import SQLite

extension StoreWriter {
  /// Upgrades a file of an older version to this one, after a backup beside it, which goes again if the transaction is not saved.
  ///
  /// Call it before the transaction writes anything: the backup is made through another connection, while nobody else
  /// can write.
  ///
  /// - Parameters:
  ///   - network: The rule by which the file was opened.
  ///   - isTrial: Whether the transaction is going to be rolled back, so that no backup is made.
  /// - Returns: The backup; nil for a trial, and for a file of this version.
  /// - Throws: ``BackupError/beforeUpgrade(path:_:)`` if there can be no backup; nothing has changed then.
  package func upgrade(_ network: NetworkFiles, isTrial: Bool) throws -> DueBackup? {
    if version == Schema.version { return nil }
    let backup = try isTrial ? nil : backUpBeforeUpgrade(network)
    try Schema.endStandingIn(in: db)
    try Schema.apply(Migrations.all, to: db, from: version)
    try SchemaFingerprint.check(db)
    return backup.map { .beforeUpgrade(path: $0, from: version, to: Schema.version) }
  }

  /// Makes the backup and returns its path; uses the backup of an upgrade that was cut short, if there is one.
  private func backUpBeforeUpgrade(_ network: NetworkFiles) throws -> String {
    let target = "\(path).before-\(Schema.version)"
    do {
      if try BackupSeal.isUnedited(target, of: db) { return target }
      let store = try Store(opening: path, for: .reading, wait: .zero, network: network)
      let made = try store.backUp(BackupOrder(path: target, isBeforeUpgrade: true)).kept[0]
      log.madeBackup = made
      return made
    } catch let error as BackupError {
      throw BackupError.beforeUpgrade(path: path, error)
    } catch let error as StoreError {
      throw BackupError.beforeUpgrade(path: path, .file(error))
    } catch let error as DatabaseError {
      throw BackupError.beforeUpgrade(path: path, .file(StoreError(error, path: path)))
    }
  }
}
