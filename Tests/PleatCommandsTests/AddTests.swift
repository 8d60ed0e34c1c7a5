import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// What `add` and `edit` take, and where it goes.
struct AddTests {
  @Test func `add without a placement puts rows into the inbox, which is made where it is missing`() throws {
    let session = try Session()
    #expect(session.run("add", "milk").message == #"added [ ] "milk" (@r2) to Inbox"#)
    #expect(session.run("add", "--section", "Home").status == 0)
    #expect(session.run("add", "tea", "--first").message == #"added [ ] "tea" (@r4) to Inbox"#)
    #expect(session.run().lines == ["▾ 1 Inbox", "  1:1 ☐ tea", "  1:2 ☐ milk", "2 Home"])
    session.run("delete", "-r", "Inbox")
    #expect(session.run("add", "rice", "--json").text.hasPrefix("{\"ids\":[\"@r6\"],\"changes\":"))
    #expect(session.run().lines == ["1 Home", "▾ 2 Inbox", "  2:1 ☐ rice"])
  }

  @Test func `the first outermost section with its title is the inbox`() throws {
    let session = try Session(
      ["add", "--section", "Home", "Inbox", "Inbox"], ["add", "--section", "Inbox", "--in", "Home"], ["add", "milk"])
    #expect(session.run().lines == ["▾ 1 Home", "  1.1 Inbox", "▾ 2 Inbox", "  2:1 milk", "3 Inbox"])
  }

  @Test func `settings inbox says which section it is`() throws {
    let session = try Session(["add", "--section", "Today", "Later"])
    #expect(session.run("settings", "inbox", "Later").status == 0)
    #expect(session.run("settings", "inbox").text == "inbox Later\n")
    #expect(session.run("add", "milk").message == #"added "milk" (@r3) to Later"#)
    #expect(session.run("settings", "inbox", "").status == 64)
    session.run("settings", "inbox", "Some day")
    #expect(
      session.run("add", "tea", "rice").message == #"added 2 rows to Some day: [ ] "tea" (@r5), [ ] "rice" (@r6)"#)
  }

  @Test func `the inbox is made for every user's list, and undo takes it back with the rows`() throws {
    let session = try Session(["add", "--section", "Home"])
    let changes = try JSON.object(session.run("add", "milk", "--json").text)["changes"] as? [String: Any]
    #expect(changes?["insertedSections"] as? [[String: Int]] == [["start": 1, "count": 1]])
    session.run("undo")
    #expect(session.run().lines == ["1 Home"])
  }

  @Test func `a batch makes the inbox once`() throws {
    let session = try Session(["add", "--section", "Home"])
    #expect(session.run("apply", input: "add milk --as milk\nadd tea\nmove $milk --in Home\n").status == 0)
    #expect(session.run().lines == ["▾ 1 Home", "  1:1 ☐ milk", "▾ 2 Inbox", "  2:1 ☐ tea"])
  }

  @Test func `add takes attributes, a detail and a check box`() throws {
    let session = try Session()
    session.run(
      "add", "milk", "tea", "--set", "due=2026-01-01", "--set", "n=1", "--set", "n=2", "--set", "x=", "--done", "no")
    session.run("add", "--section", "Home", "--detail", "this week", "--set", "color=red")
    #expect(
      try session.shell.lines("SELECT text, done, attributes FROM row") == [
        #"milk|0|{"due":"2026-01-01","n":2}"#, #"tea|0|{"due":"2026-01-01","n":2}"#,
      ])
    #expect(
      try session.shell.lines("SELECT title, detail, attributes FROM section WHERE title = 'Home'") == [
        #"Home|this week|{"color":"red"}"#
      ])
  }

  @Test func `empty texts are refused wherever they come from`() throws {
    let session = try Session.sample()
    let before = try session.shell.contents()
    #expect(session.run("add", "a", "").status == 64)
    #expect(session.run("edit", "milk", "").status == 64)
    #expect(session.run("edit", "milk", "--text", "").status == 64)
    let lines = session.run("add", "-", input: "a\n\nb\n")
    #expect(lines.status == 65)
    #expect(lines.message.contains("line 2 of standard input is empty."))
    #expect(session.run("apply", input: "add a ''").status == 64)
    #expect(session.run("apply", input: #"{"verb":"edit","arguments":["milk",""]}"#).status == 64)
    #expect(try session.shell.contents() == before)
  }

  @Test func `an inbox that pleat makes is one of tasks, unless the outline has plain lists`() throws {
    let session = try Session(["add", "--section", "Home"])
    for value in ["tasks", "", "none"] { #expect(session.run("settings", "new-rows", value).status == 64) }
    #expect(session.run("settings", "new-rows", "plain").message == "set new-rows to plain")
    #expect(session.run("add", "milk").message == #"added "milk" (@r3) to Inbox"#)
    session.run("undo")
    session.run("settings", "new-rows", "task")
    #expect(session.run("add", "milk", "--done", "none").message == #"added "milk" (@r5) to Inbox"#)
    #expect(session.run("add", "tea").message == #"added [ ] "tea" (@r6) to Inbox"#)
    #expect(try session.shell.lines("SELECT new_rows FROM section WHERE title = 'Inbox'") == ["task"])
    #expect(session.run("check").status == 0)
    let old = try Session(["add", "--section", "Inbox"], ["add", "milk"])
    #expect(old.run("list").lines == ["▾ 1 Inbox", "  1:1 milk"], "an inbox that is there stays as it is")
  }

  @Test func `a row with exactly a section's title is made, and the message says how to add to the section`() throws {
    let session = try Session.sample()
    #expect(
      session.run("add", "soap", "Home").message == """
        added 2 rows to Inbox: [ ] "soap" (@r12), [ ] "Home" (@r13)
        The new row "Home" has the title of a section as its text. To add to the section: pleat add soap --in Home
        """)
    #expect(session.run("add", "Dairy", "-n").message.hasSuffix("To add to the section: pleat add TEXT --in Dairy"))
    for words in [["home"], ["Home", "-q"], ["Home", "--json"], ["Home and garden"], ["--section", "Home"]] {
      #expect(!session.run(["add"] + words).message.contains("title of a section"), "\(words)")
    }
  }

  @Test(arguments: [" ", "   ", "\t", " \n ", "\u{A0}\u{3000}"])
  func `a text or title of spaces alone is refused, but where it is imported`(spaces: String) throws {
    let session = try Session.sample()
    session.isTerminal = true
    session.isInputTerminal = true
    session.environment["TMPDIR"] = session.folder.path(of: "")
    let before = try session.shell.contents()
    for words in [
      ["add", spaces], ["add", "tea", spaces, "--in", "Home"], ["add", "--section", spaces], ["edit", "milk", spaces],
      ["edit", "Home", "--text", spaces], ["settings", "inbox", spaces],
    ] {
      for more in [[], ["-n"], ["--json"]] where words[0] != "settings" || more != ["-n"] {
        let answer = session.run(words + more)
        #expect(answer.status == 64 && answer.message.contains(" has only spaces."), "\(words): \(answer)")
      }
    }
    session.editor = { _ in spaces + "\n" }
    #expect(session.run("edit", "milk").message.contains("The text has only spaces."))
    session.editor = { $0.replacing("- apples", with: "-  \(spaces.replacing("\n", with: "\\n"))") }
    #expect(session.run("edit", "Groceries", input: "y").message.contains("The text has only spaces."))
    if !spaces.contains("\n") {
      let lines = session.run("add", "-", input: "a\n\(spaces)\nb\n")
      #expect(lines.status == 65 && lines.message.contains("line 2 of standard input has only spaces."))
    }
    #expect(try session.shell.contents() == before)
    let document = #"{"pleat":1,"users":[],"sections":[{"level":1,"title":\#(JSONText.string(spaces)),"rows":[]}]}"#
    #expect(session.run("import", "-", "--format", "json", input: document).status == 0)
    #expect(session.run("edit", "4", "Shelf").status == 0)
  }

  @Test func `several bare words stay several rows, and the receipt shows all of them`() throws {
    let session = try Session()
    #expect(
      session.run("add", "buy", "milk", "at", "the", "shop").message
        == #"added 5 rows to Inbox: [ ] "buy" (@r2), [ ] "milk" (@r3), [ ] "at" (@r4), [ ] "the" (@r5), [ ] "shop" (@r6)"#
    )
  }
}

/// What `edit` takes for addresses, and what for a text.
struct EditCommandTests {
  @Test func `edit takes an address and a text, and with options addresses alone`() throws {
    let session = try Session.sample()
    #expect(session.run("edit", "milk", "oat milk").message == #"changed "oat milk" (@r5) in Dairy"#)
    #expect(session.run("edit", "apples", "bread", "--set", "k=v").status == 0)
    #expect(try session.shell.lines("SELECT text FROM row WHERE attributes IS NOT NULL") == ["apples", "bread"])
    #expect(session.run("edit", "apples", "pears", "--set", "k=v").status == 66)
    #expect(session.run("edit", "apples", "--text", "pears", "--set", "k=w").status == 0)
    #expect(session.run("list", "1:1").text == "  1:1 pears\n")
  }

  @Test(arguments: ["1.1", "1:2", "3", "@r2", "@s1"])
  func `a text that has the form of a number or an id needs --text`(text: String) throws {
    let session = try Session.sample()
    let answer = session.run("edit", "milk", text)
    #expect(answer.status == 64)
    #expect(answer.message.contains("write --text \(text)"))
    #expect(session.run("edit", "milk", "--text", text).status == 0)
    #expect(try session.shell.lines("SELECT text FROM row WHERE row_id = 5") == [text])
  }

  @Test func `a name that a batch gave is an address and no text`() throws {
    let session = try Session.sample()
    let batch = "add a --in Home --as x\nadd b --in Home --as y\nedit $x $y\nedit $x $y --done yes\n"
    #expect(session.run("apply", input: batch).status == 0)
    #expect(session.run("list", "Home").lines.suffix(2) == ["  2:2 ☑ $y", "  2:3 ☑ b"])
  }
}
