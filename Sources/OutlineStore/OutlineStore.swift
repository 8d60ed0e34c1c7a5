import CSystemShim
import Foundation
import GRDB
import OutlineCore

/// The SQLite file of one outline: opening it, reading from it, writing to it.
///
/// It takes no decisions: what is written is planned elsewhere. One connection, used by one caller at a time.
public final class OutlineStore: Sendable {
  /// The file's path; nil for an outline in memory.
  public let path: String?
  let queue: DatabaseQueue
  private let access: Access
  private let wait: Duration
  private let opened: FileStamp?

  /// What a store is opened for.
  public enum Access: Sendable {
    /// Reading alone; the file's bytes and times stay as they are.
    case reading
    /// Reading and writing.
    case writing
  }

  /// Opens the file at `path`.
  ///
  /// - Parameter wait: how long to wait for a locked file.
  /// - Throws: ``StoreError``; the file is left as it was.
  public convenience init(opening path: String, for access: Access, wait: Duration = .seconds(10)) throws {
    let path = try FilePath.absolute(path)
    guard try FilePath.exists(path) else { throw StoreError.missing(path: path) }
    try self.init(existing: path, access: access, wait: wait)
  }

  /// Opens the file at `path` for writing, and makes it first where there is none: mode 0600, in a folder of 0700.
  ///
  /// - Throws: ``StoreError``; where the file cannot be made whole, nothing is left behind.
  public convenience init(openingOrCreating path: String, wait: Duration = .seconds(10)) throws {
    let path = try FilePath.absolute(path)
    if try !FilePath.exists(path) { try Self.create(path) }
    try self.init(existing: path, access: .writing, wait: wait)
  }

  /// Makes an empty outline in memory.
  public init() throws {
    path = nil
    opened = nil
    access = .writing
    wait = .zero
    queue = try DatabaseQueue(configuration: Self.configuration(wait: .zero) { try Schema.prepare($0, for: .writing) })
    try queue.inDatabase { db in try Schema.migrate(db) }
  }

  private init(existing path: String, access: Access, wait: Duration) throws {
    self.path = path
    opened = FilePath.stamp(of: path)
    self.access = access
    self.wait = wait
    queue = try StoreError.translating(path: path) {
      let queue = try DatabaseQueue(
        path: path,
        configuration: Self.configuration(wait: wait) { db in
          try Schema.recognize(db, path: path)
          try Schema.prepare(db, for: access)
        })
      if access == .writing { try queue.inDatabase { db in try Schema.migrate(db) } }
      return queue
    }
  }

  /// Reads one state of the file in one short transaction.
  ///
  /// - Throws: ``StoreError``, and what `body` throws.
  public func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
    try StoreError.translating(path: path ?? "") {
      do {
        return try queue.read { db in try body(StoreReader(db: db)) }
      } catch let error as DatabaseError where error.message?.hasPrefix("no such") == true {
        let version = try queue.inDatabase { db in try Int.fetchOne(db, sql: "PRAGMA user_version") } ?? 0
        throw version < Schema.version ? StoreError.older(path: path ?? "", version: version) : error
      }
    }
  }

  /// Runs `body` in one write transaction (`BEGIN IMMEDIATE`) and commits when it answers `.commit`.
  ///
  /// Where COMMIT reports an error, the file is opened again and the transaction's own mark looked up: when this
  /// returns, the edit is saved; when it throws, nothing is.
  /// - Throws: ``StoreError``, and what `body` throws.
  public func write<T>(_ body: (StoreWriter) throws -> (result: T, end: TransactionEnd)) throws -> T {
    try StoreError.translating(path: path ?? "") {
      var pending: (result: T, mark: Int64)?
      do {
        return try queue.writeWithoutTransaction { db in
          var result: T?
          try db.inTransaction(.immediate) {
            let writer = StoreWriter(db: db, path: path ?? "")
            let (value, end) = try body(writer)
            result = value
            guard end == .commit else { return .rollback }
            pending = try writer.log.end(in: db).map { (value, $0) }
            return .commit
          }
          guard let result else { throw StoreError.unexpected(message: "a transaction without a result") }
          return result
        }
      } catch let error as DatabaseError {
        guard let pending, let path, error.resultCode != .SQLITE_BUSY else { throw error }
        let again = try OutlineStore(existing: path, access: .reading, wait: wait)
        let isSaved = try again.queue.read { db in try EditLog.stands(pending.mark, in: db) }
        guard isSaved else { throw error }
        return pending.result
      }
    }
  }

  /// A number that is another one after every commit of another connection or process.
  ///
  /// Microseconds.
  public func dataVersion() throws -> Int64 {
    try StoreError.translating(path: path ?? "") {
      try queue.inDatabase { db in try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0 }
    }
  }

  /// The file's state as the file system has it; nil where there is no file.
  public var stamp: FileStamp? { path.flatMap(FilePath.stamp) }

  /// Whether a stamp is that of another file than the one that was opened.
  public func isReplaced(_ stamp: FileStamp) -> Bool { opened.map { !$0.isSameFile(as: stamp) } ?? false }

  /// How a write transaction ends.
  public enum TransactionEnd: Sendable {
    /// What was written stays.
    case commit
    /// What was written is taken back.
    case rollback
  }

  private static func configuration(
    wait: Duration, prepare: @escaping @Sendable (Database) throws -> Void
  ) -> Configuration {
    let busy = BusyWait(limit: wait)
    var configuration = Configuration()
    configuration.journalMode = .default
    configuration.busyMode = .callback { tries in busy.shouldRetry(after: tries) }
    configuration.prepareDatabase(prepare)
    return configuration
  }

  /// Makes the file at `path` with what `fill` writes into it, which nobody sees before it is whole.
  ///
  /// - Returns: what `fill` answers, and whether the file was put in place; not where another process was first, and
  ///   not where `fill` does not want it.
  /// - Throws: ``StoreError``, and what `fill` throws; nothing is left behind then.
  public static func create<T>(
    _ path: String, _ fill: (OutlineStore) throws -> (result: T, isWanted: Bool)
  ) throws -> (result: T, isInstalled: Bool) {
    try create(FilePath.absolute(path)) { temporary in
      let store = try OutlineStore(existing: temporary, access: .writing, wait: .zero)
      defer { _ = Result { try store.queue.close() } }  // renamed or removed next, whatever it says
      return try fill(store)
    }
  }

  private static func create(_ path: String) throws {
    _ = try create(path) { (temporary: String) in ((), true) }
  }

  /// Makes the file beside its place and renames it, so that nobody ever sees half of it.
  private static func create<T>(
    _ path: String, _ fill: (_ temporary: String) throws -> (result: T, isWanted: Bool)
  ) throws -> (result: T, isInstalled: Bool) {
    try FilePath.makeFolder(of: path)
    let temporary = "\(path).new-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    guard FileManager.default.createFile(atPath: temporary, contents: nil, attributes: [.posixPermissions: 0o600])
    else {
      throw StoreError.cannotCreate(path: path, reason: String(cString: strerror(errno)))
    }
    defer {
      unlink(temporary)
      unlink(temporary + "-journal")
    }
    do {
      let configuration = configuration(wait: .zero) { try Schema.prepare($0, for: .writing) }
      let queue = try DatabaseQueue(path: temporary, configuration: configuration)
      try queue.inDatabase { db in try Schema.migrate(db) }
      try queue.close()
    } catch let error as DatabaseError {
      throw StoreError.cannotCreate(path: path, reason: error.message ?? error.description)
    }
    let (result, isWanted) = try fill(temporary)
    return (result, try isWanted && FilePath.install(temporary, at: path))
  }
}
