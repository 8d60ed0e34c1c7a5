import Foundation
import TestPrograms
import Testing

/// `pleat check`: what it finds, and what a repaired copy has.
struct CheckTests {
  @Test func `nothing is wrong with files of every kind that pleat makes`() throws {
    let kinds: [(commands: String, statements: String)] = [
      ("add --section Home", ""), ("add --section Home Work\nadd a b c d e f g h --in Home\ndelete 1:3\nundo", ""),
      ("add --section A B\ncollapse A -u bob\nusers --rename bob rob\nusers --delete rob", ""),
      ("add --section A", "INSERT INTO row (section_id, text) VALUES (1, 'x'), (1, ''); ANALYZE"),
      ("add --section A\nsettings inbox Later\nadd x", "PRAGMA page_size = 512; VACUUM"),
      ("add --section A\nadd x --first --in A\nadd y --first --in A\nadd z --first --in A\nundo 2\nredo", ""),
    ]
    var sessions = try kinds.map { kind in
      let session = try Session()
      try session.prepare(kind.commands)
      if !kind.statements.isEmpty { try session.shell.run(kind.statements) }
      return session
    }
    let (imported, dumped) = (try Session(), try Session())
    imported.run("import", "-", "--format", "markdown", input: "### Deep\n\n###### Deeper\n\n- x\n")
    try dumped.shell.run(imported.shell.dump())
    sessions += [imported, dumped]
    for (index, session) in sessions.enumerated() {
      let before = FileState(of: session.path)
      let answer = session.run("check")
      #expect(answer.status == 0 && answer.text.isEmpty, "\(index): \(answer)")
      #expect(try JSON.object(session.run("check", "--json").text)["clean"] as? Bool == true)
      #expect(FileState(of: session.path) == before, "\(index)")
      #expect(session.run("check", "--repair", "--replace").message.contains("no copy was made"))
      #expect(FileState(of: session.path) == before, "\(index)")
    }
  }

  @Test func `every finding names the table, the id and what is wrong`() throws {
    let session = try Self.damaged()
    let found = session.run("check")
    #expect(found.status == 1)
    for line in [
      "row_insert is missing", "row 4: text is not UTF-8", "row 5: its section 77 does not exist",
      "row 6: attributes are not a JSON object", "section 1: level is 0 instead of a number from 1 to 100",
      "fold 99: the section of this fold of user 1 does not exist",
      "row_count 1: it counts 5 rows in a span, but there are 3",
    ] {
      #expect(found.lines.contains(line), "\(line) in \(found.text)")
    }
    #expect(
      found.message.hasSuffix("'pleat check --repair' writes a repaired copy, and says how it differs from the file."))
    let answer = try JSON.object(session.run("check", "--json").text)
    let findings = answer["findings"] as? [[String: Any]] ?? []
    #expect(
      findings.contains {
        $0["kind"] as? String == "orphan" && $0["table"] as? String == "row" && $0["id"] as? Int == 5
      })
    #expect((answer["counts"] as? [String: Int])?["orphan"] == 2)
  }

  @Test func `a repaired copy has everything, with its ids and flags, and says what is different`() throws {
    let session = try Self.damaged()
    let before = FileState(of: session.path)
    let repair = session.run("check", "--repair")
    #expect(repair.status == 0, "\(repair)")
    #expect(FileState(of: session.path) == before)
    for words in [
      "with 3 sections, 4 rows, 1 user, 1 fold", "1 row is in 'Recovered section 77' (@s77)",
      "the text of row 4 was not UTF-8", "the attributes of row 6", "the level of section 1 was 0, and is now 1",
      "the fold of user 1 for section 99",
    ] {
      #expect(repair.message.contains(words), "\(words) in \(repair.message)")
    }
    let copy = session.path + ".repaired"
    #expect(session.run("check", "-f", copy).status == 0)
    #expect(
      session.run("list", "--all", "--ids", "-f", copy).lines == [
        "▾ 1 @s1 Home", "  1:1 @r3 milk", "  1:2 @r4 a\u{FFFD}b", "  1:3 @r6 beans", "2 @s2 Work",
        "▾ 3 @s77 Recovered section 77", "  3:1 @r5 lost",
      ])
    #expect(
      try SQLiteShell(copy).lines("SELECT attributes FROM row WHERE row_id = 6") == [#"{"recovered":"[1, \"x\""}"#])
    #expect(session.run("check", "--repair").status == 81)
    #expect(session.run("check", "--repair", "--force").status == 0)
  }

  /// A file with a finding of almost every kind.
  private static func damaged() throws -> Session {
    let session = try Session(
      ["add", "--section", "Home", "Work"], ["add", "milk", "bread", "lost", "beans", "--in", "Home"],
      ["collapse", "Work"])
    try session.shell.run(
      """
      .dbconfig defensive off
      PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
      CREATE TEMP TABLE saved AS SELECT rowid AS id, * FROM sqlite_schema WHERE type = 'trigger' AND name <> 'row_insert';
      PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE type = 'trigger'; PRAGMA writable_schema = RESET;
      UPDATE row SET text = CAST(x'61ff62' AS TEXT) WHERE row_id = 4;
      UPDATE row SET section_id = 77 WHERE row_id = 5;
      UPDATE row SET attributes = '[1, "x"' WHERE row_id = 6;
      UPDATE section SET level = 0 WHERE section_id = 1;
      INSERT INTO fold VALUES (1, 99, 1);
      UPDATE row_count SET rows = 5;
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema (rowid, type, name, tbl_name, rootpage, sql)
        SELECT id, type, name, tbl_name, rootpage, sql FROM temp.saved;
      PRAGMA writable_schema = RESET;
      """)
    return session
  }

  @Test func `where sections and rows are whole, the history comes along and can be undone`() throws {
    let session = try Self.edited()
    try session.shell.run("DROP TRIGGER row_insert; UPDATE row SET text = 'A' WHERE row_id = 2")
    #expect(session.run("check", "--repair", "--replace").message.contains("4 entries of the history"))
    #expect(session.run("check").status == 0)
    #expect(session.run("log").lines.first?.contains("check --repair --replace") == true)
    #expect(session.run("undo", "3").status == 0)
    #expect(session.run("list").lines == ["▾ 1 Home", "  1:1 a", "  1:2 b", "  1:3 c"])
  }

  @Test func `changes that are gone from the history are found, and a repair leaves out what lacks them`() throws {
    let session = try Self.edited()
    try session.shell.runAsEdit("DELETE FROM change")
    let missing = session.run("check")
    #expect(missing.status == 1 && missing.lines.count == 4)
    #expect(missing.lines.first == "edit 1: the log does not have the changes up to 2", "\(missing.text)")
    for text in ["d", "e"] { session.run("add", text, "--in", "Home") }
    #expect(session.run("check").status == 1)
    let list = session.run("list").text
    let repair = session.run("check", "--repair", "--replace")
    #expect(repair.status == 0, "\(repair.message)")
    #expect(session.run("check").status == 0)
    #expect(session.run("list").text == list)
    #expect(session.run("add", "f", "--in", "Home").status == 0)
    #expect(session.run("undo").status == 0)
    #expect(session.run("check").status == 0)
  }

  @Test(arguments: [
    "DELETE FROM edit", "DELETE FROM change WHERE change_id > 2", "DELETE FROM change WHERE change_id = 5",
    "UPDATE change SET run = 2 WHERE change_id = 6", "UPDATE edit SET last_change = 100 WHERE edit_id = 3",
    "UPDATE change SET change_id = 100 WHERE change_id = 6", "UPDATE edit SET first_change = 1 WHERE edit_id = 4",
  ])
  func `whatever is wrong with the history, it is found and repaired`(statement: String) throws {
    let session = try Self.edited()
    try session.shell.run("UPDATE row SET text = 'A' WHERE row_id = 2")
    session.run("settings", "inbox", "Later")
    try session.shell.runAsEdit(statement)
    for next in [["settings", "inbox", "Post"], ["add", "d", "--in", "Home"]] {
      #expect(session.run("check").status == 1, "before \(next)")
      #expect(session.run("check", "--repair", "--force").status == 0, "before \(next)")
      #expect(session.run("check", "-f", session.path + ".repaired").text == "")
      #expect(session.run(next).status == 0)
    }
    #expect(session.run("check", "--repair", "--replace").status == 0)
    #expect(session.run("add", "f", "--in", "Home").status == 0)
    #expect(session.run("undo").status == 0)
    #expect(session.run("check").status == 0)
  }

  /// Four edits of one user: a section, three rows, a row that is changed and one that is deleted.
  private static func edited() throws -> Session {
    try Session(
      ["add", "--section", "Home"], ["add", "a", "b", "c", "--in", "Home"], ["edit", "b", "B"], ["delete", "c"])
  }

  @Test func `a number of the next edit that somebody left in the file by hand does not make edits look like room`()
    throws
  {
    let session = try Session(["add", "--section", "Home"], ["add", "a", "b", "--in", "Home"])
    let next = "(SELECT seq + 1 FROM sqlite_sequence WHERE name = 'edit')"
    try session.shell.run("UPDATE current_edit SET edit_id = \(next), makes_room = 1")
    #expect(session.run("move", "b", "--first").status == 0)
    #expect(session.run("undo").status == 0)
    #expect(session.run("list").lines == ["▾ 1 Home", "  1:1 a", "  1:2 b"])
  }

  @Test func `a copy exports what the file did, and lists the same log`() throws {
    let session = try Session()
    try TamperTests.file.get().write(to: URL(fileURLWithPath: session.path))
    try session.shell.run("DROP TRIGGER row_insert")
    #expect(session.run("check", "--repair", "-q").status == 0)
    let copy = session.path + ".repaired"
    for words in [["export", "-", "--format", "json"], ["users"], ["settings"]] {
      let texts = [session.path, copy].map { session.run(words + ["-f", $0]).text }
      #expect(!texts[0].isEmpty && texts[0] == texts[1])
    }
    let lines = [session.path, copy].map { session.run("log", "-v", "-f", $0).lines }
    #expect(Array(lines[1].dropFirst()) == lines[0])
  }

  @Test func `the file that is replaced is kept, and the copy has its permissions`() throws {
    let session = try Self.damaged()
    chmod(session.path, 0o640)
    let bytes = FileState(of: session.path)?.bytes
    let repair = session.run("check", "--repair", "--replace", "--json")
    #expect(repair.status == 0, "\(repair)")
    let answer = try JSON.object(repair.text)
    let old = try #require(answer["old"] as? String)
    #expect(answer["file"] as? String == session.path && old.hasPrefix(session.path + ".broken-"))
    #expect(FileState(of: old)?.bytes == bytes)
    #expect(FileState(of: session.path)?.permissions == 0o640)
    #expect(try session.folder.names().count == 2)
  }

  @Test func `a journal of a file that SQLite cannot read does not stay beside the copy`() throws {
    let session = try Self.damaged()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: session.path))
    bytes.replaceSubrange(0..<100, with: Data(repeating: 0, count: 100))
    try bytes.write(to: URL(fileURLWithPath: session.path))
    try Data(repeating: 0xD9, count: 9_000).write(to: URL(fileURLWithPath: session.path + "-journal"))
    #expect(session.run("list").status == 65)
    #expect(session.run("check", "--repair", "--replace").status == 0)
    #expect(session.run("check").status == 0)
    #expect(FileState(of: session.path + "-journal")?.bytes?.isEmpty ?? true)
  }

  @Test func `no edit of writers beside a repair is lost: each is in the file, or ended with 75`() throws {
    let pleat = try Executable.withSection()
    try pleat.shell.run("UPDATE sqlite_sequence SET seq = 0 WHERE name = 'user'")
    let writers = try ["a", "b"].map { name in
      try pleat.startScript(
        "for i in $(seq 40); do $PLEAT add \(name)$i --in Home -q; s=$?; echo $s; [ $s = 0 ] || [ $s = 75 ] || exit 1; done"
      )
    }
    try waitUntil("both writers have added a row") {
      try pleat.shell.lines("SELECT DISTINCT substr(text, 1, 1) FROM row ORDER BY 1") == ["a", "b"]
    }
    let repair = try pleat.run("check", "--repair", "--replace")
    #expect(repair.status == 0, "\(repair.errors)")
    #expect(repair.errors.contains("is kept as"))
    let endings = try writers.map { try $0.wait() }
    for ending in endings { #expect(ending.status == 0, "\(ending.errors)") }
    #expect(try pleat.rowCount() == endings.flatMap(\.lines).filter { $0 == "0" }.count)
    #expect(pleat.session.run("check").status == 0)
  }

  @Test func `what a message tells to type names the file that was named`() throws {
    let pleat = try Executable()
    let (list, text) = (pleat.folder.path(of: "my list.db"), pleat.folder.path(of: "text"))
    pleat.session.run("add", "milk", "-f", list)
    pleat.session.run("add", "a", "b", "-f", pleat.folder.path(of: "ours"))
    try "hello".write(toFile: text, atomically: true, encoding: .utf8)
    try SQLiteShell(list).run("DROP TRIGGER row_insert")
    for (words, command) in [
      ("list -f 'no list.db'", "pleat -f \"no list.db\" add milk"), ("list --file=text", "'pleat -f text check'"),
      ("delete a b -f ours", "; 'pleat -f ours undo' takes it back"),
      ("add x -f 'my list.db'", "'pleat -f \"my list.db\" check'"),
      ("check -f 'my list.db'", "'pleat -f \"my list.db\" check --repair'"),
      ("check --repair -f 'my list.db'", "'pleat -f \"my list.db\" check --repair --replace'"),
    ] {
      let ending = try pleat.script("$PLEAT \(words)")
      #expect(ending.errors.contains(command), "\(words): \(ending.errors)")
    }
  }

  @Test func `a check of a file that is no outline ends with the code of the table, and changes nothing`() throws {
    let session = try Session()
    try Data("hello\n".utf8).write(to: URL(fileURLWithPath: session.folder.path(of: "text")))
    try Data().write(to: URL(fileURLWithPath: session.folder.path(of: "empty")))
    try SQLiteShell(session.folder.path(of: "other.db")).run("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let names = try session.folder.names()
    for (file, words, status) in [
      ("text", "--replace", 64), ("text", "--force", 64), ("text", "--repair --replace --force", 64),
      ("missing.db", "", 66), ("", "", 65), ("text", "", 1), ("empty", "", 0), ("text", "--repair", 65),
      ("empty", "--repair", 0), ("other.db", "", 1), ("other.db", "--repair --replace", 65),
    ] as [(String, String, Int32)] {
      let file = ["-f", session.folder.path(of: file)]
      let answer = session.run(["check"] + words.split(separator: " ").map(String.init) + file)
      #expect(answer.status == status, "\(words) \(file): \(answer)")
      #expect(try session.folder.names() == names)
    }
  }
}
