import OutlineCore
import PleatSystem
import SQLite
import SQLiteSalvage

/// The rows that a transaction changed, as the session extension of SQLite records them.
///
/// - Source: SQLite, ext/session/sqlite3session.c, "RECORD FORMAT" and "CHANGESET FORMAT".
package struct Changeset {
  /// What a transaction did to a row.
  enum Action: UInt8 {
    case delete = 9
    case insert = 18
    case update = 23
  }

  /// A row that was changed.
  ///
  /// In an update, a column without values did not change, and the key has only its old value.
  struct Row {
    let action: Action
    let old: [RecordValue?]
    let new: [RecordValue?]
  }

  struct Table {
    let name: String
    /// The indices of the columns of the primary key.
    let key: [Int]
    let columns: Int
    var rows: [Row] = []
  }

  private(set) var tables: [Table] = []

  /// Reads a changeset.
  ///
  /// - Throws: ``StoreError/unexpected(message:)`` if the bytes are not one.
  package init(_ bytes: [UInt8]) throws(StoreError) {
    var bytes = ChangesetBytes(bytes)
    while let first = bytes.next() {
      if first == UInt8(ascii: "T") {
        tables.append(try bytes.table())
      } else if let action = Action(rawValue: first), let columns = tables.last?.columns {
        _ = try bytes.byte()  // whether a trigger made the change
        let old = action == .insert ? [] : try bytes.values(columns)
        let new = action == .delete ? [] : try bytes.values(columns)
        tables[tables.count - 1].rows.append(Row(action: action, old: old, new: new))
      } else {
        throw ChangesetBytes.broken
      }
    }
  }
}

/// The bytes of a changeset that were not read yet.
private struct ChangesetBytes {
  static let broken = StoreError.unexpected(message: "an entry of the journal cannot be read")

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func byte() throws(StoreError) -> UInt8 {
    guard let byte = next() else { throw Self.broken }
    return byte
  }

  private mutating func take(_ count: Int) throws(StoreError) -> [UInt8] {
    guard count >= 0, count <= bytes.count - position else { throw Self.broken }
    defer { position += count }
    return Array(bytes[position..<(position + count)])
  }

  /// SQLite's number of up to nine bytes: each byte but the ninth holds seven bits.
  private mutating func count() throws(StoreError) -> Int {
    var number: UInt64 = 0
    for _ in 0..<8 {
      let byte = try byte()
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int(clamping: number) }
    }
    return Int(clamping: number << 8 | UInt64(try byte()))
  }

  mutating func table() throws(StoreError) -> Changeset.Table {
    let columns = try count()
    let flags = try take(columns)
    var name: [UInt8] = []
    while case let byte = try byte(), byte != 0 { name.append(byte) }
    return Changeset.Table(
      name: String(decoding: name, as: UTF8.self), key: flags.indices.filter { flags[$0] != 0 }, columns: columns)
  }

  mutating func values(_ columns: Int) throws(StoreError) -> [RecordValue?] {
    var values: [RecordValue?] = []
    for _ in 0..<columns { values.append(try value()) }
    return values
  }

  private mutating func value() throws(StoreError) -> RecordValue? {
    switch try byte() {
    case 0: return nil
    case 1: return .integer(Int64(bitPattern: try word()))
    case 2: return .real(Double(bitPattern: try word()))
    case 3: return .text(try take(count()))
    case 4: return .blob(try take(count()))
    case 5: return .null
    default: throw Self.broken
    }
  }

  private mutating func word() throws(StoreError) -> UInt64 { try take(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

/// The sum of the hashes of all values of a file; a changeset adds and subtracts the hashes of its values.
///
/// NULL adds nothing, so that a new column leaves the sum as it is.
struct ContentSum {
  private(set) var value: UInt64

  init(_ value: Int64 = 0) { self.value = UInt64(bitPattern: value) }

  /// The sum as SQLite stores it.
  var stored: Int64 { Int64(bitPattern: value) }

  /// Updates the sum for the changes of a changeset.
  mutating func add(_ changes: Changeset) {
    for table in changes.tables {
      for row in table.rows {
        let key = row.action == .insert ? row.new : row.old
        let hash = Self.hash(of: table.name, table.key.map { key[$0] ?? .null })
        for column in 0..<table.columns {
          if row.action == .update, row.new[column] == nil { continue }
          if row.action != .insert { value &-= Self.hash(row.old[column], in: column, hash) }
          if row.action != .delete { value &+= Self.hash(row.new[column], in: column, hash) }
        }
      }
    }
  }

  mutating func add(_ row: [RecordValue], of table: String, key: [Int]) {
    let hash = Self.hash(of: table, key.map { row[$0] })
    for (column, cell) in row.enumerated() { value &+= Self.hash(cell, in: column, hash) }
  }

  private static func hash(of table: String, _ key: [RecordValue]) -> FNV1a {
    var hash = FNV1a(table)
    for value in key { add(value, to: &hash) }
    return hash
  }

  private static func hash(_ value: RecordValue?, in column: Int, _ row: FNV1a) -> UInt64 {
    guard let value, value != .null else { return 0 }
    var hash = row
    hash.add(UInt8(truncatingIfNeeded: column))
    add(value, to: &hash)
    return hash.value
  }

  private static func add(_ value: RecordValue, to hash: inout FNV1a) {
    switch value {
    case .null: hash.add(5 as UInt8)
    case .integer(let number):
      hash.add(1 as UInt8)
      hash.add(UInt64(bitPattern: number))
    case .real(let number):
      hash.add(2 as UInt8)
      hash.add(number.bitPattern)
    case .text(let text):
      hash.add(3 as UInt8)
      hash.add(text)
    case .blob(let blob):
      hash.add(4 as UInt8)
      hash.add(blob)
    }
  }
}

extension ContentSum {
  /// Computes the sum of all values of a file.
  ///
  /// O(n) in the size of the file.
  init(of db: Connection) throws {
    self.init()
    let tables: [String] = try db.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    ) { try $0[0] }
    for table in tables {
      let isKey: [Bool] = try db.rows("SELECT pk > 0 FROM pragma_table_info(?) ORDER BY cid", [table]) { try $0[0] }
      let key = isKey.indices.filter { isKey[$0] }
      if key.isEmpty { continue }
      let cursor = try db.cursor("SELECT * FROM \"\(table)\"")
      while let row = try cursor.next() {
        var values: [RecordValue] = []
        for column in isKey.indices { values.append(try row[column]) }
        add(values, of: table, key: key)
      }
    }
  }
}
