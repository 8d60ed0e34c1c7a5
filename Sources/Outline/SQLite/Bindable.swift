import CSQLite

/// A value that can be bound to a `?` in a statement.
package protocol Bindable {
  /// Binds the value to a parameter.
  ///
  /// - Parameter index: The number of the parameter, counted from 1.
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Int: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Bool: Bindable {
  /// Binds the INTEGER 0 or 1.
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self ? 1 : 0)
  }
}

extension String: Bindable {
  /// Binds a TEXT of all bytes; a NUL does not end it.
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return csqlite_bind_text(statement, index, "", 0) }
      return csqlite_bind_text(statement, index, start, UInt64(bytes.count))
    }
  }
}

/// Bytes to store as a text although they may not be UTF-8; other programs write such texts.
package struct TextBytes: Bindable {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return csqlite_bind_text(statement, index, "", 0) }
      return csqlite_bind_text(statement, index, start, UInt64(bytes.count))
    }
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }
}
