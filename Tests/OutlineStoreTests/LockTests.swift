import Foundation
import OutlineCore
import TestPrograms
import Testing

@testable import OutlineStore

/// Other processes that hold the file.
struct LockTests {
  @Test(arguments: ["IMMEDIATE", "EXCLUSIVE"])
  func `a write gives up after waiting and names the process in the way`(mode: String) throws {
    let file = try OutlineFile.sample()
    let holder = try file.shell.hold("BEGIN \(mode); UPDATE section SET title = 'Held' WHERE section_id = 1")
    let clock = ContinuousClock()
    var error: StoreError?
    let waited = clock.measure {
      error = #expect(throws: StoreError.self) {
        try Self.addSection("New", to: Store(opening: file.path, for: .writing, wait: .milliseconds(100)))
      }
    }
    #expect(error == .busy(path: file.path, holder: LockHolder(pid: holder.pid, name: "sqlite3")))
    #expect(waited >= .milliseconds(100))
    #expect(try holder.release("COMMIT").status == 0)
    #expect(try file.shell.lines("SELECT title FROM section ORDER BY ord") == ["Held", "Groceries", "Work"])
  }

  @Test func `a read gives up after waiting for somebody who writes into the file`() throws {
    let file = try OutlineFile.sample()
    let holder = try file.shell.hold("BEGIN EXCLUSIVE")
    #expect(throws: StoreError.busy(path: file.path, holder: LockHolder(pid: holder.pid, name: "sqlite3"))) {
      try Store(opening: file.path, for: .reading, wait: .milliseconds(50)).read { try $0.sectionCount() }
    }
    try holder.release()
  }

  @Test func `a read does not wait for somebody who has only begun to write`() throws {
    let file = try OutlineFile.sample()
    let holder = try file.shell.hold("BEGIN IMMEDIATE; DELETE FROM section")
    let store = try Store(opening: file.path, for: .reading, wait: .zero)
    #expect(try store.read { try $0.sectionCount() } == 3)
    try holder.release()
  }

  @Test func `a write that is let in while it waits succeeds`() throws {
    let file = try OutlineFile.sample()
    let holder = try file.shell.hold("BEGIN EXCLUSIVE")
    let (path, pid) = (file.path, holder.pid)
    let writer = try ProcessState.ofThisThread()
    let release = Thread {
      _ = Result { try waitUntil("the write below waits") { writer.waits(for: path) } }
      kill(pid, SIGTERM)
    }
    release.start()
    let store = try Store(opening: file.path, for: .writing, wait: .seconds(20))
    try Self.addSection("New", to: store)
    #expect(try file.shell.lines("SELECT count(*) FROM section") == ["4"])
  }

  @Test func `a reader in the way of COMMIT makes the write fail, and nothing is saved`() throws {
    let file = try OutlineFile.sample()
    let holder = try file.shell.hold("BEGIN; SELECT count(*) FROM section")
    let store = try Store(opening: file.path, for: .writing, wait: .milliseconds(50))
    let error = #expect(throws: StoreError.self) { try Self.addSection("New", to: store) }
    #expect(error == .busy(path: file.path, holder: LockHolder(pid: holder.pid, name: "sqlite3")))
    #expect(try holder.release("SELECT count(*) FROM section; COMMIT").text.contains("3"))
    #expect(try file.shell.lines("SELECT count(*) FROM section") == ["3"])
    try Self.addSection("New", to: store)
    #expect(try file.shell.lines("SELECT count(*) FROM section") == ["4"])
  }

  @Test func `a hot journal is rolled back when the file is opened for reading`() throws {
    let file = try OutlineFile.sample()
    let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
    let holder = try file.shell.hold(
      """
      PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN;
      UPDATE section SET title = 'Half done';
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO row (section_id, text) SELECT 2, printf('%0200d', i) FROM n
      """)
    try holder.kill()
    try #require(try Data(contentsOf: URL(fileURLWithPath: file.path)) != before, "nothing had reached the file")
    try #require(FileState(of: file.path + "-journal")?.bytes?.isEmpty == false)
    let store = try Store(opening: file.path, for: .reading)
    #expect(try store.titles() == ["Home", "Groceries", "Work"])
    #expect(try file.shell.lines("PRAGMA integrity_check") == ["ok"])
    #expect(try file.brokenPromises() == [])
  }

  private static func addSection(_ title: String, to store: Store) throws {
    try store.write { writer in
      let user = try writer.reader.user(named: "ana")
      try writer.begin(EntryHeading(user: user.user.name, words: ""))
      _ = try writer.perform([.insertSection(SectionContent(title), ord: 9_000_000_000, level: 1)], as: user)
      return ((), .commit)
    }
  }
}
