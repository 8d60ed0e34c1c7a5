/// A failure to open, read or write a file.
///
/// Nothing has changed, except in the cases ``madeButNotSynchronized(path:reason:)`` and ``outcomeUnknown(path:message:)``.
public enum StoreError: Error, Hashable, Sendable {
  /// The file does not exist.
  case missing(path: String)
  /// The path is empty, or is not a regular file with one hard link; `reason` says which.
  case unusablePath(path: String, reason: String)
  /// The file was not made by pleat.
  case foreign(path: String)
  /// The file was made by a newer version of pleat.
  case newer(path: String, version: Int, known: Int)
  /// The file was made by a version of pleat that is too old: no edit upgrades it.
  case older(path: String, version: Int, known: Int)
  /// The file was made by pleat, but SQLite cannot read it; `message` is SQLite's.
  case damaged(path: String, message: String)
  /// Another process kept the file locked for as long as the caller allowed to wait.
  case busy(path: String, holder: LockHolder?)
  /// The file is on `fileSystem`, a network file system or one in user space, which can lose saved edits. Writing there
  /// needs an explicit option.
  case networkFile(path: String, fileSystem: String)
  /// The file is on such a file system and has a journal: another machine is making an edit or was interrupted in one.
  /// Rolling the journal back would write to the file.
  case unfinishedEdit(path: String, fileSystem: String)
  /// Another file took the place of the file while pleat opened it or wrote to it, or the file was removed; the file that
  /// is at the path now does not have the edit.
  case replaced(path: String)
  /// There is a file already where a new one was to be made.
  case exists(path: String)
  /// The process has no permission to read or to write the file.
  case noPermission(path: String, message: String)
  /// The file or its folder cannot be created.
  case cannotCreate(path: String, reason: String)
  /// The new file is in its place and has the edit, but the folder could not be synchronized, so that a power cut may
  /// still take the file away.
  case madeButNotSynchronized(path: String, reason: String)
  /// The commit reported an error, and the file cannot be read to find out whether it has the edit.
  case outcomeUnknown(path: String, message: String)
  /// Reading or writing failed, and the change is not saved.
  case ioFailed(path: String, message: String)
  /// The file has a journal, and only the host that keeps it may change the file.
  case journaled(path: String)
  /// The host could not write the change to the journal of the file, and it is not saved.
  case notWrittenDown(path: String, message: String)
  /// Memory or open files ran out, and the change is not saved.
  case outOfResources(path: String, message: String)
  /// A constraint of the file refused the change; `message` says what was wrong.
  case refused(message: String)
  /// SQLite reported an error that pleat does not expect.
  case unexpected(message: String)
}

extension StoreError: CustomStringConvertible {
  /// What failed, as a sentence or two without a next step.
  public var description: String {
    switch self {
    case .missing(let path): "There is no outline at \(path) yet."
    case .unusablePath(let path, let reason): "\(path) cannot hold an outline: \(reason)."
    case .foreign(let path): "\(path) is not a pleat file; it was left unchanged."
    case .newer(let path, let version, let known):
      "\(path) was made by a newer pleat: it has version \(version), and this pleat knows version \(known)."
    case .older(let path, let version, let known):
      "\(path) was made by an older pleat: it has version \(version), which this one, of version \(known), no longer reads."
    case .damaged(let path, let message): "\(path) is damaged: \(message)."
    case .busy(let path, let holder): "\(path) is locked\(holder.map { " by process \($0)" } ?? "")."
    case .networkFile(let path, let system):
      "\(path) is on a file system of another machine or program (\(system)), where saved edits can get lost."
    case .unfinishedEdit(let path, let system):
      "\(path), on \(system), has an unfinished edit: another machine is making it, or was cut off."
    case .exists(let path): "The file \(path) exists already."
    case .replaced(let path): "\(path) was replaced or removed while pleat used it."
    case .madeButNotSynchronized(let path, let reason):
      "\(path) was created and has the edit, but its folder could not be synchronized: \(reason)."
    case .outcomeUnknown(let path, let message):
      "Writing \(path) failed: \(message). It is not known whether the edit was saved."
    case .journaled(let path): "\(path) has a journal, so that only its host may change it."
    case .notWrittenDown(let path, let message):
      "The edit was not written to the journal of \(path): \(message)."
    case .noPermission(let path, let message): "You have no permission to use \(path): \(message)."
    case .cannotCreate(let path, let reason): "\(path) cannot be created: \(reason)."
    case .ioFailed(let path, let message): "Reading or writing \(path) failed: \(message)."
    case .outOfResources(let path, let message): "\(path) cannot be used: \(message)."
    case .refused(let message): "The file refused the change: \(message)."
    case .unexpected(let message): "SQLite reported an unexpected error: \(message)."
    }
  }
}

/// The process that keeps a file locked.
public struct LockHolder: Hashable, Sendable {
  /// The process id.
  public let pid: Int32
  /// The name of its program; nil if it is unknown.
  public let name: String?

  package init(pid: Int32, name: String?) {
    self.pid = pid
    self.name = name
  }
}

extension LockHolder: CustomStringConvertible {
  /// The process id, and the name of the program in parentheses if it is known.
  public var description: String { "\(pid)" + (name.map { " (\($0))" } ?? "") }
}
