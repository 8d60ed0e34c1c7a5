import OutlineCore
import PleatSystem
import SystemPackage

/// Operations on files and folders whose errors name the path.
enum FileSystem {
  /// Makes a path absolute, so that SQLite never takes it for a URI.
  ///
  /// - Throws: ``StoreError/unusablePath(path:reason:)`` for an empty path and for one with a NUL.
  static func absolute(_ path: String) throws(StoreError) -> String {
    if path.isEmpty { throw .unusablePath(path: path, reason: "the path is empty") }
    if path.utf8.contains(0) { throw .unusablePath(path: path, reason: "the path contains a NUL character") }
    if path.hasSuffix("/") { throw .unusablePath(path: path, reason: "a path that ends with a slash names a folder") }
    if path.hasPrefix("/") { return path }
    let folder: String?
    do { folder = try Platform.currentFolder() } catch {
      throw .unusablePath(path: path, reason: error.description)
    }
    guard let folder else {
      throw .unusablePath(path: path, reason: "the path of the current folder is not UTF-8")
    }
    return folder + "/" + path
  }

  /// Whether there is a file at the path.
  ///
  /// - Throws: ``StoreError`` if something is there that cannot be an outline file, such as a folder.
  static func exists(_ path: String) throws(StoreError) -> Bool {
    guard let status = try status(of: path) else {
      if try self.status(of: path, followingLinks: false) == nil { return false }
      throw .unusablePath(path: path, reason: "it is a link to a file that does not exist")
    }
    switch status.kind {
    case .file: break
    case .folder: throw .unusablePath(path: path, reason: "it is a folder")
    case .other: throw .unusablePath(path: path, reason: "it is not a regular file")
    }
    if status.links > 1 {
      throw .unusablePath(path: path, reason: "it has \(status.links) hard links, which breaks SQLite's journal")
    }
    try checkReadable(path)
    return true
  }

  /// Returns the status of a path, by default with links followed; nil if nothing is there.
  static func status(of path: String, followingLinks: Bool = true) throws(StoreError) -> FileStatus? {
    do { return try FileStatus(of: path, followingLinks: followingLinks) } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw unusable(path, error)
    }
  }

  /// The error for a path that the system could not look at.
  private static func unusable(_ path: String, _ error: Errno) -> StoreError {
    switch error {
    case .permissionDenied, .notPermitted, .readOnlyFileSystem:
      .noPermission(path: path, message: error.description)
    case .notDirectory:
      .unusablePath(path: path, reason: "\(Platform.obstacle(on: path)?.folder ?? path) is not a folder")
    case .fileNameTooLong, .tooManySymbolicLinkLevels:
      .unusablePath(path: path, reason: error.description)
    default: .ioFailed(path: path, message: error.description)
    }
  }

  /// The endings of the names of the files that SQLite keeps beside a database.
  static let companions = ["-journal", "-wal", "-shm"]

  /// Refuses a database if a named pipe, a folder or the like has the name of one of SQLite's files beside it.
  ///
  /// SQLite would open a pipe and wait.
  ///
  /// - Parameters:
  ///   - database: The path of the database, with links followed.
  ///   - path: The path that errors name.
  static func checkCompanions(of database: String, _ path: String) throws(StoreError) {
    for ending in companions {
      guard let status = try status(of: database + ending), status.kind != .file else { continue }
      throw .unusablePath(path: path, reason: "\(database)\(ending) is in the way, and is not a file of SQLite")
    }
  }

  /// Refuses to make a file that SQLite would take for a part of another database.
  static func checkName(_ path: String) throws(StoreError) {
    for ending in companions where path.hasSuffix(ending) {
      throw .unusablePath(path: path, reason: "SQLite gives names that end with \(ending) to files of its own")
    }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Checks that this process may read the file at a path.
  ///
  /// - Throws: ``StoreError/noPermission(path:message:)`` if it may not.
  static func checkReadable(_ path: String) throws(StoreError) {
    do { try Platform.checkReadable(path) } catch { throw unusable(path, error) }
  }

  /// Returns the first bytes of a file.
  static func bytes(of path: String, atMost limit: Int) throws(StoreError) -> [UInt8] {
    do { return try Platform.read(path, atMost: limit) } catch { throw unusable(path, error) }
  }

  /// Whether the system says that this process may not write to the file at a path.
  static func forbidsWriting(_ path: String) -> Bool {
    do { try Platform.checkWritable(path) } catch {
      return [.permissionDenied, .notPermitted, .readOnlyFileSystem].contains(error)
    }
    return false
  }

  /// Returns the path of the file that a path leads to, with links followed; the path itself if nothing is there.
  ///
  /// - Throws: ``StoreError/unusablePath(path:reason:)`` for a link to a file that does not exist.
  static func followingLinks(_ path: String) throws(StoreError) -> String {
    do { return try Platform.resolved(path) } catch {
      if error == .notDirectory { return path }
      if error != .noSuchFileOrDirectory { throw unusable(path, error) }
    }
    if try status(of: path, followingLinks: false) == nil { return path }
    throw .unusablePath(path: path, reason: "it is a link to a file that does not exist")
  }
}

// MARK: - Making files

extension FileSystem {
  /// Creates the folder of `path` and the folders above it if they do not exist, accessible to the user alone, or in a
  /// shared folder to its group as well.
  ///
  /// - Parameters:
  ///   - path: The path whose folder is needed.
  ///   - made: Gets the folders that this process created, the outermost first, also where it throws an error.
  static func makeFolder(of path: String, adding made: inout [String]) throws(StoreError) {
    let folder = folder(of: path)
    if FileStamp(of: folder) != nil { return }
    try makeFolder(of: folder, adding: &made)
    do {
      let permissions: UInt32 = isShared(Self.folder(of: folder)) ? 0o770 : 0o700
      if try Platform.makeFolder(folder, permissions: permissions) { made.append(folder) }
    } catch { throw .cannotCreate(path: folder, reason: error.description) }
  }

  /// Creates an empty file where none is, accessible to the user alone, or in a shared folder to its group as well.
  ///
  /// The umask applies as well.
  static func makeFile(_ path: String) throws(Errno) {
    try Platform.makeFile(path, permissions: isShared(folder(of: path)) ? 0o660 : 0o600)
  }

  /// Whether new files in a folder belong to the folder's group, as where several accounts share it.
  private static func isShared(_ folder: String) -> Bool { (try? FileStatus(of: folder))?.givesItsGroup ?? false }

  /// Deletes a file if it exists; one that stays does no harm.
  static func remove(_ path: String) { _ = Result { try Platform.remove(path) } }

  /// Gives a file a new name, and replaces the file that has the name already.
  static func move(_ path: String, to target: String) throws(StoreError) {
    do { try Platform.move(path, to: target) } catch { throw failure(toName: target, error) }
  }

  /// Gives a file a new name; returns false if another file has it.
  static func moveToNewName(_ path: String, _ new: String, canLink: Bool = true) throws(StoreError) -> Bool {
    do { return try Platform.moveToNewName(path, new, canLink: canLink) } catch { throw failure(toName: new, error) }
  }

  /// The error for a file that could not get its name.
  ///
  /// - Parameters:
  ///   - path: The name.
  ///   - error: What the system reported.
  static func failure(toName path: String, _ error: Errno) -> StoreError {
    FileStatus.isKnown(at: path)
      ? .cannotCreate(path: path, reason: error.description)
      : .outcomeUnknown(path: path, message: error.description)
  }

  /// Waits until the content of a file, or the names in a folder, are on the disk.
  ///
  /// - Parameters:
  ///   - target: The file or folder.
  ///   - path: The path that errors name.
  static func synchronize(_ target: String, path: String) throws(StoreError) {
    do { try Platform.synchronize(target) } catch { throw .cannotCreate(path: path, reason: error.description) }
  }

  /// Waits until the name of a new file or folder is on the disk.
  ///
  /// - Parameters:
  ///   - target: The new file or folder.
  ///   - path: The path that errors name.
  /// - Throws: ``StoreError/madeButNotSynchronized(path:reason:)``, because the file is in its place by then.
  static func synchronizeFolder(of target: String, path: String) throws(StoreError) {
    do { try Platform.synchronize(folder(of: target)) } catch {
      throw .madeButNotSynchronized(path: path, reason: error.description)
    }
  }
}

extension FileStamp {
  /// Reads the stamp of a file that was there a moment ago.
  ///
  /// - Throws: ``StoreError/replaced(path:)`` if it is gone, else ``StoreError/ioFailed(path:message:)``.
  init(ofExisting path: String) throws(StoreError) {
    do { self = try FileStatus(of: path).stamp } catch {
      throw error == .noSuchFileOrDirectory || error == .notDirectory
        ? .replaced(path: path) : .ioFailed(path: path, message: error.description)
    }
  }

  /// Throws an error unless the file is still the one at the path.
  ///
  /// - Throws: ``StoreError/replaced(path:)`` if it is not, or ``StoreError/ioFailed(path:message:)``.
  func checkIsStill(at path: String) throws(StoreError) {
    if try !isSameFile(as: FileStamp(ofExisting: path)) { throw .replaced(path: path) }
  }
}
