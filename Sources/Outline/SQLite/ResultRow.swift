import CSQLite

/// A row of a result, valid until its cursor moves on.
///
/// Each column is read with the type that the caller expects: `let id: Int64 = try row[0]`. Values are never converted,
/// because anybody may have written the file: a column of another type is an error, and so is NULL unless the type is
/// optional.
package struct ResultRow {
  @usableFromInline let statement: OpaquePointer
  /// Keeps the statement from being reused; nil if the caller keeps the statement.
  let cursor: Cursor?

  /// The value of a column, counted from 0.
  ///
  /// - Throws: ``DatabaseError`` with ``ResultCode/mismatch`` if the column has another type.
  package subscript<Value: ColumnValue>(column: Int) -> Value {
    get throws(DatabaseError) { try Value(self, column: Int32(column)) }
  }

  /// Returns the integer in a column, counted from 0; faster than the subscript, for loops over millions of rows.
  ///
  /// - Throws: ``DatabaseError`` with ``ResultCode/mismatch`` if the column has another type.
  @inlinable
  package func integer(_ column: Int) throws(DatabaseError) -> Int64 {
    sqlite3_value_int64(try value(Int32(truncatingIfNeeded: column), of: SQLITE_INTEGER))
  }

  /// Returns the integer in a column, counted from 0.
  ///
  /// - Throws: ``DatabaseError`` with ``ResultCode/mismatch`` if the column has another type, or a number out of `range`.
  @inlinable
  package func integer(_ column: Int, in range: ClosedRange<Int64>) throws(DatabaseError) -> Int64 {
    let number = try integer(column)
    if range.contains(number) { return number }
    throw mismatch(column, number, range)
  }

  @usableFromInline
  func mismatch(_ column: Int, _ number: Int64, _ range: ClosedRange<Int64>) -> DatabaseError {
    mismatch(
      Int32(column), expected: "a number from \(range.lowerBound) to \(range.upperBound)", found: "\(number)")
  }

  /// Returns the flag in a column, counted from 0; faster than the subscript, for loops over millions of rows.
  ///
  /// - Throws: ``DatabaseError`` with ``ResultCode/mismatch`` if the column does not hold 0 or 1.
  package func flag(_ column: Int) throws(DatabaseError) -> Bool { try Bool(self, column: Int32(column)) }

  /// Returns the bytes of a column, counted from 0, that must hold a text.
  ///
  /// They are valid until the cursor moves on, and are not checked to be UTF-8.
  ///
  /// - Throws: ``DatabaseError`` with ``ResultCode/mismatch`` if the column has another type.
  @inlinable
  package func text(_ column: Int) throws(DatabaseError) -> UnsafeRawBufferPointer {
    Self.bytes(of: try value(Int32(column), of: SQLITE_TEXT)) ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Returns the bytes of a text column, counted from 0; nil for NULL.
  ///
  /// They are valid until the cursor moves on, and are not checked to be UTF-8.
  @inlinable
  package func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
    Self.bytes(of: sqlite3_column_value(statement, Int32(column)))
  }

  @inlinable
  static func bytes(of value: OpaquePointer?) -> UnsafeRawBufferPointer? {
    guard let start = sqlite3_value_text(value) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  /// Whether a column, counted from 0, is NULL.
  @inlinable
  package func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL }

  /// Returns the value of a column that must have a type.
  ///
  /// Asking the value for its type and its bytes is faster than looking the column up for each of them. It is safe
  /// because only one thread at a time uses a connection.
  @inlinable
  func value(_ column: Int32, of type: Int32) throws(DatabaseError) -> OpaquePointer? {
    let value = sqlite3_column_value(statement, column)
    let found = sqlite3_value_type(value)
    if found != type { throw mismatch(column, expected: type, found: found) }
    return value
  }

  @usableFromInline
  func mismatch(_ column: Int32, expected: Int32, found: Int32) -> DatabaseError {
    mismatch(column, expected: Self.name(of: expected), found: Self.name(of: found))
  }

  func mismatch(_ column: Int32, expected: String, found: String) -> DatabaseError {
    let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "\(column)"
    return DatabaseError(
      .mismatch, message: "column \(name) holds \(found) where \(expected) is expected",
      sql: sqlite3_sql(statement).map { String(cString: $0) })
  }

  static func name(of type: Int32) -> String {
    switch type {
    case SQLITE_INTEGER: "an integer"
    case SQLITE_FLOAT: "a real number"
    case SQLITE_TEXT: "a text"
    case SQLITE_BLOB: "a blob"
    default: "NULL"
    }
  }
}

/// A value that can be read from a column of a result.
package protocol ColumnValue {
  /// Reads a column, counted from 0.
  init(_ row: ResultRow, column: Int32) throws(DatabaseError)
}

extension Int64: ColumnValue {
  package init(_ row: ResultRow, column: Int32) throws(DatabaseError) {
    self = try row.integer(Int(column))
  }
}

extension Int: ColumnValue {
  package init(_ row: ResultRow, column: Int32) throws(DatabaseError) {
    self = Int(try Int64(row, column: column))
  }
}

extension Bool: ColumnValue {
  /// Reads the INTEGER 0 or 1.
  package init(_ row: ResultRow, column: Int32) throws(DatabaseError) {
    let number = try Int64(row, column: column)
    guard number == 0 || number == 1 else {
      throw row.mismatch(column, expected: "0 or 1", found: "\(number)")
    }
    self = number == 1
  }
}

extension String: ColumnValue {
  /// Reads a TEXT of all bytes; bytes that are not UTF-8 become U+FFFD.
  package init(_ row: ResultRow, column: Int32) throws(DatabaseError) {
    self = String(decoding: try row.text(Int(column)), as: UTF8.self)
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  package init(_ row: ResultRow, column: Int32) throws(DatabaseError) {
    self = row.isNull(Int(column)) ? nil : try Wrapped(row, column: column)
  }
}
