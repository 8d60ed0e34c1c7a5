import Locking
import OutlineCore
import OutlineMigrations
import PleatSystem
import SQLite

/// The SQLite file of one outline, opened for reading or for writing.
///
/// A store makes no decisions: other targets plan what is written. It has one connection, which one caller at a time
/// can use.
package final class Store: Sendable {
  /// How a transaction, or a part of it, ends.
  package typealias End = Connection.TransactionEnd

  /// The file's path; nil for an outline in memory.
  package let path: String?
  let connection: SharedConnection
  package let access: StoreAccess
  /// How long to wait while the file is locked.
  package let wait: Duration
  private let opened: FileStamp?
  private let origin: Lock<Schema.Origin>
  /// Whether the file had an older version when it was opened, so that temporary views provide the columns it lacks.
  private let wasOlder: Bool
  /// Whether the store writes if the file is on a network file system.
  package let network: NetworkFiles
  /// Handles signals of the process around transactions.
  private let signals: TransactionSignals
  /// The network file system that the file is on, if it is open for reading; nil if it is on none.
  private let networkName: String?
  /// The state of the schema that was compared with pleat's, and its version; nil before the first write.
  private let comparedSchema = Lock<(cookie: Int64, version: Int)?>(nil)
  /// Writes every transaction down elsewhere before it is committed; nil for a file that has no journal.
  package let journal: (any StoreJournal)?
  /// Whether an earlier transaction has read the file; every later one checks its version again.
  private let wasRead = Lock(false)

  /// Opens the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file. A relative path starts at the current folder.
  ///   - access: Whether to open it for reading or for writing.
  ///   - wait: How long to wait while the file is locked.
  ///   - network: Whether to write if the file is on a network file system.
  ///   - signals: Handles signals of the process around transactions.
  ///   - journal: Writes every transaction down elsewhere before it is committed. A file that has a journal is only written to with it.
  /// - Throws: ``StoreError``; the file is then unchanged.
  package convenience init(
    opening path: String, for access: StoreAccess, wait: Duration = .seconds(10),
    network: NetworkFiles = NetworkFiles(), signals: TransactionSignals = TransactionSignals(),
    journal: (any StoreJournal)? = nil
  ) throws {
    let path = try FileSystem.absolute(path)
    guard try NewFile.isThere(path) else { throw StoreError.missing(path: path) }
    try self.init(existing: path, access: access, wait: wait, network: network, signals: signals, journal: journal)
  }

  /// Creates an empty outline in memory.
  package init() throws {
    path = nil
    access = .making
    opened = nil
    network = .allowed
    networkName = nil
    signals = TransactionSignals()
    wait = .zero
    journal = nil
    origin = Lock(.stamped(version: Schema.version))
    wasOlder = false
    connection = SharedConnection(try Self.made(":memory:", for: .creating))
  }

  init(
    existing path: String, access: StoreAccess, wait: Duration, network: NetworkFiles,
    signals: TransactionSignals = TransactionSignals(), journal: (any StoreJournal)? = nil
  ) throws {
    self.path = path
    self.access = access
    self.journal = journal
    self.signals = signals
    self.wait = wait
    self.network = network
    let opened = try FileStamp(ofExisting: path)
    self.opened = opened
    if access == .writing || access == .writingOften { try network.check(path) }
    let networkName = access == .reading ? network.name(forReading: path, opened) : nil
    self.networkName = networkName
    let origin: Schema.Origin
    (connection, origin) = try StoreError.translating(path: path, on: networkName) {
      let db = try Self.connection(to: path, for: networkName == nil ? .existing : .readingOnly)
      // SQLite opens a file for reading where it cannot be opened for writing, whatever the reason.
      if access != .reading, db.isReadOnly, !FileSystem.forbidsWriting(path) {
        throw StoreError.ioFailed(path: path, message: "it could not be opened for writing")
      }
      db.limitWork { Schema.work(forFileOf: FileStamp(of: path)?.size ?? 0) }
      let busy = BusyWait(limit: wait)
      try db.whenBusy(busy.shouldRetry)
      var origin = try Schema.recognize(db, path: path)
      if try origin != .blank && Schema.hasJournal(path) {
        // The header may come from a transaction that was cut short; this read rolls it back.
        let _: Int? = try db.value("PRAGMA schema_version")
        origin = try Schema.recognize(db, path: path)
      }
      try Schema.prepare(db, for: access, isOlder: origin.isOlder)
      try opened.checkIsStill(at: path)
      return (SharedConnection(db), origin)
    }
    self.origin = Lock(origin)
    wasOlder = origin.isOlder
  }

  deinit {
    guard access == .writingOften else { return }
    _ = Result { try connection.use { try emptyJournal($0) } }  // what is left of the journal does no harm
  }

  /// Truncates the journal, whose transactions have ended, unless another process is using the file.
  private func emptyJournal(_ db: Connection) throws {
    guard let path else { return }
    try db.whenBusy { _ in false }
    try db.transaction(.immediate) {
      // With the lock of a writer, the journal of this file belongs to nobody else.
      try opened?.checkIsStill(at: path)
      if try !Schema.hasJournal(db.path) { try Platform.empty("\(db.path)-journal") }
      return ((), .rollback)
    }
  }

  /// Connects to a file that was there a moment ago; no file is made in its place.
  ///
  /// - Throws: ``StoreError/replaced(path:)`` if it is gone, or ``StoreError/ioFailed(path:message:)``.
  private static func connection(to path: String, for access: Connection.Access) throws -> Connection {
    do {
      let connection = try Connection(path: path, for: access)
      try FileSystem.checkCompanions(of: connection.path, path)
      connection.watchPages()
      return connection
    } catch let error as DatabaseError {
      if error.code == .cannotOpen { _ = try FileStamp(ofExisting: path) }
      throw error
    }
  }

  /// Creates an empty outline and returns the connection to it.
  static func made(_ path: String, for access: Connection.Access) throws -> Connection {
    let db = try Connection(path: path, for: access)
    try Schema.prepare(db, for: .making)
    try Schema.migrate(db, [Migrations.whole])
    return db
  }

  /// Runs `body` in a read transaction, so that it sees a single state of the file.
  ///
  /// The transaction holds up writers, so `body` must be short.
  ///
  /// - Throws: ``StoreError``, and what `body` throws.
  package func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
    try StoreError.translating(path: path ?? "", on: networkName) {
      try connection.use { db in
        try db.transaction(.deferred) {
          if try isBlank(db) { return (try Store().read(body), .commit) }
          let isAgain = wasRead.withLock { wasRead in
            defer { wasRead = true }
            return wasRead
          }
          if isAgain { _ = try version(of: db) }
          let reader = StoreReader(db: db)
          try reader.checkReadingKeys()
          return (try signals.limited { try body(reader) }, .commit)
        }
      }
    }
  }

  /// Runs `body` in a write transaction (`BEGIN IMMEDIATE`), and commits if it returns `.commit`.
  ///
  /// If this returns, the edit is saved; if it throws, it is not, except with
  /// ``StoreError/outcomeUnknown(path:message:)``. After a failed COMMIT, the file is opened again and searched for the
  /// transaction's token; after a COMMIT, the file must still be at its path.
  ///
  /// - Throws: ``StoreError``, and what `body` throws.
  package func write<T>(_ body: (StoreWriter) throws -> (result: T, end: End)) throws -> T {
    var log: EditLog?
    do {
      let (result, end) = try transaction { db in
        let writer = StoreWriter(db: db, path: path ?? "", version: try versionForWriting(db))
        log = writer.log
        try writer.reader.checkWritingKeys()
        let (result, end) = try signals.limited { try body(writer) }
        let token = end == .commit ? try writer.log.end(in: db) : nil
        if end == .commit, case .dump = origin.withLock(\.self) { try writer.stamp() }
        return ((result, end), end, token)
      }
      if end == .rollback, let backup = log?.madeBackup { FileSystem.remove(backup) }
      return result
    } catch {
      switch error as? StoreError {
      case .outcomeUnknown, .replaced: break  // it may be saved
      default: if let backup = log?.madeBackup { FileSystem.remove(backup) }
      }
      throw error
    }
  }

  /// Runs several bodies in one write transaction, each in a savepoint of its own, and commits once.
  ///
  /// A body that throws discards what it wrote itself; the others are not affected.
  ///
  /// - Returns: What each body returned or threw; nil if nothing was saved for a reason that need not hold for each of
  ///   them alone, such as a full disk. The caller then runs each in ``write(_:)``.
  /// - Throws: ``StoreError``, which holds for all bodies.
  package func write<T>(
    together bodies: [(StoreWriter) throws -> (result: T, end: End)]
  ) throws -> [Result<T, any Error>]? {
    do {
      return try transaction { db in
        // Only an edit alone in its transaction fills an empty file, upgrades an older one, or stamps one from a dump.
        guard origin.withLock({ $0 == .stamped(version: Schema.version) }), try versionForWriting(db) == Schema.version
        else { throw EachAlone() }
        try StoreReader(db: db).checkWritingKeys()
        var token: Int64?
        let results = try bodies.map { body in
          let result = Result { try part(body, in: db, &token) }
          if !db.isInTransaction { throw EachAlone() }
          return result
        }
        if token != nil { try EditLog.stampGivenIDs(in: db) }
        return (results, token == nil ? .rollback : .commit, token)
      }
    } catch is EachAlone {
      return nil
    } catch StoreError.ioFailed, StoreError.outOfResources {
      return nil
    }
  }

  /// Runs a body in a savepoint.
  ///
  /// - Parameter token: Becomes that of the body if it wrote something.
  private func part<T>(
    _ body: (StoreWriter) throws -> (result: T, end: End), in db: Connection, _ token: inout Int64?
  ) throws -> T {
    let writer = StoreWriter(db: db, path: path ?? "", version: Schema.version)
    let (result, own) = try StoreError.translating(path: path ?? "") {
      try db.savepoint {
        let (result, end) = try body(writer)
        return ((result, end == .commit ? try writer.log.end(in: db, stampsIDs: false) : nil), end)
      }
    }
    token = own ?? token
    return result
  }

  /// Runs `body` in a write transaction, which ends as `body` says; it also returns the token of an edit, if it made one.
  private func transaction<T>(
    _ body: (Connection) throws -> (result: T, end: End, token: Int64?)
  ) throws -> T {
    try StoreError.translating(path: path ?? "") {
      var pending: (result: T, token: Int64)?
      var isWrittenDown = false
      let result: T
      do {
        result = try connection.use { db in
          try db.transaction(.immediate) {
            // A process that put another file in the place of this one may have held the lock until now.
            if let path { try opened?.checkIsStill(at: path) }
            let save = try journal.map { try $0.record(JournalTransaction(db, path: path ?? "")) }
            let (result, end, token) = try body(db)
            if end == .commit, let save {
              try save()
              isWrittenDown = true
            }
            pending = token.map { (result, $0) }
            signals.noteSaving(pending != nil)
            return (result, end)
          }
        }
      } catch let error as DatabaseError {
        guard let pending, error.code != .busy, try isSaved(pending.token, after: error) else {
          signals.noteSaving(false)
          if isWrittenDown { throw StoreError.outcomeUnknown(path: path ?? "", message: error.message) }
          throw error
        }
        result = pending.result
      }
      // An edit in the journal counts as saved; a file that is gone is made again from the journal.
      if pending != nil, !isWrittenDown { try checkSavedFile() }
      return result
    }
  }

  /// Returns the version of the file, at the start of a write transaction; a file of 0 bytes gets its tables.
  private func versionForWriting(_ db: Connection) throws -> Int {
    let isBlank = try isBlank(db)
    if isBlank {
      if journal == nil, let path, JournalTables.areWanted(at: path) { throw StoreError.journaled(path: path) }
      try Schema.apply([Migrations.whole], to: db)
    }
    let version = try isBlank ? Schema.version : compareSchema(db)
    if wasOlder, version == Schema.version { try Schema.endStandingIn(in: db) }
    return version
  }

  /// Throws an error unless the file that has the edit is still at its path.
  ///
  /// - Throws: ``StoreError/replaced(path:)``, or ``StoreError/outcomeUnknown(path:message:)``.
  private func checkSavedFile() throws(StoreError) {
    guard let path else { return }
    do { try opened?.checkIsStill(at: path) } catch .ioFailed(let path, let message) {
      throw .outcomeUnknown(path: path, message: message)
    } catch { throw error }
  }

  /// Returns whether the file has the transaction with the token, although COMMIT reported an error.
  ///
  /// - Throws: ``StoreError/outcomeUnknown(path:message:)`` if that cannot be read, and ``StoreError/replaced(path:)``.
  private func isSaved(_ token: Int64, after error: DatabaseError) throws -> Bool {
    guard let path else { return false }
    do {
      let again = try Store(existing: path, access: .reading, wait: wait, network: network)
      if let opened, again.isReplaced(opened) { throw StoreError.replaced(path: path) }
      return try again.read { reader in try EditLog.contains(token, in: reader.db) }
    } catch StoreError.replaced {
      throw StoreError.replaced(path: path)
    } catch let second {
      let reason = (second as? DatabaseError)?.message ?? (second as? StoreError)?.reason
      let messages = [error.message, reason].compactMap(\.self)
      throw StoreError.outcomeUnknown(path: path, message: messages.joined(separator: "; then "))
    }
  }

  /// Returns whether the file has 0 bytes, which makes it an empty outline.
  ///
  /// If it had 0 bytes when opened and was filled since, it is recognized now. Call this at the start of a transaction.
  private func isBlank(_ db: Connection) throws -> Bool {
    guard let path, origin.withLock({ $0 == .blank }) else { return false }
    _ = try db.value("PRAGMA user_version") as Int64?  // takes the lock, and rolls back a killed process's transaction
    if try db.size() == 0 { return true }
    let found = try Schema.recognize(db, path: path)
    // An older pleat has filled it, and there are no views for the columns it lacks.
    if found.isOlder { throw StoreError.replaced(path: path) }
    origin.withLock { $0 = found }
    return false
  }

  /// Compares the schema with pleat's, unless that was done since it last changed, and returns the version of the file.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)``, naming an object that is missing, differs or is in the way, and
  ///   ``StoreError/newer(path:version:known:)``.
  private func compareSchema(_ db: Connection) throws -> Int {
    let cookie: Int64 = try db.value("PRAGMA schema_version") ?? 0
    if let compared = comparedSchema.withLock({ $0?.cookie == cookie ? $0 : nil }) {
      _ = try self.version(of: db)  // a newer version may have changed no table
      return compared.version
    }
    let contents = try SchemaFingerprint.contents(of: db)
    let isCurrent = contents.hasAll && !contents.hasOthers
    let version = try isCurrent ? Schema.version : version(of: db)
    if !isCurrent { try SchemaFingerprint.check(db, version: version) }
    if journal == nil, let path, contents.hasJournal || JournalTables.areWanted(at: path) {
      throw StoreError.journaled(path: path)
    }
    comparedSchema.withLock { $0 = (cookie, version) }
    return version
  }

  /// Returns the version of the file, which another process may have upgraded since it was opened.
  ///
  /// - Throws: ``StoreError/newer(path:version:known:)``.
  func version(of db: Connection) throws -> Int {
    let found: Int = try db.value("PRAGMA user_version") ?? 0
    if found > Schema.version { throw StoreError.newer(path: db.path, version: found, known: Schema.version) }
    if found == 0, case .dump(let version) = origin.withLock(\.self) { return version }
    return found
  }

  /// Returns a number that changes with every commit of another connection or process.
  ///
  /// Takes microseconds.
  package func dataVersion() throws -> Int64 {
    try StoreError.translating(path: path ?? "") {
      try connection.use { db in try db.value("PRAGMA data_version") ?? 0 }
    }
  }

  /// The current stamp of the file; nil if there is no file.
  package var stamp: FileStamp? { path.flatMap(FileStamp.init) }

  /// Whether a stamp belongs to another file than the one that was opened.
  package func isReplaced(_ stamp: FileStamp) -> Bool { opened.map { !$0.isSameFile(as: stamp) } ?? false }
}

/// Several edits cannot share a transaction, though each may succeed in one of its own.
private struct EachAlone: Error {}
