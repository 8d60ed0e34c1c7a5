import OutlineCore
import OutlineMigrations
import PleatSystem
import SQLite

/// Identifies pleat's files and their versions, and sets up connections to them.
enum Schema {
  /// The `application_id` of every pleat file: "plet".
  static let applicationID: UInt32 = 0x706C_6574
  /// The version of the files that this program creates and reads.
  static var version: Int { Migrations.all.last?.version ?? 0 }

  /// Where the content of a file comes from.
  enum Origin: Equatable {
    /// From pleat: the file has its `application_id` and this `user_version`.
    case stamped(version: Int)
    /// From a dump that was read into a new file: it has neither number, and its schema is that of this version.
    case dump(version: Int)
    /// The file has 0 bytes, or is being filled for the first time.
    case blank

    /// Whether the file has an older version than the one that this program creates.
    var isOlder: Bool {
      switch self {
      case .stamped(let version), .dump(let version): version < Schema.version
      case .blank: false
      }
    }
  }

  /// Refuses a file that this program cannot use, before SQLite takes a lock or rolls back a journal.
  ///
  /// - Parameters:
  ///   - db: A connection that has not read the file yet.
  ///   - path: The path that errors name.
  ///   - migrations: The scripts, oldest first. A file older than the first one's version cannot be upgraded.
  /// - Returns: Where its content comes from.
  /// - Throws: ``StoreError`` for a file of another program, a damaged one, and one of a newer or too old version.
  @discardableResult
  static func recognize(
    _ db: Connection, path: String, _ migrations: [Migration] = Migrations.all
  ) throws -> Origin {
    if try FileSystem.status(of: path)?.stamp.size == 0 || isFilledFirst(path) { return .blank }
    let header: [UInt8]
    do throws(DatabaseError) { header = try db.header() } catch {
      if error.isShortRead { throw StoreError.foreign(path: path) }
      throw error
    }
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else { throw StoreError.foreign(path: path) }
    let (application, found) = (number(in: header, at: 68), Int(number(in: header, at: 60)))
    if application == 0, found == 0, let version = try versionOfDump(path) { return .dump(version: version) }
    guard application == applicationID else { throw StoreError.foreign(path: path) }
    guard let first = migrations.first?.version, let last = migrations.last?.version, found >= 1 else {
      throw StoreError.foreign(path: path)
    }
    if found > last { throw StoreError.newer(path: path, version: found, known: last) }
    if found < first { throw StoreError.older(path: path, version: found, known: last) }
    return .stamped(version: found)
  }

  /// Whether a transaction is writing to the file, or was cut short.
  ///
  /// A journal that begins with a zero is what is left of a transaction that has ended.
  static func hasJournal(_ path: String) throws(StoreError) -> Bool {
    let start = try startOfJournal(of: path, atMost: 1)
    return !start.isEmpty && start != [0]
  }

  /// Returns the first bytes of the journal of a file; none if there is no journal.
  private static func startOfJournal(of path: String, atMost limit: Int) throws(StoreError) -> [UInt8] {
    let journal = "\(path)-journal"
    guard try FileSystem.status(of: journal)?.stamp.size ?? 0 > 0 else { return [] }
    return try FileSystem.bytes(of: journal, atMost: limit)
  }

  /// Whether the file had 0 bytes before the transaction that is open or was cut short, so none of it is committed.
  private static func isFilledFirst(_ path: String) throws(StoreError) -> Bool {
    let header = try startOfJournal(of: path, atMost: 20)
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    return header.count == 20 && header.starts(with: magic) && number(in: header, at: 16) == 0
  }

  /// Returns the version whose tables, indexes, triggers and views a file has; nil if it has those of none.
  ///
  /// The file may belong to another program, so no lock is taken and no journal is rolled back.
  private static func versionOfDump(_ path: String) throws -> Int? {
    do {
      return try StoreError.translating(path: path) {
        let db = try Connection(asItIs: path)
        return try SchemaObjects.versions.first { try SchemaFingerprint.contents(of: db, version: $0).hasAll }
      }
    } catch let error as StoreError where error.isAboutContent {
      return nil
    }
  }

  /// Stamps a file as pleat's, in the transaction of an edit.
  static func stamp(_ db: Connection, version: Int = version) throws {
    try db.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
  }

  /// Returns the number of instructions that a statement may take in a file of this many bytes.
  ///
  /// Deleting a section takes a few hundred instructions for each of its rows, which take at least 30 bytes each.
  static func work(forFileOf size: Int64) -> Int { 20_000_000 + 100 * Int(clamping: min(size, 1 << 50)) }

  /// Sets up a connection, and checks that the settings that protect edits took effect.
  ///
  /// - Parameter isOlder: Whether the file has an older version, and so needs temporary views for the columns it lacks.
  static func prepare(_ db: Connection, for access: StoreAccess, isOlder: Bool = false) throws {
    try db.harden()
    // Watching pages includes the sizes of their cells, so SQLite need not check those as well.
    try db.execute("PRAGMA cell_size_check = \(db.watchesPages ? "OFF" : "ON"); PRAGMA mmap_size = 0")
    if isOlder { try standIn(in: db) }
    if access == .reading { return try db.execute("PRAGMA query_only = ON") }
    // A file that is being made is worthless until it is complete, and synchronized as a whole then.
    let (wanted, level) =
      switch access {
      case .making: ("memory", 0)
      case .writingOften: ("persist", 2)
      case .writing, .reading: ("truncate", 2)
      }
    if access == .writingOften { try db.execute("PRAGMA journal_size_limit = \(1 << 20)") }
    let mode: String? = try db.value("PRAGMA journal_mode = \(wanted)")
    try db.execute("PRAGMA synchronous = \(level)")
    let synchronous: Int? = try db.value("PRAGMA synchronous")
    guard mode == wanted, synchronous == level else {
      throw StoreError.unexpected(
        message:
          "journal mode \(mode ?? "?") and synchronous \(synchronous.map(String.init) ?? "?") instead of \(wanted) and \(level)"
      )
    }
  }

  /// Runs the scripts that the file has not seen yet, in one transaction.
  ///
  /// If there are none, it costs one query.
  static func migrate(_ db: Connection, _ migrations: [Migration] = Migrations.all) throws {
    guard let last = migrations.last?.version, try db.value("PRAGMA user_version") != last else { return }
    try db.transaction(.immediate) {
      (try apply(migrations, to: db, from: db.value("PRAGMA user_version") ?? 0), .commit)
    }
  }

  /// Runs the scripts that a file of a version has not seen yet, within a transaction.
  static func apply(_ migrations: [Migration], to db: Connection, from found: Int = 0) throws {
    // For every new column, SQLite would check all rows again; their values were checked before.
    try db.execute("PRAGMA ignore_check_constraints = ON")
    defer { _ = Result { try db.execute("PRAGMA ignore_check_constraints = OFF") } }
    // Only an UPDATE of the schema changes a constraint, and defensive mode forbids it.
    try db.setDefensive(isOn: false)
    defer { _ = Result { try db.setDefensive(isOn: true) } }
    if (1..<18).contains(found), migrations.contains(where: { $0.version == 18 }),
      try db.value("SELECT count(*) FROM sqlite_schema WHERE name = 'item'") != 0
    {
      throw StoreError.refused(
        message: "the file has an object 'item' of your own, which is the name of a view from version 18 on; "
          + "rename it with sqlite3, as in ALTER TABLE item RENAME TO my_item")
    }
    for migration in migrations where migration.version > found { try db.execute(migration.script) }
    if let last = migrations.last?.version { try db.execute("PRAGMA user_version = \(last)") }
  }

  /// Returns the big-endian number in the four bytes at an offset.
  static func number(in header: [UInt8], at offset: Int) -> UInt32 {
    header[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
