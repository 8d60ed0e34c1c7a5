import Foundation
import Testing

/// Folders of notes, and several files at once.
struct ImportFolderTests {
  /// Writes files, and makes the folders that they are in.
  private static func write(_ files: [String: String], in session: Session) throws {
    for (name, text) in files {
      let url = URL(fileURLWithPath: session.folder.path(of: name))
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  @Test func `each note of a folder is a section, and each folder a section around its notes`() throws {
    let session = try Session()
    try Self.write(
      [
        "Notes/b.md": "# Boats\n\n- sail\n\n## Ropes\n\n- knots\n", "Notes/a.md": "intro\n\n# One\n\n- 1\n\n# Two\n",
        "Notes/C.md": "# X\n- x\n# Y\n- y\n", "Notes/empty.md": "", "Notes/Trips/Oslo.md": "- [ ] see [[b]]\n",
        "Notes/Trips/2027/plan.markdown": "## Deep\n- down\n", "Notes/Pictures/a.png": "no",
        "Notes/.obsidian/x.md": "- x\n",
      ], in: session)
    try FileManager.default.createSymbolicLink(
      atPath: session.folder.path(of: "Notes/out.md"), withDestinationPath: "/etc/passwd")
    let answer = session.run("import", session.folder.path(of: "Notes"))
    #expect(answer.status == 0, "\(answer.message)")
    #expect(answer.message.contains("Left out 1 hidden file or folder."), "\(answer.message)")
    #expect(answer.message.contains("Left out 1 symbolic link."), "\(answer.message)")
    #expect(answer.message.contains("Left out 1 file that is not a note."), "\(answer.message)")
    #expect(
      session.run("list").lines == [
        "▾ 1 a", "  1:1 intro", "  ▾ 1.1 One", "    1.1:1 1", "  1.2 Two", "▾ 2 Boats", "  2:1 sail", "  ▾ 2.1 Ropes",
        "    2.1:1 knots", "▾ 3 C", "  ▾ 3.1 X", "    3.1:1 x", "  ▾ 3.2 Y", "    3.2:1 y", "4 empty", "▾ 5 Trips",
        "  ▾ 5.1 Oslo", "    5.1:1 ☐ see [[b]]", "  ▾ 5.2 2027", "    ▾ 5.2.1 Deep", "      5.2.1:1 down",
      ])
    #expect(session.run("undo").status == 0)
    #expect(session.run("list").lines.isEmpty, "it is one edit")
  }

  @Test(arguments: [[], ["-n"], ["--json"], ["-q"], ["--merge"], ["--in", "Home"], ["--idempotency-key", "7"]])
  func `several files come as each would alone, as one edit`(options: [String]) throws {
    let session = try Session.sample()
    try Self.write(["a.md": "# A\n\n- 1\n", "b.txt": "B\n  2\n", "c.csv": "section,text\nC,3\n"], in: session)
    let before = session.run("export", "-", "--format", "markdown").text
    let paths = ["a.md", "b.txt", "c.csv"].map { session.folder.path(of: $0) }
    let answer = session.run(["import"] + paths + options)
    #expect(answer.status == 0, "\(answer.message)")
    let text = session.run("export", "-", "--format", "markdown").text
    #expect((text == before) == (options == ["-n"]))
    if options == ["-n"] { return }
    for row in ["1", "2", "3"] { #expect(session.run("find", row, "-q").status == 0) }
    if options.first == "--idempotency-key" {
      #expect(session.run(["import"] + paths + options).message.contains("already"))
    }
    #expect(session.run("undo").status == 0)
    #expect(session.run("export", "-", "--format", "markdown").text == before)
  }

  @Test func `notes of Google Takeout come as each would alone, and what is beside them is counted`() throws {
    let session = try Session()
    func note(_ title: String, _ rest: String) -> String {
      #"{"color":"DEFAULT","isTrashed":false,"isPinned":false,"title":"\#(title)","userEditedTimestampUsec":1,\#(rest)}"#
    }
    let list = note("Shop", #""listContent":[{"text":"milk","isChecked":true},{"text":"eggs","isChecked":false}]"#)
    try Self.write(
      [
        "T/Keep/Shop.json": list, "T/Keep/Shop.html": "<html>", "T/Keep/Labels.txt": "food\n",
        "T/Keep/2026-11-28T10_00_00.json": note("", #""textContent":"two\nlines","labels":[{"name":"home"}]"#),
        "T/Keep/2026-11-28T10_00_00.html": "<html>", "T/Keep/a.jpg": "",
        "T/Keep/Gone.json": note("Gone", #""textContent":"x""#).replacing("false", with: "true"),
        "T/Keep/other.json": #"{"a":1}"#, "T/Keep/outline.json": #"{"pleat":2,"sections":[]}"#,
        "T/Tasks/Tasks.json":
          #"{"kind":"tasks#taskLists","items":[{"title":"Mine","items":[{"id":"a","title":"call","status":"needsAction"}]}]}"#,
        "T/archive_browser.html": "<html>", "T/Keep/n.md": "- x\n",
      ], in: session)
    let answer = session.run("import", session.folder.path(of: "T"), "-v")
    #expect(answer.status == 0, "\(answer.message)")
    #expect(answer.message.contains("Left out 7 files that are not notes."), "\(answer.message)")
    #expect(answer.message.contains("Gone.json: Left out: 1 notes in the trash."), "\(answer.message)")
    #expect(
      session.run("list").lines == [
        "▾ 1 Keep", "  ▾ 1.1 2026-11-28T10_00_00 #home", "    1.1:1 two", "          lines", "  ▾ 1.2 n", "    1.2:1 x",
        "  ▾ 1.3 Shop", "    1.3:1 ☑ milk", "    1.3:2 ☐ eggs", "▾ 2 Tasks", "  ▾ 2.1 Mine", "    2.1:1 ☐ call",
      ])
    let alone = try Session()
    try Self.write(["Shop.json": list], in: alone)
    alone.run("import", alone.folder.path(of: "Shop.json"))
    let rows = #"SELECT text, done, attributes FROM row WHERE text IN ('milk', 'eggs')"#
    #expect(try alone.shell.lines(rows) == session.shell.lines(rows))
    #expect(session.run("import", session.folder.path(of: "T"), "--merge").message.hasPrefix("nothing to do"))
  }

  @Test func `front matter stays with the section of its note`() throws {
    let session = try Session()
    try Self.write(["N/a.md": "---\ntags: [x]\n---\n\n- 1\n", "N/b.md": "---\nk: v\n---\n# B\n- 2\n"], in: session)
    session.run("import", session.folder.path(of: "N"))
    let document = try JSON.object(session.run("export", "-", "--format", "json").text)
    let attributes = try #require(document["sections"] as? [[String: Any]]).map {
      $0["attributes"] as? [String: String]
    }
    #expect(
      attributes == [["front-matter": "---\ntags: [x]\n---\n\n"], ["front-matter": "---\nk: v\n---\n"]], "\(attributes)"
    )
  }

  @Test func `a merge of a folder adds what is new`() throws {
    let session = try Session()
    try Self.write(["N/a.md": "# A\n\n- 1\n", "N/F/b.md": "- 2\n"], in: session)
    session.run("import", session.folder.path(of: "N"))
    try Self.write(["N/a.md": "# A\n\n- 1\n- new\n"], in: session)
    let answer = session.run("import", session.folder.path(of: "N"), "--merge")
    #expect(answer.message.contains("(1 added, 0 changed, 0 moved, 0 deleted)"), "\(answer.message)")
    #expect(session.run("import", session.folder.path(of: "N"), "--merge").message.contains("nothing to do"))
  }

  @Test func `a folder without notes, a wrong file among others, and standard input with files are refused`() throws {
    let session = try Session()
    try Self.write(["N/a.png": "", "a.md": "# A\n", "wrong.md": "# W\n\0\n"], in: session)
    let folder = session.run("import", session.folder.path(of: "N"))
    #expect(
      folder.status == 66 && folder.message.contains("There is no Markdown file, and no note of Google Keep, in"),
      "\(folder.message)")
    let wrong = session.run("import", session.folder.path(of: "a.md"), session.folder.path(of: "wrong.md"))
    #expect(wrong.status == 65 && wrong.message.contains("wrong.md, line 2"), "\(wrong.message)")
    let missing = session.run("import", session.folder.path(of: "a.md"), session.folder.path(of: "none.md"))
    #expect(missing.status == 66, "\(missing.message)")
    #expect(session.run("import", "-", session.folder.path(of: "a.md")).status == 64)
    #expect(!FileManager.default.fileExists(atPath: session.path))
    let far = session.run("-f", "ssh://host.invalid/o.db", "import", session.folder.path(of: "N"))
    #expect(far.status == 64 && far.message.contains("only one file at a time is sent"), "\(far.message)")
  }
}
