import OutlineCore
import PleatSystem
import SQLite

/// The file of a backup, and the older backups beside it: FILE, FILE.1, FILE.2 and so on, the newest first.
struct BackupTarget {
  /// The path of the newest backup, with links followed.
  let path: String
  private let outline: String
  /// How many backups to keep, this one included; nil to make a single file.
  private let count: Int?
  private let mayReplace: Bool

  /// Finds the files, and checks that a backup may be made there.
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
    try FileSystem.checkName(self.path)
    let kind = try FileSystem.status(of: self.path)?.kind
    if try isOutline(self.path) { throw BackupError.isOutline(path: path) }
    if let kind, kind != .file { throw BackupError.notFile(path: path) }
    if kind == .file, count == nil, !mayReplace { throw StoreError.exists(path: path) }
    try refuseJournal(of: self.path)
    _ = try older()
  }

  private func isOutline(_ path: String) throws(StoreError) -> Bool {
    guard let there = try FileSystem.status(of: path)?.stamp else { return false }
    return try FileStamp(ofExisting: outline).isSameFile(as: there)
  }

  /// Refuses a path with a journal, which SQLite would apply to the new file.
  private func refuseJournal(of path: String) throws {
    let log = try FileSystem.status(of: "\(path)-wal")?.stamp.size ?? 0
    if try log > 0 || Schema.hasJournal(path) { throw BackupError.unfinished(path: path) }
  }

  private func name(_ number: Int) -> String { number == 0 ? path : "\(path).\(number)" }

  /// Returns the number of backups with consecutive names; 0 if only a single file is made.
  ///
  /// - Throws: ``BackupError/notBackup(path:)`` for a file that must not be moved or deleted, because it is none of
  ///   pleat's backups or was edited, and ``StoreError`` for one that cannot be read.
  private func older() throws -> Int {
    guard let count else { return 0 }
    var number = 0
    while try isThere(name(number)) {
      if try isOutline(name(number)) || !BackupSeal.isUnedited(name(number)) {
        if number >= count { break }  // it is not in the way
        throw BackupError.notBackup(path: name(number))
      }
      number += 1
    }
    for number in 0...min(number, count) { try refuseJournal(of: name(number)) }
    return number
  }

  /// Whether there is a file at a path; throws an error if this process may not read it.
  private func isThere(_ path: String) throws(StoreError) -> Bool {
    if try FileSystem.status(of: path) == nil { return false }
    try FileSystem.checkReadable(path)
    return true
  }

  /// Gives a backup the group and the permissions of the outline, if it is in the same folder and others may write to
  /// the outline, so that they may replace the backup.
  ///
  /// - Parameter always: Whether to give them in any case.
  func share(_ temporary: String, always: Bool) {
    let isBeside = FileSystem.folder(of: path) == FileSystem.folder(of: outline)
    guard always || isBeside && (try? FileStatus(of: outline))?.isWritableByOthers == true else { return }
    Platform.copyOwner(from: outline, to: temporary)
  }

  /// Moves the finished backup to its path, and each of the older ones to the next name.
  ///
  /// Surplus backups are deleted last, so that all moves can be undone until then.
  ///
  /// - Returns: The backups that are there now, and those that were deleted.
  func install(_ temporary: String) throws -> (kept: [String], deleted: [String]) {
    let there = try older()
    let last = (count ?? 1) - 1  // the greatest number that is kept
    let deleted = there > last ? (last..<there).reversed().map(name) : []
    var steps = (0..<min(there, last)).reversed().map { (name($0), name($0 + 1)) } + [(temporary, path)]
    let aside = NewFile.temporaryPath(for: path)
    if there > last { steps.insert((name(last), aside), at: 0) }
    try carryOut(steps)
    for path in deleted.dropLast() + [aside] { FileSystem.remove(path) }
    try FileSystem.synchronizeFolder(of: path, path: path)
    return ((0...min(there, last)).map(name), deleted)
  }

  /// Gives files their new names, all or none.
  ///
  /// - Throws: ``BackupError/moved(_:backups:)`` if a renamed file could not get its old name back.
  private func carryOut(_ steps: [(old: String, new: String)]) throws {
    for (index, step) in steps.enumerated() {
      do throws(StoreError) { try move(step.old, to: step.new) } catch {
        let stuck = steps[..<index].reversed().filter { (try? Platform.moveToNewName($0.new, $0.old)) != true }
        if stuck.isEmpty { throw error }
        throw BackupError.moved(error, backups: stuck.map(\.new))
      }
    }
  }

  private func move(_ old: String, to new: String) throws(StoreError) {
    if mayReplace, count == nil { return try FileSystem.move(old, to: new) }
    let canLink = NetworkFiles().name(at: old) == nil
    if try !FileSystem.moveToNewName(old, new, canLink: canLink) { throw .exists(path: new) }
  }
}
