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

  /// A session whose outline has settings of its own.
  private static func session() throws -> Session {
    try Session(
      ["add", "milk"], ["settings", "inbox", "Eingang"], ["settings", "archive", "Old 'n done"],
      ["settings", "history-days", "30"], ["settings", "backup-every", "1d"], ["add", "eggs"], ["archive", "milk"])
  }

  @Test func `JSON has the settings that say what a section is for, and an empty outline takes them over`() throws {
    let session = try Self.session()
    let document = session.run("export", "--format", "json").text
    #expect(document.hasPrefix(#"{"pleat":3,"#))
    #expect(document.contains(#""settings":{"inbox":"Eingang","archive":"Old 'n done"},"#))
    #expect(!session.run("export", "-", "Eingang", "--format", "json").text.contains("settings"))
    let other = try Session()
    for words in [["-n"], []] {
      let answer = other.run(["import", "-", "--format", "json"] + words, input: Array(document.utf8))
      let isTrial = !words.isEmpty
      #expect(answer.message.contains("imported 3 sections and 2 rows"))
      #expect(
        answer.messages.dropFirst() == [
          "inbox: \(isTrial ? "would be" : "is now") Eingang, as in the document, and undo does not change that; "
            + "to set it back: pleat settings inbox Inbox",
          "archive: \(isTrial ? "would be" : "is now") Old 'n done, as in the document, and undo does not change that; "
            + "to set it back: pleat settings archive Archive",
        ])
    }
    #expect(
      other.run("settings").lines == [
        "history-changes 200000", "history-days 365", "inbox Eingang", "archive Old 'n done", "backup-every off",
        "new-rows task",
      ])
    #expect(other.run("export", "--format", "json").text == document)
    let merged = try Session()
    #expect(merged.run("import", "-", "--merge", "--format", "json", input: document).status == 0)
    #expect(merged.run("settings", "inbox").text == "inbox Eingang\n")
    for setting in [["inbox", "Inbox"], ["archive", "Archive"]] { session.run(["settings"] + setting) }
    #expect(session.run("export", "--format", "json").text.hasPrefix(#"{"pleat":2,"#))
  }

  @Test(arguments: [[], ["--merge"], ["--in", "Home"], ["-n"]])
  func `an outline with sections keeps its settings, and the import names those of the document`(words: [String]) throws
  {
    let document = try Self.session().run("export", "--format", "json").text
    let session = try Session(["add", "--section", "Home"], ["settings", "inbox", "Eingang"])
    let answer = session.run(["import", "-", "--format", "json"] + words, input: Array(document.utf8))
    let remark =
      #"archive: stays as it is, and not Old 'n done as in the document; to set it: pleat settings archive 'Old '\''n done'"#
    #expect(answer.status == 0 && answer.messages.dropFirst() == [remark], "\(answer)")
    #expect(session.run("settings", "archive").text == "archive Archive\n")
    #expect(session.run(["import", "-", "--format", "json", "-q"] + words, input: Array(document.utf8)).messages == [])
  }

  @Test func `an empty outline keeps a setting that somebody has changed`() throws {
    let document = try Self.session().run("export", "--format", "json").text
    let session = try Session(["add", "--section", "Home"], ["settings", "inbox", "Later"], ["delete", "Home"])
    let answer = session.run("import", "-", "--format", "json", input: document)
    #expect(answer.message.contains("inbox: stays as it is, and not Eingang"))
    #expect(session.run("settings").lines[2...3] == ["inbox Later", "archive Old 'n done"])
  }

  @Test func `settings of a file that is not there makes none`() throws {
    let session = try Session()
    #expect(session.run("settings", "inbox", "Later").status == 66)
    #expect(try session.folder.names() == [])
  }
}
