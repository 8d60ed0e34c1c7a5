import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// The configuration of a user.
struct ConfigTests {
  /// A session with the sample's outline and a configuration.
  private func session(_ lines: String...) throws -> Session {
    let session = try Session.sample()
    session.environment["XDG_CONFIG_HOME"] = session.folder.path(of: "config")
    session.environment["HOME"] = session.folder.path
    session.environment["PLEAT_USER"] = nil
    try session.configure(lines.joined(separator: "\n"))
    return session
  }

  @Test(arguments: [
    ("user = \"bob\"", nil), ("inbox = 'To do'", nil), ("editor = \"nano\"", nil), ("pager = \"\"", nil),
    ("pager = \"most\"", nil), ("color = \"never\"", nil), ("ascii = true", nil), ("allow-network-file = true", nil),
    ("file = \"/tmp/x.db\"", nil),
    ("[outlines]\nwork = \"~/work.db\"", nil), ("[outlines]\n\"a b\" = \"/b\"", nil), ("[markers]\nopen = \"o\"", nil),
    ("[markers]\nexpanded = \"v\"\ncollapsed = \">\"\ndone = \"✅\"", nil), ("[colors]\nhit = \"bold red\"", nil),
    ("colors.title = \"none\"", nil), ("[colors]", nil),
    ("user = 1", "'user' takes a text, in quotes"), ("user = \"\"", "'user' is empty"),
    ("inbox = true", "'inbox' takes a text"), ("editor = \"\"", "'editor' is empty"), ("pager = false", "takes a text"),
    ("color = \"sometimes\"", "'color' takes auto, always or never"), ("color = true", "takes auto, always or never"),
    ("allow-network-file = 1", "takes true or false"),
    ("ascii = \"yes\"", "'ascii' takes true or false"), ("ascii = 1", "'ascii' takes true or false"),
    ("file = \"a/b.db\"", "takes the name of an outline, or a path that begins with /, ~/ or ssh://"),
    ("file = \"wrok\"\n[outlines]\nwork = \"/w\"", "there is no outline 'wrok'; did you mean 'work'?"),
    ("[outlines]\nwork = \"work.db\"", "begins with /, ~/ or ssh://"),
    ("[outlines]\nwork = 1", "begins with /, ~/ or ssh://"),
    ("[outlines]\n\"a/b\" = \"/w\"", "cannot be the name of an outline"),
    ("[outlines]\n\"\" = \"/w\"", "cannot be the name"),
    ("outlines = \"/w\"", "there is no key 'outlines'"), ("[outlines]\na.b = \"/w\"", "there is no key"),
    ("[markers]\nopen = \"\"", "'markers.open' is empty"), ("[markers]\nopen = \"\\u001b[2J\"", "takes a marker"),
    ("[markers]\ndone = \"much too long\"", "takes a marker of 1 to 8 columns"),
    ("[markers]\ndone = \"\\u200b\"", "takes a marker"), ("[colors]\nhit = \"pink\"", "takes words such as 'bold red'"),
    ("[colors]\nhit = \" \"", "takes words such as"), ("usr = \"bob\"", "there is no key 'usr'; did you mean 'user'?"),
    ("open = \"o\"", "did you mean 'markers.open'?"), ("[outlines]\n[marker]", "did you mean [markers]?"),
    ("[colors]\nhits = \"red\"", "did you mean 'colors.hit'?"), ("qqqqqq = 1", "no key 'qqqqqq'; there are file, user"),
    ("[qqqqqq]", "there is no table [qqqqqq]; there are [outlines], [markers], [colors]"),
    ("\"markers.open\" = \"o\"", "there is no key"),
  ])
  func `every key takes its values, and a wrong one is named with its line`(text: String, message: String?) throws {
    let session = try session("# first", text)
    for words in [["list"], ["list", "--json"], ["config"], ["config", "--json"]] {
      let answer = session.run(words)
      guard let message else {
        #expect(answer.status == 0, "\(words) \(text): \(answer.message)")
        continue
      }
      #expect(answer.status == 78, "\(words) \(text)")
      #expect(answer.text.isEmpty)
      #expect(answer.message.contains("config.toml: ") && answer.message.contains(message), "\(answer.message)")
      #expect(answer.message.contains("Line "))
      if words.last == "--json" { #expect(try JSON.error(answer.message)["code"] as? String == "configuration") }
    }
  }

  @Test func `the line of a mistake is the line where it is`() throws {
    let answer = try session("user = \"ana\"", "", "[colors]", "hit = \"red\"", "hti = \"red\"").run("list")
    #expect(
      answer.message.hasPrefix("pleat: Line 5 of ")
        && answer.message.contains("there is no key 'colors.hti'; did you mean 'colors.hit'?"), "\(answer.message)")
    #expect(answer.messages.first?.split(separator: "\n").count == 2)
  }

  @Test func `an option wins over the environment, that over the configuration, that over the default`() throws {
    let session = try session(
      "user = \"carl\"", "editor = \"ed\"", "color = \"always\"", "pager = \"most\"", "file = \"other\"", "[outlines]",
      "other = \"~/other.db\"")
    func held(_ key: String, _ words: String...) throws -> String {
      let answer = session.run(["config", "--json"] + words)
      let keys = try JSON.object(answer.text)["keys"] as? [[String: Any]] ?? []
      let found = keys.first { $0["key"] as? String == key } ?? [:]
      let from = [found["from"], found["variable"], found["option"], found["line"]].compactMap { $0 }
      return "\(found["value"] ?? "") \(from.map { "\($0)" }.joined(separator: " "))"
    }
    #expect(try held("user") == "carl configuration 1")
    #expect(try held("user", "-u", "eve") == "eve option -u")
    #expect(try held("editor") == "ed configuration 2")
    #expect(try held("color") == "always configuration 3")
    #expect(try held("color", "--color", "never") == "never option --color")
    #expect(try held("pager") == "most configuration 4")
    #expect(try held("file") == "\(session.path) environment PLEAT_FILE")
    #expect(try held("file", "-f", "other") == "\(session.folder.path)/other.db option -f")
    #expect(try held("inbox") == "Inbox default")
    #expect(try held("markers.open") == "☐ default")
    #expect(try held("colors.hit") == "bold magenta default")
    #expect(try held("outlines.other") == "~/other.db configuration 7")
    session.environment.merge([
      "PLEAT_USER": "dora", "VISUAL": "", "EDITOR": "emacs", "NO_COLOR": "1", "PLEAT_PAGER": "more", "PLEAT_FILE": "",
    ]) { $1 }
    #expect(try held("user") == "dora environment PLEAT_USER")
    #expect(try held("editor") == "emacs environment EDITOR")
    #expect(try held("color") == "never environment NO_COLOR")
    #expect(try held("pager") == "more environment PLEAT_PAGER")
    #expect(try held("file") == "\(session.folder.path)/other.db configuration 5")
    try session.configure("")
    session.environment.merge(["PLEAT_USER": "", "EDITOR": "", "NO_COLOR": ""]) { $1 }
    session.environment["PLEAT_PAGER"] = nil
    #expect(try held("user") == "login login")
    #expect(try held("editor") == "vi default")
    session.environment["PATH"] = "/nowhere:\(session.folder.path)"
    for name in ["nano", "vi", "editor"] {
      try "".write(toFile: session.folder.path(of: name), atomically: true, encoding: .utf8)
      #expect(try held("editor") != "\(name) default" || name == "vi")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: session.folder.path(of: name))
      #expect(try held("editor") == "\(name) default")
    }
    #expect(try held("color") == "auto default")
    #expect(try held("pager") == "less -FRX default")
    #expect(try held("file") == "\(session.folder.path)/.local/share/pleat/outline.db default")
  }

  @Test func `for people, config shows one line for each value, as it would be in the file`() throws {
    let session = try session("user = \"carl\"", "[outlines]", "work = \"~/work.db\"")
    let lines = session.run("config").lines
    #expect(lines.first == "configuration: \(session.folder.path)/config/pleat/config.toml")
    #expect(lines.contains("user = \"carl\"                        # line 1"))
    #expect(lines.contains("inbox = \"Inbox\"                      # default"))
    #expect(lines.contains("outlines.work = \"~/work.db\"          # line 3"))
    session.run("settings", "inbox", "To do")
    #expect(
      session.run("config").lines.contains("inbox = \"To do\"                      # the outline: pleat settings inbox")
    )
    session.environment["XDG_CONFIG_HOME"] = session.folder.path(of: "nothing")
    #expect(session.run("config").lines.first?.hasSuffix("config.toml (does not exist)") == true)
    session.environment["XDG_CONFIG_HOME"] = "relative"
    let standard = "\(session.folder.path)/.config/pleat/config.toml"
    #expect(session.run("config").lines.first == "configuration: \(standard) (does not exist)")
    session.environment["HOME"] = nil
    #expect(session.run("config").lines.first == "configuration: none, because HOME is not set")
  }

  @Test func `a folder does not hide an outline of its name, and a file does`() throws {
    let pleat = try Executable.withSection()
    let folder = pleat.folder.path(of: "config/pleat")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let text = "[outlines]\nhome = \"\(pleat.path)\"\n"
    try text.write(toFile: folder + "/config.toml", atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(atPath: pleat.folder.path(of: "home"), withIntermediateDirectories: true)
    #expect(try pleat.run(inFolder: ["-f", "home", "list"]).lines == ["1 Home"])
    try FileManager.default.removeItem(atPath: pleat.folder.path(of: "home"))
    try "no outline".write(toFile: pleat.folder.path(of: "home"), atomically: true, encoding: .utf8)
    #expect(try pleat.run(inFolder: ["-f", "home", "list"]).status == 65)
  }

  @Test func `an outline goes by its name, a path that exists wins, and a slip makes no file`() throws {
    let session = try session("[outlines]", "work = \"~/work.db\"")
    #expect(session.run("-f", "work", "add", "x").status == 0)
    #expect(FileManager.default.fileExists(atPath: session.folder.path(of: "work.db")))
    #expect(session.run("-f", "work", "list").lines == ["▾ 1 Inbox", "  1:1 ☐ x"])
    session.environment["PLEAT_FILE"] = "work"
    #expect(session.run("find", "x").status == 0)
    let slip = session.run("-f", "wrok", "add", "x")
    #expect(slip.status == 66)
    #expect(slip.message.contains("Did you mean 'work'? A new file of this name is ./wrok."))

    let pleat = try Executable()
    let ending = try pleat.script(
      """
      mkdir -p config/pleat; echo 'outlines.work = "/nowhere/work.db"' >config/pleat/config.toml
      $PLEAT -f ./work add here -q; $PLEAT -f work list; $PLEAT -f wor list
      """)
    #expect(ending.text == "▾ 1 Inbox\n  1:1 ☐ here\n")
    #expect(ending.errors.contains("Did you mean 'work'?"))
  }

  @Test func `rows without a placement go into the inbox of the configuration, over that of the outline`() throws {
    let session = try session("inbox = \"Later\"")
    session.run("settings", "inbox", "Incoming")
    #expect(session.run("add", "x").message == "added [ ] \"x\" (@r12) to Later")
    #expect(session.run("apply", "-", input: "add y\nadd --section Z").status == 0)
    #expect(session.run("list", "Later").lines.dropFirst() == ["  4:1 ☐ x", "  4:2 ☐ y"])
    #expect(session.run("undo", "2").status == 0)
    #expect(session.run("list", "Later").status == 66)
    try session.configure("")
    #expect(session.run("add", "x").message.hasSuffix("to Incoming"))
  }

  @Test func `lists have the signs and colours of the configuration, and --ascii wins`() throws {
    let session = try session(
      "[markers]", "expanded = 'v'", "collapsed = '=>'", "open = '( )'", "done = '✅'", "[colors]", "title = 'green'",
      "number = 'none'", "open = 'red'", "hit = 'reverse'")
    session.run("collapse", "Dairy")
    session.run("done", "apples")
    session.run("edit", "bread", "--done", "no")
    session.run("add", "two\nlines", "--in", "Home", "--done", "yes")
    #expect(
      session.run("list").lines == [
        "v 1 Groceries", "  1:1 ✅ apples", "  1:2 ( ) bread", "  => 1.1 Dairy · 3 hidden", "v 2 Home", "  2:1 plants",
        "  2:2 ✅ two", "         lines", "3 Reading",
      ])
    #expect(
      session.run("list", "--ascii", "Groceries").lines == [
        "- 1 Groceries", "  1:1 [x] apples", "  1:2 [ ] bread", "  + 1.1 Dairy - 3 hidden",
      ])
    #expect(
      session.run("list", "Groceries", "--color", "always").lines.prefix(3) == [
        "v 1 \u{1B}[32mGroceries\u{1B}[0m", "  1:1\u{1B}[0;2m \u{1B}[0;32m✅\u{1B}[0;2m apples\u{1B}[0m",
        "  1:2 \u{1B}[31m( )\u{1B}[0m bread",
      ])
    #expect(session.run("find", "rea", "--color", "always").lines.first?.contains("b\u{1B}[7mrea\u{1B}[0md") == true)
    session.environment["LC_ALL"] = "C"
    #expect(
      session.run("list", "Groceries").lines == [
        "v 1 Groceries", "  1:1 [x] apples", "  1:2 ( ) bread", "  => 1.1 Dairy - 3 hidden",
      ])
    session.environment["LC_ALL"] = "C.UTF-8"
    try session.configure("ascii = true")
    #expect(session.run("list", "Groceries").lines.first == "- 1 Groceries")
  }

  /// Each makes something that is no small text in place of a configuration.
  private static let places: [String: @Sendable (_ path: String) throws -> Void] = [
    "folder": { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) },
    "pipe": { #expect(mkfifo($0, 0o600) == 0) },
    "huge": { try Data(repeating: UInt8(ascii: "#"), count: 70_000).write(to: URL(fileURLWithPath: $0)) },
    "binary": { try Data(0...255).write(to: URL(fileURLWithPath: $0)) },
    "device": { #expect(symlink("/dev/zero", $0) == 0) },
    "loop": { #expect(symlink("config.toml", $0) == 0) },
    // Root may read everything, and gets a link to a pipe instead.
    "secret": { path in
      try Data().write(to: URL(fileURLWithPath: path))
      chmod(path, 0)
      guard access(path, R_OK) == 0 else { return }
      unlink(path)
      #expect(mkfifo(path + "x", 0o600) == 0 && symlink(path + "x", path) == 0)
    },
  ]

  @Test(.timeLimit(.minutes(1)), arguments: places.keys.sorted())
  func `a configuration that is no small text ends in a sentence, and nothing waits`(kind: String) throws {
    let session = try session("")
    session.environment["PLEAT_USER"] = "ana"
    let path = session.folder.path(of: "config/pleat/config.toml")
    unlink(path)
    let make = try #require(Self.places[kind])
    try make(path)
    for words in [["list"], ["add", "x"], ["config"]] {
      let answer = session.run(words)
      #expect(answer.status == 78, "\(words): \(answer)")
      #expect(answer.message.contains("config.toml") && answer.message.split(separator: "\n").count == 2, "\(answer)")
    }
    for words in [["help"], ["--version"], ["list", "-f", session.path, "--help"]] {
      #expect(session.run(words).status == 0, "\(words)")
    }
  }

  @Test func `a configuration that the disk cannot read is no mistake in it`() throws {
    let session = try session("")
    session.environment["PLEAT_USER"] = "ana"
    let path = session.folder.path(of: "config/pleat/config.toml")
    unlink(path)
    // A process has no memory at the address 0, so the system reports an error of input or output.
    #expect(symlink("/proc/self/mem", path) == 0)
    for words in [["list"], ["add", "x"], ["config"]] {
      let answer = session.run(words)
      #expect(answer.status == 74, "\(words): \(answer)")
      #expect(answer.message.contains("config.toml cannot be read: Input/output error."), "\(answer)")
      #expect(answer.message.contains("Nothing was changed. Check the disk, and try again."), "\(answer)")
    }
  }

  @Test func `a verb that reads, with every setting given, does not look at the configuration`() throws {
    let session = try session("ascii = true")
    session.environment["PLEAT_USER"] = "ana"
    #expect(session.run("add", "x").status == 0)
    try session.configure("broken")
    #expect(session.run("export", "-", "--format", "md").status == 0)
    #expect(session.run("add", "x").status == 78)
  }
}

extension Session {
  /// Writes the configuration file, in `config` in the session's folder.
  func configure(_ text: String) throws {
    let place = folder.path(of: "config/pleat")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try text.write(toFile: "\(place)/config.toml", atomically: true, encoding: .utf8)
  }
}
