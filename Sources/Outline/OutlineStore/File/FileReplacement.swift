import OutlineCore
import PleatSystem

/// Puts a finished file in the place of another, which is kept under a new name.
struct FileReplacement {
  /// The file to replace; the caller keeps others from writing to it.
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
    Platform.copyOwner(from: path, to: temporary)
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
    let name = "\(path).broken-\(Platform.date(Platform.now / 1_000, on: .utc, as: "%Y-%m-%d-%H%M%S"))"
    for name in [name] + (2...99).map({ "\(name)-\($0)" }) {
      if try FileSystem.moveToNewName(temporary, name) { return name }
    }
    throw .cannotCreate(path: path, reason: "there are too many broken files beside it already")
  }

  /// Moves the old file's journals to the name it is going to have, because SQLite would apply them to the new file.
  private func moveCompanions(to old: String) throws(StoreError) {
    for ending in FileSystem.companions {
      guard try FileSystem.status(of: path + ending)?.stamp.size ?? 0 > 0 else { continue }
      if try FileSystem.moveToNewName(path + ending, old + ending) { continue }
      throw .cannotCreate(path: old + ending, reason: "there is a file already")
    }
  }

  /// Moves the journals back and removes the new file, if the old file is still in its place.
  private func takeBack(_ new: String) {
    for ending in FileSystem.companions {
      _ = Result { try FileSystem.moveToNewName(new + ending, path + ending) }  // most are not there
    }
    FileSystem.remove(new)
  }

  private func exchange(_ new: String) throws(StoreError) {
    do {
      if try Platform.exchange(new, path) { return }
      // On a file system that cannot exchange names, the old file gets its second name before it loses the first.
      let temporary = NewFile.temporaryPath(for: path)
      try Platform.move(new, to: temporary)
      try Platform.addName(new, to: path)
      try Platform.move(temporary, to: path)
    } catch { throw FileSystem.failure(toName: path, error) }
  }
}
