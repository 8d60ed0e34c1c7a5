import CSQLite

/// An error that SQLite reports.
package struct DatabaseError: Error, Equatable {
  /// SQLite's extended result code, such as `SQLITE_IOERR_WRITE`.
  package let extendedCode: Int32
  /// SQLite's message, or for a column of the wrong type a description of its value.
  package let message: String
  /// The SQL of the statement; nil if no statement was involved.
  package let sql: String?
  /// Whether memory or open files ran out.
  package let lacksResources: Bool
  /// Whether a file could not be opened, looked at or read because the disk fails or is full, and not because of the file.
  package let isDiskFailure: Bool

  init(
    _ extendedCode: Int32, message: String, sql: String? = nil, lacksFiles: Bool = false, isDiskFailure: Bool = false
  ) {
    self.isDiskFailure = isDiskFailure
    self.extendedCode = extendedCode
    lacksResources = lacksFiles || extendedCode & 0xFF == SQLITE_NOMEM
    self.message = message
    self.sql = sql
  }

  /// Creates an error with a primary result code.
  package init(_ code: ResultCode, message: String, sql: String? = nil) {
    self.init(code.rawValue, message: message, sql: sql)
  }

  /// Creates an error whose message is the general one for its code.
  init(code: Int32) {
    self.init(code, message: sqlite3_errstr(code).map { String(cString: $0) } ?? "code \(code)")
  }

  /// Creates an error from the last error of a connection; `handle` is nil if the connection could not be created.
  init(of handle: OpaquePointer?, code: Int32, sql: String? = nil) {
    // The connection may have reported another error since. Its message is used only if it belongs to this code.
    guard let handle, sqlite3_errcode(handle) & 0xFF == code & 0xFF else {
      self.init(code: code)
      return
    }
    // SQLite may say only that a file cannot be opened or written; the system's reason says more.
    var (lacksFiles, diskFails) = (Int32(0), Int32(0))
    let message = csqlite_system_reason(handle, &lacksFiles, &diskFails) ?? sqlite3_errmsg(handle)
    self.init(
      sqlite3_extended_errcode(handle), message: message.map { String(cString: $0) } ?? "", sql: sql,
      lacksFiles: lacksFiles != 0, isDiskFailure: diskFails != 0)
  }

  /// The primary result code; nil for a code that this version does not know.
  package var code: ResultCode? { ResultCode(rawValue: extendedCode & 0xFF) }

  /// Whether the file was moved, removed or replaced since it was opened, so that SQLite does not write to it.
  package var isMoved: Bool { extendedCode == SQLITE_READONLY | (4 << 8) }

  /// Whether the file is shorter than the part that was to be read.
  package var isShortRead: Bool { extendedCode == SQLITE_IOERR | (2 << 8) }

  /// Whether a journal has to be rolled back, and the file was opened read-only.
  package var isUnfinished: Bool {
    [SQLITE_READONLY | (3 << 8), SQLITE_READONLY | (1 << 8), SQLITE_CANTOPEN].contains(extendedCode)
  }
}

extension DatabaseError: CustomStringConvertible {
  /// The code, the message and the statement on one line.
  package var description: String {
    "SQLite error \(extendedCode): \(message)" + (sql.map { ", in `\($0)`" } ?? "")
  }
}

/// SQLite's primary result codes for errors; the numbers are SQLite's own.
///
/// - Source: https://www.sqlite.org/rescode.html
package enum ResultCode: Int32, Sendable {
  /// The SQL is invalid or refers to something that does not exist.
  case error = 1
  /// SQLite found an error in itself.
  case internalError = 2
  /// The file's permissions do not allow the access.
  case permission = 3
  /// A callback ended the statement.
  case abort = 4
  /// Another connection has the file locked.
  case busy = 5
  /// Another statement of this connection has a table locked.
  case locked = 6
  /// Memory ran out.
  case outOfMemory = 7
  /// The file can only be read.
  case readOnly = 8
  /// The statement was interrupted.
  case interrupted = 9
  /// The system failed to read or write.
  case inputOutput = 10
  /// The file is damaged.
  case corrupt = 11
  /// SQLite does not know the requested operation.
  case notFound = 12
  /// The disk is full.
  case full = 13
  /// The file cannot be opened.
  case cannotOpen = 14
  /// The file is locked in a way that breaks SQLite's locking protocol.
  case lockingProtocol = 15
  /// The schema changed in the meantime.
  case schema = 17
  /// A text or a blob is too long.
  case tooBig = 18
  /// A constraint or a trigger refused the change.
  case constraint = 19
  /// A value has another type than expected.
  case mismatch = 20
  /// The interface was used incorrectly.
  case misuse = 21
  /// The system does not support files of this size.
  case noLargeFiles = 22
  /// The statement is not allowed.
  case notAuthorized = 23
  /// There is no parameter or column with this number.
  case range = 25
  /// The file is not a database.
  case notADatabase = 26
}
