import OutlineCore
import OutlineMigrations
import SQLite

/// Checks that the tables, indexes, triggers and views of a file are those that the scripts create.
///
/// Otherwise a missing trigger would go unnoticed while counts became wrong and the history incomplete.
enum SchemaFingerprint {
  /// Checks every object that pleat creates; other objects are ignored.
  ///
  /// O(n) in the size of the schema.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)``, naming the first object that is missing or differs.
  static func check(_ db: Connection) throws {
    let found = try objects(of: db)
    for (name, hash) in SchemaObjects.hashes where found[name] != hash {
      let what = found[name] == nil ? "is missing" : "is not the one that pleat creates"
      throw StoreError.damaged(path: db.path, message: "\(name) \(what)")
    }
  }

  /// Returns the hash of every object by its name, without SQLite's own objects.
  static func objects(of db: Connection) throws -> [String: UInt64] {
    let objects = try db.cursor("SELECT name, type, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    var hashes: [String: UInt64] = [:]
    while let object = try objects.next() {
      var hash = FNV1a()
      for column in 1...3 {
        if let bytes = object.bytes(column) { hash.combine(bytes) }
        hash.combine(0)
      }
      let name: String = try object[0]
      if !name.hasPrefix("sqlite_") { hashes[name] = hash.value }
    }
    return hashes
  }
}

/// The 64-bit FNV-1a hash, which detects accidents but not deliberate manipulation.
///
/// - Source: G. Fowler, L. C. Noll, K.-P. Vo, http://www.isthe.com/chongo/tech/comp/fnv/
private struct FNV1a {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  mutating func combine(_ bytes: UnsafeRawBufferPointer) { for byte in bytes { combine(byte) } }
}
