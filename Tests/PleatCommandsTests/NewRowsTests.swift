import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// What becomes of a row that is added without a check box.
struct NewRowsTests {
  /// A session in a terminal, so that it has an editor.
  private func editing(_ edits: [String]...) throws -> Session {
    let session = try Session()
    session.isTerminal = true
    session.isInputTerminal = true
    session.environment["TMPDIR"] = session.folder.path(of: "")
    for words in edits { session.run(words) }
    return session
  }

  private func list(_ session: Session) -> [String] { session.run("list", "--all").lines }

  @Test func `a section whose rows are all tasks makes tasks by itself, and --done none makes a plain row`() throws {
    let session = try Session(["add", "--section", "Home"], ["add", "jam", "[x] tea", "--in", "Home", "--done", "no"])
    #expect(session.run("add", "rice", "--in", "Home").message == #"added [ ] "rice" (@r4) to Home"#)
    session.run("add", "salt", "--before", "jam")
    session.run("apply", input: "add oil --in Home\n")
    session.run("add", "a remark", "--in", "Home", "--done", "none")
    session.run("add", "soap", "[ ] ink", "--in", "Home")
    #expect(
      list(session) == [
        "▾ 1 Home", "  1:1 ☐ salt", "  1:2 ☐ jam", "  1:3 ☐ tea", "  1:4 ☐ rice", "  1:5 ☐ oil", "  1:6 a remark",
        "  1:7 soap", "  1:8 ☐ ink",
      ])
  }

  @Test func `--new-rows says what new rows of a section are, whatever its rows are`() throws {
    let session = try Session(["add", "--section", "Home", "Work"], ["add", "tea", "--in", "Home"])
    #expect(session.run("edit", "Home", "--new-rows", "task").message == #"changed "Home" (@s1)"#)
    #expect(session.run("show", "Home").lines.contains("new rows:    task"))
    session.run("add", "jam", "--in", "Home")
    session.run("edit", "Home", "Work", "--new-rows", "plain")
    session.run("add", "[ ] post", "mail", "--in", "Work")
    session.run("add", "rice", "--in", "Home")
    #expect(
      list(session) == [
        "▾ 1 Home", "  1:1 tea", "  1:2 ☐ jam", "  1:3 rice", "▾ 2 Work", "  2:1 ☐ post", "  2:2 mail",
      ])
    session.run("edit", "Work", "--new-rows", "none")
    #expect(try session.shell.lines("SELECT title, new_rows FROM section") == ["Home|plain", "Work|"])
    #expect(!session.run("show", "Work").text.contains("new rows"))
    session.run("undo")
    #expect(try session.shell.lines("SELECT new_rows FROM section WHERE title = 'Work'") == ["plain"])
    #expect(session.run("log", "Work", "-v").text.contains("changed new-rows from plain to none"))
  }

  @Test func `what is added below a task is a task`() throws {
    let session = try Session(["add", "--section", "[x] Trip"], ["add", "[ ] write", "note", "--in", "Trip"])
    session.run("add", "tests", "--in", "write")
    session.run("add", "--section", "Pack", "--in", "Trip")
    session.run("add", "--section", "Plain", "--in", "Trip", "--done", "none")
    session.run("add", "--section", "Home")
    session.run("add", "last", "--in", "Trip")
    #expect(
      list(session) == [
        "▾ 1 ☑ Trip", "  ▾ 1:1 ☐ write", "      1:2 ☐ tests", "  1:3 ☐ note", "  1:4 ☐ last", "  1.1 ☐ Pack",
        "  1.2 Plain",
        "2 Home",
      ])
  }

  @Test func `imports, the editor and SQL make rows of what they say`() throws {
    let session = try editing(["add", "--section", "Home"], ["add", "[ ] tea", "--in", "Home"])
    session.run("edit", "Home", "--new-rows", "task")
    session.run("import", "-", "--in", "Home", "--format", "md", input: "- jam\n")
    try session.shell.run("INSERT INTO row (section_id, text) VALUES (1, 'rice')")
    session.editor = { $0 + "- salt\n" }
    session.run("edit", "Home")
    #expect(try session.shell.lines("SELECT count(*), count(done) FROM row") == ["4|1"])
  }

  @Test(arguments: [["tasks"], ["yes"], [""]])
  func `another word after --new-rows is refused`(word: [String]) throws {
    let session = try Session.sample()
    #expect(session.run(["edit", "Home", "--new-rows"] + word).status == 64)
    #expect(session.run("edit", "milk", "--new-rows", "task").message.contains("A row has no setting for new rows"))
  }

  @Test func `what a section says of new rows comes back from each format that has words for it`() throws {
    let session = try editing(["add", "--section", "Home", "Work", "Trip"])
    session.run("edit", "Home", "--new-rows", "task")
    session.run("edit", "Work", "--new-rows", "plain")
    for format in ["json", "md", "opml", "csv", "tsv"] {
      let other = try Session()
      let document = session.run("export", "-", "--format", format).bytes
      #expect(other.run(["import", "-", "--format", format], input: document).status == 0)
      #expect(
        try other.shell.lines("SELECT title, new_rows FROM section") == ["Home|task", "Work|plain", "Trip|"],
        "\(format)")
    }
    session.editor = {
      $0.replacing("! task\n", with: "").replacing("Trip", with: "Travel").replacing("! plain", with: "! task")
    }
    session.run("edit", "--all")
    #expect(try session.shell.lines("SELECT title, new_rows FROM section") == ["Home|", "Work|task", "Travel|"])
  }
}
