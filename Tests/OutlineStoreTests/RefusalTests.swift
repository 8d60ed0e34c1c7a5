import Foundation
import OutlineCore
import TestPrograms
import Testing

@testable import OutlineStore

/// Files that are not an outline, or not one that this version can read, are refused and stay unchanged.
struct RefusalTests {
  let folder: ScratchFolder
  let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path(of: "file.db")
  }

  @Test func `an SQLite file of another program is foreign`() throws {
    try SQLiteShell(path).run("CREATE TABLE t (x); INSERT INTO t VALUES (1);")
    try expectRefusal(.foreign(path: path))
  }

  @Test func `an SQLite file of another program stays as it is even beside a journal`() throws {
    try SQLiteShell(path).run("CREATE TABLE t (x); INSERT INTO t VALUES (1);")
    let holder = try SQLiteShell(path).hold(
      "PRAGMA cache_spill = 1; PRAGMA cache_size = 1; BEGIN; \(Self.manyRows("t"))")
    try holder.kill()
    let journal = FileState(of: path + "-journal")
    #expect(journal != nil)
    try expectRefusal(.foreign(path: path))
    #expect(FileState(of: path + "-journal") == journal)
  }

  @Test func `our application_id without a version is foreign`() throws {
    try SQLiteShell(path).run("PRAGMA application_id = 1886152052; CREATE TABLE t (x);")
    try expectRefusal(.foreign(path: path))
  }

  @Test(arguments: ["# Groceries\n", "SQLite format 3", String(repeating: "a long text\n", count: 1_000)])
  func `a text file is foreign`(text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try expectRefusal(.foreign(path: path))
  }

  @Test(arguments: [1, 16, 99])
  func `a file that is shorter than a header is foreign`(length: Int) throws {
    let file = try OutlineFile()
    try Data(contentsOf: URL(fileURLWithPath: file.path)).prefix(length).write(to: URL(fileURLWithPath: path))
    try expectRefusal(.foreign(path: path))
  }

  @Test func `a file of a newer version is refused`() throws {
    let file = try OutlineFile("PRAGMA user_version = \(Schema.version + 1)")
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
    try expectRefusal(.newer(path: path, version: Schema.version + 1, known: Schema.version))
  }

  @Test func `a folder is refused`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try expectRefusal(.unusablePath(path: path, reason: "it is a folder"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a FIFO is refused without waiting for its writer`() throws {
    #expect(mkfifo(path, 0o600) == 0)
    try expectRefusal(.unusablePath(path: path, reason: "it is not a regular file"))
  }

  @Test func `a device is refused`() throws {
    #expect(throws: StoreError.unusablePath(path: "/dev/null", reason: "it is not a regular file")) {
      try Store(openingOrCreating: "/dev/null")
    }
  }

  @Test func `a file with two hard links is refused`() throws {
    let file = try OutlineFile.sample()
    try FileManager.default.linkItem(atPath: file.path, toPath: path)
    try expectRefusal(.unusablePath(path: path, reason: "it has 2 hard links, which breaks SQLite's journal"))
  }

  @Test func `a path below a file is refused`() throws {
    try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: StoreError.self) { try Store(openingOrCreating: path + "/outline.db") }
    guard case .unusablePath = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a path that is no path is refused`() throws {
    for path in ["", "a\0b"] {
      for access in [StoreAccess.reading, .writing] {
        let error = #expect(throws: StoreError.self) { try Store(opening: path, for: access) }
        guard case .unusablePath = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
    }
  }

  @Test(arguments: ["file:x?mode=memory", "file::memory:", ":memory:", "missing.db"])
  func `a path is never a URI and never stands for memory`(name: String) throws {
    let absolute = FileManager.default.currentDirectoryPath + "/" + name
    for access in [StoreAccess.reading, .writing] {
      #expect(throws: StoreError.missing(path: absolute)) { try Store(opening: name, for: access) }
    }
    #expect(!FileManager.default.fileExists(atPath: absolute))
    let path = folder.path(of: name)
    _ = try Store(openingOrCreating: path)
    #expect(try folder.names() == [name])
  }

  @Test func `a missing file is missing, and stays so`() throws {
    for access in [StoreAccess.reading, .writing] {
      #expect(throws: StoreError.missing(path: path)) { try Store(opening: path, for: access) }
    }
    #expect(try folder.names() == [])
  }

  @Test func `a link to nothing is not followed into making a file`() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path(of: "target.db"))
    _ = Result { try Store(openingOrCreating: path) }
    let size = FileState(of: folder.path(of: "target.db"))?.bytes?.count
    #expect(size != 0, "a file of 0 bytes was made, which no later run can open")
  }

  /// Expects that every way of opening the file is refused, and leaves it unchanged.
  private func expectRefusal(_ error: StoreError) throws {
    let before = FileState(of: path)
    let names = try folder.names()
    #expect(throws: error) { try read() }
    #expect(throws: error) { try Store(opening: path, for: .writing) }
    #expect(throws: error) { try Store(openingOrCreating: path) }
    #expect(FileState(of: path) == before)
    #expect(try folder.names() == names)
  }

  private func read() throws {
    try Store(opening: path, for: .reading).read { _ = try $0.sectionCount() }
  }

  static func manyRows(_ table: String) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO \(table) SELECT printf('%0200d', i) FROM n
    """
  }
}
