/// Why a file could not be opened, read or written; nothing has changed.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no such file.
  case missing(path: String)
  /// The path is empty, or does not lead to a regular file with one link; `reason` says which.
  case unusablePath(path: String, reason: String)
  /// A file of 0 bytes: what was in it is gone.
  case empty(path: String)
  /// A file that pleat did not make.
  case foreign(path: String)
  /// A file made by a newer version of pleat.
  case newer(path: String, version: Int, known: Int)
  /// A file made by an older version of pleat. Where it is upgradable, the next edit brings it up to date.
  case older(path: String, version: Int, known: Int, isUpgradable: Bool)
  /// A pleat file that SQLite cannot read; `message` is SQLite's.
  case damaged(path: String, message: String)
  /// Another process kept the file locked for as long as we were told to wait.
  case busy(path: String, holder: LockHolder?)
  /// The file may not be written, or may not be read.
  case noPermission(path: String, message: String)
  /// The file or its folder cannot be made.
  case cannotCreate(path: String, reason: String)
  /// Reading or writing failed; what was to be saved is not.
  case ioFailed(path: String, message: String)
  /// A guard of the file refused the change; `message` names what was wrong.
  case refused(message: String)
  /// SQLite said something that pleat did not expect.
  case unexpected(message: String)
}

/// The process that holds a file locked.
public struct LockHolder: Hashable, Sendable {
  /// The process id.
  public let pid: Int32
  /// The name of its program; nil when it cannot be told.
  public let name: String?

  /// Makes a lock holder.
  public init(pid: Int32, name: String?) {
    self.pid = pid
    self.name = name
  }
}
