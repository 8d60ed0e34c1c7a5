import OutlineCore
import SQLite

extension StoreError {
  /// Creates the error that an SQLite error stands for, concerning the file at `path`.
  init(_ error: DatabaseError, path: String) {
    let message = error.message
    self =
      switch error.code {
      case .busy, .locked: .busy(path: path, holder: LockHolder.find(of: path))
      case .corrupt, .mismatch: .damaged(path: path, message: message)
      case .notADatabase: .foreign(path: path)
      case .readOnly, .permission, .notAuthorized, .cannotOpen: .noPermission(path: path, message: message)
      case .inputOutput, .full, .noLargeFiles: .ioFailed(path: path, message: message)
      case .error where message.hasPrefix("no such"): .damaged(path: path, message: message)
      case .constraint: .refused(message: message)
      default: .unexpected(message: error.description)
      }
  }

  /// Runs `body`, and converts an SQLite error that it throws to a ``StoreError``.
  ///
  /// Other errors are thrown on unchanged.
  static func translating<T>(path: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}
