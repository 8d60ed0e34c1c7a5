import OutlineCore
import PleatSystem
import SQLite

extension StoreWriter {
  /// The number of automatic backups to keep: a week of daily ones.
  private static let count = 7

  /// Makes the backup that is due before the first edit of a period, as the setting `backup-every` says.
  ///
  /// Call it before the transaction writes anything: the copy is made through another connection, which reads the file
  /// as it was before, while nobody else can write.
  ///
  /// - Parameters:
  ///   - network: The rule by which the file was opened.
  ///   - time: How long the backup may take.
  /// - Returns: The backup or its failure, which does not prevent the edit; nil if none is due.
  package func backUpIfDue(_ network: NetworkFiles, within time: Duration = .milliseconds(900)) -> DueBackup? {
    if path.isEmpty { return nil }
    let end = MonotonicTime.now + time
    let target = path + ".backup"
    do {
      guard try isBackupDue() else { return nil }
      let store = try Store(opening: path, for: .reading, wait: .zero, network: network)
      let result = try store.backUp(BackupOrder(path: target, count: Self.count), until: end)
      return .made(path: result.kept[0])
    } catch let error as BackupError {
      return .failed(path: target, error)
    } catch let error as StoreError {
      return .failed(path: target, .file(error))
    } catch let error as DatabaseError {
      return .failed(path: target, .file(StoreError(error, path: path)))
    } catch {
      return .failed(path: target, .file(.unexpected(message: "\(error)")))
    }
  }

  /// Whether the last edit was in an earlier period, or the history has none.
  private func isBackupDue() throws -> Bool {
    guard case .text(let words) = try reader.setting(.backupEvery), let interval = Interval(words) else {
      return false
    }
    let times: (now: Int64, last: Int64?)? = try db.first(
      """
      SELECT CAST(strftime('%s', 'now', 'localtime') AS INTEGER),
        (SELECT CAST(strftime('%s', at / 1000, 'unixepoch', 'localtime') AS INTEGER)
          FROM edit ORDER BY edit_id DESC LIMIT 1)
      """
    ) { line in (try line[0], try line[1]) }
    guard let times, let last = times.last else { return true }
    return interval.period(of: times.now) != interval.period(of: last)
  }
}
