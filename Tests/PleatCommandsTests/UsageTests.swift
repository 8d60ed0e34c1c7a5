import Foundation
import Testing

/// Words that are not a command, and the places where options may be.
struct UsageTests {
  @Test(arguments: [
    ("lst", "list"), ("colapse", "collapse"), ("expnad", "expand"), ("serach", ""), ("statsu", "status"),
    ("today", "due today"), ("week", "due week"), ("agenda", "due"),
  ])
  func `an unknown verb is wrong usage, and a near one is suggested`(verb: String, near: String) throws {
    let answer = try Session.sample().run(verb)
    #expect(answer.status == 64)
    #expect(answer.message.hasPrefix("pleat: There is no verb '\(verb)'.\n"))
    if near.isEmpty {
      #expect(
        answer.message.hasSuffix(
          "'pleat help' lists all verbs. To find a text: pleat find \(verb); to add it: pleat add \(verb)"))
    } else {
      #expect(answer.message.hasSuffix("Did you mean: pleat \(near)"))
    }
  }

  @Test func `what to type instead of an unknown verb names the file`() throws {
    let session = try Session.sample()
    for option in ["-f", "--file"] {
      let message = session.run(option, session.path, "serach").message
      #expect(
        message.hasSuffix("pleat -f \(session.path) find serach; to add it: pleat -f \(session.path) add serach"),
        "\(message)")
      #expect(message.contains("'pleat help' lists all verbs."))
    }
    #expect(session.run("serach", "-f").status == 64)
  }

  @Test func `a misspelt option is wrong usage, and a near one is suggested`() throws {
    let answer = try Session.sample().run("list", "--dept", "1")
    #expect(answer.status == 64)
    #expect(answer.message.contains("--dept"))
    #expect(answer.message.contains("--depth"))
    let move = try Session.sample().run("move", "milk", "--to", "Home")
    #expect(move.message == "pleat: 'move' has no option '--to'.\nDid you mean: pleat move milk --in Home")
    #expect(
      try Session.sample().run("list", "-5").message.hasPrefix("pleat: '-5' begins with a dash and is not an option.\n")
    )
    #expect(try Session.sample().run("buy", "milk").message.contains("pleat add 'buy milk'"))
  }

  @Test(arguments: [
    ["add"], ["edit", "Home"], ["edit"], ["edit", "milk", "oat", "milk"], ["edit", "milk", "1.2"],
    ["edit", "milk", "@r7"],
    ["edit", "milk", "apples", "--text", "x"], ["edit", "milk", "--text", ""], ["add", ""],
    ["add", "x", "--detail", "y"],
    ["add", "x", "--set", "novalue"], ["move", "Home"], ["delete"], ["collapse"], ["collapse", "Home", "--all"],
    ["toggle"], ["accordion"], ["accordion", "maybe"], ["find"], ["find", ""], ["import"],
    ["import", "x.md", "--delete"], ["import", "x.md", "--merge", "--force"],
    ["import", "-", "--format", "md", "--text-column", "a"], ["import", "x.json", "--section-column", "a"],
    ["list", "--depth", "0"],
    ["list", "--from", "-1"], ["list", "--limit", "-1"], ["list", "--limit", "x"], ["list", "--wait", "-1"],
    ["list", "--color", "sometimes"], ["list", "-u", ""], ["list", "-f", ""], ["reset", "--collapsed", "--expanded"],
    ["add", "x", "--in", "Home", "--before", "Dairy"], ["add", "x", "--at", "1", "--first"],
    ["add", "x", "--before", "milk", "--at", "1"], ["edit", "Home", "--set", "novalue"],
    ["edit", "Home", "--set", "=1"],
    ["edit", "Home", "--collapsible", "perhaps"], ["add", "--section", ""], ["edit", "Home", ""],
    ["add", "x", "--in", "Dairy", "--at", "9"],
    ["edit", "milk", "--detail", "x"], ["list", "--nonsense"],
    ["move", "milk", "--first", "--last"], ["move", "milk", "Home", "--first"], ["move", "milk", "apples", "--last"],
    ["move", "milk", "--at", "4"], ["move", "milk", "--last", "--after", "butter"], ["outdent"], ["indent"],
    ["sort"], ["sort", "Home", "--by", ""], ["find", "(", "--regex"], ["find", "x", "--limit", "0"],
    ["list", "milk", "--sections"],
    ["undo", "0"], ["undo", "-1"], ["undo", "two"], ["redo", "0"], ["undo", "1", "2"], ["log", "--limit", "-1"],
    ["log", "a", "extra"], ["users", "x"], ["users", "--rename", "a"], ["users", "--delete"],
    ["users", "--delete", "a", "b"],
    ["users", "--rename", "--delete", "a"], ["apply", "a", "b"], ["settings", "history-days", "0"],
    ["settings", "nothing", "1"],
    ["settings", "history-days", "many"], ["settings", "backup-every", "often"], ["backup"], ["sql", "a", "b"],
    ["backup", "b.db", "--keep", "x"],
  ])
  func `words that say nothing sensible are wrong usage and change nothing`(words: [String]) throws {
    let session = try Session.sample()
    let before = try session.shell.contents()
    let answer = session.run(words)
    #expect(answer.status == 64, "\(words): \(answer.message)")
    #expect(answer.text.isEmpty)
    #expect(!answer.message.isEmpty)
    let json = session.run(words + ["--json"])
    #expect(try JSON.error(json.message)["code"] as? String == "usage", "\(words): \(json.message)")
    #expect(try session.shell.contents() == before)
  }

  @Test func `options may come before the verb as well as after it`() throws {
    let session = try Session.sample()
    let other = session.folder.path(of: "other.db")
    #expect(session.run("-f", other, "-u", "ben", "add", "--section", "Other").status == 0)
    #expect(session.run("--file", other, "list").text == "1 Other\n")
    #expect(session.run("list", "--file=\(other)").text == "1 Other\n")
    #expect(session.run("--file=\(other)", "list").text == "1 Other\n")
    #expect(session.run("-f", other).text == "1 Other\n")
    #expect(
      session.run("--json", "-n", "rm", "Home", "-r").text == session.run("rm", "Home", "-r", "-n", "--json").text)
    #expect(session.run("--depth", "1", "--all").text == session.run("list", "--all", "--depth", "1").text)
    #expect(session.run("-q", "collapse", "Home").messages.isEmpty)
    for file in [["-f", other], ["-u", "ben", "--file", other]] {
      #expect(session.run(file + ["help"]).text == session.run("help").text)
      #expect(session.run(file + ["--version"]).text == session.run("--version").text)
    }
  }

  @Test func `after two dashes nothing is an option`() throws {
    let session = try Session.sample()
    #expect(
      session.run("add", "--in", "Home", "--", "-n", "--json").message
        == #"added 2 rows to Home: "-n" (@r11), "--json" (@r12)"#)
    #expect(session.run("list", "Home").lines == ["▾ 2 Home", "  2:1 plants", "  2:2 -n", "  2:3 --json"])
    #expect(
      session.run("add", "-", "--in", "Home", input: "- a\n-b\r\nlast").message
        == #"added 3 rows to Home: "- a" (@r13), "-b" (@r14), "last" (@r15)"#)
    #expect(session.run("list", "Home").lines.suffix(3) == ["  2:4 - a", "  2:5 -b", "  2:6 last"])
  }

  @Test(arguments: [
    ["add", "tea", "--in", "Dairy"], ["rm", "-r", "Groceries"], ["mv", "Home", "--before", "Groceries"],
    ["collapse", "--all"], ["edit", "Home", "House"], ["mv", "cheese", "--first"], ["promote", "milk", "cheese"],
    ["indent", "Reading", "Home"], ["sort", "Dairy", "Groceries"], ["accordion", "on"], ["reset", "--collapsed"],
    ["collapse", "Reading"], ["archive", "Reading", "milk"],
    ["find", "--reveal", "milk"], ["expand", "Home"],
  ])
  func `a dry run says what the real one says, and changes nothing`(words: [String]) throws {
    let session = try Session.sample()
    session.run("collapse", "Dairy")
    let before = try session.shell.contents()
    let state = FileManager.default.contents(atPath: session.path)
    let dry = session.run(words + ["-n", "--json"])
    let dryText = session.run(words + ["--dry-run"])
    #expect(FileManager.default.contents(atPath: session.path) == state)
    #expect(try session.shell.contents() == before)
    let real = session.run(words + ["--json"])
    #expect(real.status == 0)
    #expect(dry.text == real.text)
    #expect(dryText.message.hasPrefix("nothing to do") || dryText.message.hasPrefix("would "))
  }

  @Test func `a dry run on a missing file creates nothing`() throws {
    let session = try Session()
    let dry = session.run("add", "--section", "Groceries", "-n", "--json")
    #expect(dry.status == 0)
    #expect(session.run("add", "milk", "-n").message == #"would have added [ ] "milk" (@r2) to Inbox"#)
    #expect(try session.folder.names() == [])
    #expect(session.run("add", "--section", "Groceries", "--json").text == dry.text)
  }

  @Test func `reading a missing file says how to start and creates nothing`() throws {
    let session = try Session()
    for words in [
      ["list"], ["folds"], ["status"], ["find", "x"], ["list", "--json"], ["log"], ["settings"], ["undo"], ["redo"],
      ["users"], ["users", "--delete", "x"],
    ] {
      let answer = session.run(words)
      #expect(answer.status == 66)
      #expect(answer.text.isEmpty)
      #expect(answer.message.contains("pleat add milk"))
    }
    #expect(try session.folder.names() == [])
  }

  @Test func `a refused edit on a missing file creates nothing`() throws {
    let session = try Session()
    for words in [["add", "milk", "--in", "Home"], ["rm", "@s1"], ["collapse", "Home"], ["mv", "1", "--in", "2"]] {
      #expect(session.run(words).status == 66, "\(words)")
    }
    #expect(try session.folder.names() == [])
  }

  @Test func `quiet says nothing when it works, and what went wrong when it does not`() throws {
    let session = try Session.sample()
    let answer = session.run("collapse", "Home", "-q")
    #expect(answer.status == 0 && answer.text.isEmpty && answer.messages.isEmpty)
    #expect(session.run("collapse", "Nowhere", "--quiet").message.contains("Nowhere"))
  }

  @Test(arguments: [
    (["check", "milk"], "pleat done milk"), (["finish", "milk"], "pleat done milk"),
    (["tree", "--all"], "pleat list --all"),
    (["today"], "pleat due today"), (["tick", "milk"], "pleat done milk"),
  ])
  func `what other programs call a verb leads to it`(words: [String], meant: String) throws {
    let answer = try Session.sample().run(words)
    #expect(answer.status == 64)
    #expect(answer.message.hasSuffix("\nDid you mean: \(meant)"), "\(answer.message)")
  }

  @Test func `a section is listed without a verb, unless a verb has its name`() throws {
    let session = try Session.sample()
    session.run("add", "--section", "status", "Oat milk")
    session.run("collapse", "--all")
    let before = try session.shell.contents()
    let lines = ["▸ 1 Groceries", "  1:1 apples", "  1:2 bread", "  ▸ 1.1 Dairy · 3 hidden"]
    for words in [
      ["Groceries"], ["groceries"], ["1"], ["@s1"], ["-u", "ana", "Groceries"], ["Groceries", "-u", "ana"],
    ] {
      #expect(session.run(words).lines == lines, "\(words)")
    }
    #expect(session.run("Oat milk").lines == ["5 Oat milk"])
    #expect(session.run("Groceries/Dairy", "Home", "--sections").lines == ["  ▸ 1.1 Dairy", "▸ 2 Home"])
    #expect(session.run("status").message == "" && session.run("status").lines.first?.contains("Oat") == false)
    #expect(try JSON.objects(session.run("Groceries", "--json").text).count == 4)
    #expect(try session.shell.contents() == before)
    for words in [
      ["milk"], ["Nowhere"], ["Groceries", "--in", "x"], ["Groceries", "Nowhere"], ["Groceries", "--help"],
    ] {
      let answer = session.run(words)
      #expect(answer.status == 64 && answer.message.hasPrefix("pleat: There is no verb '\(words[0])'."), "\(answer)")
    }
    #expect(session.run("Hom").message.hasSuffix("Did you mean: pleat Home"))
    #expect(try Session().run("Groceries").status == 64)
  }

  @Test func `a section that is named is listed open, with those below it as they are folded`() throws {
    let session = try Session.sample()
    session.run("add", "--section", "Cheese", "--in", "Dairy")
    session.run("add", "brie", "--in", "Cheese")
    session.run("collapse", "Dairy", "Cheese", "Home")
    let before = try session.shell.contents()
    #expect(session.run("list", "Groceries").lines.last == "  ▸ 1.1 Dairy · 4 hidden")
    #expect(
      session.run("list", "Dairy", "Home").lines == [
        "  ▸ 1.1 Dairy", "    1.1:1 milk", "    1.1:2 butter", "    1.1:3 cheese", "    ▸ 1.1.1 Cheese · 1 hidden",
        "▸ 2 Home", "  2:1 plants",
      ])
    #expect(session.run("list", "Dairy", "--from", "3", "--limit", "1").lines == ["    1.1:3 cheese"])
    let header = try #require(try JSON.objects(session.run("list", "Dairy", "--json").text).first)
    #expect(header["collapsed"] as? Bool == true && header["hidden"] as? Int == 0)
    #expect(session.run("list").lines.contains("  ▸ 1.1 Dairy · 4 hidden"))
    #expect(try session.shell.contents() == before)
  }

  @Test(arguments: [["open"], ["delete", "nosuch"], ["undo", "--entry", "99"], ["list", "nosuch", "--json"]])
  func `a command that a message proposes has the file that was named`(words: [String]) throws {
    let session = try Session.sample()
    session.environment["PLEAT_FILE"] = nil
    let message = session.run(["-f", session.path] + words).message
    #expect(message.contains("'pleat -f \(session.path) "), "\(message)")
    #expect(!message.contains("'pleat l"), "\(message)")
  }
}
