import CSQLite

/// A connection to one SQLite file.
///
/// Compiled statements are kept for reuse. One thread at a time may use a connection; ``SharedConnection`` adds a lock.
///
///     let connection = try Connection(path: "/tmp/list.db", for: .creating)
///     try connection.execute("CREATE TABLE item (name TEXT NOT NULL) STRICT")
///     try connection.run("INSERT INTO item VALUES (?)", ["milk"])
///     let names: [String] = try connection.rows("SELECT name FROM item") { row in try row[0] }
package final class Connection {
  /// SQLite's own handle, for extensions that this target does not know.
  package let handle: OpaquePointer
  private var statements: [Statement] = []
  private var busyHandler: BusyHandler?
  private var workLimit: WorkLimit?
  /// Whether ``watchPages()`` is in effect.
  package internal(set) var watchesPages = false

  /// Configures the SQLite library, once; has no effect if the program has already used it.
  private static let configuration: Void = csqlite_configure()

  /// What to do if the file does not exist or cannot be written.
  package enum Access {
    /// The file must exist.
    ///
    /// It is opened read-only if it cannot be written.
    case existing
    /// The file must exist, and is opened read-only: a journal is not rolled back.
    case readingOnly
    /// The file is created if it does not exist.
    case creating
  }

  /// Opens a file; the path `:memory:` creates a private database in memory.
  ///
  /// Does not read the file yet.
  ///
  /// - Throws: ``DatabaseError``, with ``ResultCode/cannotOpen`` if there is no such file. This and all later errors
  ///   have extended codes.
  package init(path: String, for access: Access = .existing) throws(DatabaseError) {
    _ = Self.configuration
    var handle: OpaquePointer?
    let mode =
      switch access {
      case .existing: SQLITE_OPEN_READWRITE
      case .readingOnly: SQLITE_OPEN_READONLY
      case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let error = DatabaseError(of: handle, code: code)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
  }

  /// Opens a file as it is, for reading: without locks, and without rolling back a journal.
  ///
  /// Use it for a file that may belong to another program. Reads may see half of what another process is writing.
  package init(asItIs path: String) throws(DatabaseError) {
    _ = Self.configuration
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2("file:\(Self.escaped(path))?immutable=1", &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let error = DatabaseError(of: handle, code: code)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
  }

  /// Percent-encodes a path for a URI.
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { uri, byte in
      let isPlain = byte < 0x80 && byte > 0x20 && !"%?#".utf8.contains(byte)
      if isPlain {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
  }

  deinit {
    statements = []  // statements end before their connection
    sqlite3_close_v2(handle)
  }

  /// Prepares the connection for files that anybody may have written.
  ///
  /// Enforces foreign keys, keeps the schema from calling functions with side effects, and disables extensions.
  package func harden() throws(DatabaseError) {
    try check(csqlite_harden(handle))
  }

  /// Calls `shouldRetry` whenever the file is locked.
  ///
  /// Its argument is the number of earlier calls for the same lock. After false, the statement fails with
  /// ``ResultCode/busy``.
  package func whenBusy(_ shouldRetry: @escaping (_ tries: Int) -> Bool) throws(DatabaseError) {
    let handler = BusyHandler(shouldRetry)
    busyHandler = handler
    try check(handler.install(on: handle))
  }

  /// Ends every run of a statement that takes more instructions than `allowed` returns.
  ///
  /// The statement fails with ``ResultCode/interrupted``. Call this before compiling statements: the work of earlier
  /// ones counts as that of others.
  package func limitWork(_ allowed: @escaping () -> Int) {
    let limit = WorkLimit(allowed)
    workLimit = limit
    limit.install(on: handle)
  }

  /// Turns the limit of ``limitWork(_:)`` off, or on again; without one, this has no effect.
  package func setWorkLimit(isOn: Bool) {
    if isOn { workLimit?.install(on: handle) } else { WorkLimit.remove(from: handle) }
  }

  /// Turns defensive mode off, or on again; see ``harden()``.
  package func setDefensive(isOn: Bool) throws(DatabaseError) { try check(csqlite_set_defensive(handle, isOn ? 1 : 0)) }

  /// Turns all triggers off, or on again.
  package func setTriggers(isOn: Bool) throws(DatabaseError) { try check(csqlite_set_triggers(handle, isOn ? 1 : 0)) }

  private func check(_ code: Int32) throws(DatabaseError) {
    if code != SQLITE_OK { throw DatabaseError(of: handle, code: code) }
  }
}

// MARK: - Statements

extension Connection {
  /// Runs a script of any number of statements without parameters.
  ///
  /// - Throws: ``DatabaseError``; the statements before the failed one have taken effect.
  package func execute(_ script: String) throws(DatabaseError) {
    workLimit?.current = nil
    workLimit?.reset(nil)
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    if code != SQLITE_OK { throw DatabaseError(of: handle, code: code, sql: script) }
  }

  /// Runs a single statement to its end.
  package func run(_ sql: String, _ values: [any Bindable] = []) throws(DatabaseError) {
    let cursor = try cursor(sql, values)
    while try cursor.next() != nil {}
  }

  /// Runs a query and returns a cursor for its rows.
  package func cursor(_ sql: String, _ values: [any Bindable] = []) throws(DatabaseError) -> Cursor {
    let statement = try take(sql)
    do throws(DatabaseError) { try statement.bind(values) } catch {
      giveBack(statement)
      throw error
    }
    return Cursor(statement, of: self)
  }

  /// Calls `body` for each row of a result, in order, and returns its values.
  package func rows<T>(
    _ sql: String, _ values: [any Bindable] = [], _ body: (ResultRow) throws -> T
  ) throws -> [T] {
    let cursor = try cursor(sql, values)
    var rows: [T] = []
    while let row = try cursor.next() { rows.append(try body(row)) }
    return rows
  }

  /// Calls `body` for the first row of a result and returns its value; nil if there is no row.
  package func first<T>(
    _ sql: String, _ values: [any Bindable] = [], _ body: (ResultRow) throws -> T
  ) throws -> T? {
    try cursor(sql, values).next().map(body)
  }

  /// Returns the first column of the first row; nil if it is NULL or there is no row.
  ///
  /// - Throws: ``DatabaseError``, also if the column has another type.
  package func value<T: ColumnValue>(
    _ sql: String, _ values: [any Bindable] = []
  ) throws(DatabaseError) -> T? {
    let cursor = try cursor(sql, values)
    guard let row = try cursor.next(), !row.isNull(0) else { return nil }
    return try T(row, column: 0)
  }

  /// Compiles a statement for the caller to keep, for a loop that binds and runs it many times.
  package func statement(_ sql: String) throws(DatabaseError) -> Statement { try Statement(sql, on: handle, workLimit) }

  /// Returns a compiled statement that is not in use, compiling one if all with this text are.
  private func take(_ sql: String) throws(DatabaseError) -> Statement {
    // Statements wait in the order of their last use. A similar edit needs them in that order, so the search is short. Comparing
    // lengths first takes a tenth of the time that comparing texts does.
    let length = sql.utf8.count
    let index = statements.firstIndex { $0.sql.utf8.count == length && $0.sql == sql }
    if let index { return statements.remove(at: index) }
    return try statement(sql)
  }

  /// Takes a statement back for reuse.
  func giveBack(_ statement: Statement) {
    statement.clear()
    statements.append(statement)
  }

  /// The SQL of the compiled statements that are not in use, sorted.
  package var waitingStatements: [String] { statements.map(\.sql).sorted() }

  /// The rowid of the last inserted row.
  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed, without those that triggers changed.
  package var changedRows: Int64 { sqlite3_changes64(handle) }

  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Whether the file could only be opened for reading.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// The path of the file according to SQLite; empty for a database in memory.
  package var path: String { sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? "" }
}

// MARK: - The file's header

extension Connection {
  /// Reads the first 100 bytes of the file without a lock.
  ///
  /// No journal is rolled back and no table is read, so this is safe for files of other programs.
  ///
  /// - Throws: ``DatabaseError``, with `SQLITE_IOERR_SHORT_READ` if the file is shorter.
  package func header() throws(DatabaseError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 100)
    let code = csqlite_read_header(handle, &bytes)
    if code != SQLITE_OK { throw fileError(code) }
    return bytes
  }

  /// Returns the bytes of the file as the transaction that is open sees it, with what it has written.
  package func serialized() throws(DatabaseError) -> [UInt8] {
    var count: sqlite3_int64 = 0
    guard let start = sqlite3_serialize(handle, "main", &count, 0) else {
      throw DatabaseError(of: handle, code: SQLITE_NOMEM)
    }
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  /// Returns the size of the file in bytes, without a lock.
  package func size() throws(DatabaseError) -> Int64 {
    var size: sqlite3_int64 = 0
    let code = csqlite_file_size(handle, &size)
    if code != SQLITE_OK { throw fileError(code) }
    return size
  }

  /// The error of a call on the file itself, with the system's reason.
  private func fileError(_ code: Int32) -> DatabaseError {
    csqlite_file_reason(handle).map { DatabaseError(code, message: String(cString: $0)) } ?? DatabaseError(code: code)
  }
}

/// A closure that SQLite calls whenever the file is locked.
final class BusyHandler {
  private let shouldRetry: (Int) -> Bool

  init(_ shouldRetry: @escaping (Int) -> Bool) {
    self.shouldRetry = shouldRetry
  }

  /// Installs the handler on a connection, which must not outlive it.
  ///
  /// - Returns: SQLite's result code.
  func install(on connection: OpaquePointer) -> Int32 {
    sqlite3_busy_handler(
      connection,
      { context, tries in
        guard let context else { return 0 }
        return Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue().shouldRetry(Int(tries)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
