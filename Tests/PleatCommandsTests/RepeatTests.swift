import PleatTerminal
import Testing

@testable import OutlineCore
@testable import PleatOutput

/// Tasks that come again when they are done; today is Tuesday, 24 November 2026.
struct RepeatTests {
  private let session: Session

  init() throws { session = try Session.sample() }

  /// The day, the rule and the check box of a line of `list --json`.
  private func members(_ text: String) throws -> [String] {
    let lines = try JSON.objects(session.run("list", "--all", "--json").text)
    let line = try #require(lines.first { (($0["text"] ?? $0["title"]) as? String) == text })
    return ["due", "repeat", "done"].map { key in
      (line[key] as? String) ?? (line[key] as? Bool).map(String.init) ?? "-"
    }
  }

  @Test(arguments: [
    (["--due", "fri", "--repeat", "weekly"], "; next due Fri 4 Dec", ["2026-12-04", "FREQ=WEEKLY", "false"]),
    (["--repeat", "weekly"], "; next due Tue 1 Dec", ["2026-12-01", "FREQ=WEEKLY", "false"]),
    (["--due", "2026-11-01", "--repeat", "daily"], "; next due tomorrow", ["2026-11-25", "FREQ=DAILY", "false"]),
    (
      ["--due", "fri 14:00", "--repeat", "3d after done"], "; next due Fri 27 Nov 14:00",
      ["2026-11-27T14:00", "FREQ=DAILY;INTERVAL=3;X-FROM=DONE", "false"]
    ),
    (
      ["--repeat", "daily 2 times"], "; next due tomorrow", ["2026-11-25", "FREQ=DAILY;COUNT=1", "false"]
    ),
    (
      ["--repeat", "daily 1 times"], ", for good, because its rule has ended",
      ["2026-11-24", "FREQ=DAILY;COUNT=1", "true"]
    ),
    (["--due", "fri"], "", ["2026-11-27", "-", "true"]),
  ])
  func `a task that repeats is due again, and undo gives the old day back`(
    options: [String], says: String, expected: [String]
  ) throws {
    for name in ["apples", "Reading"] {
      #expect(session.run(["edit", name] + options).status == 0)
      let before = try members(name)
      let answer = session.run("done", name)
      let start = says.hasPrefix(";") ? "done: " : "marked "
      #expect(answer.message.hasSuffix(says) && answer.message.hasPrefix("\(start)\"\(name)\""), "\(answer.message)")
      #expect(try members(name) == expected)
      #expect(session.run("undo").status == 0)
      #expect(try members(name) == before)
      #expect(session.run("redo").status == 0)
      #expect(try members(name) == expected)
    }
    #expect(session.run("check").status == 0)
  }

  @Test func `the receipt of several says of each when it is due again`() throws {
    session.run("edit", "apples", "bread", "--repeat", "weekly")
    #expect(
      session.run("done", "apples", "bread", "milk").message
        == "marked 3 rows as done: \"apples\" (@r2) (next due Tue 1 Dec), \"bread\" (@r3) (next due Tue 1 Dec), "
        + "\"milk\" (@r5)")
    #expect(try members("apples") == ["2026-12-01", "FREQ=WEEKLY", "false"])
    #expect(
      session.run("done", "apples", "bread").message
        == "done in Groceries: \"apples\" (@r2) (next due Tue 8 Dec), \"bread\" (@r3) (next due Tue 8 Dec)")
  }

  @Test(arguments: [
    (["done", "apples"], #"done: "apples" (@r2) in Groceries; next due Tue 1 Dec"#),
    (
      ["done", "-r", "Groceries"],
      #"marked 1 section and 1 row as done: "Groceries" (@s1), "apples" (@r2) (next due Tue 1 Dec)"#
    ),
    (["done", "--where", "repeat"], #"done: "repeat" (@r11) in Home; next due Tue 1 Dec"#),
    (["edit", "apples", "--done", "yes"], #"changed "apples" (@r2) in Groceries, next due Tue 1 Dec"#),
  ])
  func `it is one rule however a task is ticked, and every answer has the next day`(words: [String], says: String)
    throws
  {
    session.run("edit", "apples", "--repeat", "weekly")
    session.run("add", "repeat", "--in", "Home", "--repeat", "weekly")
    session.run("edit", "apples", "--text", "apples")
    let name = words.contains("--where") ? "repeat" : "apples"
    let expected = [name == "apples" ? "@r2 2026-12-01" : "@r11 2026-12-01"]
    for layout in ["grouped", "headerRows", "flat"] {
      let trial = session.run(words + ["-n", "--layout", layout]).message
      #expect(
        trial.hasPrefix(says.hasPrefix("done") ? "would be done:" : "would have ")
          && trial.contains("next due Tue 1 Dec"))
      #expect(try repeats(session.run(words + ["-n", "--json", "--layout", layout])) == expected)
    }
    #expect(session.run(words).message == says)
    #expect(try members(name) == ["2026-12-01", "FREQ=WEEKLY", "false"])
    session.run("undo")
    #expect(try repeats(session.run(words + ["--json"])) == expected)
    session.run("undo")
    #expect(session.run("apply", "-", input: words.map { "\"\($0)\"" }.joined(separator: " ") + "\n").status == 0)
    #expect(try members(name) == ["2026-12-01", "FREQ=WEEKLY", "false"])
  }

  @Test func `the tasks below a task that comes again are open again, also in the editor and by a merge`() throws {
    let list = "# Week\n- [ ] Clean\n  - [x] dust\n  - [ ] windows\n    - [x] panes\n"
    session.run(["import", "-", "--format", "markdown"], input: Array(list.utf8))
    session.run("edit", "Clean", "--repeat", "weekly")
    let before = session.run("list", "Week").text
    let due = session.run("export", "-", "Week", "--format", "markdown").text
    let answer = session.run("done", "Clean")
    #expect(answer.message.hasPrefix("done: \"Clean\""))
    #expect(answer.message.hasSuffix("2 tasks below are open again."), "\(answer.message)")
    let after = session.run("list", "Week").text
    #expect(!after.contains("☑"))
    session.run("undo")
    #expect(session.run("list", "Week").text == before)
    session.run("done", "dust", "--for-good")
    #expect(session.run("list", "Week").text == before)
    session.isTerminal = true
    session.isInputTerminal = true
    session.environment["TMPDIR"] = session.folder.path(of: "")
    session.editor = { $0.replacing("- [ ] Clean", with: "- [x] Clean") }
    session.run("edit", "Week")
    #expect(session.run("list", "Week", "--color", "never").text == after)
    session.run("undo")
    let ticked = due.replacing("- [ ] Clean", with: "- [x] Clean")
    #expect(session.run(["import", "-", "--format", "markdown", "--merge"], input: Array(ticked.utf8)).status == 0)
    #expect(session.run("list", "Week", "--color", "never").text == after)
  }

  @Test func `--for-good ends a task that repeats, and a rule that cannot be followed says so`() throws {
    session.run("edit", "apples", "bread", "--repeat", "weekly")
    #expect(session.run("done", "apples", "--for-good").message == "marked \"apples\" (@r2) as done in Groceries")
    #expect(try members("apples") == ["2026-11-24", "FREQ=WEEKLY", "true"])
    try session.shell.run("UPDATE row SET repeat = 'FREQ=YEARLY;BYWEEKNO=20' WHERE text = 'bread'")
    #expect(
      session.run("done", "bread").message
        == "marked \"bread\" (@r3) as done in Groceries, for good, because pleat does not follow BYWEEKNO of its rule")
    #expect(try members("bread") == ["2026-11-24", "FREQ=YEARLY;BYWEEKNO=20", "true"])
    #expect(session.run("undone", "apples").status == 0)
    #expect(try members("apples") == ["2026-11-24", "FREQ=WEEKLY", "false"])
  }

  @Test func `undone of a task that is open again says how to take its ticking back`() throws {
    session.run("edit", "apples", "bread", "--repeat", "weekly")
    #expect(session.run("undone", "apples").message == "nothing to do: \"apples\" is already marked as open")
    session.run("done", "apples")
    session.run("collapse", "Home")
    let answer = session.run("undone", "apples").message
    let command = try #require(answer.split(separator: "To take that back: pleat ").last).split(separator: " ")
    #expect(answer.hasPrefix("nothing to do: \"apples\" is already marked as open\nIt repeats"), "\(answer)")
    #expect(session.run(command.map(String.init)).status == 0, "\(answer)")
    #expect(try members("apples") == ["2026-11-24", "FREQ=WEEKLY", "false"])
    #expect(session.run("undone", "apples").messages.count == 1)
  }

  @Test func `show has the days on which it was done, and says where the history of them ends`() throws {
    session.run("edit", "apples", "--repeat", "daily")
    #expect(session.run("show", "apples").lines.contains("done on:     no day yet"))
    session.run("done", "apples")
    let year = try #require(try JSON.object(session.run("show", "apples", "--json").text)["doneAt"] as? [String])
    #expect(year.count == 1)
    let done = try #require(session.run("show", "apples").lines.first { $0.hasPrefix("done on:") })
    #expect(!done.contains("the history begins"))
    session.run("done", "apples")
    session.run("edit", "apples", "--due", "fri")
    session.run("undo")
    session.run("undo")
    session.run("done", "apples")
    #expect(session.run("show", "apples").lines.filter { $0.hasPrefix("done on:") }.count == 1)
    let twice = try #require(try JSON.object(session.run("show", "apples", "--json").text)["doneAt"] as? [String])
    #expect(twice.count == 2)
    try session.shell.runAsEdit("DELETE FROM change WHERE change_id < (SELECT max(change_id) - 1 FROM change)")
    let line = try #require(session.run("show", "apples").lines.first { $0.hasPrefix("done on:") })
    #expect(line.contains("; the history begins on "), "\(line)")
  }

  @Test func `a batch says of each task that repeats when it is due again`() throws {
    session.run("edit", "apples", "--repeat", "weekly")
    session.run("edit", "bread", "--repeat", "daily 1 times")
    let batch = "done apples milk\nadd tea --in Home\nedit bread --done yes\n"
    let again = "done: \"apples\" (@r2) (next due Tue 1 Dec), \"bread\" (@r3) (for good, because its rule has ended)"
    #expect(session.run("apply", "-n", input: batch).message == "would have applied 3 edits: @r11; would be \(again)")
    #expect(session.run("apply", input: batch).message == "applied 3 edits: @r11; \(again)")
    session.run("undo")
    #expect(session.run("apply", input: "done milk\n").message == "applied 1 edit")
  }

  /// What an answer in JSON says of tasks that repeat.
  private func repeats(_ answer: Session.Answer) throws -> [String] {
    let repeats = try JSON.object(answer.text)["repeats"] as? [[String: Any]] ?? []
    return repeats.map { task in
      "\(task["id"] ?? "") \(task["due"] as? String ?? "-")\((task["unfollowed"] as? String).map { " \($0)" } ?? "")"
    }
  }

  @Test func `JSON says when tasks that were done are due again, of one edit and of a batch`() throws {
    session.run("edit", "apples", "Reading", "--repeat", "weekly")
    session.run("edit", "bread", "--repeat", "daily 1 times")
    session.run("edit", "milk", "--repeat", "daily")
    try session.shell.run("UPDATE row SET repeat = 'FREQ=YEARLY;BYWEEKNO=20' WHERE text = 'milk'")
    let expected = ["@r2 2026-12-01", "@r3 -", "@r5 - BYWEEKNO", "@s10 2026-12-01"]
    let words = ["done", "apples", "bread", "milk", "Reading", "butter"]
    #expect(try repeats(session.run(words + ["-n", "--json"])) == expected)
    #expect(try repeats(session.run(words + ["--json"])) == expected)
    session.run("undo")
    let batch = words.joined(separator: " ")
    #expect(try repeats(session.run(["apply", "--json"], input: Array(batch.utf8))) == expected)
    #expect(try JSON.object(session.run("undone", "butter", "--json").text)["repeats"] == nil)
  }

  /// How often a task was done, as `show` has it.
  private func timesDone(_ name: String) throws -> Int {
    (try JSON.object(session.run("show", name, "--json").text)["doneAt"] as? [String])?.count ?? 0
  }

  @Test func `ticking a task in the editor does what done does`() throws {
    session.isTerminal = true
    session.isInputTerminal = true
    session.environment["NO_COLOR"] = "1"
    session.environment["TMPDIR"] = session.folder.path(of: "")
    session.run("edit", "apples", "Dairy", "--repeat", "weekly")
    session.editor = { text in
      text.replacing("- [ ] apples", with: "- [x] apples").replacing("[ ] Dairy", with: "[x] Dairy")
    }
    let answer = session.run("edit", "Groceries")
    #expect(
      answer.message
        == "edited (0 added, 2 changed, 0 moved, 0 deleted); done: \"apples\" (@r2) (next due Tue 1 Dec), "
        + "\"Dairy\" (@s4) (next due Tue 1 Dec)")
    for name in ["apples", "Dairy"] {
      #expect(try members(name) == ["2026-12-01", "FREQ=WEEKLY", "false"])
      #expect(try timesDone(name) == 1)
    }
    session.run("undo")
    #expect(try members("apples") == ["2026-11-24", "FREQ=WEEKLY", "false"])
    #expect(try timesDone("apples") == 0)
    session.editor = {
      $0.replacing("- [ ] apples", with: "- [x] apples").replacing("! due 2026-11-24", with: "! due fri")
    }
    session.run("edit", "Groceries")
    #expect(try members("apples") == ["2026-12-04", "FREQ=WEEKLY", "false"])
    #expect(try timesDone("apples") == 1)
    #expect(session.run("check").status == 0)
  }

  @Test func `a merge of a document in which a task is done does what done does, and once`() throws {
    session.run("edit", "apples", "bread", "--repeat", "weekly")
    let document = session.run("export", "-", "--format", "markdown").text
      .replacing("- [ ] apples", with: "- [x] apples")
    let merge = ["import", "-", "--format", "markdown", "--merge"]
    let answer = session.run(merge, input: Array(document.utf8))
    #expect(
      answer.message == "merged (0 added, 1 changed, 0 moved, 0 deleted); done: \"apples\" (@r2) (next due Tue 1 Dec)")
    #expect(try members("apples") == ["2026-12-01", "FREQ=WEEKLY", "false"])
    #expect(try timesDone("apples") == 1)
    session.today = "2026-12-24"
    #expect(session.run(merge, input: Array(document.utf8)).message == "nothing to do")
    #expect(session.run("check").status == 0)
  }

  @Test func `a document that says no day and no rule ends the task that it has as done`() throws {
    session.run("edit", "apples", "--repeat", "weekly")
    let document = "# Groceries\n\n- [x] apples\n"
    for _ in 1...2 { session.run(["import", "-", "--format", "markdown", "--merge"], input: Array(document.utf8)) }
    #expect(try members("apples") == ["2026-11-24", "FREQ=WEEKLY", "true"])
    #expect(try timesDone("apples") == 1)
  }

  @Test func `two users who tick the same day of a task move it on once`() throws {
    for name in ["apples", "Reading"] {
      session.run("edit", name, "--due", "fri", "--repeat", "weekly")
      #expect(session.run("done", name, "--was", "fri", "--user", "bob").status == 0)
      let late = session.run("done", name, "--was", "2026-11-27")
      #expect(late.status == 79)
      #expect(
        late.message.contains("is due Fri 4 Dec 2026 now: bob marked it as done just now.\nNothing was changed.")
          && late.message.contains("--was 2026-12-04"), "\(late.message)")
      #expect(try members(name) == ["2026-12-04", "FREQ=WEEKLY", "false"])
      #expect(
        try JSON.error(session.run("done", name, "--was", "fri", "--json").message)["code"] as? String == "changed")
      for line in ["done \(name) --was fri", #"{"verb":"done","arguments":["\#(name)"],"was":"2026-11-27"}"#] {
        #expect(session.run("apply", input: "add tea --in Home\n\(line)\n").status == 79)
      }
      #expect(!session.run("list").text.contains("tea"))
      #expect(session.run("edit", name, "--due", "2026-12-01").status == 0)
      #expect(session.run("done", name, "--was", "2026-12-04").message.contains("and not on the given day."))
      #expect(session.run("done", name, "--was", "2026-12-01").status == 0)
      #expect(try members(name) == ["2026-12-08", "FREQ=WEEKLY", "false"])
    }
    #expect(session.run("done", "bread", "--was", "fri").status == 0)
    #expect(session.run("done", "bread", "--was", "fri").message.hasPrefix("nothing to do"))
    #expect(session.run("done", "milk", "--was", "milk").status == 64)
    #expect(session.run("done", "-r", "Groceries", "--was", "fri").status == 64)
    #expect(!session.run("log").text.contains("--was"))
  }

  @Test(arguments: [
    ["done", "apples"], ["done", "-r", "apples"], ["done", "--where", "apples"], ["done", "apples", "bread"],
    ["edit", "apples", "--done", "yes"],
  ])
  func `on a terminal, what somebody else has just ticked moves on again only after a question`(words: [String]) throws
  {
    session.run("edit", "apples", "--due", "fri", "--repeat", "weekly")
    session.run("done", "apples", "--user", "bob")
    let question = "is due Fri 4 Dec 2026 now: bob marked it as done just now."
    session.isTerminal = true
    #expect(session.run(words).status == 79)
    session.isInputTerminal = true
    let refused = session.run(words, input: Array("n".utf8))
    #expect(refused.message == "'apples' (@r2) \(question) Mark it as done again? Press y or n.\nnothing was changed")
    #expect(try members("apples")[0] == "2026-12-04")
    #expect(session.run(words, input: Array("y".utf8)).message.contains(question))
    #expect(try members("apples")[0] == "2026-12-11")
    // One's own tick, one that was undone, and one of an hour ago are no reason to ask.
    #expect(!session.run(words).message.contains(question))
    #expect(try members("apples")[0] == "2026-12-18")
    session.run("done", "apples", "--user", "bob", "--json")
    session.run("undo", "--any")
    #expect(!session.run(words).message.contains("just now"))
    session.run("done", "apples", "--user", "bob", "--json")
    try session.shell.runAsEdit("UPDATE edit SET at = at - 61000")
    #expect(!session.run(words).message.contains("minute"))
    #expect(try members("apples")[0] == "2027-01-08")
    session.run("done", "apples", "--user", "bob", "--json")
    (session.isTerminal, session.isInputTerminal) = (false, false)
    #expect(session.run(words).status == 0)
    #expect(try members("apples")[0] == "2027-01-22")
  }

  @Test(arguments: [
    (["--repeat", "every 30 feb"], "'every 30 feb' has no day from Tue 24 Nov 2026 on."),
    (["--repeat", "daily until yesterday"], "'daily until yesterday' has no day from Tue 24 Nov 2026 on."),
    (
      ["--due", "2026-12-30", "--repeat", "daily until eom"],
      "'daily until 2026-11-30' has no day from Wed 30 Dec 2026 on."
    ),
    (["--repeat", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"], "'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' has no day"),
  ])
  func `a rule without a day is refused, and changes nothing`(options: [String], says: String) throws {
    let log = session.run("log").text
    for words in [
      ["edit", "apples"], ["edit", "Reading"], ["add", "tea", "--in", "Home"], ["add", "--section", "Tea"],
    ] {
      let answer = session.run(words + options)
      #expect(answer.status == 64 && answer.message.contains(says), "\(answer.message)")
    }
    #expect(session.run("log").text == log)
    session.run("edit", "apples", "--due", "2026-12-30")
    #expect(session.run("edit", "apples", "--repeat", "daily until eom").status == 64)
    #expect(try members("apples") == ["2026-12-30", "-", "false"])
  }

  @Test func `the editor refuses a rule without a day, and leaves one that has ended`() throws {
    (session.isTerminal, session.isInputTerminal) = (true, true)
    (session.environment["NO_COLOR"], session.environment["TMPDIR"]) = ("1", session.folder.path(of: ""))
    session.run("edit", "apples", "--due", "fri", "--repeat", "daily until eom")
    session.run("edit", "bread", "--due", "fri")
    session.today = "2027-01-01"
    session.editor = { $0.replacing("apples", with: "pears") }
    #expect(session.run("edit", "Groceries").status == 0)
    session.editor = {
      $0.replacing("- [ ] bread", with: "- [ ] rye").replacing(
        "due 2026-11-27\n  Dairy", with: "due 2026-11-27\n! repeat every 30 feb\n  Dairy")
    }
    let answer = session.run("edit", "Groceries")
    #expect(answer.status == 64 && answer.message.contains("has no day from"), "\(answer.message)")
    #expect(!session.run("list").text.contains("rye"))
  }

  @Test(arguments: ["json", "markdown", "opml", "csv", "org", "ics"])
  func `a merge of an older document brings its day together with its rule`(format: String) throws {
    session.run("edit", "apples", "--due", "fri", "--repeat", "daily 5 times")
    let document = session.run("export", "-", "--format", format).text
    for _ in 1...2 { session.run("done", "apples") }
    #expect(try members("apples") == ["2026-11-29", "FREQ=DAILY;COUNT=3", "false"])
    #expect(session.run(["import", "-", "--format", format, "--merge"], input: Array(document.utf8)).status == 0)
    #expect(try members("apples") == ["2026-11-27", "FREQ=DAILY;COUNT=5", "false"])
  }

  @Test func `a repeating task that the same edit moved on is not counted among the tasks that -r marks`() throws {
    let session = try Session(
      ["add", "--section", "T"], ["add", "[ ] week #w", "--in", "T"], ["add", "[ ] other", "--in", "week #w"],
      ["add", "[ ] water #w", "--in", "week #w", "--due", "today", "--repeat", "daily"],
      ["add", "[ ] deep #w", "--in", "other"], ["add", "[ ] deeper", "--in", "deep #w"])
    for trial in [["-n"], []] {
      #expect(
        session.run(["done", "--where", "#w"] + trial).message.hasSuffix(
          "\n2 tasks below them are open; -r marks them as done too."))
    }
    session.run("undo")
    session.run("done", "-r", "other")
    #expect(!session.run("done", "--where", "#w").message.contains("-r"))
    session.run("undo")
    #expect(session.run("done", "water #w").message.hasPrefix("done: "))
    #expect(
      session.run("done", "week #w").message.hasSuffix("\n1 task below it is open; -r marks it as done too."))
  }
}
