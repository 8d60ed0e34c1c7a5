import OutlineFormats
import PleatTerminal
import TerminalText
import Testing

@testable import PleatOutput

/// Days on which tasks are due, and rules by which they come again; today is Tuesday, 24 November 2026.
struct DueTests {
  private let session: Session

  init() throws { session = try Session.sample() }

  /// The members `due`, `repeat` and `done` of a line of `list --json`.
  private func members(_ text: String) throws -> [String] {
    let lines = try JSON.objects(session.run("list", "--all", "--json").text)
    let line = try #require(lines.first { (($0["text"] ?? $0["title"]) as? String)?.hasPrefix(text) == true })
    return ["due", "repeat", "done"].map { key in (line[key] as? String) ?? (line[key] as? Bool).map(String.init) ?? "-"
    }
  }

  @Test(arguments: [
    (["--due", "fri"], ["2026-11-27", "-", "false"]), (["--due", "Fri 14:00"], ["2026-11-27T14:00", "-", "false"]),
    (["--repeat", "weekly"], ["2026-11-24", "FREQ=WEEKLY", "false"]),
    (["--repeat", "every 2 weeks on thu"], ["2026-11-26", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "false"]),
    (["--due", "1 dec", "--repeat", "every 2 days"], ["2026-12-01", "FREQ=DAILY;INTERVAL=2", "false"]),
    (["--due", "tomorrow", "--done", "yes"], ["2026-11-25", "-", "true"]),
    (["--repeat", "3d after done"], ["2026-11-24", "FREQ=DAILY;INTERVAL=3;X-FROM=DONE", "false"]),
  ])
  func `rows and sections are added and changed with a day and a rule`(options: [String], expected: [String]) throws {
    #expect(session.run(["add", "new", "--in", "Home"] + options).status == 0)
    #expect(session.run(["add", "--section", "New one"] + options).status == 0)
    for name in ["apples", "Home"] { #expect(session.run(["edit", name] + options).status == 0) }
    for name in ["new", "New one", "apples", "Home"] { #expect(try members(name) == expected, "\(name)") }
    #expect(session.run("check").status == 0)
    let before = session.run("list", "--all", "--json").text
    for _ in 1...4 { session.run("undo") }
    #expect(try members("apples") == ["-", "-", "-"])
    for _ in 1...4 { session.run("redo") }
    #expect(session.run("list", "--all", "--json").text == before)
  }

  @Test(arguments: [
    (["--due", "fryday"], "--due friday"), (["--due", "soon"], "Write a day as today, fri, +3d"),
    (["--due", "every friday"], "--repeat 'every friday'"), (["--due", "31 feb"], "--due '28 feb'"),
    (["--repeat", "wekly"], "--repeat weekly"),
    (["--repeat", "FREQ=MONTHLY;BYSETPOS=1"], "because of BYSETPOS"),
    (["--due", "none", "--repeat", "weekly"], "cannot be used together"),
  ])
  func `what cannot be read is refused with the nearest that can`(options: [String], message: String) throws {
    let before = session.run("list", "--all", "--json").text
    for words in [["add", "new"], ["edit", "apples"]] {
      let answer = session.run(words + options)
      #expect(answer.status == 64)
      #expect(answer.message.contains(message), "\(answer.message)")
    }
    #expect(session.run("list", "--all", "--json").text == before)
  }

  @Test func `a slip after due: is named, with the command that sets the day in this outline`() throws {
    let remark = "'frii' is not a day, so due: stays in the text."
    #expect(
      session.run("add", "x due:frii", "--in", "Home").message == """
        added "x due:frii" (@r11) to Home
        \(remark) To set it: pleat edit @r11 'x due:fri'
        """)
    #expect(
      session.run("edit", "x due:frii", "y due:frii", "-f", session.path).message
        .hasSuffix("\(remark) To set it: pleat -f \(session.path) edit @r11 'y due:fri'"))
    #expect(session.run("add", "x due:frii", "-n").message.hasSuffix("\n\(remark) Perhaps fri."))
    #expect(
      session.run("add", "-", "--in", "Home", input: "milk\n[ ] x due:frii\n").message
        .hasSuffix("\n\(remark) To set it: pleat edit @r13 'x due:fri'"))
    #expect(!session.run("add", "x due:soon").message.contains("due: stays"))
    #expect(
      session.run("add", "x due:fri #a repeat:wekly", "--in", "Home").message.hasSuffix(
        "'wekly' is not a repeat rule, so repeat: stays in the text. To set it: pleat edit @r16 'x #a repeat:weekly'"))
    #expect(try members("x #a") == ["2026-11-27", "-", "false"])
    #expect(session.run("add", "x due:2026.13.1").message.hasSuffix("'pleat help days' shows what is read."))
  }

  @Test(arguments: [
    (["edit", "apples", "due:none"], ["-", "-", "false"]),
    (["edit", "apples", "apples due:none"], ["-", "-", "false"]),
    (["edit", "apples", "repeat:none"], ["2026-11-27", "-", "false"]),
    (["edit", "apples", "repeat:none due:sat"], ["2026-11-28", "-", "false"]),
    (["edit", "apples", "apples due:sat", "--repeat", "daily"], ["2026-11-27", "FREQ=WEEKLY", "false"]),
    (["edit", "apples", "--text", "apples due:sat", "--repeat", "daily"], ["2026-11-28", "FREQ=DAILY", "false"]),
    (["edit", "apples", "--text", "apples due:sat", "--due", "sun"], ["2026-11-29", "FREQ=WEEKLY", "false"]),
    (["edit", "apples", "--text", "apples repeat:daily", "--due", "none"], ["2026-11-27", "FREQ=WEEKLY", "false"]),
  ])
  func `none at the end of a text removes a day and a rule, and options replace what a text says`(
    words: [String], expected: [String]
  ) throws {
    session.run("edit", "apples", "--due", "fri", "--repeat", "weekly")
    let before = session.run("list", "--all", "--json").text
    for last in [["-n"], ["-n", "--json"], []] {
      #expect((session.run(words + last).status == 0) == (expected[0] != "2026-11-27" || expected[1] == "-"))
      if !last.isEmpty { #expect(session.run("list", "--all", "--json").text == before) }
    }
    #expect(try members("apples") == expected)
  }

  @Test(arguments: [["--repeat", "weekly"], ["--due", "fri"], ["--note", "x"], ["--done", "no"], ["--set", "a=b"]])
  func `a text beside options is no address, and the refusal says how to give it`(option: [String]) throws {
    let meant = "pleat edit apples --text 'green apples' " + option.joined(separator: " ")
    let answer = session.run(["edit", "apples", "green apples"] + option)
    #expect(answer.status == 66)
    #expect(
      answer.message == """
        pleat: There is no section or row 'green apples'.
        With options, every argument is an address; --text gives the new text.
        Did you mean: \(meant)
        """)
    (session.isTerminal, session.isInputTerminal) = (true, true)
    session.environment["NO_COLOR"] = "1"
    #expect(session.run(["edit", "apples", "green apples"] + option, input: [0x79]).status == 0)
    #expect(session.run("find", "green").text.contains("green apples"))
    #expect(session.run(["edit", "bread", "milk"] + option).status == 0, "two addresses")
  }

  @Test func `none removes due days, and an item that is no task any more is never due`() throws {
    session.run("edit", "apples", "bread", "Home", "--due", "fri", "--repeat", "weekly")
    session.run("edit", "apples", "--repeat", "none")
    session.run("edit", "bread", "--due", "none")
    session.run("edit", "Home", "--done", "none")
    #expect(try members("apples") == ["2026-11-27", "-", "false"])
    #expect(try members("bread") == ["-", "-", "false"])
    #expect(try members("Home") == ["-", "-", "-"])
    #expect(session.run("add", "x", "--done", "none", "--due", "fri").status == 64)
  }

  @Test func `lists show the day after the text, how late it is, and how an open task repeats`() throws {
    session.run("edit", "apples", "--due", "2026-11-21")
    session.run("edit", "bread", "--due", "today 14:00", "--repeat", "weekly")
    session.run("edit", "Dairy", "--due", "fri", "--detail", "cold", "--repeat", "3d after done")
    session.run("edit", "plants", "--due", "2027-01-01", "--repeat", "daily")
    session.run("done", "plants", "--for-good")
    session.run("collapse", "Dairy")
    #expect(
      session.run("list").lines == [
        "▾ 1 Groceries", "  1:1 ☐ apples · ! 3 days late", "  1:2 ☐ bread · today 14:00, weekly",
        "  ▸ 1.1 ☐ Dairy — cold · Fri 27 Nov, 3 days after done · 3 hidden", "▾ 2 Home",
        "  2:1 ☑ plants · Fri 1 Jan 2027",
        "3 Reading",
      ])
    #expect(session.run("find", "apples").lines == ["1:1 Groceries: ☐ apples · ! 3 days late"])
    #expect(session.run("find", "bread").lines == ["1:2 Groceries: ☐ bread · today 14:00, weekly"])
    #expect(session.run("due", "today").lines.last == "  ☐ bread  Groceries   14:00, weekly")
    #expect(session.run("list", "--ascii", "--ids").lines[2] == "  1:2 @r3 [ ] bread - today 14:00, weekly")
    session.run("edit", "bread", "bread\nof rye\nsliced")
    #expect(
      session.run("list", "1:2").lines == ["  1:2 ☐ bread · today 14:00, weekly", "        of rye", "        sliced"])
    let colored = session.run("list", "1:2", "--color", "always").text
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == session.run("list", "1:2").text)
    session.run("undo")
    try session.shell.run("UPDATE row SET repeat = 'FREQ=YEARLY;BYWEEKNO=20' WHERE text = 'bread'")
    #expect(session.run("find", "bread").lines == ["1:2 Groceries: ☐ bread · today 14:00, repeats"])
    #expect(session.run("list", "--color", "always").text.contains("\u{1B}[31m· ! 3 days late\u{1B}[0m"))
    session.today = "2026-11-28"
    #expect(session.run("list", "Dairy").lines.first?.contains("1 day late") == true)
  }

  @Test func `what is due is shown without a check box too, until it is done`() throws {
    let table = "Task,Due\nPay,2026-11-27\nWrite,\n"
    session.run(["import", "-", "--format", "csv"], input: Array(table.utf8))
    #expect(session.run("due").lines == ["Friday 27 November", "  Pay  Imported"])
    #expect(session.run("due", "--json").text.contains(#""text":"Pay","done":null"#))
    #expect(session.run("done", "Pay").status == 0)
    #expect(!session.run("due").text.contains("Pay"))
    session.run("undo")
    session.run("edit", "Pay", "--repeat", "weekly")
    #expect(session.run("done", "Pay").message.hasSuffix("next due Fri 4 Dec"))
    #expect(session.run("due").lines == ["Next week", "  ☐ Pay  Imported  Fri 4 Dec, weekly"])
  }

  @Test(arguments: [
    (["--due", "fri"], ", due Fri 27 Nov"), (["--repeat", "weekly"], ", due today, weekly"),
    (["--repeat", "2w after done", "--due", "fri 9:00"], ", due Fri 27 Nov 09:00, 2 weeks after done"),
    (["--due", "2026-11-21", "--repeat", "monthly"], ", due Sat 21 Nov, monthly"),
  ])
  func `every receipt has the day and the rule, made or tried`(options: [String], says: String) throws {
    let edits = [
      ["add", "new", "--in", "Home"], ["add", "--section", "New one"], ["edit", "apples"], ["edit", "Reading"],
    ]
    for words in edits {
      let trial = session.run(words + options + ["-n"]).message
      let made = session.run(words + options).message
      #expect(made.hasSuffix(says), "\(made)")
      #expect(trial == "would have \(made)")
    }
    #expect(session.run("edit", "apples", "--repeat", "none", "--due", "1 dec").message.hasSuffix("due Tue 1 Dec"))
    #expect(session.run("edit", "apples", "--due", "none").message == "changed \"apples\" (@r2) in Groceries")
    session.run("edit", "bread", "--due", "fri")
    #expect(session.run("edit", "bread", "--repeat", "daily").message.hasSuffix(", due Fri 27 Nov, daily"))
    #expect(session.run("edit", "bread", "--repeat", "none").message.hasSuffix(", due Fri 27 Nov"))
  }

  @Test func `no line is wider than the terminal`() throws {
    session.run("edit", "apples", "a text that is longer than a line")
    session.run("edit", "1:1", "--due", "2026-11-21")
    session.isTerminal = true
    session.environment["TERM"] = "dumb"
    for columns in 20...60 {
      session.terminalSize = (columns, 100)
      let lines = session.run("list", "--no-pager").lines
      #expect(lines.allSatisfy { CharacterWidth.of($0) <= columns }, "\(columns)")
      #expect(lines.joined().filter { $0 != " " }.contains("!3dayslate"))
    }
  }

  @Test func `show has the day and the rule in words, and the history both`() throws {
    session.run("edit", "apples", "--due", "2026-11-21", "--repeat", "every 2nd tue")
    let lines = session.run("show", "apples").lines
    #expect(lines.contains("due:         Sat 21 Nov (3 days late)"))
    #expect(lines.contains { $0.hasPrefix("repeats:     ") && $0.contains("2nd Tue") }, "\(lines)")
    #expect(lines.contains("    set the due date to 2026-11-21"))
  }

  @Test func `what is due first comes first when sorted`() throws {
    session.run("add", "cake", "tea", "soap", "--in", "Groceries")
    for (name, day) in [("tea", "tomorrow"), ("bread", "today 9:00"), ("cake", "today"), ("soap", "eom")] {
      session.run("edit", name, "--due", day)
    }
    session.run("sort", "Groceries", "--by", "due")
    let rows = try JSON.objects(session.run("list", "Groceries", "--json").text).compactMap { $0["text"] as? String }
    #expect(rows.prefix(5) == ["cake", "bread", "tea", "soap", "apples"])
  }

  @Test func `an edit as JSON and a batch take both, a trial changes nothing, and a merge keeps what it does not name`()
    throws
  {
    let edit = #"{"verb":"edit","arguments":["apples"],"due":"fri","repeat":"weekly"}"#
    #expect(session.run("apply", "-", input: "\(edit)\nedit bread --due tomorrow\n").status == 0)
    #expect(try members("apples") == ["2026-11-27", "FREQ=WEEKLY", "false"])
    let before = session.run("list", "--all", "--json").text
    #expect(session.run("edit", "bread", "--due", "fri", "-n").status == 0)
    #expect(session.run("list", "--all", "--json").text == before)
    #expect(try members("bread") == ["2026-11-25", "-", "false"])
  }

  @Test(arguments: [
    (["milk due:tomorrow"], ["added [ ] \"milk\" (@r11) to Home, due tomorrow"]),
    (["milk", "repeat:weekly"], ["added [ ] \"milk\" (@r11) to Home, due today, weekly"]),
    (["verse", "repeat: chorus"], ["\"verse\" (@r11)", "\"repeat: chorus\" (@r12)"]),
    (["milk due:fri repeat:weekly", "--due", "none"], ["added [ ] \"milk\" (@r11) to Home"]),
    (["milk due:fri repeat:weekly", "--repeat", "none"], ["added [ ] \"milk\" (@r11) to Home, due Fri 27 Nov"]),
    (["milk repeat:weekly", "--due", "fri"], ["added [ ] \"milk\" (@r11) to Home, due Fri 27 Nov, weekly"]),
    (["milk", "due:tomorrow"], ["added [ ] \"milk\" (@r11) to Home, due tomorrow"]),
    (["[x] tea due:fri 14:00"], ["added [x] \"tea\" (@r11) to Home, due Fri 27 Nov 14:00"]),
    (["tea", "due:fri", "due:eom"], ["added [ ] \"tea due:fri\" (@r11) to Home, due Mon 30 Nov"]),
    (["tea \\due:fri"], ["added \"tea due:fri\" (@r11) to Home"]),
    (["tea", "due:soon"], ["added \"tea due:soon\" (@r11) to Home"]),
    (["due:fri"], ["added \"due:fri\" (@r11) to Home"]),
    (["a due:fri", "b"], ["[ ] \"a\" (@r11) (due Fri 27 Nov)", "\"b\" (@r12)"]),
    (["tea due:fri", "--due", "1 dec"], ["added [ ] \"tea\" (@r11) to Home, due Tue 1 Dec"]),
    (["tea due:fri", "--done", "none"], ["added \"tea due:fri\" (@r11) to Home"]),
    (["tea due:fri", "--repeat", "weekly"], ["added [ ] \"tea\" (@r11) to Home, due Fri 27 Nov, weekly"]),
    (
      ["tea", "--repeat", "every 2nd tue"], ["added [ ] \"tea\" (@r11) to Home, due Tue 8 Dec, monthly on the 2nd Tue"]
    ),
    (
      ["tea", "soap", "--repeat", "daily"], ["\"tea\" (@r11) (due today, daily)", "\"soap\" (@r12) (due today, daily)"]
    ),
  ])
  func `a day at the end of a text that is added is taken, and the receipt says so`(
    words: [String], expected: [String]
  ) throws {
    let message = session.run(["add"] + words + ["--in", "Home"]).message
    #expect(expected.count > 1 || message == expected[0])
    for text in expected { #expect(message.contains(text), "\(message)") }
    let sections = session.run(["add", "--section"] + words).message
    #expect(message.contains(", due") == sections.contains(", due"), "\(sections)")
  }

  @Test func `a day at the end of a new text of an edit is taken, and an import takes none`() throws {
    #expect(
      session.run("edit", "apples", "pears due:fri").message
        == "changed \"pears\" (@r2) in Groceries, due Fri 27 Nov")
    #expect(try members("pears") == ["2026-11-27", "-", "false"])
    #expect(session.run("edit", "pears", "due:1 dec").message == "changed \"pears\" (@r2) in Groceries, due Tue 1 Dec")
    #expect(session.run("edit", "pears", "plums").message == "changed \"plums\" (@r2) in Groceries")
    #expect(try members("plums") == ["2026-12-01", "-", "false"])
    session.run("edit", "bread", "--text", "rolls \\due:fri")
    #expect(try members("rolls due:fri") == ["-", "-", "-"])
    let document = Array("# New\n- [ ] call due:fri\n- tea\n- at 9:00\n- due: soon\n".utf8)
    #expect(session.run(["import", "-", "--format", "md", "-q"], input: document).messages.isEmpty)
    session.run("undo")
    #expect(
      session.run(["import", "-", "--format", "md"], input: document).messages.last
        == "due: stays in 1 text, because an import reads no day there; to set one: pleat edit ADDRESS --due DAY")
    #expect(try members("call due:fri") == ["-", "-", "false"])
    #expect(session.run(["add", "-", "--in", "Home"], input: Array("one due:fri\ntwo\n".utf8)).status == 0)
    #expect(try members("one") == ["2026-11-27", "-", "false"])
  }

  @Test(arguments: [OutlineFormat.json, .csv, .tsv, .markdown, .opml, .plist, .todotxt, .org, .taskwarrior, .ics])
  func `an export that is imported again has both`(format: OutlineFormat) throws {
    session.run("edit", "apples", "--due", "fri 14:00", "--repeat", "weekly")
    session.run("edit", "Dairy", "--due", "1 dec")
    let path = session.folder.path(of: "document")
    #expect(session.run("export", path, "--format", format.rawValue).status == 0)
    session.environment["PLEAT_FILE"] = session.folder.path(of: "again.db")
    #expect(session.run("import", path, "--format", format.rawValue).status == 0)
    #expect(try members("apples") == ["2026-11-27T14:00", "FREQ=WEEKLY", "false"])
    if ![.todotxt, .taskwarrior].contains(format) { #expect(try members("Dairy").first == "2026-12-01") }
  }

  /// Edits Groceries in an editor, and returns the text that it had.
  private func edit(_ change: @escaping (String) -> String) -> String {
    session.isInputTerminal = true
    session.isTerminal = true
    var text = ""
    session.editor = {
      text = $0
      return change($0)
    }
    #expect(session.run("edit", "Groceries").status == 0)
    (session.isInputTerminal, session.isTerminal) = (false, false)
    return text
  }

  @Test func `the editor has days and rules, and takes them back`() throws {
    session.run("edit", "apples", "--due", "fri", "--repeat", "weekly")
    session.run("edit", "Dairy", "--due", "1 dec 9:00")
    try session.shell.run("UPDATE row SET repeat = 'freq=weekly' WHERE text = 'apples'")
    let text = edit { $0.replacing("bread", with: "rolls") }
    #expect(text.contains("- [ ] apples  @r2\n! due 2026-11-27\n! repeat weekly\n- bread"), "\(text)")
    #expect(text.contains("  [ ] Dairy  @s4\n  ! due 2026-12-01T09:00\n"), "\(text)")
    #expect(try members("apples") == ["2026-11-27", "freq=weekly", "false"])
    #expect(try members("Dairy").first == "2026-12-01T09:00")
    #expect(session.run("find", "rolls").status == 0)
    _ = edit { text in
      let lines = [
        ("! due 2026-11-27\n! repeat weekly\n- rolls  @r3", "- rolls  @r3\n! repeat every thu\n- new\n! due tomorrow"),
        ("! due 2026-12-01T09:00", "! due fri"),
      ]
      return lines.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
    #expect(try members("apples") == ["-", "-", "false"])
    #expect(try members("rolls") == ["2026-11-26", "FREQ=WEEKLY;BYDAY=TH", "false"])
    #expect(try members("new") == ["2026-11-25", "-", "false"])
    #expect(try members("Dairy").first == "2026-11-27")
    _ = edit { $0.replacing("- [ ] rolls", with: "- [x] rolls").replacing("- [ ] new", with: "- [x] new") }
    #expect(try members("rolls") == ["2026-12-03", "FREQ=WEEKLY;BYDAY=TH", "false"])
    #expect(try members("new") == ["2026-11-25", "-", "true"])
  }

  @Test func `a page shows the days of tasks`() throws {
    session.run("edit", "apples", "--due", "fri 14:00")
    session.run("edit", "Dairy", "--due", "1 dec")
    let page = session.run("export", "--format", "html").text
    #expect(page.contains("apples <time class=\"due\" datetime=\"2026-11-27T14:00\">Fri 27 Nov 2026 14:00</time></li>"))
    #expect(page.contains("Dairy</h3> <time class=\"due\" datetime=\"2026-12-01\">Tue 1 Dec 2026</time></summary>"))
  }

  @Test func `indenting below a row keeps the row's day`() throws {
    session.run("edit", "apples", "--due", "fri", "--repeat", "weekly")
    #expect(session.run("indent", "bread").status == 0)
    #expect(try members("apples") == ["2026-11-27", "FREQ=WEEKLY", "false"])
    session.run("undo")
    #expect(try members("apples") == ["2026-11-27", "FREQ=WEEKLY", "false"])
  }
}
