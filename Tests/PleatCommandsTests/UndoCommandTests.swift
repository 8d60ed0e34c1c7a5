import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Whose edits `undo` and `redo` take back, and what the log says of it.
struct UndoCommandTests {
  /// Home with the rows milk, of ana, and bread, of bob.
  private func shared() throws -> Session {
    let session = try Session(["add", "--section", "Home"], ["add", "milk", "--in", "Home"])
    session.run("-u", "bob", "add", "bread", "--in", "Home")
    return session
  }

  private func rows(_ session: Session) throws -> [String] {
    try session.shell.lines("SELECT text FROM row ORDER BY rank")
  }

  /// Every option of undo and redo, as text and as JSON.
  private static let words: [[String]] = ["undo", "redo"].flatMap { verb in
    [[], ["--mine"], ["--any"], ["--entry", "2"], ["--entry", "h99"], ["2", "--any"], ["--folds"]].map { [verb] + $0 }
  }

  @Test func `undo tells whose edit and when`() throws {
    let session = try shared()
    #expect(session.run("undo", "--any").message == "undone: add bread --in Home (bob, just now)")
    #expect(session.run("redo").message == "redone: add bread --in Home (bob, just now)")
    try session.shell.runAsEdit("UPDATE edit SET at = at - 300000 WHERE edit_id = 3")
    #expect(session.run("undo", "--any", "-n").message == "would have undone: add bread --in Home (bob, 5 minutes ago)")
    let entries = try JSON.object(session.run("undo", "--any", "--json").text)["entries"] as? [[String: Any]]
    #expect(entries?.first?["user"] as? String == "bob")
    #expect(entries?.first?["words"] as? String == "add bread --in Home")
    #expect(entries?.first?["entry"] as? String == "3")
    #expect(entries?.first?["at"] is String)
  }

  @Test func `how long ago something was is said in minutes, hours, or with its date`() {
    let now: Int64 = 1_769_851_800_000
    let minute: Int64 = 60_000
    let ages = [
      -5, 0, 59_999, minute, 5 * minute, 59 * minute, 60 * minute, 119 * minute, 120 * minute, 1_439 * minute,
    ]
    #expect(
      ages.map { Age.text(of: now - $0, at: now) } == [
        "just now", "just now", "just now", "1 minute ago", "5 minutes ago", "59 minutes ago", "1 hour ago",
        "1 hour ago", "2 hours ago", "23 hours ago",
      ])
    #expect(Age.text(of: now - 1_440 * minute, at: now).hasPrefix("on 2026-01-3"))
    #expect(Age.text(of: .min, at: .max).hasPrefix("on "))
  }

  @Test func `undo takes back somebody else's content edit only with --any`() throws {
    let session = try shared()
    #expect(session.run("undo").status == 81)
    #expect(session.run("undo", "2").status == 81)
    #expect(try rows(session) == ["milk", "bread"])
    #expect(session.run("undo", "--any").status == 0)
    #expect(try rows(session) == ["milk"])
    #expect(session.run("-u", "bob", "redo").status == 81)
    #expect(session.run("-u", "bob", "redo", "--any").status == 0)
    #expect(try rows(session) == ["milk", "bread"])
  }

  @Test func `plain undo of another's edit is 81, and names the edit, whose it is, and the two ways`() throws {
    let session = try shared()
    let before = try session.shell.contents()
    #expect(
      session.run("undo").message == """
        pleat: The edit to undo is not yours: 'add bread --in Home' (entry 3, bob, just now).
        Nothing was changed. --any undoes it all the same; --mine undoes your own last edit.
        """)
    #expect(try JSON.error(session.run("undo", "--json").message)["code"] as? String == "refused")
    #expect(try session.shell.contents() == before)
    session.run("undo", "--any")
    #expect(
      session.run("-u", "bob", "redo").message == """
        pleat: The undo to redo is not yours: 'add bread --in Home' (entry 4, ana, just now).
        Nothing was changed. --any redoes it all the same; --mine redoes your own last undo.
        """)
  }

  @Test func `--mine takes back one's own last one even where others have edited since`() throws {
    let session = try shared()
    #expect(session.run("undo", "--mine").message == "undone: add milk --in Home (ana, just now)")
    #expect(try rows(session) == ["bread"])
    session.run("-u", "bob", "add", "tea", "--in", "Home")
    #expect(session.run("redo").message == "nothing to redo")
    #expect(session.run("redo", "--mine").message == "redone: add milk --in Home (ana, just now)")
    #expect(try rows(session) == ["milk", "bread", "tea"])
  }

  @Test func `the idempotency key of an undo is not that of another command, and keeps its former name`() throws {
    let session = try shared()
    #expect(session.run("undo", "--mine", "--idempotency-key", "7").status == 0)
    let other = session.run("add", "tea", "--in", "Home", "--mark", "7")
    #expect(other.status == 81)
    #expect(other.message.hasPrefix("pleat: The idempotency key 7 belongs to another edit of the file: 'undo --mine'."))
    #expect(session.run("redo", "--mine", "--mark", "7").status == 81)
    #expect(
      session.run("undo", "--mine", "--mark", "7").message == "already saved, and not made again: undo --mine (@r2)")
    #expect(try rows(session) == ["bread"])
  }

  @Test func `more steps than there are end with 66, and where there is none, nothing is done`() throws {
    let session = try shared()
    #expect(session.run("undo", "9", "--any").status == 66)
    for words in [["redo", "3"], ["redo"], ["undo", "3", "--folds"], ["undo", "2", "--mine", "-u", "nobody"]] {
      let none = session.run(words)
      #expect(none.status == 0 && none.message.hasPrefix("nothing to \(words[0])"), "\(words): \(none)")
    }
    #expect(try JSON.object(session.run("redo", "3", "--json").text)["ids"] as? [String] == [])
  }

  @Test func `a row or a section that was moved since is said to have been moved`() throws {
    let session = try shared()
    session.run("add", "--section", "Work")
    session.run("move", "milk", "--in", "Work")
    session.run("-u", "bob", "move", "milk", "--in", "Home", "--first")
    let row = session.run("undo", "--mine")
    #expect(row.status == 79 && row.message.contains("'milk' (@r2) has been moved since."))
    session.run("move", "Work", "--first")
    session.run("-u", "bob", "move", "Work", "--in", "Home")
    let section = session.run("undo", "--mine")
    #expect(section.status == 79 && section.message.contains("'Work' (@s4) has been moved since."))
  }

  @Test func `a section whose parent has come to be inside it is refused with both named`() throws {
    let session = try shared()
    session.run("add", "--section", "Work", "--in", "Home")
    session.run("move", "Work", "--before", "Home")
    session.run("-u", "bob", "move", "Home", "--in", "Work")
    let answer = session.run("undo", "--mine")
    #expect(answer.status == 79)
    #expect(answer.message.contains("'Home' (@s1), where 'Work' (@s4) was, is inside it now."))
  }

  @Test func `--mine is 79 with the thing named where it no longer fits`() throws {
    let session = try shared()
    session.run("-u", "bob", "edit", "milk", "oat milk")
    let before = try session.shell.contents()
    let answer = session.run("undo", "--mine")
    #expect(answer.status == 79)
    #expect(
      answer.message.hasPrefix("pleat: 'add milk --in Home' cannot be taken back: 'oat milk' (@r2) has changed since."))
    session.run("-u", "bob", "delete", "oat milk")
    #expect(session.run("undo", "--mine").message.contains("'milk' (@r2) does not exist any more."))
    session.run("-u", "bob", "undo", "2")
    #expect(try session.shell.contents() != before)
    #expect(session.run("undo", "--mine").status == 0)
  }

  @Test func `edits by hand belong to everybody`() throws {
    let session = try shared()
    for words in [["undo"], ["undo", "--mine"], ["undo", "--any"]] {
      try session.shell.run("DELETE FROM row")
      #expect(session.run(words).message == "undone: edited outside pleat (just now)")
      #expect(try rows(session) == ["milk", "bread"])
    }
    session.run("undo", "--mine")
    try session.shell.run("UPDATE section SET title = 'House'")
    #expect(session.run("redo", "--mine").message == "nothing to redo")
  }

  @Test func `undo --entry N takes back one entry, N as log shows it, hand edits too`() throws {
    let session = try shared()
    try session.shell.run("UPDATE section SET title = 'House'")
    session.run("add", "tea", "--in", "House")
    let lines = session.run("log").lines
    let hand = try #require(lines.first { $0.hasSuffix("edited outside pleat") }?.split(separator: " ").first)
    #expect(session.run("undo", "--entry", String(hand)).message == "undone: edited outside pleat (just now)")
    let bread = try #require(lines.first { $0.contains("bread") }?.split(separator: " ").first)
    #expect(session.run("undo", "--entry", String(bread)).message == "undone: add bread --in Home (bob, just now)")
    #expect(try rows(session) == ["milk", "tea"])
    #expect(
      session.run("undo", "--entry", String(bread)).message == "nothing to do: entry \(bread) is already undone")
    #expect(session.run("redo", "--entry", String(bread)).status == 0)
    #expect(session.run("redo", "--entry", String(bread)).message == "nothing to do: entry \(bread) is not undone")
    #expect(try rows(session) == ["milk", "bread", "tea"])
    for number in ["77", "h1"] { #expect(session.run("undo", "--entry", number).status == 66) }
    for number in ["x", "0", "-1", "h", "1 ", "99999999999999999999"] {
      #expect(session.run("undo", "--entry", number).status == 64, "\(number)")
    }
  }

  @Test func `an undo names what it undoes`() throws {
    let session = try shared()
    session.run("undo", "--mine")
    session.run("redo", "--mine")
    #expect(
      session.run("log", "--limit", "2").lines.map { $0.dropFirst(21) } == [
        "ana  redo 2: add milk --in Home", "ana  undo 2: add milk --in Home",
      ])
    let entries = try JSON.objects(session.run("log", "--json").text)
    #expect(entries.map { $0["entry"] as? String } == ["5", "4", "3", "2", "1"])
    #expect(entries.map { $0["undoes"] as? String } == ["2", "2", nil, nil, nil])
    #expect(try session.shell.lines("SELECT entry, undoes FROM log WHERE undoes IS NOT NULL") == ["4|2", "5|2"])
  }

  @Test func `log -v and log --json show the old and new values of boxes, days, attributes and settings`() throws {
    let session = try shared()
    session.today = "2026-11-24"
    for words in [
      ["edit", "milk", "--done", "no"], ["edit", "milk", "--text", "tea", "--set", "shop=market", "--due", "fri"],
      ["done", "tea"],
      ["edit", "Home", "--detail", "this week", "--new-rows", "task", "--collapsible", "no"],
      ["edit", "bread", "--repeat", "weekly"], ["done", "bread"], ["edit", "tea", "--set", "shop="],
      ["delete", "tea", "bread"],
    ] {
      #expect(session.run(words).status == 0, "\(words)")
    }
    let lines = session.run("log", "-v", "--limit", "8").lines.filter { $0.hasPrefix("    ") }
    #expect(
      lines == [
        #"    deleted "tea" (@r2)"#, #"    deleted "bread" (@r3)"#,
        #"    changed "tea" (@r2): attributes from {"shop":"market"} to none"#,
        #"    changed "bread" (@r3): due date from 2026-11-24 to 2026-12-01"#,
        #"    changed "bread" (@r3): done from none to no, due date from none to 2026-11-24, repeat rule from none to weekly"#,
        #"    changed "Home" (@s1): detail from none to "this week", collapsible from yes to no, new-rows from none to task"#,
        #"    changed "tea" (@r2): done from no to yes"#,
        #"    changed "milk" to "tea" (@r2): attributes from none to {"shop":"market"}, due date from none to 2026-11-27"#,
        #"    changed "milk" (@r2): done from none to no"#,
      ])
    let changed = try JSON.objects(session.run("log", "--json").text).compactMap {
      (($0["effects"] as? [String: Any])?["changed"] as? [[String: Any]])?.first?["fields"] as? [String: [String: Any]]
    }
    #expect(changed.count == 7)
    #expect(changed.last?["done"]?["old"] as? String == "none" && changed.last?["done"]?["new"] as? String == "no")
    #expect(changed[5].keys.sorted() == ["attributes", "due"])
  }

  @Test func `log -v and log --json show effects, not only words`() throws {
    let session = try shared()
    session.run("edit", "milk", "oat milk")
    session.run("move", "oat milk", "--last")
    session.run("add", "--section", "Work")
    try session.shell.run("DELETE FROM row WHERE text = 'bread'")
    session.run("accordion", "on")  // else the statements would be one step
    try session.shell.run("UPDATE section SET title = 'Hut' WHERE section_id = 1")
    session.run("edit", "oat milk", "soy milk")
    session.run("undo")
    #expect(
      session.run("log", "-v").lines.map { $0.hasPrefix(" ") && !$0.contains("20") ? String($0) : "" }
        .filter { !$0.isEmpty } == [
          "    changed \"soy milk\" to \"oat milk\" (@r2)", "    changed \"oat milk\" to \"soy milk\" (@r2)",
          "    changed \"Home\" to \"Hut\" (@s1)", "    deleted \"bread\" (@r3)", "    added \"Work\" (@s4)",
          "    moved \"oat milk\" (@r2)", "    changed \"milk\" to \"oat milk\" (@r2)", "    added \"bread\" (@r3)",
          "    added \"milk\" (@r2)",
          "    added \"Home\" (@s1)",
        ])
    let effects = try JSON.objects(session.run("log", "--json").text).map { $0["effects"] as? [String: Any] ?? [:] }
    #expect((effects[3]["deleted"] as? [[String: String]]) == [["id": "@r3", "name": "bread"]])
    #expect((effects.last?["added"] as? [[String: String]]) == [["id": "@s1", "name": "Home"]])
    #expect(effects[3].keys.sorted() == ["deleted"])
  }

  @Test func `effects are bounded, and say how many more there are`() throws {
    let session = try Session(["add", "--section", "Home"])
    session.run(["add", "-", "--in", "Home"], input: Array((1...25).map { "row \($0)\n" }.joined().utf8))
    session.run("delete", "-r", "Home")
    let lines = session.run("log", "--verbose", "--limit", "2").lines
    #expect(lines.count == 24)
    #expect(lines[1] == "    deleted \"Home\" (@s1)" && lines[2] == "    deleted \"row 1\" (@r2)")
    #expect(lines[11] == "    and 16 more")
    #expect(lines[13] == "    added \"row 1\" (@r2)" && lines[23] == "    and 15 more")
    let effects = try JSON.objects(session.run("log", "--json").text).map { $0["effects"] as? [String: Any] ?? [:] }
    #expect(effects.prefix(2).map { $0["more"] as? Int } == [16, 15])
  }

  @Test func `an edit trimmed from the log can be undone again by the user who redid it`() throws {
    let session = try Session(["add", "--section", "Home"], ["settings", "history-changes", "1000"])
    let lines = (1...600).map { "row \($0)\n" }.joined()
    #expect(session.run(["add", "-", "--in", "Home"], input: Array(lines.utf8)).status == 0)
    for words in [["undo"], ["redo"], ["undo"], ["redo"]] {
      let answer = session.run(words)
      #expect(answer.status == 0, "\(words): \(answer.message)")
    }
    let other = session.run("undo", "-u", "somebody else")
    #expect(other.status == 81 && !other.message.contains("no longer in the log"), "\(other.message)")
    #expect(session.run("undo", "--mine").status == 0)
  }

  @Test func `where older entries were trimmed, the last line of the log says so`() throws {
    let session = try shared()
    let last = "older entries were trimmed; 'pleat settings' shows how many are kept"
    #expect(session.run("log").lines.last != last)
    try session.shell.runAsEdit("DELETE FROM change WHERE change_id < 4; DELETE FROM edit WHERE edit_id < 2;")
    #expect(session.run("log").lines.last == last)
    #expect(session.run("log", "--limit", "0").text.isEmpty)
    #expect(session.run("log", "-v").lines.last == last)
    #expect(try JSON.objects(session.run("log", "--json").text).last?["kind"] as? String == "lost")
  }

  @Test(arguments: words)
  func `every option of undo and redo answers in every form, and a dry run says the same and changes nothing`(
    words: [String]
  ) throws {
    let missing = try Session()
    #expect(missing.run(words).status == 66)
    #expect(try missing.folder.names() == [])
    for json in [[], ["--json"], ["--json", "--layout", "headerRows"], ["--json", "--layout", "flat"]] {
      let session = try shared()
      session.run("collapse", "Home")
      if words[0] == "redo" { session.run("undo", "2", "--any") }
      let before = try session.shell.contents()
      let dry = session.run(words + json + ["-n"])
      #expect(try session.shell.contents() == before)
      let real = session.run(words + json)
      #expect(dry.status == real.status)
      #expect(dry.text == real.text)
      #expect(dry.message.replacing("would have ", with: "") == real.message)
      guard real.status == 0 else {
        let isRefused = words == ["undo"] && real.status == 81
        let isUnknown = words.last == "h99" && real.status == 66
        #expect(isRefused || isUnknown, "\(words): \(real.status)")
        continue
      }
      guard !json.isEmpty else { continue }
      let answer = try JSON.object(real.text)
      #expect(answer["ids"] is [String] && answer["entries"] is [[String: Any]], "\(words)")
      if let changes = answer["changes"] as? [String: Any] {
        #expect(changes["layout"] as? String == json.dropFirst(2).first ?? "grouped", "\(words)")
      }
    }
  }

  @Test(arguments: [
    ["undo", "--mine", "--any"], ["undo", "--entry", "1", "--mine"], ["undo", "2", "--entry", "1"],
    ["undo", "--folds", "--mine"], ["redo", "--folds", "--any"], ["redo", "--folds", "--entry", "1"],
  ])
  func `options that contradict each other are wrong usage`(words: [String]) throws {
    let session = try shared()
    let before = try session.shell.contents()
    #expect(session.run(words).status == 64)
    #expect(try session.shell.contents() == before)
  }

  @Test func `a command is named in quotation marks that are not in it`() throws {
    let session = try Session.sample()
    try session.prepare("edit apples 'green apples'\nedit 'green apples' 'red apples'")
    #expect(session.run("undo", "--entry", "8").message.contains("\"edit apples 'green apples'\" cannot be taken back"))
    session.environment["PLEAT_FILE"] = nil
    let file = session.folder.path(of: "my list.db")
    session.run("-f", file, "add", "x")
    #expect(session.run("-f", file, "undo", "100").message.contains("'pleat -f \"\(file)\" log' lists"))
  }
}
