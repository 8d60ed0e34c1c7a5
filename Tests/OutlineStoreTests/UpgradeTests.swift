import Foundation
import OutlineCore
import TestPrograms
import Testing

@testable import OutlineStore

/// Files of the version before there was a history.
struct UpgradeTests {
  /// A file of version 2 with edits in its log: an edit of three rows, a statement by hand, an edit of a section.
  private func oldFile(trimmed: Bool = false) throws -> SQLiteShell {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../migrations")
    let scripts = try ["m0001_outline", "m0002_log"].map { name in
      try String(contentsOf: folder.appending(path: "\(name).sql"), encoding: .utf8)
    }
    let shell = SQLiteShell(scratch.path(of: "old.db"))
    let log = """
      PRAGMA user_version = 2;
      INSERT INTO edit (user, mark) VALUES ('ana', 1);
      UPDATE current_edit SET edit_id = 1;
      INSERT INTO user (name) VALUES ('ana');
      INSERT INTO section (title) VALUES ('Home');
      INSERT INTO row (section_id, text) VALUES (1, 'a'), (1, 'b'), (1, 'c');
      UPDATE current_edit SET edit_id = NULL;
      UPDATE row SET text = 'by hand' WHERE row_id = 2;
      INSERT INTO edit (user, mark) VALUES ('ben', 2);
      UPDATE current_edit SET edit_id = 2;
      UPDATE section SET title = 'House';
      UPDATE current_edit SET edit_id = NULL;
      \(trimmed ? "DELETE FROM change WHERE change_id < 4;" : "")
      """
    let ending = try shell.run((scripts + [log]).joined(separator: "\n"))
    #expect(ending.errors == "")
    return shell
  }

  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func entries(_ path: String) throws -> [String] {
    try OutlineStore(opening: path, for: .reading).read { reader in
      var entries: [String] = []
      try reader.eachEntry { entry in
        entries.append(
          "\(entry.kind == .hand ? "hand" : entry.user ?? "") \(entry.changes.count)\(entry.isComplete ? "" : " cut")")
        return true
      }
      return entries
    }
  }

  @Test func `the next edit brings an older file up to date, with the entries of its log in their order`() throws {
    let shell = try oldFile()
    let content = try shell.lines("SELECT * FROM section; SELECT * FROM row")
    _ = try OutlineStore(opening: shell.path, for: .writing)
    #expect(try shell.lines("PRAGMA user_version") == ["3"])
    #expect(try shell.lines("PRAGMA integrity_check") == ["ok"])
    #expect(try shell.lines("SELECT * FROM section; SELECT * FROM row") == content)
    #expect(try entries(shell.path) == ["ben 1", "hand 1", "ana 5"])
    #expect(
      try shell.lines("SELECT edit_id, first_change, last_change, kind, words FROM edit")
        == ["1|1|5|edit|", "2|7|7|edit|"])
  }

  @Test func `the oldest edit of an older file, which may have lost a part, is no longer whole`() throws {
    let shell = try oldFile(trimmed: true)
    _ = try OutlineStore(opening: shell.path, for: .writing)
    #expect(try entries(shell.path).prefix(2) == ["ben 1", "hand 1"])
    #expect(try entries(shell.path).last?.hasSuffix(" cut") == true)
  }

  @Test func `an older file is read as it is, and says that it has no history yet`() throws {
    let shell = try oldFile()
    let before = FileState(of: shell.path)
    let store = try OutlineStore(opening: shell.path, for: .reading)
    #expect(try store.read { try $0.sectionCount() } == 1)
    #expect(throws: StoreError.older(path: shell.path, version: 2)) {
      try store.read { reader in try reader.eachEntry { _ in true } }
    }
    #expect(throws: StoreError.older(path: shell.path, version: 2)) {
      try store.read { reader in try reader.setting(.historyDays) }
    }
    #expect(FileState(of: shell.path) == before)
  }

  @Test func `a new file and one that was brought up to date have the same schema`() throws {
    let shell = try oldFile()
    _ = try OutlineStore(opening: shell.path, for: .writing)
    let schema = "SELECT name, replace(sql, ' ', '') FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY name"
    let new = try OutlineFile()
    #expect(try shell.lines(schema) == new.shell.lines(schema))
  }
}
