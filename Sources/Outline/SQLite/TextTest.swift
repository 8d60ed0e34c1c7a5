import CSQLite

/// The test that a function of SQL makes, kept for as long as the function is defined.
private final class TextTest {
  let holds: (UnsafeRawBufferPointer) -> Bool

  init(_ holds: @escaping (UnsafeRawBufferPointer) -> Bool) { self.holds = holds }
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
    let code = sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(TextTest(holds)).toOpaque(),
      { context, _, values in
        guard let values, let test = sqlite3_user_data(context) else { return }
        let text = ResultRow.bytes(of: values[0]) ?? UnsafeRawBufferPointer(start: nil, count: 0)
        let holds = Unmanaged<TextTest>.fromOpaque(test)._withUnsafeGuaranteedRef { $0.holds(text) }
        sqlite3_result_int(context, holds ? 1 : 0)
      }, nil, nil, { if let test = $0 { Unmanaged<TextTest>.fromOpaque(test).release() } })
    if code != SQLITE_OK { throw DatabaseError(of: handle, code: code) }
  }
}
