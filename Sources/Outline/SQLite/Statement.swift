import CSQLite

/// A compiled statement, for use by one thread at a time.
package final class Statement {
  let handle: OpaquePointer
  package let sql: String
  private let connection: OpaquePointer
  private let workLimit: WorkLimit?

  /// Compiles a statement.
  ///
  /// - Throws: ``DatabaseError``, also if the text contains no statement or more than one.
  init(_ sql: String, on connection: OpaquePointer, _ workLimit: WorkLimit? = nil) throws(DatabaseError) {
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
    self.workLimit = workLimit
  }

  /// Takes over a compiled statement, whose work has no limit.
  init(_ compiled: OpaquePointer, on connection: OpaquePointer) {
    (handle, self.connection, workLimit) = (compiled, connection, nil)
    sql = sqlite3_sql(compiled).map { String(cString: $0) } ?? ""
  }

  deinit {
    sqlite3_finalize(handle)
    workLimit?.reset(handle)
  }

  /// Binds all parameters, in order.
  ///
  /// - Throws: ``DatabaseError``, with ``ResultCode/range`` if the number of values is not the number of parameters.
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
  ///
  /// - Throws: ``DatabaseError``, with ``ResultCode/range`` if there is no such parameter.
  package func bind(_ value: some Bindable, at index: Int) throws(DatabaseError) {
    try bind(specialized: value, at: index)
  }

  /// Binds a text, or NULL for nil, as the generic method does; faster, for loops over millions of rows.
  package func bind(_ text: String?, at index: Int) throws(DatabaseError) { try bind(specialized: text, at: index) }

  /// Binds an integer, or NULL for nil, as the generic method does; faster, for loops over millions of rows.
  package func bind(_ number: Int64?, at index: Int) throws(DatabaseError) { try bind(specialized: number, at: index) }

  @inline(__always)
  private func bind(specialized value: some Bindable, at index: Int) throws(DatabaseError) {
    let code = value.bind(to: handle, at: Int32(clamping: index))
    if code != SQLITE_OK { throw DatabaseError(of: connection, code: code, sql: sql) }
  }

  /// Returns the next row, which is valid until the next call; nil at the end.
  package func step() throws(DatabaseError) -> ResultRow? {
    try advance() ? ResultRow(statement: handle, cursor: nil) : nil
  }

  /// Moves to the next row; returns false if there is none.
  @inline(__always)
  func advance() throws(DatabaseError) -> Bool {
    workLimit?.current = handle
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw DatabaseError(of: connection, code: code, sql: sql)
    }
  }

  /// Runs the statement to its end with the bound values, and resets it.
  ///
  /// - Throws: ``DatabaseError``.
  package func run() throws(DatabaseError) {
    defer { reset() }
    while try advance() {}
  }

  /// Resets the statement for the next run; the values stay bound.
  package func reset() {
    sqlite3_reset(handle)
    workLimit?.reset(handle)
  }

  /// Resets the statement and releases the values that are bound.
  func clear() {
    reset()
    sqlite3_clear_bindings(handle)
  }
}

/// Returns the rows of a result one by one.
///
/// The statement returns to its connection once nothing refers to the cursor or to one of its rows.
package final class Cursor {
  private let statement: Statement
  private let connection: Connection

  init(_ statement: Statement, of connection: Connection) {
    self.statement = statement
    self.connection = connection
  }

  deinit { connection.giveBack(statement) }

  /// Returns the next row, which is valid until the next call; nil at the end.
  package func next() throws(DatabaseError) -> ResultRow? {
    try statement.advance() ? ResultRow(statement: statement.handle, cursor: self) : nil
  }
}
