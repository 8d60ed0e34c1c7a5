import CPlatform
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// MARK: - Looking

extension Errno {
  /// Whether the error means that the disk has failed or is full; false for a file that is missing or unreadable.
  package var isFailureOfDisk: Bool {
    let failures: [Errno] = [
      .ioError, .noSuchAddressOrDevice, .operationNotSupportedByDevice, .staleNFSFileHandle, .timedOut, .noSpace,
      .diskQuotaExceeded,
    ]
    return failures.contains(self)
  }
}

extension Platform {
  /// The folder that relative paths start from; nil if its path is not UTF-8.
  package static func currentFolder() throws(Errno) -> String? {
    guard let folder = getcwd(nil, 0) else { throw lastError }
    defer { free(folder) }
    return String(validatingCString: folder)
  }

  /// Returns the absolute path of an existing file, without links; nil if it does not exist.
  package static func absolutePath(of path: String) -> String? { try? resolved(path) }

  /// Returns the absolute path of an existing file, without links.
  package static func resolved(_ path: String) throws(Errno) -> String {
    guard let bytes = realpath(path, nil) else { throw lastError }
    defer { free(bytes) }
    return String(cString: bytes)
  }

  /// Returns the outermost folder of a path that is missing, not a folder, or inaccessible, and the error; nil if there
  /// is none.
  package static func obstacle(on path: String) -> (folder: String, error: Errno)? {
    var folder = (path.hasPrefix("/") ? "" : (try? currentFolder()) ?? ".") + "/"
    for part in path.split(separator: "/").dropLast() {
      folder += part
      do { _ = try FileStatus(of: folder + "/.") } catch { return (folder, error) }
      folder += "/"
    }
    return nil
  }

  /// Checks that this process may read a file.
  package static func checkReadable(_ path: String) throws(Errno) { try check(access(path, R_OK)) }

  /// Checks that this process may write a file.
  package static func checkWritable(_ path: String) throws(Errno) { try check(access(path, W_OK)) }

  /// Whether this process may execute a file.
  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Returns the first bytes of a file, or all of them; nil if it cannot be read.
  package static func bytes(of path: String, atMost limit: Int = .max) -> [UInt8]? {
    try? read(path, atMost: limit)
  }

  /// Reads at most this many bytes from the start of a file.
  ///
  /// It does not wait for a named pipe without a writer.
  package static func read(_ path: String, atMost limit: Int) throws(Errno) -> [UInt8] {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
      defer { _ = Result { try file.close() } }  // it was only read
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 16))
      while bytes.count < limit {
        let count = try chunk.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
      }
      return bytes
    } catch { throw error as? Errno ?? lastError }
  }

  /// Truncates an existing file to zero bytes.
  package static func empty(_ path: String) throws {
    let file = try FileDescriptor.open(FilePath(path), .writeOnly, options: [.closeOnExec, .nonBlocking, .noFollow])
    try file.closeAfter { try file.resize(to: 0) }
  }

  /// Returns the content of a small file as text; nil if it cannot be read.
  package static func text(of path: String) -> String? { bytes(of: path).map { String(decoding: $0, as: UTF8.self) } }

  /// Returns the names in a folder; empty if it cannot be read.
  package static func names(in folder: String) -> [String] { (try? allNames(in: folder)) ?? [] }

  /// Returns the names in a folder.
  package static func allNames(in folder: String) throws(Errno) -> [String] {
    guard let list = opendir(folder) else { throw lastError }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
      }
    }
    return names
  }

  /// Returns the target of a symbolic link, or nil if there is no link.
  package static func target(ofLink path: FilePath) -> FilePath? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = path.withPlatformString { readlink($0, &bytes, bytes.count - 1) }
    return count > 0 ? bytes.withUnsafeBufferPointer { $0.baseAddress.map { FilePath(platformString: $0) } } : nil
  }

  /// Returns the type of the file system at a path, as a number from linux/magic.h; nil if it is unknown.
  ///
  /// On macOS, it is the number of NFS for every remote file system, and 0 for the others.
  package static func fileSystemType(at path: String) -> UInt32? {
    var type: UInt32 = 0
    return cplatform_file_system_type(path, &type) == 0 ? type : nil
  }

  /// Whether a file or a folder has, or may have, an access list in addition to its permissions.
  package static func hasAccessList(_ path: String) -> Bool { cplatform_has_access_list(path) != 0 }

  static func check(_ result: Int32) throws(Errno) {
    if result != 0 { throw lastError }
  }
}

// MARK: - Making and removing

extension Platform {
  /// Creates an empty file at an unused path, with these permissions minus the umask.
  package static func makeFile(_ path: String, permissions: UInt32) throws(Errno) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(truncatingIfNeeded: permissions))
    if file < 0 { throw lastError }
    close(file)
  }

  /// Creates a file with a new name that ends in `.txt`, readable only by its owner.
  package static func newTextFile(in folder: String) throws(Errno) -> (path: String, file: FileDescriptor) {
    var template = Array("\(folder)/pleat-XXXXXX.txt".utf8CString)
    let file = mkstemps(&template, 4)
    guard file >= 0 else { throw lastError }
    return (
      String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self), FileDescriptor(rawValue: file)
    )
  }

  /// Creates a file without a name in a folder, open for reading and writing.
  package static func temporaryFile(in folder: String) throws(Errno) -> FileDescriptor {
    var template = Array("\(folder)/pleat-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw lastError }
    unlink(template)
    return FileDescriptor(rawValue: file)
  }

  /// Creates a folder, with these permissions minus the umask; returns false if it exists.
  package static func makeFolder(_ path: String, permissions: UInt32 = 0o700) throws(Errno) -> Bool {
    if mkdir(path, mode_t(truncatingIfNeeded: permissions)) == 0 { return true }
    if lastError != .fileExists { throw lastError }
    return false
  }

  /// Creates a folder that only its owner may use, and its parents, unless they exist.
  package static func makeFolders(_ path: String) throws(Errno) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/\(part)"
      _ = try makeFolder(made)
    }
  }

  package static func remove(_ path: String) throws(Errno) { try check(unlink(path)) }

  /// Removes an empty folder.
  package static func removeFolder(_ path: String) throws(Errno) { try check(rmdir(path)) }

  /// Removes a file, or a folder with everything in it; does nothing if the path does not exist.
  package static func removeTree(_ path: String) throws(Errno) {
    if unlink(path) == 0 || lastError == .noSuchFileOrDirectory { return }
    for name in names(in: path) where name != "." && name != ".." { try removeTree("\(path)/\(name)") }
    try removeFolder(path)
  }

  package static func setPermissions(of file: FileDescriptor, to permissions: FilePermissions) throws(Errno) {
    try check(fchmod(file.rawValue, permissions.rawValue))
  }

  /// Gives a file the owner, the group and the permissions of another one, if the system allows it.
  package static func copyOwner(from path: String, to target: String) {
    guard let status = try? FileStatus(of: path) else { return }
    // Without the right to change the owner, the file keeps its own, as new files do. A group other than the old one
    // gets no permissions.
    let hasGroup =
      chown(target, status.owner, status.group) == 0 || chown(target, .max, status.group) == 0
    _ = chmod(target, mode_t(truncatingIfNeeded: status.permissions & (hasGroup ? 0o777 : 0o707)))
  }

  /// Waits until everything written to a file is on the disk.
  package static func synchronize(_ file: FileDescriptor) throws(Errno) { try check(fsync(file.rawValue)) }

  /// Waits until the content of a file, or the names in a folder, are on the disk.
  package static func synchronize(_ path: String) throws(Errno) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw lastError }
    defer { close(file) }
    try check(fsync(file))
  }

  /// Locks an open file; returns false if another process holds a lock.
  ///
  /// - Parameter isShared: Whether other processes may share the lock.
  package static func lock(_ file: FileDescriptor, isShared: Bool = false) throws(Errno) -> Bool {
    if flock(file.rawValue, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return true }
    if lastError == .wouldBlock { return false }
    throw lastError
  }
}

// MARK: - Names

extension Platform {
  /// Renames a file, and replaces any file with the new name.
  ///
  /// If the file has its new name afterwards, this succeeds even if the system reports an error, as a network or a
  /// failing disk may do.
  package static func move(_ path: String, to new: String) throws(Errno) {
    let before = FileStamp(of: path)
    if rename(path, new) == 0 { return }
    let error = lastError
    if !isThere(before, at: new) { throw error }
  }

  /// Renames a file unless another one has the new name; returns false in that case.
  ///
  /// If the file has its new name afterwards, this succeeds even if the system reports an error.
  ///
  /// - Parameter canLink: Whether to use a hard link if the system cannot rename without replacing. Without links, a
  ///   file that another process gives the new name at the same moment is replaced.
  package static func moveToNewName(_ path: String, _ new: String, canLink: Bool = true) throws(Errno) -> Bool {
    let before = FileStamp(of: path)
    do { try tryMovingToNewName(path, new, canLink: canLink) } catch {
      if isThere(before, at: new) {
        unlink(path)  // the old name is still there if both are links to the same file
        return true
      }
      if error == .fileExists { return false }
      throw error
    }
    return true
  }

  private static func tryMovingToNewName(_ path: String, _ new: String, canLink: Bool) throws(Errno) {
    let error = renameByFlags(path, new, doNotReplace)
    if error == nil { return }
    if let error, error != .invalidArgument, error != .noFunction { throw error }
    if canLink {
      try check(link(path, new))
      return try remove(path)
    }
    if access(new, F_OK) == 0 { throw .fileExists }
    try check(rename(path, new))
  }

  /// Exchanges the names of two files in one step.
  ///
  /// If the first has the name of the second afterwards, this succeeds even if the system reports an error.
  ///
  /// - Returns: False if the system or the file system cannot do that.
  package static func exchange(_ one: String, _ other: String) throws(Errno) -> Bool {
    let before = FileStamp(of: one)
    guard let error = renameByFlags(one, other, exchangeNames) else { return true }
    if isThere(before, at: other) { return true }
    if [.noFunction, .notSupported, .invalidArgument].contains(error) { return false }
    throw error
  }

  /// Gives a file a second name, as a hard link.
  package static func addName(_ new: String, to path: String) throws(Errno) { try check(link(path, new)) }

  /// Whether the path leads to the file with this stamp.
  private static func isThere(_ stamp: FileStamp?, at path: String) -> Bool {
    guard let stamp, let there = FileStamp(of: path) else { return false }
    return there.isSameFile(as: stamp)
  }

  private static let doNotReplace: UInt32 = 1
  private static let exchangeNames: UInt32 = 2

  /// Renames with the flags of Linux's `renameat2`; returns the error, or nil.
  private static func renameByFlags(_ path: String, _ new: String, _ flags: UInt32) -> Errno? {
    let code = cplatform_rename(path, new, flags)
    return code == 0 ? nil : Errno(rawValue: code)
  }
}
