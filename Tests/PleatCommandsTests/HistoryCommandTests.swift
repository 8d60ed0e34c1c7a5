import Foundation
import Testing

/// `pleat undo`, `redo`, `log` and `settings`, as a user has them.
struct HistoryCommandTests {
  @Test func `a session that goes back and forth`() throws {
    let session = try Session.sample()
    session.run("add", "tea", "green tea", "--in", "Home")
    session.run("-u", "ben", "mv", "tea", "--in", "Reading", "--json")
    session.run("collapse", "Home")
    let after = session.run("list", "--all").text
    let folds = "Your folds stay as they are: 'pleat undo --folds' undoes the last edit of them."
    #expect(session.run("undo", "--any").message == "undone: mv tea --in Reading (ben, just now)\n\(folds)")
    #expect(
      session.run("undo", "2", "-n").message.replacing(/, [^,)]*\)/, with: ")") == """
        would have undone: add tea 'green tea' --in Home (ana)
        would have undone: add --section Reading (ana)
        \(folds)
        """)
    #expect(session.run("undo").message == "undone: add tea 'green tea' --in Home (ana, just now)\n\(folds)")
    #expect(
      session.run("redo", "2").message == """
        redone: add tea 'green tea' --in Home (ana, just now)
        redone: mv tea --in Reading (ben, just now)
        """)
    #expect(session.run("list", "--all").text == after)
    #expect(session.run("redo").message == "nothing to redo")
    #expect(session.run("redo").status == 0)
    #expect(session.run("undo", "--folds").message == "undone: collapse Home (ana, just now)")
    #expect(session.run("undo", "-q", "--any").messages.isEmpty)
  }

  @Test func `the log shows who did what, the newest first`() throws {
    let session = try Session(["add", "--section", "Home"])
    session.run("-u", "benjamin", "edit", "Home", "House")
    try session.shell.run("UPDATE section SET title = 'Hut';")
    session.run("undo", "2", "--any")
    session.run("redo")
    session.run("collapse", "House")
    let lines = session.run("log").lines
    #expect(
      lines.map { $0.prefix(4) + $0.dropFirst(22) } == [
        " 5  ana       redo 2: edit Home House", " 4  ana       undo 2: edit Home House",
        " 3  ana       undo h5: edited outside pleat", "h5            edited outside pleat",
        " 2  benjamin  edit Home House", " 1  ana       add --section Home",
      ])
    #expect(lines.allSatisfy { $0.wholeMatch(of: /\ *h?\d+  \d{4}-\d\d-\d\d \d\d:\d\d  .*/) != nil })
    #expect(session.run("log", "--limit", "5").lines == Array(lines.prefix(5)))
    #expect(session.run("log", "--limit", "0").text.isEmpty)
    #expect(session.run("log", "--folds").lines.map { $0.dropFirst(21) } == ["ana  collapse House"])
    session.run("expand", "House")
    #expect(session.run("log").message.isEmpty)
    session.isTerminal = true
    for words in [
      ["--limit", "5"], [], ["-v"], ["--limit", "0"], ["--json"], ["--folds"], ["--by", "ana"], ["House"],
    ] {
      let hint = ["--limit 5", "", "-v"].contains(words.joined(separator: " "))
      #expect(
        session.run(["log", "--no-pager"] + words).message
          == (hint ? "2 edits of folds are not listed; for yours: 'pleat log --folds'" : ""), "\(words)")
    }
  }

  @Test func `the log as JSON`() throws {
    let session = try Session(["add", "--section", "Home"], ["add", "a", "b", "--in", "Home"])
    try session.shell.run("DELETE FROM row;")
    session.run("undo")
    let entries = try JSON.objects(session.run("log", "--json").text)
    #expect(entries.map { $0["kind"] as? String } == ["undo", "hand", "edit", "edit"])
    #expect(entries.map { $0["edit"] as? Int } == [3, nil, 2, 1])
    #expect(entries.map { $0["user"] as? String } == ["ana", nil, "ana", "ana"])
    #expect(
      entries.map { $0["words"] as? String } == [
        "edited outside pleat", "edited outside pleat", "add a b --in Home", "add --section Home",
      ])
    #expect(entries.map { $0["changes"] as? Int } == [2, 2, 2, 2])
    for entry in entries {
      let date = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(entry["at"] as? String ?? "")
      #expect(abs(date.timeIntervalSinceNow) < 60)
    }
  }

  @Test func `more steps than there are end with 66, and nothing is changed`() throws {
    let session = try Session(["add", "--section", "Home"], ["add", "a"])
    let before = try session.shell.contents()
    let answer = session.run("undo", "3")
    #expect(answer.status == 66)
    #expect(answer.message.hasPrefix("pleat: There are only 2 edits to undo.\nNothing was changed"))
    #expect(try session.shell.contents() == before)
    #expect(session.run("undo", "2").status == 0)
    let nothing = session.run("undo")
    #expect(nothing.status == 0 && nothing.message == "nothing to undo")
    #expect(session.run("undo", "--json").text == "{\"ids\":[],\"entries\":[],\"changes\":null}\n")
  }

  @Test func `an undo that does not fit ends with 79 and names what changed`() throws {
    let session = try Session(["add", "--section", "Home"], ["add", "a"], ["edit", "a", "b"])
    try session.shell.run("UPDATE row SET text = 'c' || char(27) || '[31m';")
    let before = try session.shell.contents()
    let answer = session.run("undo", "--entry", "3")
    #expect(answer.status == 79)
    #expect(answer.message.hasPrefix("pleat: 'edit a b' cannot be taken back: 'c\\x1b[31m' (@r3) has changed since.\n"))
    #expect(try JSON.error(session.run("undo", "--entry", "3", "--json").message)["code"] as? String == "changed")
    #expect(try session.shell.contents() == before)
  }

  @Test func `an edit that the history has lost a part of ends with 66`() throws {
    let session = try Session(["add", "--section", "Home"], ["add", "a", "b", "--in", "Home"])
    try session.shell.runAsEdit("DELETE FROM change WHERE change_id < (SELECT max(change_id) FROM change);")
    let answer = session.run("undo")
    #expect(answer.status == 66)
    #expect(
      answer.message.hasPrefix("pleat: 'add a b --in Home' cannot be taken back: the history no longer has all of it."))
  }

  @Test func `what was taken back is answered as JSON, with one set of changes`() throws {
    let session = try Session.sample()
    session.run("rm", "-r", "Groceries")
    let answer = session.run("undo", "--json").text
    #expect(
      answer.replacing(/"at":"[^"]*"/, with: "\"at\":0") == """
        {"ids":["@s1","@s4","@r2","@r3","@r5","@r6","@r7"],"entries":[{"entry":"8","user":"ana","at":0,\
        "words":"rm -r Groceries"}],"changes":{"user":"ana","layout":"grouped",\
        "insertedSections":[{"start":0,"count":2}]}}

        """)
    #expect(
      session.run("redo", "--json", "--layout", "flat").text.contains("\"deletedLines\":[{\"start\":0,\"count\":7}]"))
  }

  @Test
  func `words are kept as a shell would read them, cut where they are long, and shown without control characters`()
    throws
  {
    let session = try Session(["add", "--section", "Home"])
    session.run("add", "it's \u{1b}[31m red\nend", "--in", "Home")
    #expect(session.run("log").lines[0].hasSuffix("add 'it'\\''s \\x1b[31m red ⏎ end' --in Home"))
    #expect(session.run("undo").message == "undone: add 'it'\\''s \\x1b[31m red ⏎ end' --in Home (ana, just now)")
    session.run("add", String(repeating: "long ", count: 10_000))
    let words = try #require(try JSON.objects(session.run("log", "--json").text)[0]["words"] as? String)
    #expect(words.count == 200 && words.hasSuffix("…"))
  }

  @Test func `an edit whose clock is more than the kept days after the one before lets nothing go, and says so`() throws
  {
    let session = try Session(["add", "--section", "Home"])
    session.run("add", "milk", "--in", "Home")
    try session.shell.runAsEdit("UPDATE edit SET at = at - 366 * 86400000")
    let says = "By the clock, this edit was made 366 days after the one before it"
    #expect(session.run("add", "eggs", "--in", "Home").message.contains(says))
    #expect(!session.run("add", "tea", "--in", "Home").message.contains(says))
    #expect(session.run("log").lines.count == 4)
    try session.shell.runAsEdit("UPDATE edit SET at = at - 27000 * 86400000")
    let warning = session.run("add", "jam", "--in", "Home", "--json").message
    #expect(warning.contains("{\"warning\":{\"message\":\"By the clock, this edit was made 27000 days after"))
    #expect(session.run("undo", "5").status == 0 && session.run("list").text == "")
  }

  @Test func `settings are shown, set, and refused`() throws {
    let session = try Session(["add", "--section", "Home"])
    #expect(
      session.run("settings").text
        == "history-changes 200000\nhistory-days 365\ninbox Inbox\narchive Archive\nbackup-every off\nnew-rows task\n")
    #expect(session.run("settings", "history-days", "30").status == 0)
    #expect(session.run("settings", "history-days").text == "history-days 30\n")
    #expect(
      session.run("settings", "--json").text
        == "{\"history-changes\":200000,\"history-days\":30,\"inbox\":\"Inbox\",\"archive\":\"Archive\",\"backup-every\":\"off\",\"new-rows\":\"task\"}\n"
    )
    for value in ["0", "x", "36501", "99999999999999999999"] {
      #expect(session.run("settings", "history-days", value).status == 64)
    }
    #expect(
      session.run("settings", "history-changes", "999").message.contains("Choose a number from 1000 to 1000000000."))
    #expect(session.run("settings", "colour").status == 64)
    #expect(session.run("log").lines.count == 2)
  }
}
