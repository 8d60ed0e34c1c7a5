import Foundation
import OutlineFormats
import Testing

/// Rows, with everything below them, as the place of a filter, a search or an export.
struct RowPlaceTests {
  /// A household list, in which `paint the shed` and `measure` have rows below them.
  private static func session() throws -> Session {
    try Session(
      ["add", "--section", "Home", "Work"],
      ["add", "[ ] paint the shed", "[ ] call the plumber", "--in", "Home"],
      ["add", "[ ] buy paint #shop", "[x] measure", "--in", "paint the shed"],
      ["add", "[ ] the door", "--in", "measure"],
      ["add", "--section", "Attic", "--in", "Home"],
      ["add", "[ ] paint", "--in", "Attic"], ["add", "mail", "[ ] paint", "--in", "Work"])
  }

  private static let paint = "1:2 Home/paint the shed: ☐ buy paint #shop"
  private static let door = "1:4 Home/paint the shed/measure: ☐ the door"

  @Test(arguments: [
    ("in:\"paint the shed\"", [paint, "1:3 Home/paint the shed: ☑ measure", door]),
    ("in:\"Home/paint the shed/measure\"", [door]), ("in:1:1 not done", [paint, door]),
    ("in:@r3 the", [door]),
    (
      "in:Home open not in:@3",
      ["1:1 Home: ☐ paint the shed", "1:5 Home: ☐ call the plumber", "1.1:1 Home/Attic: ☐ paint"]
    ),
    ("in:mail", []), ("in:\"the door\" or in:measure", [door]),
  ])
  func `a filter takes a row for everything below it`(filter: String, hits: [String]) throws {
    let session = try Self.session()
    #expect(session.run("find", filter).lines == hits)
    #expect(try JSON.objects(session.run("find", filter, "--json").text).count == hits.count)
    session.run("collapse", "--all", "-r")
    #expect(session.run("find", filter).lines.count == hits.count)
    #expect(session.run("list", "--where", filter).lines.count >= hits.count)
  }

  @Test func `find --in takes a row with everything below it, also in the archive`() throws {
    let session = try Self.session()
    #expect(session.run("find", "the", "--in", "paint the shed").lines == ["1:1 Home: ☐ paint the shed", Self.door])
    #expect(session.run("find", "the", "--in", "the door").lines == [Self.door])
    #expect(session.run("find", "paint", "--in", "measure").message == "pleat: nothing in 'measure' has 'paint'.")
    #expect(session.run("find", "--open", "--in", "1:3").lines == [Self.door])
    session.run("archive", "paint the shed")
    #expect(session.run("find", "--open", "--in", "buy paint #shop").status == 1)
    #expect(session.run("find", "paint", "--open", "--in", "paint the shed").lines.count == 2)
  }

  @Test(
    arguments: [["find", "in:paint"], ["find", "x", "--in", "paint"], ["export", "-", "paint", "--format", "md"]],
    [[], ["--json"]])
  func `a section comes first, then rows are looked at, and several are refused with their ids`(
    words: [String], json: [String]
  ) throws {
    let session = try Self.session()
    let several = session.run(words + json)
    #expect(several.status == 80 && several.message.contains("@r9") && several.message.contains("@r11"), "\(several)")
    #expect(session.run("find", "in:Hme").message.contains("There is no section or row 'Hme'"))
    session.run("add", "--section", "paint")
    session.run("add", "x", "--in", "paint")
    #expect(session.run(words + json).text.contains("x"))
  }

  @Test func `done, undone, delete, archive and due take the rows below a row`() throws {
    let session = try Self.session()
    #expect(
      session.run("done", "--where", "in:@r3").message
        == #"marked 2 rows as done: "buy paint #shop" (@r5), "the door" (@r7)"#)
    #expect(session.run("undone", "--where", "in:measure").message == #"marked "the door" (@r7) as open in measure"#)
    session.run("edit", "the door", "--due", "2026-11-24")
    #expect(session.run("due", "--where", "in:\"paint the shed\"").lines.count == 2)
    #expect(session.run("due", "--where", "in:mail").lines.isEmpty)
    #expect(
      session.run("delete", "--where", "in:measure", "--force").message == #"deleted "the door" (@r7) from measure"#)
    #expect(
      session.run("list", "Home").lines == [
        "▾ 1 Home", "  ▾ 1:1 ☐ paint the shed", "      1:2 ☑ buy paint #shop", "      1:3 ☑ measure",
        "  1:4 ☐ call the plumber", "  ▾ 1.1 Attic", "    1.1:1 ☐ paint",
      ])
  }

  @Test func `an export of a row is the row and everything below it, from level 1`() throws {
    let session = try Self.session()
    #expect(
      session.run("export", "-", "paint the shed", "--format", "md").text
        == "- [ ] paint the shed\n  - [ ] buy paint #shop\n  - [x] measure\n    - [ ] the door\n")
    #expect(session.run("export", "-", "measure", "--format", "md").text == "- [x] measure\n  - [ ] the door\n")
    #expect(session.run("export", "-", "the door", "--format", "todotxt").text == "the door\n")
    #expect(
      session.run("export", "-", "Attic", "measure", "the door", "--format", "md").text
        == "- [x] measure\n  - [ ] the door\n\n# Attic\n\n- [ ] paint\n")
    #expect(session.run("export", "-", "measure", "--where", "door", "--format", "md").text.contains("the door"))
    #expect(session.run("export", "-", "measure", "--where", "paint", "--format", "md").text == "")
    session.run("collapse", "measure")
    #expect(session.run("export", "-", "measure", "--visible", "--format", "md").text == "- [x] measure\n")
    #expect(
      session.run("export", "-", "paint the shed", "--visible", "--format", "csv").text
        .split(separator: "\n").count == 5)
  }

  @Test func `JSON of a row is of version 3 only if something is below it`() throws {
    let session = try Self.session()
    #expect(session.run("export", "-", "the door", "--format", "json").text.hasPrefix(#"{"pleat":2,"#))
    #expect(session.run("export", "-", "measure", "--format", "json").text.hasPrefix(#"{"pleat":3,"#))
    #expect(session.run("export", "-", "Work", "--format", "json").text.hasPrefix(#"{"pleat":2,"#))
    #expect(session.run("export", "-", "Home", "--format", "json").text.hasPrefix(#"{"pleat":3,"#))
  }

  @Test(
    arguments: OutlineFormat.allCases.filter { $0.isExportable && $0.isImportable }, ["paint the shed", "the door"])
  func `a row that was exported comes back with everything below it, in every format`(
    format: OutlineFormat, row: String
  ) throws {
    let session = try Self.session()
    session.run("collapse", "paint the shed")
    let file = session.folder.path(of: "shed.\(format == .todotxt ? "todo.txt" : format.rawValue)")
    #expect(session.run("export", file, row, "--format", format.rawValue).status == 0)
    let other = try Session()
    let imported = other.run("import", file, "--format", format.rawValue)
    #expect(imported.status == 0, "\(imported)")
    let levels =
      row == "the door"
      ? ["1|the door|0"]
      : [
        "1|paint the shed|0", "2|buy paint #shop|0", "2|measure|1", "3|the door|0",
      ]
    #expect(
      try other.shell.lines(
        "SELECT row.level, text, row.done FROM row JOIN section USING (section_id) ORDER BY ord, rank"
      )
      .map { $0.split(separator: "|").prefix(3).joined(separator: "|") } == levels)
    #expect(try other.shell.lines("SELECT count(*) FROM section") == ["1"])
  }

  @Test func `an export of rows counts no section that it does not write`() throws {
    let session = try Self.session()
    for (ending, sections) in [("md", 0), ("org", 0), ("json", 1)] {
      let file = session.folder.path(of: "row.\(ending)")
      let counted = sections > 0 ? "1 section and 2 rows" : "2 rows"
      #expect(session.run("export", file, "measure").message == "wrote \(counted) to \(file)")
      let counts = try JSON.object(session.run("export", file, "measure", "--force", "--json").text)
      #expect(counts["sections"] as? Int == sections && counts["rows"] as? Int == 2)
    }
  }

  @Test func `a merge of a row in JSON finds it where it is`() throws {
    let session = try Self.session()
    let document = session.run("export", "-", "paint the shed", "--format", "json").text
    let before = session.run("list", "--all", "--ids").text
    func merge(_ document: String, _ words: String...) -> Session.Answer {
      session.run(["import", "-", "--format", "json", "--merge"] + words, input: Array(document.utf8))
    }
    for words in [[], ["--delete"]] {
      #expect(
        session.run(["import", "-", "--format", "json", "--merge"] + words, input: Array(document.utf8)).message
          == "nothing to do")
    }
    let changed = merge(document.replacing("the door", with: "the gate"))
    #expect(changed.message == "merged (0 added, 1 changed, 0 moved, 0 deleted)")
    #expect(session.run("list", "--all", "--ids").text == before.replacing("the door", with: "the gate"))
    session.run("undo")
    session.run("move", "measure", "--in", "Work")
    let inner = session.run("export", "-", "measure", "--format", "json").text
    #expect(merge(inner).message == "nothing to do")
    #expect(session.run("import", "-", "--format", "json", "--merge", input: document).status == 0)
    let other = try Session(["add", "--section", "Home"], ["add", "measure", "--in", "Home"])
    #expect(
      other.run("import", "-", "--format", "json", "--merge", input: document).message.hasPrefix("merged (5 added"))
  }

  @Test func `what is not empty is named with what it has`() throws {
    let session = try Self.session()
    for (name, contents) in [("measure", "1 row"), ("Home", "6 rows and 1 subsection"), ("Work", "2 rows")] {
      #expect(session.run("delete", name).message.hasPrefix("pleat: '\(name)' is not empty: it has \(contents).\n"))
    }
  }
}
