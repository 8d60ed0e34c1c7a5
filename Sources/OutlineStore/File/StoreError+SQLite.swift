import OutlineCore
import SQLite

extension StoreError {
  /// What an error of SQLite means for the file at `path`.
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

  /// Runs `body`; an error of SQLite comes out as a ``StoreError``, any other as it is.
  static func translating<T>(path: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}
