import Testing

@testable import PleatCommands
@testable import PleatOutput

/// Questions at a terminal before a deed that may not be meant; scripts, trials and JSON are never asked.
struct QuestionTests {
  private func sample(isTerminal: Bool, _ before: [String]) throws -> Session {
    let session = try Session(
      ["add", "--section", "Home", "Work"], ["add", "[ ] paint #home", "butter", "--in", "Home"], before)
    (session.isTerminal, session.isInputTerminal) = (isTerminal, isTerminal)
    return session
  }

  private func state(_ session: Session) -> String { session.run("list", "--all", "--json", "-u", "zoe").text }

  /// Commands with what comes before them, the question, a key that agrees, and the exit codes without agreement and in a pipe.
  private static let asked:
    [(words: [String], before: [String], question: String, yes: String, no: Int32, pipe: Int32)] = [
      (["add", "x", "--in", "Baby"], [], "There is no section 'Baby'. Make it?", "y", 66, 66),
      (["add", "--section", "x", "--in", "Home/Baby"], [], "There is no section 'Home/Baby'. Make it?", "y", 66, 66),
      (["add", "buy", "oat", "milk", "--in", "Home"], [], "  1  one row: buy oat milk", "1", 64, 0),
      (
        ["add", "buy", "oat", "milk", "due:fri", "--in", "Home"], [], "  2  3 rows: buy, oat, milk due:fri", "2", 64, 0
      ),
      (["done", "Home"], [], "Home (@s1) is a section without a check box. Give it a ticked box?", "y", 0, 0),
      (["undone", "Home", "Work", "butter"], [], "Home (@s1) and 1 more are sections without a check box.", "y", 0, 0),
      (
        ["undo"], ["collapse", "Home"],
        "Your last change was a fold, which undo leaves as it is. Undo \"add '[ ] paint",
        "y", 0, 0
      ),
      (["delete", "--where", "butter"], [], "this deletes \"butter\" (@r4) from Home", "y", 0, 81),
    ]

  @Test(arguments: asked.indices)
  func `a key decides at a terminal, and nothing is asked elsewhere`(index: Int) throws {
    let (words, before, question, yes, no, pipe) = Self.asked[index]
    for (keys, status) in [(yes, 0), ("n", no), ("", no)] as [(String, Int32)] {
      let session = try sample(isTerminal: true, before)
      let former = state(session)
      let answer = session.run(words, input: Array(keys.utf8))
      #expect(answer.status == status && answer.message.contains(question), "\(words), \(keys): \(answer)")
      #expect((state(session) == former) == (keys != yes), "\(words), \(keys)")
    }
    for isTerminal in [true, false] {
      for option in [["-n"], ["--json"], ["--json", "-n"]] + (isTerminal ? [] : [[]]) {
        let session = try sample(isTerminal: isTerminal, before)
        let former = state(session)
        let answer = session.run(words + option)
        let isTrial = option.contains("-n")
        #expect(!answer.message.contains("Press"), "\(words + option): \(answer)")
        #expect(answer.status == (isTrial && pipe == 81 ? 0 : pipe), "\(words + option): \(answer)")
        #expect((state(session) == former) == (isTrial || pipe != 0), "\(words + option)")
      }
    }
  }

  @Test(arguments: [
    ["add", "x", "y z", "w", "--in", "Home"], ["add", "x", "y", "--in", "Home"], ["done", "paint"], ["done", "butter"],
    ["done", "-r", "Home"], ["undo"], ["undo", "--entry", "2"], ["add", "--section", "a", "b", "c"],
    ["add", "x", "--in", "Baby", "--make"], ["add", "x", "--in", "Home", "--make"],
  ])
  func `what is plain is not asked about`(words: [String]) throws {
    let answer = try sample(isTerminal: true, []).run(words)
    #expect(answer.status == 0 && !answer.message.contains("Press"), "\(answer)")
  }

  @Test func `--make makes the section once, where the path says, and the refusal names it`() throws {
    let session = try sample(isTerminal: false, [])
    #expect(
      session.run("add", "x", "--in", "Baby").message
        == "pleat: There is no section or row 'Baby'.\n'pleat list --all --ids' lists all sections and rows.\nTo make the section, add --make."
    )
    #expect(session.run("add", "x", "--in", "Hone").message.hasSuffix("--in Home\nTo make the section, add --make."))
    #expect(session.run("add", "x", "--in", "Baby", "--make").message == "added \"x\" (@r6) to Baby")
    session.run("add", "y", "--in", "Baby", "--make")
    session.run("add", "--section", "z", "--in", "Home/=3", "--make")
    #expect(
      session.run("list", "--all").lines == [
        "▾ 1 Home", "  1:1 ☐ paint #home", "  1:2 butter", "  ▾ 1.1 =3", "    1.1.1 z", "2 Work", "▾ 3 Baby", "  3:1 x",
        "  3:2 y",
      ])
    session.run("undo")
    #expect(!session.run("list", "--all").text.contains("=3"))
    #expect(session.run("add", "x", "--in", "@s99", "--make").status == 66)
    #expect(session.run("add", "x", "--make").status == 64)
    #expect(try Session().run("add", "x", "--in", "Baby", "--make").status == 0, "without a file")
  }

  @Test func `--make makes every part of a path that is missing as one edit, and takes no beginnings`() throws {
    for (path, titles, count) in [
      ("a/b/c", ["a", "b", "c"], 3), ("Home/b/c", ["b", "c"], 2), ("Home/b", ["b"], 1), ("Hom/b", ["Hom", "b"], 2),
      ("Hom", ["Hom"], 1), ("x\\/y/z", ["x/y", "z"], 2), ("home/b", ["b"], 1),
    ] as [(String, [String], Int)] {
      let session = try sample(isTerminal: false, [])
      let before = session.run("list", "--all", "--json").text
      let sections = session.run("list", "--sections", "--all").lines.count
      #expect(session.run("add", "x", "--in", path, "--make").status == 0, "\(path)")
      let lines = session.run("list", "--sections", "--all").lines
      #expect(lines.count == sections + count && titles.allSatisfy { title in lines.contains { $0.hasSuffix(title) } })
      #expect(session.run("find", "=x").status == 0 || session.run("find", "x").status == 0)
      #expect(session.run("undo").status == 0)
      #expect(session.run("list", "--all", "--json").text == before, "\(path)")
    }
  }

  /// Words that people type, each with the verb that is proposed for it; empty for none.
  static let nearWords = [
    "": [
      "exit", "quit", "restore", "repeat", "remote", "up", "down", "lift", "md", "cd", "ps", "rn", "mk", "unlist",
      "unsort", "unshow", "uncopy", "start", "stop", "next", "cancel", "print", "save", "load", "read",
      "push",
      "pull", "commit", "clear", "drop", "make", "task", "snooze", "star", "flag", "tagging", "where", "who", "merges",
    ],
    "list": ["lst", "lsit", "view", "cat"], "add": ["ad", "new", "create"], "edit": ["edti", "rename", "modify"],
    "delete": ["delet", "dleete", "remove", "trash"], "done": ["doen", "tick", "finish"],
    "undone": ["untick", "uncheck", "reopen", "undnoe"], "undo": ["revert", "undelete", "unod"], "redo": ["reod"],
    "archive": ["archve"], "unarchive": ["unarchve"], "promote": ["prmote"], "demote": ["demot"],
    "indent": ["indnet"], "outdent": ["outdnet"], "expand": ["expnad"], "unfold": ["unfodl"], "fold": ["fodl"],
    "import": ["imprt"], "export": ["exprot"], "find": ["search", "grep", "fnid"], "ls": ["sl"], "mv": ["vm"],
  ]

  @Test(arguments: nearWords.flatMap { verb, words in words.map { ($0, verb) } })
  func `what is proposed for a word does what the word means`(word: String, verb: String) throws {
    let answer = try sample(isTerminal: false, []).run(word)
    #expect(answer.status == 64)
    let proposed = answer.message.split(separator: "\n").filter { $0.hasPrefix("Did you mean") }
    #expect(proposed == (verb.isEmpty ? [] : ["Did you mean: pleat \(verb)"]), "\(answer)")
    #expect(answer.message.split(separator: "\n").count > 1, "\(answer)")
  }

  @Test(arguments: [
    ("--due", "tommorow", "tomorrow"), ("--due", "fryday", "friday"), ("--due", "now", nil), ("--due", "tonight", nil),
    ("--due", "noon", nil), ("--due", "weekend", nil), ("--due", "soon", nil), ("--due", "31 feb", "28 feb"),
    ("--due", "24.12.", "24 dec"), ("--repeat", "montly", "monthly"), ("--repeat", "dialy", "daily"),
    ("--repeat", "semiweekly", nil), ("--repeat", "triweekly", nil), ("--repeat", "bi-weekly", nil),
    ("--repeat", "twice a week", nil), ("--repeat", "biannually", nil),
    ("--repeat", "biennially", nil), ("--repeat", "never", nil), ("--repeat", "every workday", "every weekday"),
  ])
  func `what is proposed for a day or a rule means the same`(option: String, words: String, meant: String?) throws {
    let due = option == "--due" ? [] : ["--due", "fri"]
    let answer = try sample(isTerminal: false, []).run(["add", "x"] + due + [option, words])
    #expect(answer.status == 64)
    #expect(answer.message.contains("Did you mean") == (meant != nil), "\(answer)")
    if let meant { #expect(answer.message.contains(meant)) }
  }
}
