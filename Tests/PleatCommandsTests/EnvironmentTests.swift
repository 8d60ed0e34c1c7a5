import Foundation
import Testing

@testable import PleatRemote

/// Where the file and the user come from.
struct EnvironmentTests {
  @Test func `the file is -f, else PLEAT_FILE, else in XDG_DATA_HOME, else in HOME`() throws {
    let session = try Session()
    let folder = session.folder.path
    session.environment = ["PLEAT_USER": "ana", "HOME": "\(folder)/home"]
    session.run("add", "--section", "home")
    session.environment["XDG_DATA_HOME"] = "\(folder)/data"
    session.run("add", "--section", "data")
    session.environment["PLEAT_FILE"] = "\(folder)/file.db"
    session.run("add", "--section", "file")
    session.run("add", "--section", "option", "-f", "\(folder)/option.db")
    #expect(session.run("-f", "\(folder)/option.db").text == "1 option\n")
    #expect(session.run().text == "1 file\n")
    session.environment["PLEAT_FILE"] = ""
    #expect(session.run().text == "1 data\n")
    #expect(
      try JSON.object(session.run("status", "--json").text)["file"] as? String == "\(folder)/data/pleat/outline.db")
    session.environment["XDG_DATA_HOME"] = "relative"
    #expect(session.run().text == "1 home\n")
    #expect(FileManager.default.fileExists(atPath: "\(folder)/home/.local/share/pleat/outline.db"))
  }

  @Test func `the user is -u, else PLEAT_USER, else the login name`() throws {
    let session = try Session.sample()
    #expect(session.run("collapse", "--all", "-u", "option").status == 0)
    func user(_ words: String...) throws -> String? {
      try JSON.object(session.run(["status", "--json"] + words).text)["user"] as? String
    }
    #expect(try user("-u", "option") == "option")
    #expect(try user() == "ana")
    session.environment["PLEAT_USER"] = ""
    #expect(try user() == "login")
    session.loginName = nil
    session.environment["LOGNAME"] = "logname"
    #expect(try user() == "logname")
    session.environment["USER"] = "user"
    #expect(try user() == "user")
    session.environment["USER"] = ""
    #expect(try user() == "logname")
    #expect(session.run("-u", "option").lines.count == 3)
    #expect(session.run().lines.count == 10)
  }

  @Test func `nobody looks the login name up where words or PLEAT_USER say who it is`() throws {
    let session = try Session.sample()
    session.run("list")
    session.run("list", "-u", "option")
    #expect(session.loginLookups == 0)
    session.environment["PLEAT_USER"] = nil
    session.run("list", "-u", "option")
    #expect(session.loginLookups == 0)
    session.run("list")
    #expect(session.loginLookups == 1)
  }

  @Test func `the program finds the login name by the number of the user, whatever the environment says`() throws {
    let pleat = try Executable.withSection()
    let ending = try pleat.script(
      "id -un; env -u PLEAT_USER USER=eva LOGNAME=lea $PLEAT status --json | grep -o '\"user\":\"[^\"]*'")
    #expect(ending.lines.count == 2)
    #expect(ending.lines.last == ending.lines.first.map { "\"user\":\"\($0)" })
  }

  @Test(arguments: [
    ("PLEAT_USER", "PLEAT_USER=$broken"), ("PLEAT_FILE", "PLEAT_FILE=$broken"),
    ("XDG_DATA_HOME", "-u PLEAT_FILE XDG_DATA_HOME=$PWD/$broken"),
    ("HOME", "-u PLEAT_FILE -u XDG_DATA_HOME HOME=$PWD/$broken"),
  ])
  func `a variable that is not UTF-8 is refused by its name, and nothing is made`(name: String, words: String) throws {
    let pleat = try Executable()
    for verb in ["status", "collapse --all", "add x"] where name != "PLEAT_USER" || verb != "status" {
      let ending = try pleat.script("broken=$(printf 'a\\377b'); env \(words) $PLEAT \(verb)")
      #expect(ending.status == 65, "\(verb): \(ending)")
      #expect(ending.errors.contains("The environment variable \(name) is not UTF-8."), "\(ending)")
    }
    #expect(try pleat.folder.names() == [])
  }

  @Test func `a variable that is not UTF-8 does not matter where a word says it`() throws {
    let pleat = try Executable()
    let ending = try pleat.script(
      "broken=$(printf 'a\\377b'); PLEAT_USER=$broken PLEAT_FILE=$broken $PLEAT add x -u ana -f outline.db")
    #expect(ending.status == 0, "\(ending)")
  }

  @Test func `a word that is not UTF-8 is refused with what it stands for, and nothing is made`() throws {
    let pleat = try Executable()
    for (words, what) in [
      ("add -f $broken x", "Argument 3, the name of the file (-f), is not UTF-8: 'a\u{FFFD}b'."),
      ("add x --file=$broken", "Argument 3, the name of the file (--file), is not UTF-8"),
      ("collapse --all -u $broken", "Argument 4, the name of the user (-u), is not UTF-8"),
      ("add $broken", "Argument 2 is not UTF-8"), ("$broken", "Argument 1 is not UTF-8"),
    ] {
      let ending = try pleat.script("broken=$(printf 'a\\377b'); $PLEAT \(words)")
      #expect(ending.status == 65 && ending.errors.contains(what), "\(ending)")
    }
    let ending = try pleat.script("broken=$(printf 'a\\377b'); $PLEAT add --json $broken")
    #expect(try JSON.error(ending.errors)["code"] as? String == "bad-data")
    #expect(try pleat.folder.names() == [])
  }

  @Test func `a relative path from a folder whose name is not UTF-8 is refused`() throws {
    let pleat = try Executable()
    let ending = try pleat.script(
      "mkdir $'a\\xff' && cd $'a\\xff' && $PLEAT add x -f outline.db; echo $?; ls; cd ..; ls | wc -l")
    #expect(ending.lines == ["65", "1"], "\(ending)")
  }

  @Test func `the log has the clock of the user's time zone`() throws {
    let pleat = try Executable.withSection()
    try pleat.shell.runAsEdit("UPDATE edit SET at = 1769851800123")
    let ending = try pleat.script("TZ=UTC0 $PLEAT log; TZ=XYZ-5:30 $PLEAT log; TZ=XYZ-5:30 $PLEAT log --json")
    #expect(ending.lines.first?.contains("  2026-01-31 09:30  ") == true, "\(ending)")
    #expect(ending.lines.dropFirst().first?.contains("  2026-01-31 15:00  ") == true, "\(ending)")
    #expect(ending.text.contains("\"at\":\"2026-01-31T09:30:00.123Z\""))
  }

  @Test func `the times that another machine asks for have the clock of its zone`() throws {
    let pleat = try Executable.withSection()
    try pleat.shell.runAsEdit("UPDATE edit SET at = 1769851800123")
    let ending = try pleat.script(
      """
      export TZ=ABC+3
      far() { $PLEAT far \(RemoteProtocol.version) "$@"; }
      far zone=XYZ-5:30 -- log; far zone=CET-1CEST%2CM3.5.0%2CM10.5.0/3 -- log; far -- log
      export SSH_ORIGINAL_COMMAND='pleat far \(RemoteProtocol.version) zone=XYZ-5:30 -- log'
      $PLEAT serve --file "$PLEAT_FILE" --user ana
      """)
    #expect(
      ending.lines.map { $0.dropFirst(3).prefix(16) } == [
        "2026-01-31 15:00", "2026-01-31 10:30", "2026-01-31 06:30", "2026-01-31 15:00",
      ], "\(ending)")
    try pleat.shell.runAsEdit("UPDATE edit SET at = 1782898200123")
    let summer = try pleat.script(
      "TZ=UTC0 $PLEAT far \(RemoteProtocol.version) zone=CET-1CEST%2CM3.5.0%2CM10.5.0/3 -- log")
    #expect(summer.text.contains("2026-07-01 11:30"), "\(summer)")
  }

  @Test func `colour is for terminals, and never with NO_COLOR or a dumb one`() throws {
    let session = try Session.sample()
    func isColored(_ words: String...) -> Bool { session.run(["list"] + words).bytes.contains(0x1B) }
    #expect(!isColored())
    #expect(isColored("--color", "always"))
    session.isTerminal = true
    #expect(isColored())
    #expect(!isColored("--color", "never"))
    session.environment["TERM"] = "dumb"
    #expect(!isColored())
    session.environment["TERM"] = "xterm"
    session.environment["NO_COLOR"] = ""
    #expect(isColored())
    session.environment["NO_COLOR"] = "1"
    #expect(!isColored())
    #expect(isColored("--color", "always"))
    #expect(!session.run("list", "--json").bytes.contains(0x1B))
  }

  @Test func `colour adds escape sequences and nothing else`() throws {
    let session = try Session.sample()
    session.run("add", "two\nlines", "--in", "Home")
    session.run("collapse", "Dairy")
    let colored = session.run("list", "--ids", "--color", "always").text
    let plain = colored.replacing(/\u{1B}\[[0-9]*m/, with: "")
    #expect(plain == session.run("list", "--ids").text)
  }

  /// Locales, and whether they have UTF-8.
  static let locales: [(variables: [String: String], isUTF8: Bool)] = [
    ([:], false), (["LC_ALL": "C"], false), (["LC_ALL": "POSIX", "LANG": "C.UTF-8"], false),
    (["LANG": "de_DE.ISO-8859-1"], false), (["LC_CTYPE": "C", "LANG": "en_US.UTF-8"], false),
    (["LANG": "en_US.utf8"], true), (["LC_ALL": "", "LC_CTYPE": "C.UTF-8"], true),
  ]

  @Test(arguments: locales)
  func `in a locale without UTF-8 pleat has no signs of its own but ASCII`(
    variables: [String: String], isUTF8: Bool
  ) throws {
    let session = try Session.sample()
    let long = Array(repeating: "long", count: 20).joined(separator: " ")
    session.run("collapse", "Dairy")
    session.run("add", "[x] done", long, "two\nlines", "--in", "Home", "--due", "today")
    session.run("edit", "Home", "--detail", "one\ntwo")
    session.run("edit", "Reading", "--was", "Reading", long + long + long)
    session.environment = session.environment.filter { $0.key != "LC_ALL" }.merging(variables) { $1 }
    for words in [
      ["list"], ["folds"], ["find", "e"], ["list", "--ids"], ["due"], ["log"], ["log", "-v"], ["log", "3"],
      ["show", "3"],
      ["edit", long, long + "x", "-n"], ["delete", "-r", "3", "-n"], ["help", "merge-file"],
      ["list", "--help"], ["config"], ["help"], ["find", "#nothing"], ["undo", "-n"],
    ] {
      let answer = session.run(words)
      let isASCII = (answer.text + answer.message).utf8.allSatisfy { $0 < 0x80 }
      let hasNone = [["find", "#nothing"], ["list", "--help"], ["help"]].contains(words)
      #expect(isASCII == (!isUTF8 || hasNone), "\(words): \(answer.text) \(answer.message)")
    }
    #expect(session.run("list").lines.contains(isUTF8 ? "  ▸ 1.1 Dairy · 3 hidden" : "  + 1.1 Dairy - 3 hidden"))
    session.run("add", "Käse", "--in", "Home")
    #expect(session.run("list").text.contains("Käse"))
  }

  /// Commands that read, refuse and explain, besides the verbs of `MatrixTests`; and how every page of help is asked for.
  private static let questions: [[String]] =
    [
      ["list"], ["list", "--all", "--ids"], ["list", "--where", "open"], ["list", "--where", "nowhere"],
      ["show", "Home"],
      ["show", "apples"], ["show", "@r99"], ["due"], ["due", "week"], ["due", "2099-01-01", "--ids"], ["find", "e"],
      ["find", "overdue"], ["find", "(e"], ["find", "--regex", "(e"], ["tags"], ["folds"], ["status"], ["users"],
      ["settings"], ["settings", "inbox", "Post"], ["config"], ["check"], ["log"], ["log", "-v"],
      ["log", "Home", "-v"],
      ["log", "--folds"], ["export"], ["export", "-", "--format", "org"], ["export", "-", "--format", "ics"],
      ["example"],
      ["completions", "bash"], ["sql", "SELECT * FROM visible_line"], ["sql", "nonsense"], ["apply", "nowhere.txt"],
      ["lsit"], ["nonsense"], ["done"], ["done", "a"], ["done", "nothing"], ["add", ""], ["add", "x", "--in", "Hom"],
      ["add", "x due:fryday"], ["add", "x", "--due", "fryday"], ["add", "x", "--repeat", "wekly", "--due", "fri"],
      ["edit", "apples"], ["edit", "apples", "--was", "x", "--text", "y"], ["edit", "1:1", "--done", "maybe"],
      ["move", "Home", "Home"], ["move", "apples", "--in", "nowhere"], ["delete", "Home"], ["indent", "Home"],
      ["outdent", "Home"], ["promote", "Home"], ["demote", "Home"], ["sort", "Home", "--by", "day"], ["undo", "99"],
      ["undo", "--entry", "99"], ["redo", "9"], ["sync"], ["serve"], ["host"], ["web", "--port", "x"], ["open"],
      ["import", "nowhere.md"], ["merge-file", "a", "b", "c"], ["backup", "/nowhere/x.db"], ["-f", "/nowhere/x.db"],
      ["-f", "ssh://"], ["--version"], ["help", "nosuch"], ["help", "--list", "--man"], ["help", "--reference"],
    ] + HelpTests.verbs.flatMap { [[$0, "-h"], ["help", $0], ["help", "--man", $0]] }
    + HelpTests.concepts.flatMap { [["help", $0], ["help", "--man", $0]] } + [["-h"], ["help"]]

  @Test func `in the locale C no verb writes anything but ASCII of an outline in ASCII`() throws {
    let long = Array(repeating: "long", count: 30).joined(separator: " ")
    for words in MatrixTests.verbs.flatMap({ [$0, $0 + ["-n"], $0 + ["--json"]] }) + Self.questions {
      let session = try Session()
      try MatrixTests.prepared(session.folder, hasFile: true, at: session.path)
      try session.prepare("add '\(long)' --in Home --due today --repeat daily\nedit Work --detail '\(long)'")
      session.run("add", "two\nlines", "--in", "Home")
      session.environment["LC_ALL"] = "C"
      let named = words.map { ["list.md", "edits"].contains($0) ? session.folder.path(of: $0) : $0 }
      let answer = session.run(named)
      #expect(
        (answer.text + answer.message).utf8.allSatisfy { $0 < 0x80 }, "\(words): \(answer.text) \(answer.message)")
    }
  }

  @Test func `ASCII drawing has no byte above 127`() throws {
    let session = try Session.sample()
    session.run("collapse", "Dairy")
    for words in [["list"], ["folds"], ["find", "milk"], ["find", "e"], ["list", "--ids"]] {
      #expect(session.run(words + ["--ascii"]).bytes.allSatisfy { $0 < 0x80 }, "\(words)")
    }
    #expect(session.run("--ascii", "list", "Groceries").lines.last == "  + 1.1 Dairy - 3 hidden")
  }
}
