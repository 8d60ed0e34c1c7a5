import OutlineCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// System calls on files and folders.
enum FileSystem {
  /// Makes a path absolute, so that SQLite never takes it for a URI.
  ///
  /// - Throws: ``StoreError/unusablePath(path:reason:)`` for an empty path and for one with a NUL.
  static func absolute(_ path: String) throws(StoreError) -> String {
    if path.isEmpty { throw .unusablePath(path: path, reason: "the path is empty") }
    if path.utf8.contains(0) { throw .unusablePath(path: path, reason: "the path holds a NUL character") }
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { throw .unusablePath(path: path, reason: lastError) }
    defer { free(folder) }
    guard let start = String(validatingCString: folder) else {
      throw .unusablePath(path: path, reason: "the path of the current folder is not UTF-8")
    }
    return start + "/" + path
  }

  /// Whether there is a file at the path.
  ///
  /// - Throws: ``StoreError`` if something is there that cannot be an outline file, such as a folder.
  static func exists(_ path: String) throws(StoreError) -> Bool {
    var status = stat()
    if stat(path, &status) != 0 {
      if errno == ENOENT {
        if lstat(path, &status) != 0 { return false }
        throw .unusablePath(path: path, reason: "it is a link to a file that does not exist")
      }
      throw unusable(path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .unusablePath(path: path, reason: "it is a folder")
    default: throw .unusablePath(path: path, reason: "it is not a regular file")
    }
    if status.st_nlink > 1 {
      // One of them may be the first name of the file, if the process that made it was killed.
      if NewFile.removeLeftovers(of: path), stat(path, &status) == 0, status.st_nlink == 1 { return true }
      throw .unusablePath(path: path, reason: "it has \(status.st_nlink) hard links, which breaks SQLite's journal")
    }
    try checkReadable(path)
    return true
  }

  /// The error for a path of which the last system call could not look at the file.
  private static func unusable(_ path: String) -> StoreError {
    let (number, reason) = (errno, lastError)
    return switch number {
    case EACCES, EPERM, EROFS: .noPermission(path: path, message: reason)
    case ENOTDIR, ENAMETOOLONG, ELOOP: .unusablePath(path: path, reason: reason)
    default: .ioFailed(path: path, message: reason)
    }
  }

  /// The endings of the names of the files that SQLite keeps beside a database.
  static let companions = ["-journal", "-wal", "-shm"]

  /// Refuses a database beside which a named pipe, a folder or the like has the name of a file of SQLite's, which opening would
  /// wait for.
  ///
  /// - Parameters:
  ///   - database: The path of the database, with links followed.
  ///   - path: The path that errors name.
  static func checkCompanions(of database: String, _ path: String) throws(StoreError) {
    for ending in companions where try kind(of: database + ending) == .other {
      throw .unusablePath(path: path, reason: "\(database)\(ending) is in the way, and is no file of SQLite's")
    }
  }

  /// Refuses to make a file that SQLite would take for a part of another database.
  static func checkName(_ path: String) throws(StoreError) {
    for ending in companions where path.hasSuffix(ending) {
      throw .unusablePath(path: path, reason: "SQLite gives names that end with \(ending) to files of its own")
    }
  }

  /// Returns the folder of the file at an absolute path.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Whether what is made in a folder belongs to the folder's group (the set-group-ID bit), as where several accounts share it.
  private static func isShared(_ folder: String) -> Bool {
    var status = stat()
    return stat(folder, &status) == 0 && status.st_mode & S_ISGID != 0
  }

  /// Checks that this process may read the file at a path.
  ///
  /// - Throws: ``StoreError/noPermission(path:message:)`` if it may not.
  static func checkReadable(_ path: String) throws(StoreError) {
    if access(path, R_OK) != 0 { throw unusable(path) }
  }

  /// Whether the system says that this process may not write to the file at a path.
  static func forbidsWriting(_ path: String) -> Bool {
    access(path, W_OK) != 0 && [EACCES, EPERM, EROFS].contains(errno)
  }

  /// Creates the folder of `path` and the folders above it if they do not exist, accessible to the user alone, or in a
  /// shared folder to its group as well.
  ///
  /// - Parameters:
  ///   - path: The path whose folder is needed.
  ///   - made: Gets the folders that this process created, the outermost first, also where it throws an error.
  static func makeFolder(of path: String, adding made: inout [String]) throws(StoreError) {
    let folder = folder(of: path)
    var status = stat()
    if stat(folder, &status) == 0 { return }
    try makeFolder(of: folder, adding: &made)
    if mkdir(folder, isShared(Self.folder(of: folder)) ? 0o770 : 0o700) == 0 {
      made.append(folder)
    } else if errno != EEXIST {
      throw .cannotCreate(path: folder, reason: lastError)
    }
  }

  /// Removes a folder if it is empty.
  static func removeFolder(_ path: String) { rmdir(path) }

  /// Creates an empty file where none is, accessible to the user alone, or in a shared folder to its group as well.
  ///
  /// The system takes away what the umask says.
  ///
  /// - Returns: 0, or the value of `errno`.
  static func makeFile(_ path: String) -> Int32 {
    let handle = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isShared(folder(of: path)) ? 0o660 : 0o600)
    if handle < 0 { return errno }
    close(handle)
    return 0
  }

  /// What is at a path.
  enum Kind {
    /// There is nothing.
    case nothing
    /// A regular file.
    case file
    /// A folder, a device, or another thing that is no regular file.
    case other
  }

  /// Returns what is at a path, or at the end of the links there.
  ///
  /// - Throws: ``StoreError`` if the system does not say, for example because the disk fails.
  static func kind(of path: String) throws(StoreError) -> Kind {
    var status = stat()
    if stat(path, &status) != 0 {
      if errno == ENOENT { return .nothing }
      throw unusable(path)
    }
    return status.st_mode & S_IFMT == S_IFREG ? .file : .other
  }

  /// Returns the path of the file that a path leads to, with links followed; the path itself if nothing is there.
  ///
  /// - Throws: ``StoreError/unusablePath(path:reason:)`` for a link to a file that does not exist.
  static func followingLinks(_ path: String) throws(StoreError) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    var status = stat()
    if lstat(path, &status) != 0 { return path }
    throw .unusablePath(path: path, reason: "it is a link to a file that does not exist")
  }

  /// Renames a file, and replaces the one that has the new name.
  ///
  /// If the file has its new name afterwards, this has succeeded, even if the system reports an error.
  ///
  /// - Returns: 0, or the value of `errno`.
  static func rename(_ old: String, to new: String) -> Int32 {
    let before = FileStamp(of: old)
    #if canImport(Glibc)
      let code = Glibc.rename(old, new) == 0 ? 0 : errno
    #elseif canImport(Musl)
      let code = Musl.rename(old, new) == 0 ? 0 : errno
    #else
      let code = Darwin.rename(old, new) == 0 ? 0 : errno
    #endif
    guard code != 0, let before, let after = FileStamp(of: new), after.isSameFile(as: before) else { return code }
    return 0
  }

  /// The error for a file that could not get its name.
  ///
  /// - Parameters:
  ///   - path: The name.
  ///   - code: The value of `errno`.
  static func failure(toName path: String, _ code: Int32) -> StoreError {
    var status = stat()
    if stat(path, &status) == 0 || [ENOENT, ENOTDIR, EACCES].contains(errno) {
      return .cannotCreate(path: path, reason: reason(code))
    }
    return .outcomeUnknown(path: path, message: reason(code))  // the system no longer says what is there
  }

  /// Deletes a file if it exists.
  static func remove(_ path: String) { unlink(path) }

  /// Waits until the content of a file, or the names in a folder, are on the disk.
  ///
  /// - Parameters:
  ///   - target: The file or folder.
  ///   - path: The path that errors name.
  static func synchronize(_ target: String, path: String) throws(StoreError) {
    let handle = open(target, O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { throw .cannotCreate(path: path, reason: lastError) }
    defer { close(handle) }
    if fsync(handle) != 0 { throw .cannotCreate(path: path, reason: lastError) }
  }

  /// Waits until the name of a new file or folder is on the disk.
  ///
  /// - Parameters:
  ///   - target: The new file or folder.
  ///   - path: The path that errors name.
  /// - Throws: ``StoreError/madeButNotSynchronized(path:reason:)``, because the file is in its place by then.
  static func synchronizeFolder(of target: String, path: String) throws(StoreError) {
    do { try synchronize(folder(of: target), path: path) } catch {
      guard case .cannotCreate(_, let reason) = error else { throw error }
      throw .madeButNotSynchronized(path: path, reason: reason)
    }
  }

  /// Returns the system's message for an error number.
  static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

  /// The message for the error of the last system call.
  private static var lastError: String { reason(errno) }

  /// Whether an error number means that the file already exists.
  static func isThere(_ number: Int32) -> Bool { number == EEXIST }

  /// Whether an error number means that the file, or a folder on the way to it, does not exist.
  static func isMissing(_ number: Int32) -> Bool { number == ENOENT }

  /// The id of this process.
  static var processID: Int32 { getpid() }

  /// Suspends the current thread.
  static func sleep(microseconds: UInt32) { usleep(microseconds) }

  /// Returns the names in a folder; empty if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
      }
    }
    return names
  }

  /// Returns the first bytes of a file, at most `count`; empty if it cannot be read.
  static func start(of path: String, count: Int) -> [UInt8] {
    let handle = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard handle >= 0 else { return [] }
    defer { close(handle) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, read(handle, buffer.baseAddress, count))
    }
  }

  /// Reads a small file as text; nil if it cannot be read.
  static func text(of path: String) -> String? {
    let handle = open(path, O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { return nil }
    defer { close(handle) }
    var bytes: [UInt8] = []
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, initialized in
        count = read(handle, buffer.baseAddress, buffer.count)
        initialized = max(count, 0)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
      bytes += chunk
    }
  }
}

/// The identity, size and time of a file, read without a lock.
///
/// Every commit changes it, except for one that follows another within a tick of the file system's clock; see
/// ``isSettled``.
package struct FileStamp: Hashable, Sendable {
  let device: UInt64
  package let inode: UInt64
  let size: Int64
  let seconds: Int64
  let nanoseconds: Int64

  /// Reads the stamp of the file at a path; nil if there is no file.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
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

  /// Reads the stamp of a file that was there a moment ago.
  ///
  /// - Throws: ``StoreError/replaced(path:)`` if it is gone, and ``StoreError/ioFailed(path:message:)`` if the system does not
  ///   say.
  init(ofExisting path: String) throws(StoreError) {
    guard let stamp = FileStamp(of: path) else {
      let number = errno
      throw number == ENOENT || number == ENOTDIR
        ? .replaced(path: path) : .ioFailed(path: path, message: FileSystem.reason(number))
    }
    self = stamp
  }

  /// Whether the last change is old enough that the next one is certain to get another time.
  ///
  /// The clocks of file systems have ticks of up to 10 ms.
  package var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = (Int64(now.tv_sec) &- seconds) &* 1_000_000_000 &+ Int64(now.tv_nsec) &- nanoseconds
    return age > 20_000_000
  }

  /// Throws an error unless the file is still the one at the path.
  ///
  /// - Throws: ``StoreError/replaced(path:)`` if another file or none is there, and ``StoreError/ioFailed(path:message:)`` if
  ///   the system does not say.
  func checkIsStill(at path: String) throws(StoreError) {
    if try !isSameFile(as: FileStamp(ofExisting: path)) { throw .replaced(path: path) }
  }

  func isSameFile(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }
}
