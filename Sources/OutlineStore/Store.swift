import OutlineCore
import SQLite

/// The SQLite file of one outline: opening it, reading from it, writing to it.
///
/// It takes no decisions: what is written is planned elsewhere. One connection, used by one caller at a time.
package final class Store: Sendable {
  /// The file's path; nil for an outline in memory.
  package let path: String?
  let connection: SharedConnection
  private let wait: Duration
  private let opened: FileStamp?

  /// What a store is opened for.
  package enum Access: Sendable {
    /// Reading alone; the file's bytes and times stay as they are.
    case reading
    /// Reading and writing.
    case writing
  }

  /// Opens the file at `path`.
  ///
  /// - Parameter wait: how long to wait for a locked file.
  /// - Throws: ``StoreError``; the file is left as it was.
  package convenience init(opening path: String, for access: Access, wait: Duration = .seconds(10)) throws {
    let path = try FileSystem.absolute(path)
    guard try FileSystem.exists(path) else { throw StoreError.missing(path: path) }
    try self.init(existing: path, access: access, wait: wait)
  }

  /// Opens the file at `path` for writing, and makes it first where there is none: mode 0600, in a folder of 0700.
  ///
  /// - Throws: ``StoreError``; where the file cannot be made whole, nothing is left behind.
  package convenience init(openingOrCreating path: String, wait: Duration = .seconds(10)) throws {
    let path = try FileSystem.absolute(path)
    if try !FileSystem.exists(path) { _ = try Self.create(path) { _ in ((), true) } }
    try self.init(existing: path, access: .writing, wait: wait)
  }

  /// Makes an empty outline in memory.
  package init() throws {
    path = nil
    opened = nil
    wait = .zero
    connection = SharedConnection(try Self.made(":memory:", for: .creating))
  }

  private init(existing path: String, access: Access, wait: Duration) throws {
    self.path = path
    opened = FileStamp(of: path)
    self.wait = wait
    connection = try StoreError.translating(path: path) {
      let db = try Connection(path: path)
      let busy = BusyWait(limit: wait)
      try db.whenBusy(busy.shouldRetry)
      try Schema.recognize(db, path: path, for: access)
      try Schema.prepare(db, for: access)
      if access == .writing { try Schema.migrate(db) }
      return SharedConnection(db)
    }
  }

  /// A connection to a new outline.
  private static func made(_ path: String, for access: Connection.Access) throws -> Connection {
    let db = try Connection(path: path, for: access)
    try Schema.prepare(db, for: .writing)
    try Schema.migrate(db)
    return db
  }

  /// Reads one state of the file in one short transaction.
  ///
  /// - Throws: ``StoreError``, and what `body` throws.
  package func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
    try StoreError.translating(path: path ?? "") {
      try connection.use { db in try db.transaction(.deferred) { (try body(StoreReader(db: db)), .commit) } }
    }
  }

  /// Runs `body` in one write transaction (`BEGIN IMMEDIATE`) and commits when it answers `.commit`.
  ///
  /// Where COMMIT reports an error, the file is opened again and the transaction's own mark looked up: when this
  /// returns, the edit is saved; when it throws, nothing is.
  /// - Throws: ``StoreError``, and what `body` throws.
  package func write<T>(_ body: (StoreWriter) throws -> (result: T, end: Connection.TransactionEnd)) throws -> T {
    try StoreError.translating(path: path ?? "") {
      var pending: (result: T, mark: Int64)?
      do {
        return try connection.use { db in
          try db.transaction(.immediate) {
            let writer = StoreWriter(db: db, path: path ?? "")
            let (result, end) = try body(writer)
            if end == .commit { pending = try writer.log.end(in: db).map { (result, $0) } }
            return (result, end)
          }
        }
      } catch let error as DatabaseError {
        guard let pending, let path, error.code != .busy else { throw error }
        let again = try Store(existing: path, access: .reading, wait: wait)
        guard try again.read({ reader in try EditLog.stands(pending.mark, in: reader.db) }) else { throw error }
        return pending.result
      }
    }
  }

  /// A number that is another one after every commit of another connection or process.
  ///
  /// Microseconds.
  package func dataVersion() throws -> Int64 {
    try StoreError.translating(path: path ?? "") {
      try connection.use { db in try db.value("PRAGMA data_version") ?? 0 }
    }
  }

  /// The file's state as the file system has it; nil where there is no file.
  package var stamp: FileStamp? { path.flatMap(FileStamp.init) }

  /// Whether a stamp is that of another file than the one that was opened.
  package func isReplaced(_ stamp: FileStamp) -> Bool { opened.map { !$0.isSameFile(as: stamp) } ?? false }

  /// Makes the file at `path` with what `fill` writes into it, which nobody sees before it is whole.
  ///
  /// It is made beside its place and renamed.
  /// - Returns: what `fill` answers, and whether the file was put in place; not where another process was first, and
  ///   not where `fill` does not want it.
  /// - Throws: ``StoreError``, and what `fill` throws; nothing is left behind then.
  package static func create<T>(
    _ path: String, _ fill: (Store) throws -> (result: T, isWanted: Bool)
  ) throws -> (result: T, isInstalled: Bool) {
    let path = try FileSystem.absolute(path)
    try FileSystem.makeFolder(of: path)
    let temporary = FileSystem.temporary(for: path)
    try FileSystem.makeFile(temporary, for: path)
    defer {
      FileSystem.remove(temporary)
      FileSystem.remove(temporary + "-journal")
    }
    do { _ = try made(temporary, for: .existing) } catch let error as DatabaseError {
      throw StoreError.cannotCreate(path: path, reason: error.message)
    }
    let result = try filled(temporary, fill)
    return (result.result, try result.isWanted && install(temporary, at: path))
  }

  private static func filled<T>(
    _ temporary: String, _ fill: (Store) throws -> (result: T, isWanted: Bool)
  ) throws -> (result: T, isWanted: Bool) {
    try fill(Store(existing: temporary, access: .writing, wait: .zero))  // closed when this returns
  }

  /// Puts a finished file in place, durably; false when another process was first.
  private static func install(_ temporary: String, at path: String) throws(StoreError) -> Bool {
    try FileSystem.synchronize(temporary, path: path)
    let code = Connection.renameToNew(temporary, path)
    if FileSystem.isThere(code) { return false }
    if code != 0 { throw .cannotCreate(path: path, reason: FileSystem.reason(code)) }
    try FileSystem.synchronizeFolder(of: path)
    return true
  }
}
