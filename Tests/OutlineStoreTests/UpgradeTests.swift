import OutlineCore
import OutlineMigrations
import SQLite
import TestPrograms
import Testing

@testable import OutlineStore

/// Files of older versions, by scripts of the tests' own.
struct UpgradeTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path(of: "old.db")
  }

  /// Two scripts: the second gives a table one more column.
  private let migrations = [
    Migration(to: 4, script: "PRAGMA application_id = 1886152052; CREATE TABLE item (name TEXT) STRICT;"),
    Migration(to: 6, script: "ALTER TABLE item ADD COLUMN place INTEGER; INSERT INTO item VALUES ('new', 6);"),
  ]

  private func connection() throws -> Connection { try Connection(path: path, for: .creating) }

  @Test func `a new file runs every script and has the version of the last`() throws {
    let db = try connection()
    try Schema.migrate(db, migrations)
    #expect(try db.value("PRAGMA user_version") == 6)
    #expect(try db.value("SELECT place FROM item") == 6)
  }

  @Test func `an older file runs the scripts that it has not seen, once`() throws {
    let db = try connection()
    try Schema.migrate(db, Array(migrations.prefix(1)))
    try db.run("INSERT INTO item VALUES ('old')")
    try Schema.migrate(db, migrations)
    try Schema.migrate(db, migrations)
    let names: [String] = try db.rows("SELECT name FROM item ORDER BY name") { try $0[0] }
    #expect(names == ["new", "old"])
    #expect(try db.value("PRAGMA user_version") == 6)
  }

  @Test func `a script that fails leaves the file as it was`() throws {
    let db = try connection()
    try Schema.migrate(db, Array(migrations.prefix(1)))
    let broken = migrations.prefix(1) + [Migration(to: 5, script: "DROP TABLE item; DROP TABLE item;")]
    #expect(throws: DatabaseError.self) { try Schema.migrate(db, Array(broken)) }
    #expect(try db.value("PRAGMA user_version") == 4)
    #expect(try db.value("SELECT count(*) FROM item") == 0)
  }

  @Test(arguments: [(3, "older"), (4, ""), (6, ""), (7, "newer"), (0, "foreign")])
  func `a file is recognised by its version`(version: Int, refusal: String) throws {
    let db = try connection()
    try Schema.migrate(db, migrations)
    try db.execute("PRAGMA user_version = \(version)")
    let error: StoreError? =
      switch refusal {
      case "older": .older(path: path, version: version, known: 6)
      case "newer": .newer(path: path, version: version, known: 6)
      case "foreign": .foreign(path: path)
      default: nil
      }
    let found = #expect(throws: (any Error).self) {
      #expect(try Schema.recognize(db, path: path, migrations) == .stamped(version: version))
      throw Recognized()
    }
    if let error { #expect(found as? StoreError == error) } else { #expect(found is Recognized) }
  }

  private struct Recognized: Error {}

  @Test func `a file of a version before the first script says how to bring it over`() throws {
    let file = try OutlineFile()
    try file.shell.run("PRAGMA user_version = 3")
    #expect(throws: StoreError.older(path: file.path, version: 3, known: Schema.version)) {
      try Store(opening: file.path, for: .reading)
    }
  }

  @Test func `scripts that have landed are never edited`() {
    let hashes = Migrations.all.map { ($0.version, $0.script.utf8.reduce(5381 as UInt64) { $0 &* 33 &+ UInt64($1) }) }
    let landed: [(Int, UInt64)] = [
      (13, 0xE79CC3EC24BC8048), (14, 0x79864A1E5CBD77D1), (15, 0xDFB54B1FB9BEC45F),
      (16, 0x70495623311E349B), (17, 0xB8927E6150348483), (18, 0x8F36E7D7A7C45F76),
    ]
    let found = hashes.map { "(\($0.0), 0x\(String($0.1, radix: 16, uppercase: true)))" }.joined(separator: ", ")
    #expect(hashes.elementsEqual(landed, by: ==), "add the hash of a new script, and change no other: [\(found)]")
  }

  @Test func `a new file has what all scripts create together`() throws {
    func contents(_ migrations: [Migration], in name: String) throws -> [String] {
      let db = try Connection(path: folder.path(of: name), for: .creating)
      try Schema.migrate(db, migrations)
      return try db.rows(
        """
        SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema
        UNION ALL SELECT 'setting ' || name || quote(iif(name = 'identity', length(value), value)) FROM setting
        UNION ALL SELECT 'sequence ' || name || seq FROM sqlite_sequence
        UNION ALL SELECT 'application ' || application_id FROM pragma_application_id
        UNION ALL SELECT 'counting ' || is_open FROM counting
        UNION ALL SELECT 'current_edit ' || quote(edit_id) || makes_room FROM current_edit
        ORDER BY 1
        """
      ) { try $0[0] }
    }
    let all = try contents(Migrations.all, in: "all.db")
    #expect(
      try contents([Migrations.whole], in: "whole.db") == all, "scripts/schema writes the script of new files again")
  }

  @Test func `the script of new files says which columns came later, because SQLite moves the comment before them`() {
    var added: [String: [String]] = [:]
    for match in Migrations.all.map(\.script).joined().matches(of: /ALTER TABLE (\w+) ADD COLUMN (\w+)/) {
      added["\(match.1)", default: []].append("\(match.2)")
    }
    #expect(added["edit"] == ["undoes_all"])
    for (table, columns) in added {
      let note = "-- Added by later scripts: \(columns.joined(separator: ", "))."
      let lines = Migrations.whole.script.split(separator: "\n")
      let place = lines.firstIndex { $0.hasPrefix("CREATE TABLE \(table) (") } ?? 0
      #expect(lines[..<place].last?.hasPrefix(note) == true, "scripts/schema writes: \(note)")
    }
  }

  @Test func `a table that lacks only the last of its new columns is read as if it had it`() throws {
    try OldVersion.copy(13, to: path)
    let db = try Connection(path: path)
    try db.execute("ALTER TABLE row ADD COLUMN due TEXT")
    #expect(try Schema.standIn(in: db))
    #expect(try db.value("SELECT count(repeat) FROM row") == 0)
  }

  @Test func `the tests have a file of every older version`() {
    #expect(OldVersion.all == Migrations.all.dropLast().map(\.version), "OldVersion.all, and a file in Tests/Versions")
    #expect(OldVersion.current == Schema.version, "OldVersion.current")
    #expect(SchemaObjects.versions == [Schema.version] + OldVersion.all.reversed(), "SchemaObjects.versions")
  }

  @Test(arguments: OldVersion.all)
  func `an older file has the objects that are known of its version, and as much as a new one after its upgrade`(
    version: Int
  ) throws {
    try OldVersion.copy(version, to: path)
    try SchemaFingerprint.check(Connection(path: path), version: version)
    let db = try Connection(path: path)
    try Schema.migrate(db)
    try SchemaFingerprint.check(db)
    #expect(try db.value("PRAGMA integrity_check") == "ok")
  }

  @Test func `a store that has an older file open reads on after another has upgraded it, and writes`() throws {
    try OldVersion.copy(13, to: path)
    let stores = try [StoreAccess.reading, .writing, .writing].map { try Store(opening: path, for: $0) }
    let before = try stores.map { try $0.read { reader in try reader.sectionCount() } }
    #expect(Set(before).count == 1)
    for store in stores.dropFirst().reversed() {
      try store.write { writer in
        _ = try writer.upgrade(.allowed, isTrial: false)
        try writer.begin(EntryHeading(user: "ana", words: "add"))
        let ord = try (writer.reader.lastSection()?.ord ?? 0) + OrderKeys.gap
        let content = SectionContent("New", schedule: Schedule(due: DueDate("2026-11-27")))
        _ = try writer.perform([.insertSection(content, ord: ord, level: 1)], as: writer.reader.user(named: "ana"))
        return ((), .commit)
      }
    }
    for store in stores {
      #expect(try store.read { reader in try reader.sectionCount() } == before[0] + 2)
      #expect(try store.read { try $0.lastSection()?.schedule.due } == DueDate("2026-11-27"))
    }
  }

  @Test func `a store stops where a newer pleat has upgraded its file`() throws {
    let file = try OutlineFile.sample()
    let stores = try [StoreAccess.reading, .writing].map { try Store(opening: file.path, for: $0) }
    for store in stores { _ = try store.read { try $0.sectionCount() } }
    try file.shell.run("ALTER TABLE row ADD COLUMN more TEXT; PRAGMA user_version = \(Schema.version + 1)")
    let error = StoreError.newer(path: file.path, version: Schema.version + 1, known: Schema.version)
    for store in stores { #expect(throws: error) { try store.read { _ = try $0.sectionCount() } } }
    #expect(throws: error) { try stores[1].write { _ in ((), .commit) } }
  }
}
