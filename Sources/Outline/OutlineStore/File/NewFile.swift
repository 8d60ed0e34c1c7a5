import OutlineCore
import PleatSystem
import SystemPackage

/// A file that is made under another name in the folder of its path, and gets its own name once it is complete.
///
/// While a process makes the file, the process shares a lock on the folder. The next process that makes a file and has
/// the lock alone knows that files with such names are left over from processes that were killed, and removes them. A
/// process id could not tell: it may be in use again, or belong to another container.
final class NewFile {
  /// Where the file is until it is complete.
  private(set) var temporary = ""
  /// The folders that were created for it, the outermost first.
  private(set) var madeFolders: [String] = []
  private let path: String
  private var lock: FolderLock?
  private var isInstalled = false

  /// Creates an empty file, accessible to the user alone, and the folders on the way to it.
  ///
  /// - Parameters:
  ///   - path: The absolute path that the file is for.
  ///   - makesFolders: Whether to create the folders on the way; otherwise they have to be there.
  init(for path: String, makesFolders: Bool = true) throws(StoreError) {
    self.path = path
    var failure = Errno.fileExists
    // Another process that was refused may remove a folder that it has made, as long as the folder is empty.
    for _ in 0..<100 {
      if makesFolders { try FileSystem.makeFolder(of: path, adding: &madeFolders) }
      lock = FolderLock(FileSystem.folder(of: path))
      if lock?.lockAlone() == true { Self.removeUnlocked(leftoversOf: path) }
      lock?.share()
      temporary = Self.temporaryPath(for: path)
      do throws(Errno) {
        try FileSystem.makeFile(temporary)
        return
      } catch { failure = error }
      if !makesFolders || failure != .noSuchFileOrDirectory { break }
    }
    throw .cannotCreate(path: path, reason: failure.description)
  }

  deinit {
    if isInstalled { return }
    if !temporary.isEmpty { FileSystem.remove(temporary) }
    for folder in madeFolders.reversed() { _ = Result { try Platform.removeFolder(folder) } }
  }

  /// Gives the complete file its name, durably; returns false if a file with this name was already there.
  func install(on network: NetworkFiles) throws(StoreError) -> Bool {
    try FileSystem.synchronize(temporary, path: path)
    let canLink = network.name(at: temporary) == nil
    guard try FileSystem.moveToNewName(temporary, path, canLink: canLink) else { return false }
    isInstalled = true
    for made in madeFolders + [path] { try FileSystem.synchronizeFolder(of: made, path: path) }
    return true
  }
}

// MARK: - Leftovers

extension NewFile {
  /// The part of a temporary name between the name of the file and the numbers that make it unique.
  private static let infix = ".new-"

  /// Returns a temporary path that no other process uses.
  static func temporaryPath(for path: String) -> String {
    "\(path)\(infix)\(Platform.processID)-\(UInt32.random(in: 0 ... .max))"
  }

  /// Whether there is a file at the path; removes a second name left by a process that was killed while making it.
  ///
  /// - Throws: ``StoreError`` if something is there that cannot be an outline file, such as a folder.
  static func isThere(_ path: String) throws(StoreError) -> Bool {
    do { return try FileSystem.exists(path) } catch {
      guard case .unusablePath = error, removeLeftovers(of: path) else { throw error }
      return try FileSystem.exists(path)
    }
  }

  /// Removes the temporary files of processes that were killed while making a file for a path.
  ///
  /// - Returns: false if some process is making a file in the folder, so that nothing was removed.
  static func removeLeftovers(of path: String) -> Bool {
    let lock = FolderLock(FileSystem.folder(of: path))
    guard lock.lockAlone() else { return false }
    removeUnlocked(leftoversOf: path)
    return true
  }

  /// Removes leftovers; the folder has to be locked.
  private static func removeUnlocked(leftoversOf path: String) {
    let folder = FileSystem.folder(of: path)
    let start = Array(path.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1)) + Array(infix.utf8)
    for name in Platform.names(in: folder) where name.utf8.starts(with: start) {
      let end = name.hasSuffix("-journal") ? name.utf8.dropLast("-journal".utf8.count) : name.utf8[...]
      let numbers = end.dropFirst(start.count).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      let isLeftover = numbers.count == 2 && numbers.allSatisfy { Int64(String($0) ?? "").map { $0 >= 0 } ?? false }
      if isLeftover { FileSystem.remove("\(folder)/\(name)") }
    }
  }
}
