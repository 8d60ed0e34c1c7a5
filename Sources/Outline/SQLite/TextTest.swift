import CSQLite

/// The test that a function of SQL makes, kept for as long as the function is defined.
private final class ValueTest {
  let holds: (OpaquePointer?) -> Bool

  init(_ holds: @escaping (OpaquePointer?) -> Bool) { self.holds = holds }
}

extension Connection {
  /// Defines a function of SQL for one text that returns 1 if `holds` returns true for the text's bytes, else 0.
  ///
  /// The bytes are neither copied nor checked to be UTF-8. Triggers and views cannot call the function, because anybody
  /// may have written the file. A function with the same name is replaced.
  ///
  /// - Throws: ``DatabaseError``, with ``ResultCode/busy`` if a statement is running and there is a function to replace.
  package func define(
    _ name: String, _ holds: @escaping (UnsafeRawBufferPointer) -> Bool
  ) throws(DatabaseError) {
    try define(
      name, ValueTest { value in holds(ResultRow.bytes(of: value) ?? UnsafeRawBufferPointer(start: nil, count: 0)) })
  }

  /// Defines a function of SQL for one integer, as the function above does for one text.
  package func define(_ name: String, ofInteger holds: @escaping (Int64) -> Bool) throws(DatabaseError) {
    try define(name, ValueTest { value in holds(sqlite3_value_int64(value)) })
  }

  private func define(_ name: String, _ test: ValueTest) throws(DatabaseError) {
    let code = sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, Unmanaged.passRetained(test).toOpaque(),
      { context, _, values in
        guard let values, let test = sqlite3_user_data(context) else { return }
        let holds = Unmanaged<ValueTest>.fromOpaque(test)._withUnsafeGuaranteedRef { $0.holds(values[0]) }
        sqlite3_result_int(context, holds ? 1 : 0)
      }, nil, nil, { if let test = $0 { Unmanaged<ValueTest>.fromOpaque(test).release() } })
    if code != SQLITE_OK { throw DatabaseError(of: handle, code: code) }
  }
}
