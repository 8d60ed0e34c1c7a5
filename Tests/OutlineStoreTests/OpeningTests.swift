import Foundation
import OutlineCore
import SQLite
import TestPrograms
import Testing

@testable import OutlineStore

/// Opening a file that is an outline, and making one.
struct OpeningTests {
  @Test func `reading leaves the bytes and the time of the last change`() throws {
    let file = try OutlineFile.sample()
    let before = FileState(ofAged: file.path)
    let store = try Store(opening: file.path, for: .reading)
    #expect(try store.titles() == ["Home", "Groceries", "Work"])
    #expect(FileState(of: file.path) == before)
    #expect(try file.folder.names() == ["outline.db"])
  }

  @Test func `a write that is taken back leaves the bytes and the time of the last change`() throws {
    let file = try OutlineFile.sample()
    let before = FileState(ofAged: file.path)
    let store = try Store(opening: file.path, for: .writing)
    try store.write { writer in
      let user = try writer.reader.user(named: "cy")
      try writer.begin(EntryHeading(user: user.user.name, words: ""))
      _ = try writer.perform([.insertSection(SectionContent("New"), ord: -5, level: 1)], as: user)
      return ((), .rollback)
    }
    #expect(FileState(of: file.path) == before)
  }

  @Test func `a new file is for its owner alone, and so is its folder`() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "share/pleat/outline.db")
    _ = try Store(openingOrCreating: path)
    #expect(FileState(of: path)?.permissions == 0o600)
    #expect(FileState(of: folder.path(of: "share/pleat"))?.permissions == 0o700)
    #expect(FileState(of: folder.path(of: "share"))?.permissions == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "share/pleat")) == ["outline.db"])
    #expect(try SQLiteShell(path).lines("PRAGMA integrity_check") == ["ok"])
    #expect(try SQLiteShell(path).lines("PRAGMA application_id") == ["1886152052"])
    #expect(try SQLiteShell(path).lines("PRAGMA user_version") == ["\(Schema.version)"])
    #expect(try SQLiteShell(path).lines("PRAGMA journal_mode") == ["delete"])
  }

  @Test func `a folder that is there keeps its permissions`() throws {
    let folder = try ScratchFolder()
    let before = FileState(of: folder.path)?.permissions
    _ = try Store(openingOrCreating: folder.path(of: "outline.db"))
    #expect(FileState(of: folder.path)?.permissions == before)
  }

  @Test func `a file that cannot be made leaves nothing behind`() throws {
    let folder = try ScratchFolder()
    let name = String(repeating: "n", count: 250)  // room for the file's name, none for that of its first state
    let error = #expect(throws: StoreError.self) { try Store(openingOrCreating: folder.path(of: name)) }
    guard case .cannotCreate = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try folder.names() == [])
  }

  @Test func `the file to which a symbolic link leads is opened where it is`() throws {
    let file = try OutlineFile.sample()
    let link = file.folder.path(of: "link.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "outline.db")
    let store = try Store(openingOrCreating: link)
    #expect(try store.read { try $0.sectionCount() } == 3)
  }

  @Test(arguments: ["-journal", "-wal", "-shm"], [true, false])
  func `a pipe or a folder in the place of a file of SQLite's is refused, and not waited for`(
    ending: String, isPipe: Bool
  ) throws {
    let file = try OutlineFile.sample()
    let path = file.path + ending
    #expect((isPipe ? mkfifo(path, 0o600) : mkdir(path, 0o700)) == 0)
    let link = file.folder.path(of: "link.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    for name in [file.path, link] {
      let error = StoreError.unusablePath(path: name, reason: "\(path) is in the way, and is not a file of SQLite")
      #expect(throws: error) { try Store(opening: name, for: .reading) }
      #expect(throws: error) { try Store(opening: name, for: .writing) }
    }
    #expect(throws: StoreError.self) { try DamagedFile(file.path, for: .reading, wait: .zero) }
  }

  @Test func `a connection for writing commits to a truncated journal and syncs fully`() throws {
    let file = try OutlineFile.sample()
    let store = try Store(opening: file.path, for: .writing)
    #expect(try Self.pragma("journal_mode", of: store) == "truncate")
    #expect(try Self.pragma("synchronous", of: store) == "2")
    #expect(try Self.pragma("foreign_keys", of: store) == "1")
    #expect(try Self.pragma("cell_size_check", of: store) == "0")  // every page is looked at as a whole
    #expect(try Self.pragma("mmap_size", of: store) == "0")
    #expect(try Self.pragma("query_only", of: store) == "0")
  }

  @Test func `a connection that writes often keeps the space of the journal until it is closed`() throws {
    let file = try OutlineFile.sample()
    let journal = file.path + "-journal"
    func size() -> Int? { FileState(of: journal)?.bytes?.count }
    do {
      let store = try Store(opening: file.path, for: .writingOften)
      #expect(try Self.pragma("journal_mode", of: store) == "persist")
      #expect(try Self.pragma("synchronous", of: store) == "2")
      try Self.addSection(to: store)
      #expect(try #require(size()) > 512)
      #expect(FileState(of: journal)?.bytes?.prefix(28).allSatisfy { $0 == 0 } == true)
      #expect(try !Schema.hasJournal(file.path))
      // Others write as ever, and empty the journal.
      try Self.addSection(to: Store(opening: file.path, for: .writing))
      #expect(size() == 0)
      try Self.addSection(to: store)
      #expect(try #require(size()) > 512)
    }
    #expect(size() == 0)
    #expect(try SQLiteShell(file.path).lines("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `a journal that others need stays when a connection that writes often is closed`() throws {
    let file = try OutlineFile.sample()
    let journal = file.path + "-journal"
    for isReplaced in [true, false] {
      var store: Store? = try Store(opening: file.path, for: .writingOften)
      if let store { try Self.addSection(to: store) }
      let other = try Connection(path: file.path)
      if isReplaced {
        try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".old")
        try FileManager.default.copyItem(atPath: file.path + ".old", toPath: file.path)
      } else {
        try other.run("BEGIN IMMEDIATE")
      }
      let before = try #require(FileState(of: journal)?.bytes)
      store = nil
      #expect(FileState(of: journal)?.bytes == before)
      #expect(!before.isEmpty)
    }
  }

  private static func addSection(to store: Store) throws {
    try store.write { writer in
      try writer.begin(EntryHeading(user: "ana", words: ""))
      let last: Int64 = try writer.reader.db.value("SELECT max(ord) FROM section") ?? 0
      _ = try writer.perform([.insertSection(SectionContent("New"), ord: last + 5, level: 1)], as: nil)
      return ((), .commit)
    }
  }

  @Test func `SQLite checks the sizes of cells in a file whose pages are not looked at`() throws {
    let file = try OutlineFile.sample()
    try SQLiteShell(file.path).run("PRAGMA auto_vacuum = FULL; VACUUM;")
    #expect(try Self.pragma("cell_size_check", of: Store(opening: file.path, for: .writing)) == "1")
  }

  @Test func `a connection for reading cannot write`() throws {
    let file = try OutlineFile.sample()
    let store = try Store(opening: file.path, for: .reading)
    #expect(try Self.pragma("query_only", of: store) == "1")
    let before = FileState(of: file.path)
    #expect(throws: StoreError.self) {
      try store.write { writer in
        let user = try writer.reader.user(named: "cy")
        try writer.begin(EntryHeading(user: user.user.name, words: ""))
        _ = try writer.perform([.insertSection(SectionContent("New"), ord: -5, level: 1)], as: user)
        return ((), .commit)
      }
    }
    #expect(FileState(of: file.path) == before)
  }

  private static func pragma(_ name: String, of store: Store) throws -> String? {
    try store.connection.use { db in
      try db.first("PRAGMA \(name)") { row in row.bytes(0).map { String(decoding: $0, as: UTF8.self) } } ?? nil
    }
  }
}

/// Permissions, which do not bind root.
@Suite(.enabled(if: geteuid() != 0, "root may do everything"))
struct PermissionTests {
  @Test func `a file without permission to read is refused`() throws {
    let file = try OutlineFile.sample()
    chmod(file.path, 0)
    for access in [StoreAccess.reading, .writing] {
      #expect(throws: StoreError.noPermission(path: file.path, message: "Permission denied")) {
        try Store(opening: file.path, for: access)
      }
    }
  }

  @Test func `a file that may only be read is read, in a folder that may only be read`() throws {
    let file = try OutlineFile.sample()
    chmod(file.path, 0o400)
    chmod(file.folder.path, 0o500)
    defer { chmod(file.folder.path, 0o700) }
    #expect(try Store(opening: file.path, for: .reading).read { try $0.sectionCount() } == 3)
    let error = #expect(throws: StoreError.self) { try Self.addSection(to: file.path) }
    guard case .noPermission = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try Store(opening: file.path, for: .reading).read { try $0.sectionCount() } == 3)
  }

  @Test func `a file in a folder that may only be read is not made`() throws {
    let folder = try ScratchFolder()
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    let error = #expect(throws: StoreError.self) { try Store(openingOrCreating: folder.path(of: "new.db")) }
    guard case .cannotCreate = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  private static func addSection(to path: String) throws {
    try Store(opening: path, for: .writing).write { writer in
      let user = try writer.reader.user(named: "cy")
      try writer.begin(EntryHeading(user: user.user.name, words: ""))
      _ = try writer.perform([.insertSection(SectionContent("New"), ord: -5, level: 1)], as: user)
      return ((), .commit)
    }
  }
}
