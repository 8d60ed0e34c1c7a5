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

  @Test(
    arguments: [
      (3, StoreAccess.writing, "older, for good"), (4, .writing, ""),
      (4, .reading, "older, until the next edit"),
      (6, .reading, ""), (6, .writing, ""), (7, .reading, "newer"), (7, .writing, "newer"), (0, .writing, "foreign"),
    ])
  func `a file is recognised by its version`(version: Int, access: StoreAccess, refusal: String) throws {
    let db = try connection()
    try Schema.migrate(db, migrations)
    try db.execute("PRAGMA user_version = \(version)")
    let error: StoreError? =
      switch refusal {
      case "older, for good": .older(path: path, version: version, known: 6, isUpgradable: false)
      case "older, until the next edit": .older(path: path, version: version, known: 6, isUpgradable: true)
      case "newer": .newer(path: path, version: version, known: 6)
      case "foreign": .foreign(path: path)
      default: nil
      }
    let found = #expect(throws: (any Error).self) {
      try Schema.recognize(db, path: path, for: access, migrations)
      throw Recognized()
    }
    if let error { #expect(found as? StoreError == error) } else { #expect(found is Recognized) }
  }

  private struct Recognized: Error {}

  @Test func `a file of a version before the first script says how to bring it over`() throws {
    let file = try OutlineFile()
    try file.shell.run("PRAGMA user_version = 3")
    #expect(throws: StoreError.older(path: file.path, version: 3, known: Schema.version, isUpgradable: false)) {
      try Store(opening: file.path, for: .reading)
    }
  }
}
