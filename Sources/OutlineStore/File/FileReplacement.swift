import OutlineCore
import SQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Puts a finished file in the place of another, which is kept under a new name.
struct FileReplacement {
  /// The file that is replaced, and which nobody else can write to in the meantime.
  let path: String
  let stamp: FileStamp

  /// Puts the file `temporary`, in the same folder, in place of the file.
  ///
  /// At every moment a whole file is at the path: the old one or the new one.
  ///
  /// - Returns: The path at which the old file is kept.
  /// - Throws: ``StoreError``; nothing has changed then, except with
  ///   ``StoreError/madeButNotSynchronized(path:reason:)``.
  func install(_ temporary: String) throws(StoreError) -> String {
    FileSystem.copyOwner(from: path, to: temporary)
    try FileSystem.synchronize(temporary, path: path)
    try stamp.checkIsStill(at: path)
    let old = try named(temporary)
    do throws(StoreError) {
      try moveCompanions(to: old)
      try exchange(old)
    } catch {
      if case .cannotCreate = error { takeBack(old) }
      throw error
    }
    try FileSystem.synchronizeFolder(of: path, path: path)
    return old
  }

  /// Gives the new file the name that the old one is going to have, and returns it.
  private func named(_ temporary: String) throws(StoreError) -> String {
    let name = "\(path).broken-\(FileSystem.timeInName)"
    for name in [name] + (2...99).map({ "\(name)-\($0)" }) {
      let code = Connection.renameToNew(temporary, name)
      if code == 0 { return name }
      if !FileSystem.isThere(code) { throw .cannotCreate(path: name, reason: FileSystem.reason(code)) }
    }
    throw .cannotCreate(path: path, reason: "there are too many broken files beside it already")
  }

  /// Takes away the journals of the old file: SQLite would take them for those of the new one.
  private func moveCompanions(to old: String) throws(StoreError) {
    for ending in FileSystem.companions where (FileStamp(of: path + ending)?.size ?? 0) > 0 {
      let code = Connection.renameToNew(path + ending, old + ending)
      if code != 0 { throw .cannotCreate(path: old + ending, reason: FileSystem.reason(code)) }
    }
  }

  /// Gives the old file its journals back, and removes the new file, where the old one is still in its place.
  private func takeBack(_ new: String) {
    for ending in FileSystem.companions { _ = Connection.renameToNew(new + ending, path + ending) }
    FileSystem.remove(new)
  }

  private func exchange(_ new: String) throws(StoreError) {
    let made = FileStamp(of: new)
    let code = Connection.exchange(new, path)
    // If the new file has the name, this has succeeded, even if the system reports an error.
    if code == 0 || made.map({ FileStamp(of: path)?.isSameFile(as: $0) ?? false }) == true { return }
    guard code == ENOSYS || code == ENOTSUP else { throw FileSystem.failure(toName: path, code) }
    // A file system that cannot exchange names: the old file gets its second name first, so that it is never without one.
    let temporary = NewFile.temporaryPath(for: path)
    try FileSystem.move(new, to: temporary)
    guard link(path, new) == 0 else { throw .cannotCreate(path: path, reason: FileSystem.reason(errno)) }
    try FileSystem.move(temporary, to: path)
  }
}

extension FileSystem {
  /// The time as it stands in the names of files, in UTC.
  static var timeInName: String {
    var (seconds, parts) = (time(nil), tm())
    gmtime_r(&seconds, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
      guard let start = text.baseAddress, strftime(start, text.count, "%Y-%m-%d-%H%M%S", &parts) > 0 else { return "0" }
      return String(cString: start)
    }
  }

  /// Gives a file the owner, the group and the permissions of another, as far as the system allows it.
  static func copyOwner(from path: String, to target: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    // Without the right to it, the file belongs to whoever made it, as every new file does; another group gets no rights.
    let hasGroup = chown(target, status.st_uid, status.st_gid) == 0 || chown(target, .max, status.st_gid) == 0
    _ = chmod(target, status.st_mode & (hasGroup ? 0o777 : 0o707))
  }

  /// Whether a file's group or everybody may write it.
  static func isWritableByOthers(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & 0o022 != 0
  }

  /// Gives a file a new name, and replaces the file that has the name already.
  static func move(_ path: String, to target: String) throws(StoreError) {
    let code = rename(path, to: target)
    if code != 0 { throw failure(toName: target, code) }
  }
}
