import Foundation
import TestPrograms
import Testing

/// Names and texts that differ in their bytes alone, or are not UTF-8.
struct ExactTextTests {
  @Test func `users that differ only in how an accent is written stay two`() throws {
    let session = try Session(["add", "--section", "Home", "Work"])
    let (one, two) = ("Ren\u{E9}", "Rene\u{301}")
    session.run("collapse", "Home", "-u", one)
    #expect(session.run("collapse", "Work", "-u", two).message.contains("there is already a user '\(one)'"))
    session.run("accordion", "on", "-u", two)
    let document = session.run("export", "-", "--format", "json").text
    let copy = try Session()
    #expect(copy.run("import", "-", "--format", "json", input: document).status == 0)
    #expect(copy.run("export", "-", "--format", "json").bytes == Array(document.utf8))
    #expect(
      try copy.shell.lines("SELECT hex(name), accordion FROM user WHERE name <> 'ana' ORDER BY name") == [
        "52656E65CC81|1", "52656EC3A9|0",
      ])
    #expect(
      try copy.shell.lines("SELECT hex(name), section_id FROM fold JOIN user USING (user_id) ORDER BY 2") == [
        "52656EC3A9|1", "52656E65CC81|2",
      ])
    let merged = try Session(["add", "--section", "Mine"])
    #expect(merged.run("import", "-", "--format", "json", input: document).status == 0)
    #expect(try merged.shell.lines("SELECT count(*) FROM fold") == ["2"])
  }

  @Test func `a user is renamed to another way to write the same letters`() throws {
    let session = try Session(["add", "--section", "Home"])
    session.run("collapse", "Home", "-u", "Ren\u{E9}")
    session.run("users", "--rename", "Ren\u{E9}", "Rene\u{301}")
    #expect(try session.shell.lines("SELECT hex(name) FROM user WHERE name <> 'ana'") == ["52656E65CC81"])
  }

  @Test func `undo takes the edit of one that is written in another way for another's`() throws {
    let session = try Session()
    session.run("add", "x", "-u", "Ren\u{E9}")
    #expect(session.run("undo", "-u", "Rene\u{301}").status == 81)
    #expect(session.run("undo", "-u", "Ren\u{E9}").status == 0)
  }

  @Test(arguments: ["json", "opml", "plist", "csv", "tsv", "markdown"])
  func `attributes with keys that differ only in how an accent is written stay two`(format: String) throws {
    let session = try Session(["add", "x"])
    session.run("edit", "x", "--set", "\u{E9}=1", "--set", "e\u{301}=2")
    let hex = "SELECT hex(attributes) FROM row"
    let before = try session.shell.lines(hex)
    #expect(try session.shell.lines("SELECT count(*) FROM row, json_each(attributes)") == ["2"])
    let document = session.run("export", "-", "--format", format).text
    let copy = try Session()
    #expect(copy.run("import", "-", "--format", format, input: document).status == 0)
    #expect(try copy.shell.lines(hex) == before)
  }

  /// SQLite up to 3.41 takes 2,000 levels, later versions 1,000.
  @Test(arguments: ["json", "opml", "plist", "csv", "tsv", "markdown"], [512, 1_000, 2_000])
  func `attributes as deep as the file takes them come out and in again`(format: String, depth: Int) throws {
    let session = try Session(["add", "x"])
    let attributes =
      "{\"k\":" + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
    let update = try session.shell.run("UPDATE row SET attributes = '\(attributes)';")
    if !update.errors.isEmpty, depth > 1_000 { return }
    #expect(update.errors == "")
    let document = session.run("export", "-", "--format", format)
    #expect(document.status == 0)
    let copy = try Session()
    let ending = copy.run("import", "-", "--format", format, input: document.text)
    #expect(ending.status == 0, "\(ending.message)")
    #expect(try copy.shell.lines("SELECT attributes FROM row") == [attributes])
    #expect(copy.run("list", "--json").status == 0)
    #expect(copy.run("edit", "x", "--set", "other=1").status == 0)
  }
}
