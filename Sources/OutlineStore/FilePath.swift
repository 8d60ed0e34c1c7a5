import CSystemShim
import Foundation
import OutlineCore

/// What the file system says of a path that is to hold an outline.
enum FilePath {
  /// The path made absolute, so that SQLite never takes it for a URI.
  static func absolute(_ path: String) throws(StoreError) -> String {
    if path.isEmpty { throw .unusablePath(path: path, reason: "the path is empty") }
    if path.utf8.contains(0) { throw .unusablePath(path: path, reason: "the path holds a NUL character") }
    if path.hasPrefix("/") { return path }
    return FileManager.default.currentDirectoryPath + "/" + path
  }

  /// Whether there is a file; throws when it cannot hold an outline.
  static func exists(_ path: String) throws(StoreError) -> Bool {
    var status = stat()
    if stat(path, &status) != 0 {
      if errno == ENOENT {
        if lstat(path, &status) != 0 { return false }
        throw .unusablePath(path: path, reason: "it is a link to a file that is not there")
      }
      let reason = String(cString: strerror(errno))
      if errno == EACCES { throw .noPermission(path: path, message: reason) }
      throw .unusablePath(path: path, reason: reason)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .unusablePath(path: path, reason: "it is a folder")
    default: throw .unusablePath(path: path, reason: "it is not a regular file")
    }
    if status.st_nlink > 1 {
      throw .unusablePath(path: path, reason: "it has \(status.st_nlink) hard links, which breaks SQLite's journal")
    }
    if status.st_size == 0 { throw .empty(path: path) }
    if access(path, R_OK) != 0 { throw .noPermission(path: path, message: String(cString: strerror(errno))) }
    return true
  }

  /// Makes the folder of `path` and those above it, open to the user alone, where they are missing.
  static func makeFolder(of path: String) throws(StoreError) {
    let folder = (path as NSString).deletingLastPathComponent
    if FileManager.default.fileExists(atPath: folder) { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .cannotCreate(path: folder, reason: "the folder cannot be made")
    }
  }

  /// Puts a finished file in place, durably; false when another process was first.
  static func install(_ temporary: String, at path: String) throws(StoreError) -> Bool {
    try synchronize(temporary, path: path)
    let code = pleat_rename_to_new(temporary, path)
    if code == EEXIST { return false }
    if code != 0 { throw .cannotCreate(path: path, reason: String(cString: strerror(code))) }
    try synchronize((path as NSString).deletingLastPathComponent, path: path)
    return true
  }

  private static func synchronize(_ target: String, path: String) throws(StoreError) {
    let handle = open(target, O_RDONLY)
    guard handle >= 0 else { throw .cannotCreate(path: path, reason: String(cString: strerror(errno))) }
    defer { close(handle) }
    if fsync(handle) != 0 { throw .cannotCreate(path: path, reason: String(cString: strerror(errno))) }
  }
}
