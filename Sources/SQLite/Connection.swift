import CSQLite

/// One connection to one SQLite file.
///
/// Statements are compiled once and kept. Not for several threads at once: whoever shares it brings a lock.
///
///     let connection = try Connection(path: "/tmp/list.db", for: .creating)
///     try connection.execute("CREATE TABLE item (name TEXT NOT NULL) STRICT")
///     try connection.run("INSERT INTO item VALUES (?)", ["milk"])
///     let names: [String] = try connection.rows("SELECT name FROM item") { row in try row[0] }
package final class Connection {
  let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var busyHandler: BusyHandler?

  /// Configures SQLite itself, once; where the program has used it already, it stays as it is.
  private static let configuration: Void = csqlite_configure()

  /// What may happen to the file when it is opened.
  package enum Access {
    /// It has to be there. Where it may not be written, it is opened for reading.
    case existing
    /// It is made where it is not there.
    case creating
  }

  /// Opens a file; `:memory:` is a database that nobody else sees.
  ///
  /// Nothing is read yet. Errors come with their extended codes from then on.
  /// - Throws: ``DatabaseError``, with ``ResultCode/cannotOpen`` where there is no such file.
  package init(path: String, for access: Access = .existing) throws(DatabaseError) {
    _ = Self.configuration
    var handle: OpaquePointer?
    let create = access == .creating ? SQLITE_OPEN_CREATE : 0
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | create
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let error = DatabaseError(of: handle, code: code)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
  }

  deinit {
    statements = [:]  // statements end before their connection
    sqlite3_close_v2(handle)
  }

  /// Makes the connection fit for files of strangers: foreign keys are enforced, the schema can call no function that
  /// has side effects, and no extension is loaded.
  package func harden() throws(DatabaseError) {
    try check(csqlite_harden(handle))
  }

  /// Has `shouldRetry` asked whenever the file is locked, with how often it was asked for the same lock before; where it
  /// answers false, the statement ends with ``ResultCode/busy``.
  package func whenBusy(_ shouldRetry: @escaping (_ tries: Int) -> Bool) throws(DatabaseError) {
    let handler = BusyHandler(shouldRetry)
    busyHandler = handler
    try check(handler.install(on: handle))
  }

  private func check(_ code: Int32) throws(DatabaseError) {
    if code != SQLITE_OK { throw DatabaseError(of: handle, code: code) }
  }
}

// MARK: - Statements

extension Connection {
  /// Runs a script of any number of statements, which take no values.
  ///
  /// - Throws: ``DatabaseError``; the statements before the one that failed have run.
  package func execute(_ script: String) throws(DatabaseError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    if code != SQLITE_OK { throw DatabaseError(of: handle, code: code, sql: script) }
  }

  /// Runs one statement to its end.
  ///
  /// - Throws: ``DatabaseError``.
  package func run(_ sql: String, _ values: [any Bindable] = []) throws(DatabaseError) {
    let cursor = try cursor(sql, values)
    while try cursor.next() != nil {}
  }

  /// The rows of a result, one after the other.
  ///
  /// - Throws: ``DatabaseError``.
  package func cursor(_ sql: String, _ values: [any Bindable] = []) throws(DatabaseError) -> Cursor {
    let statement = try take(sql)
    do throws(DatabaseError) { try statement.bind(values) } catch {
      giveBack(statement)
      throw error
    }
    return Cursor(statement, of: self)
  }

  /// What `body` makes of every row of a result, in order.
  ///
  /// - Throws: ``DatabaseError``, and what `body` throws.
  package func rows<T>(
    _ sql: String, _ values: [any Bindable] = [], _ body: (ResultRow) throws -> T
  ) throws -> [T] {
    let cursor = try cursor(sql, values)
    var rows: [T] = []
    while let row = try cursor.next() { rows.append(try body(row)) }
    return rows
  }

  /// What `body` makes of the first row of a result; nil where there is none.
  ///
  /// - Throws: ``DatabaseError``, and what `body` throws.
  package func first<T>(
    _ sql: String, _ values: [any Bindable] = [], _ body: (ResultRow) throws -> T
  ) throws -> T? {
    try cursor(sql, values).next().map(body)
  }

  /// The first column of the first row; nil where that is NULL or there is no row.
  ///
  /// - Throws: ``DatabaseError``, where the column is of another type, too.
  package func value<T: ColumnValue>(
    _ sql: String, _ values: [any Bindable] = []
  ) throws(DatabaseError) -> T? {
    let cursor = try cursor(sql, values)
    guard let row = try cursor.next(), !row.isNull(0) else { return nil }
    return try T(row, column: 0)
  }

  /// A statement to be kept by the caller, for a loop that binds and runs it many times.
  ///
  /// - Throws: ``DatabaseError``.
  package func statement(_ sql: String) throws(DatabaseError) -> Statement { try Statement(sql, on: handle) }

  /// A compiled statement that nobody uses; where one with these words is at work, another one.
  private func take(_ sql: String) throws(DatabaseError) -> Statement {
    if let waiting = statements.removeValue(forKey: sql) { return waiting }
    return try statement(sql)
  }

  /// Takes a statement back that is no longer at work.
  func giveBack(_ statement: Statement) {
    statement.clear()
    statements[statement.sql] = statement
  }

  /// The words of the statements that are compiled and waiting.
  package var waitingStatements: [String] { statements.keys.sorted() }

  /// The key that the last INSERT gave.
  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The path of the file as SQLite has it; empty for a database in memory.
  package var path: String { sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? "" }
}

// MARK: - The file's header

extension Connection {
  /// The first 100 bytes of the file, read without a lock.
  ///
  /// Nothing is played back from a journal, and no table is read: this is for telling whose file it is.
  /// - Throws: ``DatabaseError``, with `SQLITE_IOERR_SHORT_READ` where the file is shorter.
  package func header() throws(DatabaseError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 100)
    let code = csqlite_read_header(handle, &bytes)
    if code != SQLITE_OK { throw DatabaseError(code: code) }
    return bytes
  }
}

extension Connection {
  /// Renames a database that no connection has open, unless something stands at the new path; 0, or the value of `errno`.
  package static func renameToNew(_ old: String, _ new: String) -> Int32 { csqlite_rename_to_new(old, new) }
}
