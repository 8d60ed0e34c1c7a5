import OutlineCore
import SQLite
import TestPrograms
import Testing

@testable import OutlineStore

/// The tables, indexes, triggers and views of a file, against those that the scripts make.
struct SchemaTests {
  private let file: OutlineFile

  init() throws { file = try OutlineFile() }

  private func check() throws { try SchemaFingerprint.check(Connection(path: file.path)) }

  @Test func `the hashes compiled in are those of the scripts`() throws {
    let found = try SchemaFingerprint.objects(of: Connection(path: file.path))
    let list = found.sorted { $0.key < $1.key }.map { "    \"\($0.key)\": \(Self.literal($0.value))," }
    let known = Dictionary(SchemaObjects.hashes.map { ($0.key, $0.value) }) { first, _ in first }
    #expect(found == known, "SchemaObjects.hashes should be:\n\(list.joined(separator: "\n"))")
    #expect(known.count == SchemaObjects.hashes.count)
    try check()
  }

  /// The hash as `SchemaObjects.swift` has it: 0xFF8C_6094_E0B4_3984.
  private static func literal(_ hash: UInt64) -> String {
    let groups = [48, 32, 16, 0].map { String(1 << 16 | hash >> $0 & 0xFFFF, radix: 16, uppercase: true).dropFirst() }
    return "0x" + groups.joined(separator: "_")
  }

  @Test(arguments: [
    ("DROP TRIGGER row_insert", "row_insert is missing"),
    ("DROP INDEX section_by_title", "section_by_title is missing"),
    ("DROP VIEW log; CREATE VIEW log AS SELECT 1", "log is not the one that pleat creates"),
    ("ALTER TABLE row ADD COLUMN more TEXT", "row is not the one that pleat creates"),
    ("CREATE UNIQUE INDEX mine ON row (text)", "the unique index mine on row is not pleat's; drop it"),
    (
      "CREATE TRIGGER mine AFTER INSERT ON ROW BEGIN DELETE FROM row; END",
      "the trigger mine on ROW is not pleat's; drop it"
    ),
  ])
  func `an object that is missing or another is named`(statement: String, message: String) throws {
    try file.shell.run(statement)
    #expect(throws: StoreError.damaged(path: file.path, message: message)) { try check() }
  }

  @Test(arguments: [
    "CREATE TABLE mine (a UNIQUE); CREATE TRIGGER own AFTER INSERT ON mine BEGIN SELECT 1; END",
    "CREATE INDEX mine ON row (text)", "ANALYZE", "CREATE VIEW mine AS SELECT 1",
  ])
  func `objects of others are passed over`(statement: String) throws {
    try file.shell.run(statement)
    try check()
  }

  @Test func `nothing is written without a trigger, and a trigger that is dropped meanwhile is missed`() throws {
    let store = try Store(opening: file.path, for: .writing)
    try store.add("milk")
    try file.shell.run("DROP TRIGGER row_insert")
    let before = try file.shell.dump()
    for store in [store, try Store(opening: file.path, for: .writing)] {
      #expect(throws: StoreError.damaged(path: file.path, message: "row_insert is missing")) { try store.add("bread") }
    }
    #expect(try file.shell.dump() == before)
  }

  @Test func `a query that never ends is ended`() throws {
    try file.shell.run(
      """
      DROP TABLE setting;
      CREATE VIEW setting AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS name, i AS value FROM n;
      """)
    let store = try Store(opening: file.path, for: .reading)
    let error = #expect(throws: StoreError.self) { try store.read { reader in try reader.setting(.inbox) } }
    let message = "a query does not end, because a table or view was replaced"
    #expect(error == .damaged(path: file.path, message: message))
  }
}

extension Store {
  /// Adds a section.
  fileprivate func add(_ title: String) throws {
    try write { writer in
      try writer.begin(EntryHeading(user: "ana", words: "add"))
      _ = try writer.perform(
        [.insertSection(SectionContent(title), ord: OrderKeys.gap, level: 1)], as: writer.reader.user(named: "ana")
      )
      return ((), .commit)
    }
  }
}

/// What `.dump` writes, read into a new file: it has neither `application_id` nor `user_version`.
struct DumpTests {
  private let file: OutlineFile
  private let copy: SQLiteShell

  init() throws {
    file = try OutlineFile.sample()
    copy = SQLiteShell(file.folder.path(of: "a copy? 100%#é.db"))
    #expect(try copy.run(file.shell.dump()).errors == "")
  }

  private func marks() throws -> [String] { try copy.lines("PRAGMA application_id; PRAGMA user_version") }

  @Test func `a dump that is read into a new file is an outline, which the next edit marks`() throws {
    try SchemaFingerprint.check(Connection(path: copy.path))
    let before = FileState(of: copy.path)
    let reading = try Store(opening: copy.path, for: .reading)
    let sections = try reading.read { reader in try reader.sectionCount() }
    #expect(sections == 3)
    #expect(FileState(of: copy.path) == before)
    #expect(try marks() == ["0", "0"])
    let store = try Store(opening: copy.path, for: .writing)
    #expect(try marks() == ["0", "0"])
    try copy.run("DELETE FROM section")
    try store.add("milk")
    #expect(try marks() == ["1886152052", "\(Schema.version)"])
    let count = try Store(opening: copy.path, for: .writing).read { reader in try reader.sectionCount() }
    #expect(count == 1)
  }

  @Test func `a dump that lacks a trigger is another program's file`() throws {
    try copy.run("DROP TRIGGER row_insert")
    for access in [StoreAccess.reading, .writing] {
      #expect(throws: StoreError.foreign(path: copy.path)) { try Store(opening: copy.path, for: access) }
    }
  }
}

/// Outlines that come in whole, whose guards, counts and log are done in bulk.
struct OutlineInserterTests {
  private let file: OutlineFile
  private let store: Store

  init() throws {
    file = try OutlineFile.sample()
    store = try Store(opening: file.path, for: .writing)
  }

  private struct Refusal: Error {}

  private func insert(
    _ rows: Int, rowID: RowID? = nil, end: Connection.TransactionEnd = .commit,
    _ body: (OutlineInserter) throws -> Void = { _ in }
  ) throws {
    try store.write { writer in
      try writer.begin(EntryHeading(user: "ana", words: "import"))
      let inserter = try writer.inserter()
      let section = try inserter.insert(SectionContent("New"), id: nil, ord: 9_000_000_000, level: 1)
      for index in 0..<rows {
        let rank = OrderKey(index + 1) * OrderKeys.gap
        try inserter.insert(RowDraft("row"), id: index == 0 ? rowID : nil, in: section, rank: rank)
      }
      try body(inserter)
      try inserter.finish()
      return ((), end)
    }
  }

  @Test func `counts, log and guards are as if every row had come alone`() throws {
    try insert(10_000)
    #expect(try file.brokenPromises() == [])
    #expect(try file.shell.lines("SELECT count(*) FROM row_count WHERE section_id = 9") == ["3"])
    #expect(try file.shell.lines("SELECT user, words, changes FROM log WHERE user IS NOT NULL") == ["ana|import|10001"])
    #expect(try file.shell.lines("SELECT run, id FROM change WHERE run IS NOT NULL") == ["10000|10"])
    try SchemaFingerprint.check(Connection(path: file.path))
    #expect(try file.shell.run("INSERT INTO row (section_id, text) VALUES (99, 'x')").errors.contains("no section"))
  }

  @Test(arguments: [Connection.TransactionEnd.commit, .rollback])
  func `an import that fails or is taken back leaves guards and rows as they were`(end: Connection.TransactionEnd)
    throws
  {
    let before = try file.shell.dump()
    if end == .commit {
      #expect(throws: Refusal.self) { try insert(5) { _ in throw Refusal() } }
    } else {
      try insert(5, end: .rollback)
    }
    #expect(try file.shell.dump() == before)
    try SchemaFingerprint.check(Connection(path: file.path))
  }

  @Test(arguments: [
    (4, "row: row_id 4 is already in use"), (2, "row: row_id 2 is already in use, by a section"),
    (9_000_000_000, "row: row_id 9000000000 is far above all others; leave it out to get the next one"),
  ])
  func `an id that is taken, or out of all proportion, is refused by name`(key: Int64, message: String) throws {
    #expect(throws: StoreError.refused(message: message)) { try insert(1, rowID: RowID(key)) }
  }

  @Test func `a guard that was taken away by hand makes an import end with nothing changed`() throws {
    try file.shell.run("DROP TRIGGER row_update_guard")
    let before = try file.shell.dump()
    #expect(throws: StoreError.damaged(path: file.path, message: "row_update_guard is missing")) { try insert(1) }
    #expect(try file.shell.dump() == before)
  }
}
