import CSQLite

/// One compiled statement.
///
/// Not for several threads at once.
package final class Statement {
  let handle: OpaquePointer
  /// The statement's text.
  package let sql: String
  private let connection: OpaquePointer

  /// Compiles a statement.
  ///
  /// - Throws: ``DatabaseError``, for an empty text and for one with more than one statement, too.
  init(_ sql: String, on connection: OpaquePointer) throws(DatabaseError) {
    var handle: OpaquePointer?
    var text = sql
    let (code, rest) = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          connection, characters.baseAddress, Int32(clamping: characters.count), UInt32(SQLITE_PREPARE_PERSISTENT),
          &handle, &tail)
        let used = tail.flatMap { tail in characters.baseAddress.map { tail - $0 } } ?? characters.count
        return (code, characters.count - used)
      }
    }
    guard code == SQLITE_OK else { throw DatabaseError(of: connection, code: code, sql: sql) }
    guard let handle, rest == 0 else {
      sqlite3_finalize(handle)
      throw DatabaseError(.misuse, message: "not exactly one statement", sql: sql)
    }
    self.handle = handle
    self.sql = sql
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Gives every parameter a value, in order.
  ///
  /// - Throws: ``DatabaseError`` with ``ResultCode/range`` where there are more or fewer values than parameters.
  package func bind(_ values: [any Bindable]) throws(DatabaseError) {
    let expected = sqlite3_bind_parameter_count(handle)
    guard values.count == Int(expected) else {
      throw DatabaseError(.range, message: "\(values.count) values for \(expected) parameters", sql: sql)
    }
    var index: Int32 = 0
    for value in values {
      index += 1
      let code = value.bind(to: handle, at: index)
      if code != SQLITE_OK { throw DatabaseError(of: connection, code: code, sql: sql) }
    }
  }

  /// Binds one parameter, counted from 1.
  package func bind(_ value: some Bindable, at index: Int) throws(DatabaseError) {
    let code = value.bind(to: handle, at: Int32(clamping: index))
    if code != SQLITE_OK { throw DatabaseError(of: connection, code: code, sql: sql) }
  }

  /// The next row; nil at the end.
  ///
  /// - Throws: ``DatabaseError``.
  package func step() throws(DatabaseError) -> ResultRow? {
    try advance() ? ResultRow(statement: handle, cursor: nil) : nil
  }

  /// Whether there is another row.
  func advance() throws(DatabaseError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw DatabaseError(of: connection, code: code, sql: sql)
    }
  }

  /// Runs the statement to its end with the values that are bound, and makes it ready for the next run.
  package func run() throws(DatabaseError) {
    defer { sqlite3_reset(handle) }
    while try advance() {}
  }

  /// Makes the statement ready for the next run; the values stay bound.
  package func reset() { sqlite3_reset(handle) }

  /// Makes the statement ready for other values, and lets go of the texts that are bound.
  func clear() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}

/// The rows of one result, one after the other.
///
/// The statement goes back to its connection when nobody holds the cursor or one of its rows any more.
package final class Cursor {
  private let statement: Statement
  private let connection: Connection

  init(_ statement: Statement, of connection: Connection) {
    self.statement = statement
    self.connection = connection
  }

  deinit { connection.giveBack(statement) }

  /// The next row, valid until the one after it is asked for; nil at the end.
  ///
  /// - Throws: ``DatabaseError``.
  package func next() throws(DatabaseError) -> ResultRow? {
    try statement.advance() ? ResultRow(statement: statement.handle, cursor: self) : nil
  }
}
