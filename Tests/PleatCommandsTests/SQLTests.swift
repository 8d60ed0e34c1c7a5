import Foundation
import PleatArguments
import SystemPackage
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// `pleat sql` becomes the `sqlite3` shell; the statements of an edit are in `SQLEditTests`.
struct SQLTests {
  private static func sample() throws -> Executable {
    let pleat = try Executable.withSection()
    pleat.session.run("add", "apples", "--in", "Home")
    return pleat
  }

  @Test func `a query is an argument or on standard input, and the answer has headers or is JSON`() throws {
    let pleat = try Self.sample()
    let query = "SELECT row_id, text FROM row"
    #expect(try pleat.run("sql", query).text == "row_id|text\n2|apples\n")
    #expect(try pleat.run("sql", input: query).text == "row_id|text\n2|apples\n")
    #expect(try pleat.run("sql", "-", input: query).text == "row_id|text\n2|apples\n")
    #expect(try pleat.run("sql", query, "--json").text == "[{\"row_id\":2,\"text\":\"apples\"}]\n")
    #expect(try pleat.run("sql", "--", "-- a remark\n\(query)").text == "row_id|text\n2|apples\n")
    #expect(try pleat.run("sql", ".tables").text.contains("visible_line"))
  }

  @Test(arguments: [
    "import list.md", "import list.md --merge", "add --section New", "apply edits", "edit apples pears", "undo",
    "example -f new.db",
    "delete -r Home", "done apples", "collapse Home", "accordion on",
  ])
  func `a user who makes an edit is in the views from then on`(words: String) throws {
    let session = try Self.sample().session
    try session.shell.run("UPDATE row SET done = 0")
    let files = ["list.md": "# List\n\n- socks\n", "edits": "add x\n", "new.db": ""]
    for (name, text) in files {
      try text.write(toFile: session.folder.path(of: name), atomically: true, encoding: .utf8)
    }
    let words = words.split(separator: " ").map {
      files[String($0)] == nil ? String($0) : session.folder.path(of: String($0))
    }
    let answer = session.run(words + ["-u", "zoe", "-q"])
    #expect(answer.status == 0, "\(answer)")
    let file = words.contains("-f") ? session.folder.path(of: "new.db") : session.path
    #expect(try SQLiteShell(file).lines("SELECT name FROM user WHERE name = 'zoe'") == ["zoe"])
  }

  @Test func `a change of users or settings makes nobody known`() throws {
    let session = try Self.sample().session
    #expect(session.run("settings", "inbox", "Later", "-u", "zoe").status == 0)
    #expect(session.run("users", "--rename", "ana", "bea", "-u", "ana").status == 0)
    #expect(session.run("users", "--delete", "bea", "-u", "bea").status == 0)
    #expect(try session.shell.lines("SELECT count(*) FROM user") == ["0"])
  }

  @Test func `nothing is written without --write, and with it the guards and foreign keys hold`() throws {
    let pleat = try Self.sample()
    let before = FileState(of: pleat.path)
    let refused = try pleat.run("sql", "DELETE FROM row")
    #expect(refused.status == 8 && refused.errors.contains("readonly"), "\(refused.errors)")
    #expect(FileState(of: pleat.path) == before)
    #expect(
      try pleat.run("sql", "--write", input: "INSERT INTO row (section_id, text) VALUES (1, 'pears')").status == 0)
    #expect(try pleat.rowCount() == 2)
    #expect(try pleat.run("sql", "--write", input: "PRAGMA foreign_keys").text == "foreign_keys\n1\n")
    #expect(try pleat.run("sql", "--write", input: "INSERT INTO fold VALUES (77, 1, 1)").status == 1)
    #expect(try pleat.run("sql", "--write", ".schema item").text.hasPrefix("CREATE VIEW item AS"))
  }

  @Test func `the exit code is the shell's, which stops at the first error`() throws {
    let pleat = try Self.sample()
    #expect(try pleat.run("sql", "SELECT nothing").status == 1)
    let script = try pleat.run("sql", input: "SELECT 1 AS a;\nSELECT nothing;\nSELECT 2 AS b;\n")
    #expect(script.status == 1 && script.text == "a\n1\n", "\(script)")
    #expect(try pleat.run("sql", ".exit 3").status == 3)
  }

  @Test func `the shell waits while somebody writes, for as long as --wait says`() throws {
    let pleat = try Self.sample()
    let holder = try pleat.shell.hold("BEGIN IMMEDIATE; DELETE FROM row")
    let insert = "INSERT INTO row (section_id, text) VALUES (1, 'pears')"
    #expect(try pleat.run("sql", "--write", "--wait", "0", input: insert).errors.contains("locked"))
    let waiting = try pleat.start("sql", "--write", input: insert)
    try waitUntil("it waits for the lock", by: waiting) { waiting.state.waits(for: pleat.path) }
    try holder.release()
    #expect(try waiting.wait().status == 0)
    #expect(try pleat.rowCount() == 2)
  }

  @Test func `the shell does not read the user's settings of it, and no signal is ignored in it`() throws {
    let pleat = try Self.sample()
    let ending = try pleat.script(
      """
      mkdir home; printf '.mode box\\n.headers off\\n' >home/.sqliterc
      HOME=$PWD/home $PLEAT sql 'SELECT 7 AS a'
      $PLEAT sql '.shell grep SigIgn /proc/self/status'
      sqlite3 :memory: '.shell grep SigIgn /proc/self/status'
      """)
    #expect(ending.lines.prefix(2) == ["a", "7"])
    #expect(ending.lines.count == 4 && ending.lines[2] == ending.lines[3], "\(ending.text)")
  }

  @Test(arguments: [[], ["--json"], ["--write"], ["--json", "--write"]])
  func `a file that is not there, or is no outline, is refused before the shell begins`(words: [String]) throws {
    let session = try Session()
    let missing = session.run(["sql"] + words + ["SELECT 1"])
    #expect(missing.status == 66 && missing.message.contains("pleat add milk"))
    #expect(try session.folder.names() == [])
    try Data("# Notes\n".utf8).write(to: URL(fileURLWithPath: session.path))
    #expect(session.run(["sql", "SELECT 1"] + words).status == 65)
    let trial = session.run(["sql", "SELECT 1", "-n"] + words)
    #expect(trial.status == (words.contains("--write") ? 65 : 64), "\(trial)")
  }

  @Test func `without a shell it says how to get one, and ends with 69`() throws {
    let pleat = try Self.sample()
    let ending = try pleat.script("PATH=/nowhere exec $PLEAT sql 'SELECT 1'")
    #expect(ending.status == 69 && ending.errors.contains("sudo apt install sqlite3"), "\(ending.errors)")
    let json = try pleat.script("PATH=/nowhere exec $PLEAT sql 'SELECT 1' --json")
    #expect(try json.status == 69 && JSON.error(json.errors)["code"] as? String == "unavailable")
  }

  @Test func `on a terminal the shell asks for statements, and elsewhere it does not`() throws {
    let sql = try SQL(Arguments([], of: SQL.verb))
    #expect(!sql.shellWords("/o.db", isInteractive: true).contains("-batch"))
    #expect(
      sql.shellWords("/o.db", isInteractive: false) == [
        "sqlite3", "-init", "/dev/null", "-header", "-readonly", "-batch", "-bail", "-cmd", ".timeout 10000", "-cmd",
        "PRAGMA foreign_keys = ON", "/o.db",
      ])
  }
}
