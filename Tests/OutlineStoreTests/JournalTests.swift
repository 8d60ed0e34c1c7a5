import Foundation
import OutlineCore
import PleatSystem
import SQLite
import SQLiteSalvage
import SystemPackage
import TestPrograms
import TestSupport
import Testing

@testable import OutlineStore

/// Files that follow a journal: what the `sqlite3` shell records of one makes another the same.
struct JournalTests {
  private let file: OutlineFile

  init() throws {
    file = try OutlineFile.sample()
    #expect(try JournaledFile(file.path).make("outline.db", from: 1) { _, _, _ in true })
  }

  /// What a script of the shell does as an edit of pleat's: the changeset that the shell has recorded.
  private func changes(of script: String) throws -> [UInt8] {
    let path = file.folder.path(of: "changeset")
    let tables = try file.shell.lines(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'")
    let ending = try file.shell.run(
      """
      .session open main it
      \(tables.map { ".session it attach \($0)\n" }.joined())
      UPDATE current_edit SET edit_id = 1 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'edit'), 0);
      \(script);
      UPDATE current_edit SET edit_id = NULL;
      .session it changeset '\(path)'
      """)
    #expect(ending.errors == "")
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Copies the file.
  private func copy() throws -> SQLiteShell {
    let path = file.folder.path(of: "copy.db")
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
    return SQLiteShell(path)
  }

  /// The entry that makes of the file before the changes the file as it is.
  private func entry(_ changes: [UInt8]) throws -> JournalEntry {
    let db = try Connection(path: file.path, for: .existing)
    let position = JournalPosition(outline: "outline.db", seq: 2, token: 7, sum: try ContentSum(of: db).stored)
    return JournalEntry(
      position: position, version: JournaledFile.version, heading: try JournalTransaction.heading(after: 0, in: db),
      changes: changes)
  }

  /// Everything in a file but how far it follows the journal.
  private func content(_ shell: SQLiteShell) throws -> [String] {
    try shell.dump().split(separator: "\n").map(String.init).filter { !$0.hasPrefix("INSERT INTO journal_position") }
  }

  @Test(arguments: [
    "INSERT INTO row (section_id, text) VALUES (2, 'käse'), (3, 'b' || char(10) || 'c')",
    "UPDATE row SET text = 'oat milk', done = 1 WHERE text = 'milk'; UPDATE row SET done = NULL WHERE text = 'milk'",
    "DELETE FROM row WHERE section_id = 2",
    "DELETE FROM section WHERE section_id = 1",
    "UPDATE row SET section_id = 3, rank = 77 WHERE text = 'milk'",
    "INSERT INTO user (name) VALUES ('cy'); INSERT INTO fold VALUES (3, 1, 1); UPDATE fold SET collapsed = 0 WHERE user_id = 1",
    // Two rows change places: in no order can one be written after the other.
    """
    CREATE TEMP TABLE old AS SELECT row_id, rank FROM row WHERE text IN ('milk', 'eggs');
    UPDATE row SET rank = -1 WHERE text = 'milk';
    UPDATE row SET rank = (SELECT rank FROM old WHERE row_id <> row.row_id AND row_id IN (SELECT row_id FROM row WHERE text = 'milk'))
      WHERE text = 'eggs';
    UPDATE row SET rank = (SELECT rank FROM old WHERE row_id <> row.row_id) WHERE text = 'milk'
    """,
    "UPDATE section SET attributes = '{\"a\":1.5}', title = '' WHERE section_id = 2",
    "UPDATE section SET ord = ord + 7",
    "DELETE FROM section; INSERT INTO section (title) VALUES ('new')",
  ])
  func `a file to which the changes are applied is the file that was changed`(script: String) throws {
    let copy = try copy()
    let entry = try entry(changes(of: script))
    #expect(try content(copy) != content(file.shell), "the script changes nothing")
    let follower = try JournaledFile(copy.path)
    #expect(try follower.apply([entry]))
    #expect(try content(copy) == content(file.shell))
    #expect(try follower.position()?.seq == 2)
    #expect(try follower.hasItsSum())
    #expect(try follower.apply([entry]), "an entry that the file has is left out")
    #expect(try content(copy) == content(file.shell))
  }

  @Test(arguments: [
    "UPDATE row SET text = 'forged' WHERE text = 'milk'", "DELETE FROM row WHERE text = 'milk'",
    "UPDATE journal_position SET sum = sum + 1", "UPDATE journal_position SET seq = 0",
  ])
  func `changes of another content are refused, and the file stays as it is`(forgery: String) throws {
    let copy = try copy()
    let entry = try entry(changes(of: "UPDATE row SET text = 'oat milk' WHERE text = 'milk'"))
    try copy.run(".dbconfig enable_trigger off\n\(forgery);")
    let before = try copy.dump()
    #expect(try !JournaledFile(copy.path).apply([entry]))
    #expect(try copy.dump() == before)
  }

  @Test func `the sum of a file tells that it was changed behind the triggers' back`() throws {
    #expect(try JournaledFile(file.path).hasItsSum())
    try file.shell.run(".dbconfig enable_trigger off\nUPDATE row SET text = 'forged' WHERE text = 'milk';")
    #expect(try !JournaledFile(file.path).hasItsSum())
  }

  @Test func `a sum does not depend on the order, and tells values from each other`() throws {
    func sum(_ rows: [[RecordValue]]) -> Int64 {
      var sum = ContentSum()
      for row in rows { sum.add(row, of: "t", key: [0]) }
      return sum.stored
    }
    let (one, two): ([RecordValue], [RecordValue]) = ([.integer(1), .text([97])], [.integer(2), .blob([97])])
    #expect(sum([one, two]) == sum([two, one]))
    #expect(sum([one + [.null]]) == sum([one]), "a column that is NULL counts nothing")
    let others: [[RecordValue]] = [
      [.integer(1), .blob([97])], [.integer(1), .null, .text([97])], [.integer(2), .text([97])],
      [.text([49]), .text([97])],
      [.real(1), .text([97])], [.integer(1), .text([])],
    ]
    #expect(Set((others + [one]).map { sum([$0]) }).count == others.count + 1)
  }

  @Test func `bytes that are no changeset are refused, and end nothing`() throws {
    let changes = try changes(
      of: "DELETE FROM row WHERE section_id = 2; UPDATE section SET title = 'x' WHERE section_id = 3")
    #expect(try Changeset(changes).tables.contains { $0.name == "row" && $0.rows.count == 3 })
    var refused = 0
    for count in changes.indices {
      do { _ = try Changeset(Array(changes.prefix(count))) } catch { refused += 1 }
    }
    #expect(refused > changes.count / 2)
    var random = SeededGenerator(seed: 27)
    for _ in 0..<2_000 {
      var mutated = changes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        mutated[Int.random(in: mutated.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
      _ = try? Changeset(mutated)
    }
  }

  // MARK: - Guards

  @Test(arguments: [("section", "title"), ("row", "text"), ("user", "name"), ("fold", "collapsed")])
  func `nothing but pleat writes to the file`(table: String, column: String) throws {
    let before = try file.shell.dump()
    for statement in [
      "DELETE FROM \(table)", "INSERT INTO \(table) SELECT * FROM \(table)",
      "UPDATE \(table) SET \(column) = \(column)",
    ] {
      let ending = try file.shell.run("\(statement);")
      #expect(ending.errors.contains("this outline has a journal"), "\(statement)")
    }
    #expect(try file.shell.dump() == before)
  }

  @Test func `pleat reads the file and refuses to write it without its journal`() throws {
    let store = try Store(opening: file.path, for: .writing)
    #expect(try store.read { try $0.sectionCount() } == 3)
    let before = try file.shell.dump()
    #expect(throws: StoreError.journaled(path: file.path)) { try addRow(store) }
    #expect(try file.shell.dump() == before)
  }

  private func addRow(_ store: Store, rank: Int64 = -1) throws {
    try store.write { writer in
      let user = try writer.reader.user(named: "ana")
      try writer.begin(EntryHeading(user: "ana", words: "add"))
      _ = try writer.perform([.insertRow(RowDraft("x"), in: SectionID(1), rank: rank)], as: user)
      return ((), .commit)
    }
  }

  // MARK: - Recording

  /// A journal that refuses what it is given.
  private struct ClosedJournal: StoreJournal {
    let path: String

    func begin(with temporary: String) throws -> Bool {
      throw StoreError.notWrittenDown(path: path, message: "closed")
    }

    func record(_ transaction: JournalTransaction) throws -> () throws -> Void {
      { throw StoreError.notWrittenDown(path: path, message: "closed") }
    }
  }

  @Test func `what the journal does not take is not in the file`() throws {
    let before = try file.shell.dump()
    let store = try Store(opening: file.path, for: .writing, journal: ClosedJournal(path: file.path))
    #expect(throws: StoreError.notWrittenDown(path: file.path, message: "closed")) { try addRow(store) }
    #expect(try file.shell.dump() == before)
  }

  @Test func `a new file is in its place when the journal has taken it, and only then`() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "below/new.db")
    #expect(throws: StoreError.notWrittenDown(path: path, message: "closed")) {
      try Store.create(path, journal: ClosedJournal(path: path)) { _ in ((), true) }
    }
    #expect(try folder.names() == [])
  }

  /// Where the folder of a host with a journal is, and what is below it.
  @Test(arguments: [
    ("", "home.db", true), ("", "work/home.db", true), ("", "1/2/3/4/5/6/7/8/home.db", true),
    ("", "1/2/3/4/5/6/7/8/9/home.db", false), ("", "home.txt", false), ("", ".home.db", false),
    ("", ".hidden/home.db", false), ("work/", "home.db", false), ("work/", "work/home.db", true),
  ])
  func `in the folder of a host with a journal nobody else makes or edits an outline`(
    host: String, name: String, isRefused: Bool
  ) throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: name)
    let around = FilePath(path).removingLastComponent().string
    for folder in [folder.path(of: host), around] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    func edit(_ path: String, rank: Int64 = -1) throws { try addRow(Store(opening: path, for: .writing), rank: rank) }
    try withExtendedLifetime(OutlineFile.sample()) { try FileManager.default.copyItem(atPath: $0.path, toPath: path) }
    try edit(path)
    try Data("host".utf8).write(to: URL(fileURLWithPath: folder.path(of: "\(host).pleat-journal")))
    let before = FileState(of: path)
    if isRefused {
      #expect(throws: StoreError.journaled(path: path)) { try edit(path, rank: -2) }
      #expect(FileState(of: path) == before)
    } else {
      try edit(path, rank: -2)
    }
    let new = "\(around)/new/\(name.split(separator: "/").last ?? "")"
    let made = Result { try Store.create(new) { _ in ((), true) }.isInstalled }
    if isRefused {
      #expect(throws: StoreError.journaled(path: new)) { try made.get() }
      #expect(FileStamp(of: new) == nil)
    } else {
      #expect(try made.get())
    }
  }

  @Test func `the file of a host that belongs to somebody else forbids nothing`() throws {
    try #require(geteuid() == 0)
    let folder = try ScratchFolder()
    let path = folder.path(of: "home.db")
    try Data().write(to: URL(fileURLWithPath: folder.path(of: ".pleat-journal")))
    try Data().write(to: URL(fileURLWithPath: path))
    func begin() throws {
      try Store(opening: path, for: .writing).write { writer in
        try writer.begin(EntryHeading(user: "ana", words: "add"))
        return ((), .commit)
      }
    }
    #expect(throws: StoreError.journaled(path: path)) { try begin() }
    #expect(chown(folder.path(of: ".pleat-journal"), 12_345, 12_345) == 0)
    try begin()
  }

  @Test func `a snapshot takes the place of a file, which is kept if it is asked for`() throws {
    let content = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
    try file.shell.run(".dbconfig enable_trigger off\nUPDATE row SET text = 'forged' WHERE text = 'milk';")
    try JournaledFile.install(content, at: file.path, keepingOld: true)
    #expect(try JournaledFile(file.path).hasItsSum())
    let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
    let old = try #require(names.first { $0.hasPrefix("outline.db.replaced-") })
    #expect(try SQLiteShell(file.folder.path(of: old)).lines("SELECT count(*) FROM row WHERE text = 'forged'") == ["1"])
    #expect(try file.shell.lines("SELECT count(*) FROM row WHERE text = 'forged'") == ["0"])
  }

  @Test func `a file that is made journaled has all that pleat expects`() throws {
    #expect(try SchemaFingerprint.contents(of: Connection(path: file.path, for: .existing)) == (true, false, true))
    let plain = try OutlineFile.sample()
    #expect(try SchemaFingerprint.contents(of: Connection(path: plain.path, for: .existing)) == (true, false, false))
  }
}
