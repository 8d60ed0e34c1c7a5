import Foundation
import TestPrograms
import TestSupport
import Testing

/// A note is one thing: the further lines of a row, or the detail of a section.
struct NoteTests {
  private let session: Session

  init() throws {
    session = try Session(["add", "--section", "Home"], ["add", "milk", "--in", "Home"])
  }

  /// The text of the row, the detail of the section, and the attributes of both.
  private func notes() throws -> [String?] {
    let lines = try JSON.objects(session.run("list", "--json").text)
    return [lines.last?["text"] as? String, lines.first?["detail"] as? String]
      + lines.reversed().map { line in (line["attributes"] as? [String: Any])?.keys.sorted().joined(separator: " ") }
  }

  @Test func `a note of several lines replaces the one before, and an empty one removes it`() throws {
    #expect(session.run("edit", "milk", "Home", "--note", "oat\nif there is some").status == 0)
    #expect(try notes() == ["milk\noat\nif there is some", "oat\nif there is some", "", ""])
    #expect(session.run("edit", "@r2", "--text", "cream", "--note", "fresh").status == 0)
    #expect(try notes()[0] == "cream\nfresh")
    #expect(session.run("edit", "@r2", "Home", "--note", "").status == 0)
    #expect(try notes() == ["cream", nil, "", ""])
    session.run("undo")
    #expect(try notes()[0] == "cream\nfresh")
  }

  @Test func `--append adds a line to the note, and a new text of one line keeps it`() throws {
    session.run("edit", "milk", "Home", "--append", "oat")
    session.run("edit", "milk", "Home", "--append", "if there\nis some", "--done", "no")
    #expect(try notes() == ["milk\noat\nif there\nis some", "oat\nif there\nis some", "", ""])
    session.run("edit", "milk", "cream due:fri")
    session.run("edit", "@r2", "--text", "creme", "--append", "fresh")
    #expect(try notes()[0] == "creme\noat\nif there\nis some\nfresh")
    session.run("undo")
    #expect(try notes()[0] == "cream\noat\nif there\nis some")
    #expect(session.run("apply", input: "edit @r2 --append more\n").status == 0)
    #expect(try notes()[0]?.hasSuffix("\nmore") == true)
    for words in [
      ["--append", ""], ["--append", " "], ["--append", "a", "--note", "b"], ["--append", "a", "--detail", "b"],
    ] {
      #expect(session.run(["edit", "Home"] + words).status == 64)
    }
  }

  @Test func `the attribute of the name is shown as a note, and goes there when the note is edited`() throws {
    let old = #"{"color":"red","note":"old"}"#
    try session.shell.run("UPDATE row SET attributes = '\(old)'; UPDATE section SET attributes = '\(old)'")
    let shown = session.run("show", "milk").lines
    #expect(shown.contains("notes:       old") && shown.contains(#"attributes:  {"color":"red"}"#), "\(shown)")
    #expect(session.run("show", "Home").lines.contains("detail:      old"))
    #expect(session.run("edit", "milk", "Home", "--note", "new", "--was", "old").status == 0)
    #expect(try notes() == ["milk\nnew", "new", "color", "color"])
  }

  @Test(arguments: [
    ["edit", "milk", "--set", "note=oat", "--set", "k=v"],
    ["add", "milk", "--in", "Home", "--set", "note=oat", "--set", "k=v"],
    ["add", "milk", "--in", "Home", "--note", "oat", "--set", "k=v"],
  ])
  func `--set note writes the note, and no attribute`(verb: [String]) throws {
    #expect(session.run(verb).status == 0)
    #expect(try notes().prefix(3) == ["milk\noat", nil, "k"])
  }

  @Test func `an added section has its note as its detail`() throws {
    session.run("add", "--section", "Shed", "--note", "behind the house")
    #expect(try JSON.objects(session.run("list", "--json").text).last?["detail"] as? String == "behind the house")
    #expect(session.run("add", "--section", "Hall", "--note", "a", "--detail", "b").status == 64)
    #expect(session.run("edit", "Home", "--note", "a", "--detail", "b").status == 64)
  }

  @Test func `an agent writes notes where they are`() throws {
    let edits =
      #"{"edits":[{"verb":"edit","arguments":["milk"],"set":["note=oat"]},{"verb":"edit","arguments":["Home"],"note":"today"}]}"#
    let answer = session.run("mcp", input: [MCPTests.hello(), MCPTests.call("edit", edits)].joined(separator: "\n"))
    #expect(answer.lines.last?.contains(#""isError":false"#) == true, "\(answer.text)")
    #expect(try notes() == ["milk\noat", "today", "", ""])
    let tools = session.run("mcp", input: MCPTests.hello() + "\n" + #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
    #expect(tools.text.contains("The further lines of a row, or a section's detail."))
  }

  /// An edit that began from an old value, the value that somebody else has written, and the new one as it is refused.
  private static let outdated: [(edit: [String], theirs: String, yours: String)] = [
    (["edit", "@r2", "--note", "mine", "--was", ""], "bob's\nnote", "mine"),
    (["edit", "@r2", "--note", "mine", "--was", "bob's"], "bob's\nnote", "mine"),
    (["edit", "@s1", "--note", "mine", "--was", "old"], "detail", "mine"),
    (["edit", "@s1", "--detail", "", "--was", "old"], "detail", ""),
    (["edit", "@r2", "--due", "fri", "--was", "none"], "2026-12-01", "2026-11-27"),
    (["edit", "@r2", "--due", "none", "--was", "2026-11-30"], "2026-12-01", ""),
    (["edit", "@r2", "--repeat", "weekly", "--was", ""], "2026-12-01", "2026-12-01"),
  ]

  @Test(arguments: outdated)
  func `an edit that began from another note or day is refused with both`(
    edit: [String], theirs: String, yours: String
  ) throws {
    session.run("edit", "@r2", "--note", "bob's\nnote", "--due", "1 dec", "-u", "bob")
    session.run("edit", "@s1", "--detail", "detail", "-u", "bob")
    let before = session.run("export", "-", "--format", "json").text
    let answer = session.run(edit + ["--json"])
    let error = try JSON.error(answer.message)
    #expect(answer.status == 79 && error["id"] as? String == edit[1])
    #expect(error["theirs"] as? String == theirs && error["yours"] as? String == yours, "\(error)")
    #expect(session.run("export", "-", "--format", "json").text == before)
    #expect(session.run(Array(edit.dropLast()) + [theirs]).status == 0)
  }

  @Test func `what is there already is no conflict, and neither is an old value that still is`() {
    session.run("edit", "@r2", "--note", "oat", "--due", "fri")
    #expect(session.run("edit", "@r2", "--note", "oat", "--was", "other").status == 0)
    #expect(session.run("edit", "@r2", "--due", "fri", "--was", "mon").status == 0)
    #expect(session.run("edit", "@r2", "--due", "2026-11-27T14:00", "--was", "2026-11-27").status == 0)
    #expect(session.run("edit", "@r2", "--due", "sat", "--was", "2026-11-27").status == 79)
  }
}
