import TestPrograms
import Testing

/// `pleat settings NAME VALUE` is an edit like every other.
struct SettingsTests {
  @Test func `settings has an entry with its user and words in the log, and an idempotency key`() throws {
    let session = try Session(["add", "--section", "Home"])
    #expect(session.run("settings", "inbox", "Later", "-u", "bob").message == "set inbox to Later")
    let entry = try JSON.objects(session.run("log", "--json", "--limit", "1").text)[0]
    #expect(entry["user"] as? String == "bob")
    #expect(entry["words"] as? String == "settings inbox Later")
    #expect(try session.shell.lines("SELECT count(*), count(DISTINCT token) FROM edit") == ["2|2"])
  }

  @Test func `settings has -n, -q and --json where the other edits have them`() throws {
    let session = try Session(["add", "--section", "Home"])
    #expect(session.run("settings", "history-days", "30", "-n").message == "would have set history-days to 30")
    #expect(session.run("settings", "history-days").text == "history-days 365\n")
    #expect(session.run("settings", "history-days", "30", "--json").text == "{\"ids\":[],\"changes\":null}\n")
    #expect(session.run("settings", "history-days", "40", "-q").message == "")
    #expect(session.run("settings", "history-days", "40").message == "nothing to do: history-days is already 40")
    #expect(session.run("log").lines.count == 3)
  }

  @Test func `undo and redo pass over settings, and say so of an entry that is named`() throws {
    let session = try Session(["add", "--section", "Home"], ["add", "milk", "--in", "Home"], ["undo"])
    session.run("settings", "inbox", "Later")
    #expect(session.run("redo").message == "redone: add milk --in Home (ana, just now)")
    session.run("settings", "inbox", "Some day")
    #expect(session.run("undo").message == "undone: add milk --in Home (ana, just now)")
    let answer = session.run("undo", "--entry", "4")
    #expect(answer.status == 81)
    #expect(answer.message.contains("'settings inbox Later', changed a setting of the file"))
    #expect(session.run("settings", "inbox").text == "inbox Some day\n")
  }

  @Test func `settings of a file that is not there makes none`() throws {
    let session = try Session()
    #expect(session.run("settings", "inbox", "Later").status == 66)
    #expect(try session.folder.names() == [])
  }
}
