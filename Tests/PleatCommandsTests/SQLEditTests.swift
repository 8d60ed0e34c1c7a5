import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatSystem

/// `pleat sql --write` with statements: one edit, all or nothing.
struct SQLEditTests {
  private func sample() throws -> Session {
    try Session(
      ["add", "--section", "Home", "Work"], ["add", "apples", "[ ] pears", "--in", "Home"],
      ["collapse", "Work", "-u", "bob"])
  }

  private static let insert = "INSERT INTO row (section_id, text) VALUES (2, 'plums')"

  @Test func `statements are one entry of the history, with user and words, which undo takes back`() throws {
    let session = try sample()
    let before = session.run("list", "--all").text
    let script =
      "DELETE FROM row; \(Self.insert), (2, 'figs');\nUPDATE section SET title = 'House' WHERE section_id = 1; -- end"
    let answer = session.run("sql", "--write", script, "-u", "bob")
    #expect(answer.status == 0 && answer.text == "", "\(answer)")
    #expect(answer.message == "changed the file by SQL: @s1, @r3, @r4 and 2 more", "\(answer)")
    let log = session.run("log", "--json").text
    #expect(log.contains("\"user\":\"bob\"") && log.contains("sql --write"), "\(log)")
    #expect(try session.shell.lines("SELECT count(*) FROM change WHERE edit_id IS NULL") == ["0"])
    #expect(session.run("undo", "-u", "ana").status == 81, "another's edit")
    #expect(session.run("undo", "-u", "bob").status == 0)
    #expect(session.run("list", "--all").text == before)
    #expect(session.run("redo", "-u", "bob").status == 0)
    #expect(session.run("list", "--all").lines.count == 4)
    #expect(session.run("check").status == 0)
  }

  @Test func `many inserted rows are a run of the log, as with an import`() throws {
    let session = try sample()
    let script =
      "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n LIMIT 5000)"
      + " INSERT INTO row (section_id, text) SELECT 2, 'row ' || i FROM n"
    #expect(session.run("sql", "--write", "-q", script).message == "")
    #expect(try session.shell.lines("SELECT run FROM change ORDER BY change_id DESC LIMIT 1") == ["5000"])
    #expect(session.run("check").status == 0)
    #expect(session.run("undo").status == 0)
    #expect(try session.shell.lines("SELECT count(*) FROM row") == ["2"])
  }

  @Test func `what statements return is printed, as the shell does it or as results`() throws {
    let session = try sample()
    let script = """
      SELECT text, done FROM row ORDER BY rank; SELECT 1 WHERE 0; \(Self.insert) RETURNING row_id, rank;
      SELECT 1.5 AS a, NULL AS b, 'x' || char(10) AS c, x'4142' AS d, 9e999 AS e, 2 AS a
      """
    let answer = session.run("sql", "--write", script)
    #expect(answer.message == "changed the file by SQL: @r5")
    #expect(
      answer.text
        == "text|done\napples|\npears|0\nrow_id|rank\n5|4611686018427387904\na|b|c|d|e|a\n1.5||x\\n|AB|Inf|2\n",
      "\(answer.text)")
    let json = try sample().run("sql", "--write", "--json", script).text
    #expect(
      json.hasPrefix(
        """
        {"ids":["@r5"],"results":[[{"text":"apples","done":null},{"text":"pears","done":0}],[],\
        [{"row_id":5,"rank":4611686018427387904}],[{"a":1.5,"b":null,"c":"x\\n","d":"AB","e":"Inf","a:1":2}]],"changes":{
        """), "\(json)")
    #expect(
      session.run("sql", "--write", "--json", "DELETE FROM row WHERE 0").text == "{\"ids\":[],\"changes\":null}\n")
  }

  @Test(arguments: [
    ("\(insert) RETURNING row_id", "row_id\n5\n", "changed the file by SQL: @r5"),
    ("SELECT 1 AS a", "a\n1\n", "nothing was changed"), ("SELECT 1 WHERE 0", "", "nothing was changed"),
    ("-- plums\n\(insert)", "", "changed the file by SQL: @r5"),
    ("--\tx\n\(insert)", "", "changed the file by SQL: @r5"),
    ("--plums = blue\n\(insert)", "", "changed the file by SQL: @r5"), ("DELETE FROM row WHERE 0", "", "nothing to do"),
  ])
  func `a receipt follows what statements return, and remarks may come first`(
    script: String, text: String, message: String
  ) throws {
    for isTerminal in [false, true] {
      let session = try sample()
      (session.isTerminal, session.isInputTerminal) = (isTerminal, isTerminal)
      let trial = session.run("sql", "--write", script, "-n")
      #expect(trial.text == text && trial.message == message.replacing("changed the", with: "would have changed the"))
      #expect(session.run("sql", "--write", "-q", "-n", script).message == "")
      #expect(try JSON.object(session.run("sql", "--write", "--json", "-n", script).text)["ids"] is [String])
      let answer = session.run("sql", "--write", script)
      #expect(answer.text == text && answer.message == message, "\(answer)")
    }
  }

  @Test(arguments: [
    ["add", "--in\tHome"], ["add", "--x y"], ["sql", "--write", "--json=a\nSELECT 1"], ["add", "--x=a\nb"],
  ])
  func `an option with a space in it is still refused`(words: [String]) throws {
    #expect(try sample().run(words).status == 64)
  }

  @Test(arguments: [
    // What ends the transaction, or leaves the file.
    ("COMMIT", 81), ("END", 81), ("ROLLBACK", 81), ("BEGIN", 81), ("SAVEPOINT a", 81), ("RELEASE a", 81),
    ("ROLLBACK TO a", 81), ("ATTACH 'other.db' AS other", 81), ("DETACH main", 81), ("VACUUM", 64),
    ("VACUUM INTO 'x.db'", 64),
    // What changes how the file is used.
    ("PRAGMA writable_schema = ON", 81), ("PRAGMA user_version = 3", 81), ("PRAGMA journal_mode = OFF", 81),
    ("PRAGMA ignore_check_constraints = ON", 81), ("PRAGMA foreign_keys = OFF", 81), ("PRAGMA synchronous(0)", 81),
    ("PRAGMA recursive_triggers = ON", 81), ("PRAGMA optimize", 81), ("PRAGMA incremental_vacuum", 81),
    // The schema, that of the user as well, which the history cannot have.
    ("CREATE TABLE mine (a)", 81), ("CREATE TABLE x (a)", 81), ("CREATE TEMP TABLE x (a)", 81),
    ("CREATE VIEW mine AS SELECT 1", 81),
    ("CREATE TEMP VIEW row AS SELECT 1", 81), ("CREATE INDEX mine ON row (text)", 81),
    ("CREATE TRIGGER other AFTER INSERT ON row BEGIN SELECT 1; END", 81),
    ("CREATE TEMP TRIGGER mine AFTER INSERT ON row BEGIN SELECT 1; END", 81), ("DROP TABLE row", 81),
    ("DROP TRIGGER log_row_update", 81), ("DROP VIEW log", 81), ("DROP INDEX row_by_rank", 81),
    ("ALTER TABLE row ADD COLUMN more", 81), ("ALTER TABLE row RENAME TO old", 81), ("REINDEX", 81), ("ANALYZE", 81),
    ("CREATE VIRTUAL TABLE search USING fts5 (text)", 81), ("CREATE TABLE row2 AS SELECT * FROM row", 81),
    // What only pleat writes.
    ("DELETE FROM change", 81), ("UPDATE change SET at = 1", 81), ("DELETE FROM edit", 81),
    ("INSERT INTO edit (user, token, first_change) VALUES ('x', 1, 1)", 81), ("UPDATE setting SET value = 'x'", 81),
    ("UPDATE current_edit SET edit_id = 99", 81), ("UPDATE current_edit SET makes_room = 1", 81),
    ("UPDATE counting SET is_open = 1", 81), ("DELETE FROM row_count", 81),
    ("UPDATE section_count SET sections = 9", 81),
    ("DELETE FROM author", 81), ("DELETE FROM idempotency_key", 81), ("DELETE FROM sqlite_sequence", 81),
    ("UPDATE sqlite_sequence SET seq = 0", 81), ("DELETE FROM sqlite_schema", 64),
    // What undo does not take back.
    ("DELETE FROM user", 81), ("UPDATE user SET accordion = 1", 81), ("INSERT INTO user (name) VALUES ('eva')", 81),
    ("UPDATE row SET done = 1; DELETE FROM user", 81),
    ("UPDATE sqlite_schema SET sql = 'x'", 64),
    ("INSERT INTO sqlite_schema (type) VALUES ('x')", 81), ("INSERT INTO sync (line) VALUES (1)", 81),
    ("DELETE FROM sqlite_stat1", 81), ("INSERT INTO changelog SELECT 1", 81), ("UPDATE changelog SET a = 1", 81),
    // What the guards of the file refuse, as by hand.
    ("INSERT INTO row (row_id, section_id, text) VALUES (1, 1, 'x')", 81), ("UPDATE row SET section_id = 2", 81),
    ("UPDATE row SET section_id = 99", 81), ("UPDATE row SET done = 7", 81), ("UPDATE row SET rank = 'x'", 81),
    ("UPDATE OR ROLLBACK row SET done = 7", 81), ("UPDATE OR FAIL row SET done = row_id - 2", 81),
    ("INSERT INTO row (row_id, section_id, text) VALUES ('x', 1, 'x')", 64),
    // What SQLite does not understand.
    ("SELEC 1", 64), ("SELECT nothing", 64), ("SELECT * FROM nowhere", 64), ("UPDATE row SET", 64), ("SELECT 'x", 64),
    ("SELECT load_extension('x')", 64), ("SELECT zeroblob(2000000000)", 64), (") --", 64),
  ])
  func `a statement that is refused leaves everything as it was, with those before it`(statement: String, status: Int32)
    throws
  {
    let session = try sample()
    // Triggers of the user's own table may try what the user may not.
    try session.shell.run(
      "CREATE TABLE changelog (a); CREATE TRIGGER mine AFTER INSERT ON changelog BEGIN DELETE FROM change; END;\n"
        + "CREATE TRIGGER later AFTER UPDATE ON changelog BEGIN UPDATE counting SET is_open = 1; END")
    let before = try session.shell.contents()
    let answer = session.run("sql", "--write", "UPDATE section SET title = 'x'; \(statement);\n\(Self.insert)")
    #expect(answer.status == status, "\(answer)")
    #expect(answer.text == "" && answer.message.contains("\nNothing was changed."), "\(answer)")
    #expect(try session.shell.contents() == before)
    let json = session.run("sql", "--write", "--json", statement)
    #expect(try JSON.error(json.message)["code"] as? String == (status == 64 ? "usage" : "refused"))
    #expect(session.run("check").status == 0)
    #expect(session.run("add", "tea", "--in", "Home").status == 0)
  }

  @Test func `messages name the statement, and what to do`() throws {
    let session = try sample()
    func message(_ sql: String) -> [String] {
      session.run("sql", "--write", sql).message.split(separator: "\n").map(String.init)
    }
    #expect(
      message("UPDATE row\n  SET section_id = 99") == [
        "pleat: The file refused \"UPDATE row SET section_id = 99\": row: there is no section with this section_id.",
        "Nothing was changed.",
      ])
    #expect(
      message("SELECT 1; SELEC 1") == [
        "pleat: SQLite cannot run \"SELEC 1\": near \"SELEC\": syntax error.",
        "Nothing was changed. 'pleat help sql' describes the tables.",
      ])
    #expect(message("PRAGMA user_version = 7")[0].hasSuffix("PRAGMA user_version changes how the file is used."))
    #expect(message("DELETE FROM edit")[0].hasSuffix("only pleat changes edit."))
    #expect(message("UPDATE row SET done = 7")[0].hasSuffix(": row: done must be 0, 1 or NULL."))
    #expect(
      message("COMMIT")[1].hasSuffix(
        "'pleat sql --write' without statements is the sqlite3 shell, which can do everything."))
  }

  @Test(arguments: [
    "SELECT * FROM row", "PRAGMA table_info(row)", "PRAGMA foreign_keys", "PRAGMA integrity_check",
    "EXPLAIN DELETE FROM row",
    "SELECT * FROM pragma_index_list('row')", "UPDATE row SET text = text", "DELETE FROM row WHERE row_id = 99", "",
    " ; -- nothing",
    "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n LIMIT 9) SELECT * FROM n",
  ])
  func `statements that change nothing leave no entry, and the file as it was`(statement: String) throws {
    let session = try sample()
    let before = FileState(of: session.path)
    #expect(session.run("sql", "--write", statement).status == 0)
    #expect(FileState(of: session.path) == before)
  }

  @Test func `a trial says what statements would do and return, and changes nothing`() throws {
    let session = try sample()
    let before = FileState(of: session.path)
    #expect(
      session.run("sql", "--write", "-n", "DELETE FROM row").message == "would have changed the file by SQL: @r3, @r4")
    #expect(session.run("sql", "--write", "-n", "\(Self.insert) RETURNING text").text == "text\nplums\n")
    let json = session.run("sql", "--write", "-n", "--json", "--layout", "flat", "DELETE FROM row").text
    #expect(json.contains("\"deletedLines\":[{\"start\":1,\"count\":2}]"), "\(json)")
    #expect(session.run("sql", "--write", "-n", "DELETE FROM edit").status == 81)
    #expect(FileState(of: session.path) == before)
    for words in [["-n"], ["-q"], ["--layout", "flat"], ["--idempotency-key", "7"]] {
      #expect(session.run(["sql", "SELECT 1"] + words).status == 64, "\(words)")
      #expect(session.run(["sql", "--write", ".tables"] + words).status == 64, "\(words)")
    }
  }

  @Test func `a file that is missing, foreign or read-only is refused as by every edit`() throws {
    let session = try Session()
    for words in [[], ["-n"], ["--json"]] {
      #expect(session.run(["sql", "--write", Self.insert] + words).status == 66)
      #expect(try session.folder.names() == [])
    }
    try Data("# Notes\n".utf8).write(to: URL(fileURLWithPath: session.path))
    #expect(session.run("sql", "--write", Self.insert).status == 65)
    let pleat = try Executable.withSection()
    if getuid() != 0 {
      chmod(pleat.path, 0o444)
      #expect(try pleat.run("sql", "--write", "DELETE FROM section").status == 77)
      #expect(try pleat.run("sql", "--write", "SELECT 1").status == 77)
    }
  }

  @Test func `statements come from standard input with a dash, and have to be UTF-8 without NUL`() throws {
    let session = try sample()
    #expect(
      session.run("sql", "--write", "-", input: "\(Self.insert);\nDELETE FROM row WHERE row_id = 3;\n").status == 0)
    #expect(try session.shell.lines("SELECT text FROM row ORDER BY row_id") == ["pears", "plums"])
    for bytes in [[UInt8](0xFF...0xFF), Array("DELETE FROM row; \0 SELECT 1".utf8)] {
      #expect(session.run(["sql", "--write", "-"], input: bytes).status == 65)
    }
    #expect(try session.shell.lines("SELECT count(*) FROM row") == ["2"])
  }

  @Test func `a file with a journal is refused, also for a question`() throws {
    let session = try sample()
    try Data().write(to: URL(fileURLWithPath: session.folder.path(of: ".pleat-journal")))
    for statement in [Self.insert, "SELECT 1"] {
      let answer = session.run("sql", "--write", statement)
      #expect(answer.status == 81 && answer.message.contains("only its host may change it"), "\(answer)")
    }
    #expect(session.run("sql", "--write", "-", input: Self.insert).status == 81)
    #expect(try session.shell.lines("SELECT count(*) FROM row") == ["2"])
  }

  @Test func `an edit with an idempotency key is made once`() throws {
    let session = try sample()
    let words = ["sql", "--write", Self.insert, "--idempotency-key", "7"]
    #expect(session.run(words).status == 0)
    #expect(session.run(words + ["--json"]).text.contains("\"repeated\":true"))
    #expect(try session.shell.lines("SELECT count(*) FROM row") == ["3"])
    #expect(session.run("sql", "--write", "DELETE FROM row", "--idempotency-key", "7").status == 81)
  }

  @Test func `rows of the user's own tables are saved with the edit, without a place in the history`() throws {
    let session = try sample()
    try session.shell.run(
      "CREATE TABLE mine (a); CREATE TRIGGER own AFTER INSERT ON mine BEGIN DELETE FROM row WHERE text = NEW.a; END")
    #expect(
      session.run("sql", "--write", "INSERT INTO mine VALUES ('apples'), ('x')").message
        == "changed the file by SQL: @r3")
    #expect(session.run("sql", "--write", "DELETE FROM mine WHERE a = 'x'").message == "changed the file by SQL")
    #expect(try session.shell.lines("SELECT a FROM mine") == ["apples"])
    #expect(session.run("undo").message.contains("apples"))
    #expect(try session.shell.lines("SELECT text FROM row ORDER BY row_id") == ["apples", "pears"])
    #expect(session.run("check").status == 0)
  }

  @Test func `a file of the version before is upgraded first, and steps that it knows stay undone`() throws {
    let session = try Session()
    try OldVersion.copy(17, to: session.path)
    let answer = session.run(
      "sql", "--write",
      "UPDATE row SET text = 'wool' WHERE row_id = (SELECT max(id) FROM item WHERE text = 'warm socks')")
    #expect(answer.status == 0 && answer.message.contains("upgraded to version 18"), "\(answer)")
    #expect(session.run("undo").status == 0)
    // What an older pleat took back was the second of two statements by hand within 100 ms.
    #expect(session.run("undo", "-u", "bob").message.contains("warm socks"))
    #expect(session.run("undo", "-u", "ana").message.contains("indent"))
    #expect(session.run("find", "by hand").status == 0)
    #expect(session.run("redo", "-u", "ana").status == 0)
    #expect(session.run("check").status == 0)
  }
}
