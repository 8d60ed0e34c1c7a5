import CSystemShim
import Foundation
import GRDB
import GRDBSQLite
import OutlineCore
import OutlineMigrations

/// Whose file it is, which version, and how a connection to it is set up.
enum Schema {
  /// `application_id` of every pleat file: "plet".
  static let applicationID: UInt32 = 0x706C_6574
  /// The version that this program makes and reads.
  static var version: Int { Migrations.scripts.count }

  /// Refuses a file that is not ours, before SQLite takes a lock or plays a journal back.
  static func recognize(_ db: Database, path: String) throws {
    var header = [UInt8](repeating: 0, count: 100)
    let code = pleat_read_header(UnsafeMutableRawPointer(db.sqliteConnection), &header)
    if code == ResultCode.SQLITE_IOERR_SHORT_READ.rawValue { throw StoreError.foreign(path: path) }
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    guard header.starts(with: Array("SQLite format 3\0".utf8)), number(in: header, at: 68) == applicationID else {
      throw StoreError.foreign(path: path)
    }
    let found = Int(number(in: header, at: 60))
    if found > version { throw StoreError.newer(path: path, version: found, known: version) }
    if found < 1 { throw StoreError.foreign(path: path) }
  }

  /// Sets a connection up, and reads back what keeps edits safe.
  static func prepare(_ db: Database, for access: OutlineStore.Access) throws {
    let code = pleat_harden(UnsafeMutableRawPointer(db.sqliteConnection))
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    try db.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    guard access == .writing else {
      try db.execute(sql: "PRAGMA query_only = ON")
      return
    }
    let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = TRUNCATE")
    try db.execute(sql: "PRAGMA synchronous = FULL")
    let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous")
    guard mode == "truncate" || mode == "memory", synchronous == 2 else {
      throw StoreError.unexpected(
        message: "journal mode \(mode ?? "?") and synchronous \(synchronous ?? -1) instead of truncate and 2")
    }
  }

  /// Runs the scripts that the file has not seen yet, in one transaction.
  ///
  /// Costs one look at the file where there is none.
  static func migrate(_ db: Database) throws {
    if try Int.fetchOne(db, sql: "PRAGMA user_version") == version { return }
    try db.inTransaction(.immediate) {
      let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      for script in Migrations.scripts.dropFirst(found) { try db.execute(sql: script) }
      try db.execute(sql: "PRAGMA user_version = \(version)")
      return .commit
    }
  }

  /// The big-endian number of four bytes.
  private static func number(in header: [UInt8], at offset: Int) -> UInt32 {
    header[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
