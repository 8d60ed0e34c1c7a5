import OutlineCore
import PleatSystem
import SQLite
import SQLiteSalvage

/// A file that may be damaged, opened to be checked or repaired, within one transaction.
///
/// Other verbs refuse such a file: its header is wrong, its schema is foreign, or SQLite cannot read it.
package final class DamagedFile {
  /// The purpose for which a file is opened.
  package enum Access: Sendable {
    case reading
    /// Reading, while no other process can write, so that another file can take its place.
    case replacing
  }

  /// The file's absolute path, without links.
  package let path: String
  let db: Connection
  let stamp: FileStamp
  /// Whether another file may take its place if it is on a network file system.
  let network: NetworkFiles
  /// Why SQLite cannot read the file; nil if it can.
  let refusal: String?
  let headProblems: [String]

  /// Opens a file and begins the transaction, which lasts as long as this object.
  ///
  /// - Throws: ``StoreError`` if there is no such file, if it is locked or made by another version of pleat, or is to
  ///   be replaced on a network file system.
  package init(
    _ path: String, for access: Access, wait: Duration, _ network: NetworkFiles = NetworkFiles()
  ) throws {
    let path = try FileSystem.followingLinks(FileSystem.absolute(path))
    guard try NewFile.isThere(path) else { throw StoreError.missing(path: path) }
    let stamp = try FileStamp(ofExisting: path)
    if access == .replacing { try network.check(path) }
    try FileSystem.checkCompanions(of: path, path)
    self.path = path
    self.stamp = stamp
    self.network = network
    let busy = BusyWait(limit: wait)
    (db, headProblems, refusal) = try StoreError.translating(path: path) {
      let problems = try Schema.headProblems(of: Connection(path: path), path: path)
      // Another program's journal is left alone.
      let isOwn = problems.isEmpty || access == .replacing
      let db = isOwn ? try Connection(path: path) : try Connection(asItIs: path)
      try db.whenBusy(busy.shouldRetry)
      db.limitWork { Schema.work(forFileOf: stamp.size) }
      return (db, problems, try Self.begin(db, access, busy))
    }
    try stamp.checkIsStill(at: path)
  }

  /// Begins the transaction, and returns why SQLite cannot read the file; nil if it can.
  private static func begin(_ db: Connection, _ access: Access, _ busy: BusyWait) throws(DatabaseError) -> String? {
    do throws(DatabaseError) {
      try db.harden()
      try db.execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
      try db.run(access == .replacing ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED")
      try db.run("SELECT count(*) FROM sqlite_schema")
      try Schema.standIn(in: db)
      try db.execute("PRAGMA query_only = ON")
      return nil
    } catch {
      guard error.isDamage else { throw error }
      if access == .replacing, !db.isInTransaction { try reserve(db, busy) }
      return error.isShortRead ? "the file was cut off" : error.message
    }
  }

  /// Takes the lock of a writer without SQLite's help.
  private static func reserve(_ db: Connection, _ busy: BusyWait) throws(DatabaseError) {
    var tries = 0
    while true {
      do throws(DatabaseError) { return try db.reserve() } catch {
        guard error.code == .busy, busy.shouldRetry(after: tries) else { throw error }
        tries += 1
      }
    }
  }
}

extension DatabaseError {
  /// Whether the error comes from the content of the file, so that the rest of the file can still be checked.
  var isDamage: Bool {
    switch code {
    case .corrupt where isDiskFailure: false
    case .corrupt, .notADatabase, .error, .mismatch, .tooBig, .interrupted, .constraint: true
    case .inputOutput: isShortRead
    default: false
    }
  }
}

extension DamagedFile: PageSource {
  package var size: Int { db.fileSize }

  package func read(at offset: Int, count: Int) -> [UInt8]? { db.bytes(at: offset, count: count) }
}

extension Schema {
  /// Returns the problems of the first 100 bytes of a file.
  ///
  /// - Throws: ``StoreError/newer(path:version:known:)`` and ``StoreError/older(path:version:known:)``: only another
  ///   version of pleat can check such a file.
  static func headProblems(of db: Connection, path: String) throws -> [String] {
    do {
      try recognize(db, path: path)
      return []
    } catch StoreError.foreign {
      let head = db.bytes(at: 0, count: 100) ?? []
      guard head.count == 100, head.starts(with: Array("SQLite format 3\0".utf8)) else {
        return ["the file does not begin as an SQLite file does"]
      }
      let found = "application_id is \(number(in: head, at: 68)), and user_version is \(number(in: head, at: 60))"
      return ["\(found), instead of \(applicationID) and \(version)"]
    }
  }
}
