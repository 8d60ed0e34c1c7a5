import CSQLite
import SQLiteSalvage

// Values of any type, for reading files whose columns may differ from the schema.

extension RecordValue: Bindable {
  /// Binds the value with its type.
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .real(let number): sqlite3_bind_double(statement, index, number)
    case .text(let bytes): Self.bind(bytes) { csqlite_bind_text(statement, index, $0, $1) }
    case .blob(let bytes): Self.bind(bytes) { csqlite_bind_blob(statement, index, $0, $1) }
    }
  }

  /// Calls `body` with bytes; their address is never null, because SQLite would then store NULL.
  private static func bind(_ bytes: [UInt8], _ body: (UnsafeRawPointer, UInt64) -> Int32) -> Int32 {
    (bytes + [0]).withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return SQLITE_NOMEM }
      return body(start, UInt64(bytes.count))
    }
  }
}

extension RecordValue: ColumnValue {
  /// Reads a column of any type.
  package init(_ row: ResultRow, column: Int32) throws(DatabaseError) {
    switch sqlite3_column_type(row.statement, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(row.statement, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(row.statement, column))
    case SQLITE_TEXT: self = .text(Array(row.bytes(Int(column)) ?? UnsafeRawBufferPointer(start: nil, count: 0)))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(row.statement, column)
      let count = Int(sqlite3_column_bytes(row.statement, column))
      self = .blob(Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
    default: self = .null
    }
  }
}
