import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system knows about a file or a folder, read without a lock.
package struct FileStatus {
  /// What a path leads to.
  package enum Kind {
    case file
    case folder
    /// Something else, such as a device or a named pipe.
    case other
  }

  package let kind: Kind
  /// The number of hard links to the file.
  package let links: Int
  /// The id of the user who owns it.
  package let owner: UInt32
  let group: UInt32
  /// The permissions, including the set-user, set-group and sticky bits.
  let permissions: UInt32
  /// Its identity, size and time.
  package let stamp: FileStamp

  /// Reads the status of the file or folder at a path.
  ///
  /// - Parameters:
  ///   - followingLinks: Whether to read the target of a symbolic link instead of the link.
  /// - Throws: `Errno.noSuchFileOrDirectory` if nothing is there, or another error of the system.
  package init(of path: String, followingLinks: Bool = true) throws(Errno) {
    var status = stat()
    if (followingLinks ? stat(path, &status) : lstat(path, &status)) != 0 { throw Platform.lastError }
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    links = Int(status.st_nlink)
    (owner, group, permissions) = (status.st_uid, status.st_gid, UInt32(status.st_mode) & 0o7777)
    stamp = FileStamp(status)
  }

  /// Whether the system answers about a path, even with a refusal; a failing disk does not answer.
  package static func isKnown(at path: String) -> Bool {
    do {
      _ = try FileStatus(of: path)
      return true
    } catch { return [.noSuchFileOrDirectory, .notDirectory, .permissionDenied].contains(error) }
  }

  /// Whether the permissions alone, without an access list, allow a user and groups to use it.
  ///
  /// - Parameter use: 4 to read, 2 to write, 1 to look up names in a folder, or their sum.
  package func allows(_ use: UInt32, user: UInt32, groups: [UInt32]) -> Bool {
    if user == 0 { return true }
    let shift: UInt32 = user == owner ? 6 : groups.contains(group) ? 3 : 0
    return permissions >> shift & use == use
  }

  /// Whether new files in the folder get the folder's group, as in a folder that several accounts share.
  package var givesItsGroup: Bool { permissions & UInt32(S_ISGID) != 0 }

  /// Whether the file's group or everybody may read or write it.
  package var isUsableByOthers: Bool { permissions & 0o066 != 0 }

  /// Whether the file's group or everybody may write it.
  package var isWritableByOthers: Bool { permissions & 0o022 != 0 }
}

/// The identity, size and time of a file, read without a lock.
///
/// Every commit changes it, except for one that follows another within a tick of the file system's clock; see
/// ``isSettled``.
package struct FileStamp: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  /// The size in bytes.
  package let size: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// Reads the stamp of the file at a path; nil if there is no file, or it cannot be read.
  package init?(of path: String) {
    guard let status = try? FileStatus(of: path) else { return nil }
    self = status.stamp
  }

  /// Reads the stamp of an open file; nil if it cannot be read.
  package init?(of file: FileDescriptor) {
    var status = stat()
    if fstat(file.rawValue, &status) != 0 { return nil }
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int64(time.tv_sec)
    nanoseconds = Int64(time.tv_nsec)
  }

  /// Whether the last change is so old that the next one is certain to get a different time.
  ///
  /// The clocks of file systems have ticks of up to 10 ms.
  package var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = (Int64(now.tv_sec) &- seconds) &* 1_000_000_000 &+ Int64(now.tv_nsec) &- nanoseconds
    return age > 20_000_000
  }

  /// Whether both stamps belong to the same file, whatever its content.
  package func isSameFile(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }
}
