import CSQLite

/// Why SQLite could not do what it was asked for.
package struct DatabaseError: Error, Equatable {
  /// SQLite's extended result code, such as `SQLITE_IOERR_WRITE`.
  package let extendedCode: Int32
  /// What SQLite says, or what a column held instead of what was expected.
  package let message: String
  /// The statement; nil where none was involved.
  package let sql: String?

  init(_ extendedCode: Int32, message: String, sql: String? = nil) {
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
  }

  /// Makes an error with a primary code.
  package init(_ code: ResultCode, message: String, sql: String? = nil) {
    self.init(code.rawValue, message: message, sql: sql)
  }

  /// An error that has no more to say than its code.
  init(code: Int32) {
    self.init(code, message: sqlite3_errstr(code).map { String(cString: $0) } ?? "code \(code)")
  }

  /// The last error of a connection; nil for one that could not even be made.
  init(of handle: OpaquePointer?, code: Int32, sql: String? = nil) {
    // The connection may have gone on since: its words count only where they are about this code.
    guard let handle, sqlite3_errcode(handle) & 0xFF == code & 0xFF else {
      self.init(code: code)
      return
    }
    self.init(
      sqlite3_extended_errcode(handle), message: sqlite3_errmsg(handle).map { String(cString: $0) } ?? "", sql: sql)
  }

  /// The primary result code; nil for one that SQLite has added since.
  package var code: ResultCode? { ResultCode(rawValue: extendedCode & 0xFF) }

  /// Whether the file ended before what was to be read.
  package var isShortRead: Bool { extendedCode == SQLITE_IOERR | (2 << 8) }
}

extension DatabaseError: CustomStringConvertible {
  /// The code, the message and the statement in one line.
  package var description: String {
    "SQLite error \(extendedCode): \(message)" + (sql.map { ", in `\($0)`" } ?? "")
  }
}

/// SQLite's primary result codes for errors; the numbers are SQLite's own.
///
/// - Source: https://www.sqlite.org/rescode.html
package enum ResultCode: Int32, Sendable {
  /// The statement makes no sense, or names what is not there.
  case error = 1
  /// SQLite contradicts itself.
  case internalError = 2
  /// The file's permissions forbid it.
  case permission = 3
  /// A callback ended the statement.
  case abort = 4
  /// Another connection has the file locked.
  case busy = 5
  /// Another statement of this connection has a table locked.
  case locked = 6
  /// There is no more memory.
  case outOfMemory = 7
  /// The file may be read only.
  case readOnly = 8
  /// The statement was interrupted.
  case interrupted = 9
  /// The system could not read or write.
  case inputOutput = 10
  /// The file contradicts itself.
  case corrupt = 11
  /// SQLite was asked for something that it does not know.
  case notFound = 12
  /// The disk is full.
  case full = 13
  /// The file cannot be opened.
  case cannotOpen = 14
  /// The file is locked in a way that SQLite does not expect.
  case lockingProtocol = 15
  /// The schema changed meanwhile.
  case schema = 17
  /// A text or a blob is too long.
  case tooBig = 18
  /// A constraint or a trigger refused the change.
  case constraint = 19
  /// A value is of another type than is expected.
  case mismatch = 20
  /// The interface was used in a way that is not allowed.
  case misuse = 21
  /// The system has no files of this size.
  case noLargeFiles = 22
  /// The statement is not allowed.
  case notAuthorized = 23
  /// There is no parameter, or no column, with this number.
  case range = 25
  /// The file is no database.
  case notADatabase = 26
}
