import Foundation
import OutlineCore
import SQLite
import TestPrograms
import Testing

@testable import OutlineStore

/// Copies of a file that is in use.
struct BackupTests {
  private let file: OutlineFile
  private let target: String

  init() throws {
    file = try OutlineFile.sample()
    target = file.folder.path(of: "backup.db")
  }

  private func store() throws -> Store { try Store(opening: file.path, for: .reading) }

  @discardableResult
  private func backUp(keeping count: Int? = nil, replacing mayReplace: Bool = false) throws -> BackupResult {
    try store().backUp(BackupOrder(path: target, count: count, mayReplace: mayReplace))
  }

  /// The texts of the rows in a file.
  private func texts(_ path: String) throws -> [String] {
    try SQLiteShell(path).lines("SELECT text FROM row ORDER BY 1")
  }

  private func addRow(_ text: String, to path: String? = nil) throws {
    try SQLiteShell(path ?? file.path).run("INSERT INTO row (section_id, text) VALUES (1, '\(text)')")
  }

  @Test func `a backup has all tables of the file, is whole, and is for its owner alone`() throws {
    let result = try backUp()
    #expect((result.sections, result.rows) == (3, 5))
    let copy = SQLiteShell(target)
    #expect(try copy.lines("PRAGMA integrity_check") == ["ok"])
    let tables = ["section", "row", "user", "fold", "row_count", "edit", "change", "setting"]
    for table in tables {
      #expect(try copy.lines("SELECT * FROM \(table)") == file.shell.lines("SELECT * FROM \(table)"))
    }
    #expect(FileState(of: target)?.permissions == 0o600)
    #expect(try file.folder.names() == ["backup.db", "outline.db"])
    #expect(result.bytes == Int64(FileState(of: target)?.bytes?.count ?? 0))
  }

  @Test func `a backup is an outline on its own, of which a backup can be made`() throws {
    try backUp()
    #expect(try Store(opening: target, for: .writing).read { try $0.userCount() } == 2)
    let second = file.folder.path(of: "second.db")
    _ = try Store(opening: target, for: .reading).backUp(BackupOrder(path: second))
    #expect(try texts(second) == texts(file.path))
  }

  @Test func `a backup leaves the file as it was, also while a writer holds it`() throws {
    let before = FileState(of: file.path)
    let holder = try file.shell.hold("BEGIN IMMEDIATE; INSERT INTO row (section_id, text) VALUES (1, 'not yet')")
    try backUp()
    try holder.release()
    #expect(try texts(target).contains("not yet") == false)
    #expect(FileState(of: file.path) == before)
  }

  @Test func `a copy starts again when others write, and ends all the same`() throws {
    for number in 0..<400 {
      try file.shell.run("INSERT INTO row (section_id, text) SELECT 2, hex(zeroblob(\(number)))")
    }
    let db = try Connection(path: file.path)
    let copy = try Connection(path: target, for: .creating)
    let writer = try Connection(path: file.path)
    var written = 0
    try db.backUp(to: copy, pages: 2) { _, _ in
      do {
        try writer.run("INSERT INTO row (section_id, text) VALUES (1, 'row \(written)')")
        written += 1
      } catch let error as DatabaseError where error.code == .busy {}  // the last start keeps writers waiting
    }
    #expect((2..<10).contains(written))
    #expect(try copy.value("PRAGMA integrity_check") == "ok")
    #expect(try copy.value("SELECT count(*) FROM row WHERE text LIKE 'row %'") == written)
    #expect(!db.isInTransaction)
    try writer.run("INSERT INTO row (section_id, text) VALUES (1, 'afterwards')")
  }

  @Test func `a file that is there is replaced only when asked for, and the outline never`() throws {
    try Data("mine\n".utf8).write(to: URL(fileURLWithPath: target))
    let before = FileState(of: target)
    #expect(throws: StoreError.exists(path: target)) { try backUp() }
    #expect(throws: BackupError.notBackup(path: target)) { try backUp(keeping: 3) }
    #expect(FileState(of: target) == before)
    try backUp(replacing: true)
    #expect(try texts(target).count == 5)
    let link = file.folder.path(of: "link.db")
    #expect(symlink(file.path, link) == 0)
    for path in [file.path, link, file.folder.path + "/./outline.db"] {
      for count in [nil, 2] {
        #expect(throws: BackupError.isOutline(path: path)) {
          try store().backUp(BackupOrder(path: path, count: count, mayReplace: count == nil))
        }
      }
    }
    #expect(try file.folder.names() == ["backup.db", "link.db", "outline.db"])
  }

  @Test func `a hard link to the outline is the outline`() throws {
    let store = try store()
    let link = file.folder.path(of: "link.db")
    #expect(Foundation.link(file.path, link) == 0)
    #expect(throws: BackupError.isOutline(path: link)) { try store.backUp(BackupOrder(path: link, mayReplace: true)) }
  }

  @Test func `folders, devices and links to nothing are refused`() throws {
    for path in [file.folder.path, "/dev/null"] {
      #expect(throws: BackupError.notFile(path: path)) { try store().backUp(BackupOrder(path: path, mayReplace: true)) }
    }
    let link = file.folder.path(of: "link.db")
    #expect(symlink("nowhere", link) == 0)
    #expect(throws: StoreError.self) { try store().backUp(BackupOrder(path: link)) }
    #expect(try file.folder.names() == ["link.db", "outline.db"])
  }

  @Test func `a file with a journal beside it is not replaced, as the journal would be played back`() throws {
    try Data("not empty".utf8).write(to: URL(fileURLWithPath: target + "-journal"))
    #expect(throws: BackupError.unfinished(path: target)) { try backUp() }
    #expect(throws: BackupError.unfinished(path: target)) { try backUp(keeping: 2) }
    // What a host leaves that was killed between two transactions.
    try Data(repeating: 0, count: 512).write(to: URL(fileURLWithPath: target + "-journal"))
    try backUp()
    try Data("not empty".utf8).write(to: URL(fileURLWithPath: target + ".1-wal"))
    #expect(throws: BackupError.unfinished(path: target + ".1")) { try backUp(keeping: 2) }
  }

  @Test func `of a rotation, so many are kept, and the newest has the name itself`() throws {
    for number in 1...5 {
      try addRow("row \(number)")
      let result = try backUp(keeping: 3)
      #expect(result.kept.count == min(number, 3) && result.deleted.count == (number > 3 ? 1 : 0))
    }
    #expect(try file.folder.names() == ["backup.db", "backup.db.1", "backup.db.2", "outline.db"])
    for (name, number) in [("", 5), (".1", 4), (".2", 3)] {
      #expect(try texts(target + name).last == "row \(number)")
    }
    #expect(try backUp(keeping: 1).deleted == [target + ".2", target + ".1", target])
    #expect(try file.folder.names() == ["backup.db", "outline.db"])
  }

  @Test func `a rotation neither moves nor deletes a file that is no backup, or was edited since`() throws {
    for _ in 1...3 { try backUp(keeping: 3) }
    try addRow("by hand", to: target + ".1")
    let names = try file.folder.names()
    let before = names.map { FileState(of: file.folder.path(of: $0)) }
    #expect(throws: BackupError.notBackup(path: target + ".1")) { try backUp(keeping: 3) }
    #expect(try file.folder.names() == names && names.map { FileState(of: file.folder.path(of: $0)) } == before)
    try Data("mine\n".utf8).write(to: URL(fileURLWithPath: target + ".1"))
    #expect(throws: BackupError.notBackup(path: target + ".1")) { try backUp(keeping: 2) }
    #expect(try backUp(keeping: 1).deleted == [target])
    #expect(try file.folder.names() == names)
  }

  @Test func `a rotation whose last step fails leaves every backup where it was`() throws {
    for number in 1...3 {
      try addRow("row \(number)")
      try backUp(keeping: 3)
    }
    let names = try file.folder.names()
    let before = names.map { FileState(of: file.folder.path(of: $0)) }
    for count in 1...4 {
      let target = try BackupTarget(target, of: file.path, keeping: count, replacing: false)
      #expect(throws: StoreError.self) { try target.install(file.folder.path(of: "gone")) }
      #expect(try file.folder.names() == names)
      #expect(names.map { FileState(of: file.folder.path(of: $0)) } == before)
    }
  }

  @Test(arguments: ["-journal", "-wal", "-shm"])
  func `a backup takes no name that SQLite gives to files of its own`(ending: String) throws {
    let path = file.path + ending
    let error = StoreError.unusablePath(
      path: path, reason: "SQLite gives names that end with \(ending) to files of its own")
    for count in [nil, 2] {
      #expect(throws: error) { try store().backUp(BackupOrder(path: path, count: count, mayReplace: count == nil)) }
    }
    #expect(throws: error) { try Store(openingOrCreating: path) }
    #expect(try file.folder.names() == ["outline.db"])
  }

  @Test func `a backup that is cancelled within a statement ends, and nothing stays behind`() throws {
    try SQLiteShell(file.path).run(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) INSERT INTO row (section_id, text) SELECT 1, 'row ' || i FROM n;"
    )
    struct Cancelled: Error {}
    // The last portion was copied; what throws is the statement that checks the copy.
    var calls = 0
    #expect(throws: Cancelled.self) {
      try store().backUp(BackupOrder(path: target)) { _, remaining in
        calls += remaining == 0 ? 1 : 0
        if calls >= 2 { throw Cancelled() }
      }
    }
    #expect(try file.folder.names() == ["outline.db"])
    let wholeCalls = try callsAtEnd()
    #expect(wholeCalls > 2, "the check of the copy is long enough to be looked at")
  }

  /// How often a backup says that nothing is left to copy.
  private func callsAtEnd() throws -> Int {
    var calls = 0
    _ = try store().backUp(BackupOrder(path: target)) { _, remaining in calls += remaining == 0 ? 1 : 0 }
    return calls
  }

  @Test func `a damaged file makes no backup, and nothing stays behind`() throws {
    try file.shell.run(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'section_by_title'")
    let error = #expect(throws: StoreError.self) { try backUp() }
    guard case .damaged(file.path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try file.folder.names().filter { !$0.hasSuffix("-journal") } == ["outline.db"])
  }

  @Test func `a backup whose schema is not pleat's is not put in its place`() throws {
    try file.shell.run("DROP TRIGGER row_insert")
    #expect(throws: StoreError.damaged(path: file.path, message: "row_insert is missing")) { try backUp() }
    #expect(try file.folder.names() == ["outline.db"])
  }

  @Test func `when the time is over, nothing is made and nothing stays behind`() throws {
    #expect(throws: BackupError.tooSlow(path: target)) { try store().backUp(BackupOrder(path: target), until: .now) }
    #expect(try file.folder.names() == ["outline.db"])
  }

  @Test func `whatever the caller throws cancels the backup, and nothing stays behind`() throws {
    struct Stop: Error {}
    var calls = 0
    #expect(throws: Stop.self) { try store().backUp(BackupOrder(path: target)) { _, _ in throw Stop() } }
    #expect(throws: Stop.self) {
      try store().backUp(BackupOrder(path: target)) { _, _ in
        calls += 1
        if calls == 2 { throw Stop() }
      }
    }
    #expect(try file.folder.names() == ["outline.db"])
  }

  @Test func `a trial writes nothing, and refuses what the backup itself would`() throws {
    let result = try store().backUp(BackupOrder(path: target, isTrial: true))
    #expect((result.sections, result.rows) == (3, 5))
    #expect(throws: BackupError.isOutline(path: file.path)) {
      try store().backUp(BackupOrder(path: file.path, isTrial: true))
    }
    #expect(try file.folder.names() == ["outline.db"])
  }
}
