import CSQLite

/// What a statement does besides reading, as SQLite finds out when it compiles the statement.
package enum StatementAccess {
  /// Inserts, changes or deletes rows of a table; `trigger` is the trigger or view that does so, nil for the statement itself.
  case write(table: String, trigger: String?)
  case pragma(name: String, value: String?)
  /// Anything else, such as making or dropping a table, a transaction, or attaching another file.
  case other
}

/// Decides for SQLite what a statement may do.
private final class Authorizer {
  let allows: (StatementAccess) -> Bool

  init(_ allows: @escaping (StatementAccess) -> Bool) { self.allows = allows }

  func decides(_ action: Int32, _ name: String?, _ value: String?, _ trigger: String?) -> Bool {
    switch action {
    // A virtual table such as json_each tells its columns so, in the middle of a query. SQLite itself refuses statements that do it.
    case SQLITE_UPDATE where name == "sqlite_master": true
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: allows(.write(table: name ?? "", trigger: trigger))
    case SQLITE_PRAGMA: allows(.pragma(name: name ?? "", value: value))
    default: allows(.other)
    }
  }
}

extension Connection {
  /// Compiles the statements of a script one after the other, and calls `body` for each, which has to run it.
  ///
  /// - Parameters:
  ///   - script: Any number of statements; parameters in them are NULL.
  ///   - allows: Returns whether a statement, or a trigger that it fires, may do something.
  /// - Throws: ``DatabaseError``, with ``ResultCode/notAuthorized`` for what is not allowed, and what `body` throws. Its `sql` is
  ///   the statement. The statements before it have taken effect.
  package func run(
    script: String, allowing allows: @escaping (StatementAccess) -> Bool, _ body: (Statement) throws -> Void
  ) throws {
    if script.utf8.contains(0) { throw DatabaseError(.error, message: "the statements contain a NUL", sql: script) }
    let authorizer = Authorizer(allows)
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, _, trigger in
        if [SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE].contains(action) { return SQLITE_OK }
        guard let context else { return SQLITE_DENY }
        let authorizer = Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue()
        let texts = [first, second, trigger].map { $0.map { String(cString: $0) } }
        return authorizer.decides(action, texts[0], texts[1], texts[2]) ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(authorizer).toOpaque())
    defer { withExtendedLifetime(authorizer) { _ = sqlite3_set_authorizer(handle, nil, nil) } }
    try script.withCString { characters in
      var rest: UnsafePointer<CChar> = characters
      while rest.pointee != 0 {
        var (compiled, tail): (OpaquePointer?, UnsafePointer<CChar>?) = (nil, nil)
        let code = sqlite3_prepare_v2(handle, rest, -1, &compiled, &tail)
        guard code == SQLITE_OK, let tail else {
          throw DatabaseError(of: handle, code: code, sql: String(cString: rest))
        }
        defer { rest = tail }
        // A comment, or nothing between two semicolons, makes no statement.
        if let compiled { try body(Statement(compiled, on: handle)) }
      }
    }
  }
}

extension Statement {
  /// The names of the columns of the result; empty for a statement that has none.
  package var columns: [String] {
    (0..<sqlite3_column_count(handle)).map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" }
  }
}

extension ResultRow {
  /// Whether a column, counted from 0, holds a number.
  package func isNumber(_ column: Int) -> Bool {
    [SQLITE_INTEGER, SQLITE_FLOAT].contains(sqlite3_column_type(statement, Int32(column)))
  }
}
