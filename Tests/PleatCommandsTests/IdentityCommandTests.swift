import Foundation
import TestPrograms
import Testing

/// What makes one outline another than all others, as a user meets it.
struct IdentityCommandTests {
  private let session: Session
  private let other: String

  init() throws {
    session = try Session()
    other = session.folder.path(of: "other.db")
    session.run("add", "milk", "bread")
  }

  private func identity(_ path: String) throws -> [String] {
    try SQLiteShell(path).lines("SELECT value FROM setting WHERE name = 'identity'")
  }

  private func rows() throws -> [String] { try session.shell.lines("SELECT text FROM row ORDER BY text") }

  /// Exports the outline at a path, and merges that into the other one.
  private func merge(_ path: String) {
    let document = session.folder.path(of: "document.json")
    #expect(session.run("export", document, "--force", "-q", "-f", path).status == 0)
    #expect(session.run("import", document, "--merge").status == 0)
  }

  @Test func `import --merge of another outline's JSON takes nothing away`() throws {
    session.run("add", "eggs", "cheese", "-f", other)
    merge(other)
    #expect(try rows() == ["bread", "cheese", "eggs", "milk"])
    #expect(try identity(other) != identity(session.path))
  }

  @Test func `a copy keeps the identity, and what both added since stays two`() throws {
    try FileManager.default.copyItem(atPath: session.path, toPath: other)
    session.run("add", "eggs")
    session.run("add", "cheese", "-f", other)
    session.run("edit", "milk", "oat milk", "-f", other)
    merge(other)
    #expect(try rows() == ["bread", "cheese", "eggs", "oat milk"])
    #expect(try identity(other) == identity(session.path))
  }

  @Test func `a backup and a dump keep the identity`() throws {
    session.run("backup", other)
    #expect(try identity(other) == identity(session.path) && identity(other).count == 1)
    let dump = SQLiteShell(session.folder.path(of: "dump.db"))
    try dump.run(session.shell.dump())
    #expect(try identity(dump.path) == identity(session.path))
  }

  @Test func `the identity is not changed by accident, and a file without one is repaired`() throws {
    let refused = try session.shell.run("UPDATE setting SET value = 'x' WHERE name = 'identity'")
    #expect(refused.errors.contains("setting: change it with pleat settings"))
    try session.shell.run(
      """
      DROP TRIGGER setting_delete_guard; DELETE FROM setting WHERE name = 'identity';
      """)
    #expect(session.run("check").text.contains("setting: it has no identity"))
    #expect(session.run("check", "--repair", "--replace").status == 0)
    #expect(try identity(session.path).first?.count == 32)
    #expect(session.run("check").status == 0)
  }

  @Test func `JSON with something without an id before a small id can be imported`() throws {
    let document = #"""
      {"pleat":1,"sections":[{"level":1,"title":"A","rows":[{"text":"x"},{"id":1,"text":"y"},{"text":"z"}]},
      {"id":1,"level":1,"title":"B","rows":[]}]}
      """#
    let answer = session.run("import", "-", "--format", "json", "-f", other, input: document)
    #expect(answer.status == 0)
    #expect(
      session.run("list", "--ids", "-f", other).lines
        == ["▾ 1 @s3 A", "  1:1 @r4 x", "  1:2 @r2 y", "  1:3 @r5 z", "2 @s1 B"])
    #expect(answer.messages.last == "1 row has a new number, because sections have the old numbers: @r1 is @r2")
    let again = session.run("import", "-", "--format", "json", "-f", other, input: document)
    #expect(again.messages.count == 1, "the numbers of the document are not those of the outline")
  }

  @Test func `what merge-file writes can be imported`() throws {
    let paths = ["base", "ours", "theirs"].map { session.folder.path(of: $0 + ".json") }
    session.run("export", paths[0])
    for (path, text) in [(paths[1], "eggs"), (paths[2], "cheese")] {
      session.run("add", text, "--first", "--in", "Inbox")
      session.run("export", path)
      try FileManager.default.removeItem(atPath: session.path)
      session.run("import", paths[0])
    }
    #expect(session.run(["merge-file"] + paths).status == 0)
    #expect(session.run("import", paths[1], "-f", other).status == 0)
    #expect(try SQLiteShell(other).lines("SELECT text FROM row ORDER BY text") == ["bread", "cheese", "eggs", "milk"])
  }
}
