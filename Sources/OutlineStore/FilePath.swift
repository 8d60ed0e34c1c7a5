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

  /// The state of the file at a path; nil where there is none.
  static func stamp(of path: String) -> FileStamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileStamp(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec))
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

/// What the file system says of a file, without a lock: another stamp after every commit.
public struct FileStamp: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  let seconds: Int64
  let nanoseconds: Int64

  /// Whether the last change is so long ago that a next one is sure to have another time: file systems count in
  /// ticks of up to 10 ms.
  public var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = (Int64(now.tv_sec) - seconds) * 1_000_000_000 + Int64(now.tv_nsec) - nanoseconds
    return age > 20_000_000
  }

  func isSameFile(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }
}
