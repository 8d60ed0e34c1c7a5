import OutlineCore
import OutlineMigrations
import SQLite

/// Checks that the tables, indexes, triggers and views of a file are those that the scripts create.
///
/// Otherwise a missing trigger would go unnoticed while counts became wrong and the history incomplete.
enum SchemaFingerprint {
  /// Checks every object that pleat creates, and that no trigger and no unique index of others is on pleat's tables.
  ///
  /// O(n) in the size of the schema.
  ///
  /// - Parameter version: The version whose objects the file must have.
  /// - Throws: ``StoreError/damaged(path:message:)``, naming the first object that is missing, differs or is in the way.
  static func check(_ db: Connection, version: Int = Schema.version) throws {
    let (hasAll, hasOthers, _) = try contents(of: db, version: version)
    if !hasAll, let difference = try differences(in: db, version: version).first {
      throw StoreError.damaged(path: db.path, message: difference)
    }
    if hasOthers, let stranger = try strangers(in: db, version: version).first {
      throw StoreError.damaged(path: db.path, message: stranger)
    }
  }

  /// Whether a file has all objects of a version, whether it has others than tables, and whether it has a journal.
  ///
  /// This reads the schema once.
  static func contents(
    of db: Connection, version: Int = Schema.version
  ) throws -> (hasAll: Bool, hasOthers: Bool, hasJournal: Bool) {
    let expected = Set(SchemaObjects.hashes(of: version).map(\.value))
    let objects = try db.cursor(query)
    var (found, others, hasJournal) = (0, 0, false)
    while let object = try objects.next() {
      if expected.contains(hash(of: object)) {
        found += 1
      } else if try object[1] == "table" {
        // SQLite's own tables are here too, in every file: nothing is hashed for them.
        hasJournal = try hasJournal || object[0] == JournalTables.table
      } else if !JournalTables.hashes.contains(hash(of: object)) {
        others += 1
      }
    }
    return (found == expected.count, others > 0, hasJournal)
  }

  /// Returns a sentence about each of pleat's objects that is missing or differs.
  static func differences(in db: Connection, version: Int = Schema.version) throws -> [String] {
    let hashes = try objects(of: db)
    return SchemaObjects.hashes(of: version).filter { name, hash in hashes[name] != hash }.map { name, _ in
      "\(name) \(hashes[name] == nil ? "is missing" : "is not the one that pleat creates")"
    }
  }

  /// Returns a sentence about each trigger and unique index on pleat's tables that pleat does not create.
  static func strangers(in db: Connection, version: Int = Schema.version) throws -> [String] {
    let expected = Set(SchemaObjects.hashes(of: version).map(\.value))
    let objects = try db.cursor(query + " AND (type = 'trigger' OR type = 'index' AND sql LIKE 'CREATE UNIQUE%')")
    var strangers: [String] = []
    while let object = try objects.next() {
      if expected.contains(hash(of: object)) || JournalTables.hashes.contains(hash(of: object)) { continue }
      let (name, type, table): (String, String, String) = (try object[0], try object[1], try object[2])
      guard tables.contains(table.lowercased()) else { continue }
      strangers.append(
        "the \(type == "trigger" ? "trigger" : "unique index") \(name) on \(table) is not pleat's; drop it")
    }
    return strangers
  }

  static let tables: Set = [
    "section", "section_count", "row", "row_count", "user", "fold", "counting", "edit", "current_edit", "change",
    "author", "idempotency_key", "setting", "sync",
  ]

  private static let query = "SELECT name, type, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL"

  /// Returns the hash of every object by its name, without SQLite's own objects.
  static func objects(of db: Connection) throws -> [String: UInt64] {
    let objects = try db.cursor(query)
    var hashes: [String: UInt64] = [:]
    while let object = try objects.next() {
      let name: String = try object[0]
      if !name.hasPrefix("sqlite_") { hashes[name] = hash(of: object) }
    }
    return hashes
  }

  /// Returns the hash of an object with this SQL.
  static func hash(type: String, table: String, sql: String) -> UInt64 {
    var hash = WordHash()
    for text in [type, table, sql] { Array(text.utf8).withUnsafeBytes { hash.combine($0) } }
    return hash.value
  }

  private static func hash(of object: ResultRow) -> UInt64 {
    var hash = WordHash()
    for column in 1...3 { hash.combine(object.bytes(column) ?? UnsafeRawBufferPointer(start: nil, count: 0)) }
    return hash.value
  }
}

/// A 64-bit hash in the manner of FNV-1a, which detects accidents but not deliberate manipulation.
///
/// It takes eight bytes at a time, because every opening for an edit hashes the whole schema.
///
/// - Source: G. Fowler, L. C. Noll, K.-P. Vo, http://www.isthe.com/chongo/tech/comp/fnv/
private struct WordHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    combine(UInt64(bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    while offset < bytes.count {
      combine(UInt64(bytes[offset]))
      offset += 1
    }
  }

  private mutating func combine(_ word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01B3
    value ^= value >> 32  // a product does not carry high bits down
  }
}
