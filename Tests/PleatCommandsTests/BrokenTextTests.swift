import Foundation
import TestPrograms
import Testing

/// Texts that are not UTF-8, as statements by hand can write them.
struct BrokenTextTests {
  private static let rows = "SELECT hex(text) FROM row ORDER BY row_id"

  private func session() throws -> Session {
    let session = try Session(["add", "a", "b", "--done", "none"])
    try session.shell.run("UPDATE row SET text = CAST(x'61FF62' AS TEXT) WHERE row_id = 2")
    #expect(session.run("list").lines == ["▾ 1 Inbox", "  1:1 a\u{FFFD}b", "  1:2 b"])
    return session
  }

  @Test(arguments: [
    ["done", "@r2"], ["edit", "@r2", "--set", "k=v"], ["move", "@r2", "--last"], ["edit", "@r2", "--done", "no"],
    ["add", "--section", "Work"], ["sort", "Inbox", "--by", "text", "--reverse"],
  ])
  func `an edit of something else leaves them as they are`(words: [String]) throws {
    let session = try session()
    #expect(session.run(words).messages.first?.hasPrefix("nothing") == false, "it is a change")
    #expect(try session.shell.lines(Self.rows) == ["61FF62", "62"])
    session.run("undo")
    #expect(try session.shell.lines(Self.rows) == ["61FF62", "62"])
  }

  @Test(arguments: [["edit", "@r2", "new"], ["delete", "@r2"], ["delete", "-r", "Inbox"], ["promote", "@r2"]])
  func `undo brings them back to the byte, and so does redo`(words: [String]) throws {
    let session = try session()
    session.run(words)
    let after = try session.shell.lines(Self.rows)
    session.run("undo")
    #expect(try session.shell.lines(Self.rows) == ["61FF62", "62"])
    session.run("redo")
    #expect(try session.shell.lines(Self.rows) == after)
    session.run("undo")
    #expect(try session.shell.lines(Self.rows) == ["61FF62", "62"])
  }

  @Test func `the statement itself is undone and redone to the byte`() throws {
    let session = try session()
    session.run("undo", "--any")
    #expect(try session.shell.lines(Self.rows) == ["61", "62"])
    session.run("redo", "--any")
    #expect(try session.shell.lines(Self.rows) == ["61FF62", "62"])
  }

  @Test func `titles, details and attributes come back to the byte`() throws {
    let session = try session()
    try session.shell.run(
      """
      UPDATE section SET title = CAST(x'74FF' AS TEXT), detail = CAST(x'64FE' AS TEXT),
        attributes = CAST(x'7B226B223A22FF227D' AS TEXT)
      """)
    let query = "SELECT hex(title), hex(detail), hex(attributes) FROM section"
    let before = try session.shell.lines(query)
    #expect(before == ["74FF|64FE|7B226B223A22FF227D"])
    for words in [
      ["edit", "@s1", "new"], ["edit", "@s1", "--detail", "new"], ["edit", "@s1", "--set", "k=v"],
      ["delete", "-r", "@s1"], ["edit", "@s1", "--collapsible", "no"],
    ] {
      #expect(session.run(words).status == 0, "\(words)")
      session.run("undo")
      #expect(try session.shell.lines(query) == before, "\(words)")
    }
    session.run("edit", "@s1", "--collapsible", "no")
    #expect(try session.shell.lines(query) == before)
  }

  @Test func `a name of which two are not UTF-8 is exported so that it can be imported`() throws {
    let session = try session()
    try session.shell.run(
      """
      INSERT INTO user (name) VALUES (CAST(x'FF' AS TEXT)), (CAST(x'FE' AS TEXT));
      INSERT INTO fold SELECT user_id, 1, 1 FROM user;
      """)
    let document = session.run("export", "-", "--format", "json").text
    #expect(try Session().run("import", "-", "--format", "json", input: document).status == 0)
  }
}
