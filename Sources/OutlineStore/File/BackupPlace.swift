import OutlineCore
import SQLite

/// The file of a backup, and the older backups beside it: FILE, FILE.1, FILE.2 and so on, the newest first.
struct BackupPlace {
  /// The path of the newest backup, with links followed.
  let path: String
  private let outline: String
  /// How many backups to keep, this one included; nil to make a single file.
  private let count: Int?
  private let mayReplace: Bool

  /// Finds the place, and checks that a backup may be made there.
  ///
  /// - Parameters:
  ///   - path: The path of the backup.
  ///   - outline: The path of the outline.
  ///   - count: How many backups to keep, this one included; nil to make a single file.
  ///   - mayReplace: Whether to replace a file at the path, whatever it is.
  /// - Throws: ``BackupError``, ``StoreError/exists(path:)`` and ``StoreError/unusablePath(path:reason:)``.
  init(_ path: String, of outline: String, keeping count: Int?, replacing mayReplace: Bool) throws {
    self.path = try FileSystem.followingLinks(FileSystem.absolute(path))
    self.outline = try FileSystem.followingLinks(outline)
    self.count = count
    self.mayReplace = mayReplace
    let kind = FileSystem.kind(of: self.path)
    if isOutline(self.path) { throw BackupError.isOutline(path: path) }
    if kind == .other { throw BackupError.notFile(path: path) }
    if kind == .file, count == nil, !mayReplace { throw StoreError.exists(path: path) }
    try refuseJournal(of: self.path)
    _ = try older()
  }

  private func isOutline(_ path: String) -> Bool {
    guard let own = FileStamp(of: outline), let there = FileStamp(of: path) else { return false }
    return own.isSameFile(as: there)
  }

  /// SQLite would take the journal of the file that was there before for one of the new file.
  private func refuseJournal(of path: String) throws(BackupError) {
    for ending in ["-journal", "-wal"] where FileStamp(of: path + ending).map({ $0.size > 0 }) == true {
      throw .unfinished(path: path)
    }
  }

  private func name(_ number: Int) -> String { number == 0 ? path : "\(path).\(number)" }

  /// Returns how many backups there are, one after the other; 0 if there is a single file alone.
  ///
  /// - Throws: ``BackupError/notBackup(path:)`` for a file that nobody may move or delete: it is none of pleat's backups, or
  ///   has been edited since. ``BackupError/file(_:)`` for one that cannot be read, as that of another account.
  private func older() throws(BackupError) -> Int {
    guard let count else { return 0 }
    var number = 0
    while FileSystem.kind(of: name(number)) != .nothing {
      do { try FileSystem.checkReadable(name(number)) } catch { throw .file(error) }
      if isOutline(name(number)) || !BackupMark.isUnedited(name(number)) {
        if number >= count { break }  // it is in nobody's way
        throw .notBackup(path: name(number))
      }
      number += 1
    }
    for number in 0...min(number, count) { try refuseJournal(of: name(number)) }
    return number
  }

  /// Gives a backup beside an outline that others may write the group and the permissions of the outline, so that they may
  /// replace it.
  func share(_ temporary: String) {
    guard FileSystem.folder(of: path) == FileSystem.folder(of: outline), FileSystem.isWritableByOthers(outline) else {
      return
    }
    FileSystem.copyOwner(from: outline, to: temporary)
  }

  /// Moves the finished backup to its place, and each of the older ones to the next name.
  ///
  /// - Returns: The backups that are there now, and those that were deleted.
  func install(_ temporary: String) throws -> (kept: [String], deleted: [String]) {
    let there = try older()
    let last = (count ?? 1) - 1  // the greatest number that is kept
    let deleted = there > last ? (last..<there).reversed().map(name) : []
    for path in deleted { FileSystem.remove(path) }
    for number in (0..<min(there, last)).reversed() { try move(name(number), to: name(number + 1)) }
    try move(temporary, to: path)
    try FileSystem.synchronizeFolder(of: path, path: path)
    return ((0...min(there, last)).map(name), deleted)
  }

  private func move(_ old: String, to new: String) throws {
    if mayReplace, count == nil {
      let code = FileSystem.rename(old, to: new)
      if code != 0 { throw StoreError.cannotCreate(path: new, reason: FileSystem.reason(code)) }
      return
    }
    let code = Connection.renameToNew(old, new, canLink: NetworkFiles().name(at: old) == nil)
    if FileSystem.isThere(code) { throw StoreError.exists(path: new) }
    if code != 0 { throw StoreError.cannotCreate(path: new, reason: FileSystem.reason(code)) }
  }
}
