import OutlineCore
import SQLite

extension StoreError {
  /// Converts an SQLite error that concerns the file at `path`.
  init(_ error: DatabaseError, path: String) {
    let message = error.message
    self =
      switch error.code {
      case _ where error.lacksResources: .outOfResources(path: path, message: message)
      case .cannotOpen where error.isDiskFailure, .corrupt where error.isDiskFailure,
        .readOnly where error.isDiskFailure:
        .ioFailed(path: path, message: message)
      case .busy, .locked: .busy(path: path, holder: LockHolder.find(of: path))
      case .inputOutput where error.isShortRead: .damaged(path: path, message: "the file was cut off")
      case .corrupt, .mismatch, .tooBig: .damaged(path: path, message: message)
      case .interrupted:
        .damaged(path: path, message: "a query does not end, because a table or view was replaced")
      case .notADatabase: .foreign(path: path)
      case .readOnly where error.isMoved: .replaced(path: path)
      case .readOnly, .permission, .notAuthorized, .cannotOpen: .noPermission(path: path, message: message)
      case .inputOutput, .full, .noLargeFiles: .ioFailed(path: path, message: message)
      // Tests run all SQL of this target, so it fails only if the schema is another one, or a value breaks the schema.
      case .error: .damaged(path: path, message: message)
      case .constraint: .refused(message: Self.sentence(message))
      default: .unexpected(message: error.description)
      }
  }

  /// Returns the message of a constraint or trigger of the file, without SQLite's text before the name of a constraint.
  static func sentence(_ message: String) -> String {
    let start = "CHECK constraint failed: "
    return message.hasPrefix(start) ? String(message.dropFirst(start.count)) : message
  }

  /// The message of SQLite or of the system; nil for an error that pleat found itself.
  var reason: String? {
    switch self {
    case .damaged(_, let message), .noPermission(_, let message), .ioFailed(_, let message),
      .outcomeUnknown(_, let message), .notWrittenDown(_, let message), .outOfResources(_, let message),
      .refused(let message), .unexpected(let message):
      message
    case .unusablePath(_, let reason), .cannotCreate(_, let reason), .madeButNotSynchronized(_, let reason): reason
    case .missing, .foreign, .newer, .older, .busy, .replaced, .networkFile, .unfinishedEdit, .exists, .journaled: nil
    }
  }

  /// Whether the file could be read, but is not a complete outline of a known version.
  var isAboutContent: Bool {
    switch self {
    case .unusablePath, .foreign, .newer, .older, .damaged, .unfinishedEdit: true
    case .missing, .busy, .networkFile, .replaced, .exists, .noPermission, .cannotCreate, .madeButNotSynchronized,
      .outcomeUnknown, .ioFailed, .journaled, .notWrittenDown, .outOfResources, .refused, .unexpected:
      false
    }
  }

  /// Converts a failure of a new file that was to get the name `path`; other errors stay as they are.
  ///
  /// A process has all permissions for a file that it has just made, so only the disk can have failed.
  func about(_ path: String) -> StoreError {
    switch self {
    case .ioFailed(_, let message), .noPermission(_, let message): .ioFailed(path: path, message: message)
    case .outOfResources(_, let message): .outOfResources(path: path, message: message)
    default: self
    }
  }

  /// Runs `body`, and converts an SQLite error that it throws to a ``StoreError``.
  ///
  /// Other errors are thrown on unchanged.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - network: The network file system that it was opened read-only on; nil if it is on none.
  ///   - body: The work on the file.
  static func translating<T>(path: String, on network: String? = nil, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as DatabaseError {
      if let network, error.isUnfinished { throw StoreError.unfinishedEdit(path: path, fileSystem: network) }
      throw StoreError(error, path: path)
    }
  }
}
