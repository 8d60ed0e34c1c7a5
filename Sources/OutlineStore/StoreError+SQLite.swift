import GRDB
import OutlineCore

extension StoreError {
  /// What an error of SQLite means for the file at `path`.
  init(_ error: DatabaseError, path: String) {
    let message = error.message ?? "\(error.resultCode)"
    self =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path, holder: LockHolder.find(of: path))
      case .SQLITE_CORRUPT: .damaged(path: path, message: message)
      case .SQLITE_NOTADB: .foreign(path: path)
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN: .noPermission(path: path, message: message)
      case .SQLITE_IOERR, .SQLITE_FULL, .SQLITE_NOLFS: .ioFailed(path: path, message: message)
      case .SQLITE_ERROR where message.hasPrefix("no such"): .damaged(path: path, message: message)
      case .SQLITE_CONSTRAINT: .refused(message: message)
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
