import Testing

@testable import OutlineCore
@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// `pleat users`, and names that may be a slip of the pen.
struct UsersTests {
  /// Home and Work, of which ana has collapsed both and bob none.
  private func shared() throws -> Session {
    let session = try Session(["add", "--section", "Home", "Work"], ["collapse", "Home"], ["collapse", "Work"])
    session.run("-u", "bob", "add", "milk", "--in", "Home")
    return session
  }

  private static let warning = """
    pleat: 'anna' is a new user here, and there is already a user 'ana'.
    To be that user, use -u or $PLEAT_USER; 'pleat users' lists and deletes users.
    """

  @Test func `users says who has flags here, and how many`() throws {
    let session = try shared()
    session.run("-u", "cy", "accordion", "on")
    session.run("-u", "cy", "reset", "--collapsed")
    session.run("expand", "Work")
    #expect(
      session.run("users").lines == [
        "ana: 2 folds, 1 collapsed", "bob: no folds", "cy: no folds, starts collapsed, accordion on",
      ])
    #expect(
      session.run("users", "--json").text == """
        [
        {"user":"ana","flags":2,"collapsed":1,"startsCollapsed":false,"accordion":false},
        {"user":"bob","flags":0,"collapsed":0,"startsCollapsed":false,"accordion":false},
        {"user":"cy","flags":0,"collapsed":0,"startsCollapsed":true,"accordion":true}
        ]

        """)
  }

  @Test func `users --rename of oneself is repeated with its idempotency key`() throws {
    let session = try shared()
    let words = ["users", "--rename", "ana", "ada", "--idempotency-key", "4711"]
    #expect(session.run(words).message == "renamed 'ana' to 'ada', with 2 folds and the history of folds")
    let again = session.run(words)
    #expect(again.status == 0)
    #expect(again.message == "already saved, and not made again: users --rename ana ada")
    #expect(session.run("users", "--rename", "ada", "ana", "--idempotency-key", "4711").status == 81)
    #expect(session.run("users").lines.first?.hasPrefix("ada: ") == true)
  }

  @Test func `users --rename takes along the flags, the history of folds and the edits in the log`() throws {
    let session = try shared()
    session.run("undo", "--folds")
    let edits = try session.shell.lines("SELECT count(*) FROM edit")[0]
    #expect(
      session.run("users", "--rename", "ana", "ada").message
        == "renamed 'ana' to 'ada', with 1 fold and the history of folds")
    #expect(try session.shell.lines("SELECT count(*) - \(edits) FROM edit") == ["1"])
    #expect(session.run("users").lines == ["ada: 1 fold, 1 collapsed", "bob: no folds"])
    session.environment["PLEAT_USER"] = "ada"
    #expect(
      session.run("log", "--folds").lines.map { $0.dropFirst(21) } == [
        "ada  undo 3: collapse Work", "ada  collapse Work", "ada  collapse Home",
      ])
    #expect(session.run("redo", "--folds").message == "redone: collapse Work (ada, just now)")
    #expect(session.run("undo", "2", "--folds").status == 0)
    #expect(session.run("users").lines == ["ada: no folds", "bob: no folds"])
    #expect(session.run("undo", "--folds").message == "nothing to undo")
    #expect(session.run("undo", "--mine").message.hasPrefix("pleat: 'add --section Home Work' cannot be taken back"))
  }

  @Test func `users --delete deletes the flags and the history of folds for good, and says so`() throws {
    let session = try shared()
    #expect(
      session.run("users", "--delete", "ana").message
        == "deleted 'ana', with 2 folds and the history of folds; undo does not bring them back")
    #expect(session.run("users").lines == ["bob: no folds"])
    #expect(session.run("list").text == "▾ 1 Home\n  1:1 milk\n2 Work\n")
    #expect(session.run("undo", "--folds").message == "nothing to undo")
    session.run("collapse", "Work")
    #expect(session.run("undo", "2", "--folds").status == 66)
    #expect(session.run("log").lines.count == 2)
  }

  @Test func `a rename or a delete answers as JSON with the changes, and a dry run says the same and changes nothing`()
    throws
  {
    for words in [["users", "--delete", "ana"], ["users", "--rename", "ana", "ada"]] {
      let session = try shared()
      let before = try session.shell.contents()
      let dry = session.run(words + ["-n", "--json"])
      #expect(session.run(words + ["-n"]).message.hasPrefix("would have "))
      #expect(try session.shell.contents() == before)
      let real = session.run(words + ["--json"])
      #expect(dry.text == real.text)
      #expect(
        real.text == """
          {"ids":[],"flags":2,"changes":{"user":"ana","layout":"grouped","insertedRows":[{"section":0,"start":0,\
          "count":1}],"reloadedHeaders":[{"start":0,"count":2}]}}

          """)
    }
  }

  @Test func `a user that is not there, or a name that is taken, is refused`() throws {
    let session = try shared()
    let before = try session.shell.contents()
    #expect(session.run("users", "--delete", "anna").status == 66)
    #expect(session.run("users", "--delete", "anna").message.contains("Did you mean: pleat users --delete ana"))
    #expect(session.run("users", "--rename", "anna", "x").status == 66)
    #expect(session.run("users", "--rename", "ana", "bob").status == 81)
    #expect(session.run("users", "--rename", "ana", "").status == 64)
    #expect(session.run("users", "--rename", "ana", "ana").message == "nothing to do")
    #expect(try session.shell.contents() == before)
    // Renaming a slip of the pen to one's own name makes no user of that name first.
    session.run("users", "--delete", "ana")
    #expect(session.run("users", "--rename", "bob", "ana").status == 0)
    #expect(session.run("users").lines == ["ana: no folds"])
  }

  @Test func `the first fold under a name that is new and one letter off warns where there is no terminal`() throws {
    for words in [["collapse", "Home"], ["toggle", "Home"], ["accordion", "on"], ["find", "milk", "--reveal"]] {
      let session = try shared()
      #expect(session.run(["-u", "anna"] + words).message.hasPrefix(Self.warning), "\(words)")
      #expect(session.run(["-u", "anna"] + words + ["-q"]).messages.isEmpty)
      #expect(session.run("users").lines.contains { $0.hasPrefix("anna") || words[0] == "find" })
    }
    let session = try shared()
    session.isTerminal = true
    #expect(session.run("-u", "anna", "collapse", "Home").message.hasPrefix(Self.warning))
    #expect(!session.run("-u", "anna", "expand", "Home").message.contains("there is a user"))
    #expect(session.run("-u", "clio", "collapse", "Home").message == "collapsed Home (1 hidden)")
    #expect(session.run("-u", "anab", "add", "tea", "--in", "Home").message == #"added "tea" (@r4) to Home"#)
    #expect(session.run("-u", "anab", "collapse", "Home").message.contains("'anab' is a new user here"))
    let json = session.run("-u", "amy", "apply", "--json", input: "collapse Home")
    #expect(json.messages.isEmpty)
    let warned = session.run("-u", "aba", "apply", "--json", input: "collapse Home")
    #expect((try JSON.object(warned.message)["warning"] as? [String: String])?["message"]?.contains("'aba'") == true)
  }

  @Test func `the first fold under a name that is new and one letter off asks back on a terminal`() throws {
    for (answer, status) in [("y\n", 0), ("Yes\n", 0), ("\n", 81), ("n\n", 81), ("", 81)] {
      let session = try shared()
      session.isTerminal = true
      session.isInputTerminal = true
      let before = try session.shell.contents()
      let ending = session.run(["-u", "anna", "collapse", "Home"], input: Array(answer.utf8))
      #expect(ending.status == status, "\(answer)")
      #expect(
        ending.message.hasPrefix("'anna' is a new user here, and there is already a user 'ana'.\nGo on as a new user"))
      #expect(try (session.shell.contents() == before) == (status != 0))
      #expect(session.run("-u", "anna", "collapse", "Home", "-n").message.hasPrefix(Self.warning) == (status != 0))
    }
  }

  @Test(arguments: [
    ("ana", "anna", true), ("ana", "an", true), ("ana", "aan", true), ("ana", "Ana", true), ("ana", "abc", false),
    ("ana", "ana", false), ("a", "b", false), ("a", "ab", true), ("", "a", false), ("ana", "annna", false),
  ])
  func `one letter off is one that was added, dropped, changed or swapped`(name: String, other: String, isOff: Bool) {
    #expect(TextMatch.isOneLetterOff(name, from: other) == isOff)
    #expect(TextMatch.isOneLetterOff(other, from: name) == isOff)
  }
}
