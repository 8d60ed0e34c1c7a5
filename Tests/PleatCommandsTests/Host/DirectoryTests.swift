import Foundation
import Locking
import TestPrograms
import Testing

@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// The directory of a hosted folder: who may do what with which outlines.
struct DirectoryTests {
  @Test func `the largest right that a line grants to a user, a group or everybody counts`() throws {
    let directory = Directory(
      """
      # who may do what
      group @writers ana bob
      see   *        handbook.db notes/*
      fold  eve      **
      edit  @writers team/**
      own   ana      team/plans.db

      """)
    let rights = [
      ("zoe", "handbook.db"), ("zoe", "notes/a.db"), ("zoe", "notes/b/a.db"), ("zoe", "team/plans.db"),
      ("eve", "notes/b/a.db"), ("bob", "team/x/y.db"), ("ana", "team/plans.db"), ("bob", "team"),
      ("bob", "handbook.db"), ("writers", "team/x/y.db"), ("@writers", "team/x/y.db"),
    ]
    .map { directory.right(of: $0.0, on: $0.1) }
    #expect(rights == [.see, .see, nil, nil, .fold, .edit, .own, nil, .see, nil, nil])
  }

  @Test(arguments: [
    ("see ana", 1, "'see' needs a user, a group or * and then paths of outlines."),
    ("  write ana *", 3, "'write' is neither a right (see, fold, edit or own) nor 'group'."),
    ("group x", 1, "'group' needs a name and its members."),
    ("*", 1, "'*' is neither a right (see, fold, edit or own) nor 'group'."),
    ("group writers ana", 7, "The name of a group begins with @, and 'writers' does not."),
    ("group @all bob @writers", 16, "A group has users, and no groups such as '@writers'."),
    ("see 'ana *", 1, "the quotation mark ' is not closed."),
  ])
  func `a line that is neither a right nor a group is a mistake with its place`(
    line: String, column: Int, message: String
  ) throws {
    let directory = Directory("see * a\n\(line)\nown ana **\n")
    let mistake = try #require(directory.mistakes.first)
    #expect(directory.mistakes.count == 1)
    #expect(mistake.place.line == 2 && mistake.place.column == column && mistake.message == message)
  }

  @Test func `names and paths with spaces are quoted, and a number sign begins a remark`() {
    let directory = Directory(
      "group @w 'Ana Bell' bob # since May\nedit @w \"my lists/*\" # all of it\nsee * Ana\\ B.db\n")
    #expect(directory.mistakes.isEmpty)
    #expect(directory.right(of: "Ana Bell", on: "my lists/a.db") == .edit)
    #expect(directory.right(of: "Ana", on: "my lists/a.db") == nil)
    #expect(directory.right(of: "#", on: "my lists/a.db") == nil)
    #expect(directory.right(of: "zoe", on: "Ana B.db") == .see)
  }

  @Test(arguments: [
    ("postgresql://ana@h/db", false), ("postgresql://ana:secret@h1,h2:5432/db", true),
    ("postgresql://h:5432/db", false),
    ("postgresql:///db?host=h&password=x", true), ("host=h user=ana password=x", true), ("service=lists", false),
    ("postgresql://h/db?options=a:b@c", false),
  ])
  func `a password in the address of the journal is noticed`(url: String, hasPassword: Bool) {
    #expect(Host.hasPassword(url) == hasPassword)
  }

  @Test func `what may not be meant is named with its place`() {
    let directory = Directory("group @writers ana\nedit @writrs team/* home.db\nsee @writers taem/**\n")
    let doubts = directory.doubts(about: ["home.db", "team/a.db"])
    #expect(
      doubts.map { "\($0.place.line):\($0.place.column) \($0.message)" } == [
        "2:6 The group '@writrs' has no members.", "2:6 The group '@writrs' has no members.",
        "3:14 No outline is at 'taem/**' now.",
      ])
  }

  @Test func `while the file has a mistake, its last version without one counts, for later programs too`() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: Directory.name)
    func write(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    func right(_ file: DirectoryFile) throws -> Right? { try file.read()?.right(of: "ana", on: "a.db") }
    try write("own ana *\nown ana\n")
    #expect(throws: Failure.self) { try DirectoryFile(ofFolder: folder.path).read() }
    try write("edit ana *\n")
    let told = Lock<[String]>([])
    let file = DirectoryFile(ofFolder: folder.path) { failure in told.withLock { $0.append(failure.log) } }
    #expect(try right(file) == .edit && file.mistake == nil)
    try write("own ana *\nown ana\n")
    for _ in 0..<3 { #expect(try right(file) == .edit && file.mistake != nil) }
    #expect(
      told.withLock { $0 } == [
        "Line 2, column 1 of \(path): 'own' needs a user, a group or * and then paths of outlines. "
          + "Until it is mended, the rights of its last version without a mistake count."
      ])
    #expect(try right(DirectoryFile(ofFolder: folder.path)) == .edit)
    try write("own ana *\n")
    #expect(try right(file) == .own && file.mistake == nil)
    // A version that the owner has taken away does not come back.
    try FileManager.default.removeItem(atPath: path)
    #expect(try file.read() == nil)
    try write("own\n")
    #expect(throws: Failure.self) { try DirectoryFile(ofFolder: folder.path).read() }
  }

  @Test func `a copy that another account may have written does not count`() throws {
    let folder = try ScratchFolder()
    try "see\n".write(toFile: folder.path(of: Directory.name), atomically: true, encoding: .utf8)
    let copy = folder.path(of: DirectoryFile.copyName)
    try "own eve **\n".write(toFile: copy, atomically: true, encoding: .utf8)
    for (mode, counts) in [(0o622, false), (0o600, true)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: copy)
      #expect(((try? DirectoryFile(ofFolder: folder.path).read()) != nil) == counts, "\(mode)")
    }
    try FileManager.default.removeItem(atPath: copy)
    try "own eve **\n".write(toFile: folder.path(of: "other"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: folder.path(of: "other"))
    #expect(throws: Failure.self) { try DirectoryFile(ofFolder: folder.path).read() }
  }

  @Test(arguments: [[], ["--json"]])
  func `--check prints mistakes and doubts with their places`(words: [String]) throws {
    let session = try Session(["add", "--section", "Home"])
    let path = session.folder.path(of: Directory.name)
    func check(_ text: String) throws -> Session.Answer {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      return session.run(["host", session.folder.path, "--check"] + words)
    }
    #expect(session.run(["host", session.folder.path, "--check"] + words).status == 78)
    let clean = try check("own ana **\n")
    #expect(clean.status == 0 && clean.message.isEmpty)
    let wrong = try check("own ana **\nsee\n\nedit bob team/*\n")
    #expect(wrong.status == 78 && wrong.message.contains("has a mistake"))
    if words.isEmpty {
      #expect(clean.lines == ["\(path) has no mistake."])
      #expect(
        wrong.lines == [
          "\(path):2:1: mistake: 'see' needs a user, a group or * and then paths of outlines.",
          "\(path):4:10: warning: No outline is at 'team/*' now.",
        ])
    } else {
      #expect(try JSON.objects(clean.text).isEmpty)
      #expect(try JSON.objects(wrong.text).map { $0["kind"] as? String } == ["mistake", "warning"])
      #expect(try JSON.objects(wrong.text).map { $0["column"] as? Int } == [1, 10])
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(session.run(["host", session.folder.path, "--check"] + words).message.contains("chmod go="))
  }

  /// A folder with outlines and a directory, which `pleat serve --host` serves.
  private struct Served {
    let folder: ScratchFolder
    /// Outlines under names that no outline has, all of which match `team/*` or `team/**`.
    static let beside = [
      "other.db-journal", "plans.db.backup", "plans.db.replaced-1795690000000", "plans.db.journal-new", ".plans.db",
      ".db", ".hidden/plans.db", "plans", "plans.DB", "notes.txt", "plans.db~", "a.db.new-1-2",
    ]

    init() throws {
      folder = try ScratchFolder()
      let pleat = try Executable()
      let made = try pleat.script(
        """
        set -e; mkdir \(folder.path)/team
        for f in team/plans handbook secret; do $PLEAT -f \(folder.path)/$f.db add --section Home -q; done
        ln -s \(folder.path)/secret.db \(folder.path)/team/link.db
        cd \(folder.path); mkdir team/.hidden
        for name in \(Served.beside.joined(separator: " ")); do cp secret.db "team/$name"; done
        cat >\(folder.path)/\(Directory.name) <<END
        edit ana team/*
        own bob team/plans.db
        see * handbook.db
        fold cat handbook.db
        END
        """)
      #expect(made.status == 0, "\(made.errors)")
    }

    /// Carries out a command as ssh would hand it on, and returns how it ended.
    func run(_ user: String, _ path: String?, _ words: String..., input: String = "") throws -> Ending {
      try start(user, path, words, input: input).wait()
    }

    func start(
      _ user: String, _ path: String?, _ words: [String], input: String = "", outputPath: String? = nil
    ) throws -> Program {
      let pairs = (path.map { ["file=\(PercentText.encoded($0))"] } ?? []) + ["utf8=yes"]
      let line = (["pleat", "far", RemoteProtocol.version] + pairs + ["--"] + words.map(PercentText.encoded)).joined(
        separator: " ")
      return try Program(
        starting: [Executable.program, "serve", "--host", folder.path, "--user", user], input: input,
        environment: ["SSH_ORIGINAL_COMMAND": line, "HOME": folder.path], in: folder.path, outputPath: outputPath)
    }

    func write(_ directory: String) throws {
      try directory.write(toFile: folder.path(of: Directory.name), atomically: true, encoding: .utf8)
    }
  }

  @Test func `a key of a folder reaches what the directory grants, and nothing else`() throws {
    let served = try Served()
    #expect(try served.run("ana", "/team/plans", "add", "milk", "--in", "Home").status == 0)
    #expect(try served.run("ana", "~/team/plans.db", "list").lines == ["▾ 1 Home", "  1:1 milk"])
    #expect(try served.run("zoe", "/handbook", "list").status == 0)
    #expect(try served.run("zoe", "/handbook", "add", "x", "--in", "Home").status == 77)
    #expect(try served.run("zoe", "/handbook", "collapse", "Home").status == 77)
    #expect(try served.run("cat", "/handbook", "collapse", "Home").status == 0)
    #expect(try served.run("cat", "/handbook", "add", "x", "--in", "Home").status == 77)
    #expect(try served.run("bob", "/team/plans", "users", "--rename", "ana", "eva").status == 0)
    #expect(try served.run("ana", "/team/plans", "users", "--rename", "eva", "ana").status == 77)
    #expect(try served.run("bob", "/team/plans", "sql", "SELECT 1").status == 77)
    for path in [
      "/secret", "/nowhere", "/team/link", "/team/../secret", "/etc/passwd", "/team", "/.pleat-directory", nil,
    ] {
      let ending = try served.run("ana", path, "list")
      #expect(ending.status == 77 && ending.text.isEmpty, "\(path ?? "no path")")
    }
  }

  @Test func `only names that end in db and do not begin with a dot can be opened, by a key and by the page`() throws {
    let served = try Served()
    try served.write("own ana **\nsee bob team/*\n")
    for name in Served.beside where name != "plans" {
      for path in ["/team/\(name)", "/team/./\(name)", "//team//\(name)"] {
        let ending = try served.run("ana", path, "list")
        #expect(ending.status == 77 && ending.text.isEmpty, "\(path): \(ending)")
      }
    }
    // The name without its ending is that of the outline beside the file.
    #expect(try served.run("ana", "/team/plans", "list").text.contains("Home"))
    // The page asks this for a list and for each outline.
    let folder = try PleatRemote.HostedFolder(served.folder.path)
    #expect(try folder.outlines(for: "ana", limit: 99) == ["handbook", "secret", "team/plans"])
    #expect(try folder.outlines(for: "bob", limit: 99) == ["team/plans"])
    for name in Served.beside where name != "plans" {
      #expect(throws: Failure.self, "\(name)") { try folder.outline("team/\(name)", for: "ana") }
    }
  }

  @Test func `a refusal is written down with the user by the host`() throws {
    let served = try Served()
    let program = URL(fileURLWithPath: Executable.program).deletingLastPathComponent().path + "/pleat-host"
    let host = try Program(starting: [program, served.folder.path])
    let socket = served.folder.path(of: HostProtocol.socketName)
    try waitUntil("the host answers", by: host) {
      (try? HostProtocol.answer(to: "pleat host json", from: socket).output) != nil
    }
    #expect(try served.run("ana", "/team/plans", "add", "milk", "--in", "Home").status == 0)
    #expect(try served.run("zoe", "/secret", "list").status == 77)
    #expect(try served.run("zoe", "/handbook", "add", "x", "--in", "Home").status == 77)
    try waitUntil("the refusal is counted", by: host) {
      String(decoding: try HostProtocol.answer(to: "pleat host metrics", from: socket).output, as: UTF8.self)
        .contains("\npleat_host_refusals_total 2\n")
    }
    let figures = String(
      decoding: try HostProtocol.answer(to: "pleat host metrics", from: socket).output, as: UTF8.self)
    #expect(figures.contains("\npleat_host_edits_total 1\n"))
    host.send(15)
    let written = try host.wait().errors
    #expect(
      written.contains("refused zoe: 'list' of /secret\n") && written.contains("refused zoe: 'add' of /handbook\n"),
      "\(written)")
  }

  @Test func `without a host, refusals are in a file of the folder`() throws {
    let served = try Served()
    #expect(try served.run("ana", "/team/plans", "add", "milk", "--in", "Home").status == 0)
    #expect(try served.run("zoe", "/secret", "list").status == 77)
    #expect(try served.run("zoe", "/handbook", "add", "x", "--in", "Home").status == 77)
    #expect(try served.run("zoe", "/x\n2026-01-01 refused ana: nothing", "list").status == 77)
    #expect(try served.run("zoe", nil, "list").status == 77)
    #expect(try served.run("bob", "/handbook", "list", "-u", "ana").status == 77)
    let file = served.folder.path(of: PleatRemote.HostedFolder.refusals)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(
      lines.map { $0.split(separator: " ", maxSplits: 1).last } == [
        "refused zoe: 'list' of /secret", "refused zoe: 'add' of /handbook",
        "refused zoe: 'list' of /x\\n2026-01-01 refused ana: nothing", "refused zoe: 'list' of no outline",
        "refused bob: 'list' of /handbook",
      ])
    #expect(lines.first?.hasPrefix("20") == true && lines.first?.contains("Z refused") == true)
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `several processes lose no refusal, and none makes room for later ones`() throws {
    let served = try Served()
    let folder = try PleatRemote.HostedFolder(served.folder.path)
    let file = PleatRemote.HostedFolder.refusals
    func lines(_ name: String) -> [String] {
      let text = try? String(contentsOfFile: served.folder.path(of: name), encoding: .utf8)
      return text?.split(separator: "\n").map(String.init) ?? []
    }
    let filling = String(repeating: "x", count: 1_023) + "\n"
    for round in 1...3 {
      // So that one of the callers has to begin a new file, and others want to at the same time.
      let size = Int(PleatRemote.HostedFolder.mostBytesOfRefusals)
      let full = String(repeating: filling, count: size / 1_024 - 1)
      try full.write(toFile: served.folder.path(of: file), atomically: false, encoding: .utf8)
      DispatchQueue.concurrentPerform(iterations: 100) { folder.note(refusalOf: "zoe\($0)", "\(round) \($0)") }
      let older = "\(file).\(round)"
      let found = (lines(older) + lines(file)).filter { !$0.hasPrefix("x") }
      #expect(
        found.compactMap { $0.split(separator: ": ").last.map(String.init) }.sorted()
          == (0..<100).map { "\(round) \($0)" }.sorted())
      #expect(lines(older).filter { $0.hasPrefix("x") }.count == size / 1_024 - 1)
      #expect(!lines(file).isEmpty && lines(file).allSatisfy { !$0.hasPrefix("x") })
    }
    #expect(try served.folder.names().filter { $0.hasPrefix(file) } == [file] + (1...3).map { "\(file).\($0)" })
    let processes = try (0..<8).map { try served.start("zoe", "/nowhere\($0)", ["list"]) }
    for process in processes { #expect(try process.wait().status == 77) }
    #expect(lines(file).filter { $0.contains("'list' of /nowhere") }.count == 8)
  }

  @Test func `of one user's refusals on a day a hundred are written down, and all of another's`() throws {
    let served = try Served()
    let folder = try PleatRemote.HostedFolder(served.folder.path)
    for number in 1...150 { folder.note(refusalOf: "zoe", at: "192.0.2.\(number)", "'list' of /\(number)") }
    for number in 1...3 { folder.note(refusalOf: "zo", "'list' of /\(number)") }
    let text = try String(contentsOfFile: served.folder.path(of: PleatRemote.HostedFolder.refusals), encoding: .utf8)
    let lines = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" }
    #expect(lines.first == "refused zoe at 192.0.2.1: 'list' of /1" && lines.count == 103)
    #expect(
      lines[99]
        == "refused zoe at 192.0.2.100: 'list' of /100 (the last of this user on this day that is written down)")
    #expect(lines.last == "refused zo: 'list' of /3")
  }

  @Test func `a group of the system gets what is granted to it`() {
    let directory = Directory("edit %staff team/*\nsee %nobodies **\n")
    let groups = { (user: String) -> Set<String> in user == "ana" ? ["staff", "users"] : [] }
    #expect(directory.right(of: "ana", on: "team/a.db", systemGroups: groups) == .edit)
    #expect(directory.right(of: "ana", on: "home.db", systemGroups: groups) == nil)
    for user in ["bob", "staff", "%staff"] {
      #expect(directory.right(of: user, on: "team/a.db", systemGroups: groups) == nil)
    }
    let doubts = directory.doubts(about: ["team/a.db"], isSystemGroup: { $0 == "staff" })
    #expect(doubts.map(\.message) == ["The system has no group '%nobodies'."])
  }

  @Test func `the system is asked for the groups and names of its accounts, and takes no number for one`() {
    #expect(LoginName.groups(of: "root").contains("root") && LoginName.isGroup("root"))
    #expect(LoginName.groups(of: "0").isEmpty && LoginName.groups(of: "+0").isEmpty)
    #expect(LoginName.groups(of: "").isEmpty && LoginName.groups(of: "--version").isEmpty)
    #expect(LoginName.groups(of: "no-such-user").isEmpty && !LoginName.isGroup("no-such-group"))
    #expect(Accounts.name(of: 0) == "root" && Accounts.name(of: 4_000_000_001) == nil)
    #expect(Accounts.groups(of: "root") == LoginName.groups(of: "root"))
  }

  @Test func `what a program prints is read to its end, and one that fails, hangs or prints too much says nothing`() {
    #expect(Platform.output(of: ["printf", "a\\nb"]).map { String(decoding: $0, as: UTF8.self) } == "a\nb")
    #expect(Platform.output(of: ["false"]) == nil && Platform.output(of: ["no-such-program"]) == nil)
    #expect(Platform.output(of: ["yes"]) == nil && Platform.output(of: ["sleep", "20"]) == nil)
  }

  @Test(arguments: [false, true])
  func `a watcher ends as soon as its user may no longer see the outline`(hasHost: Bool) throws {
    let served = try Served()
    let host = hasHost ? try HostProcess(served.folder) : nil
    defer { host?.process.send(15) }
    let output = served.folder.path(of: "printed")
    let watcher = try served.start("ana", "/team/plans", ["watch"], outputPath: output)
    func printed() throws -> String { try String(contentsOfFile: output, encoding: .utf8) }
    try waitUntil("the list is printed", by: watcher) { try printed() == "▾ 1 Home\n" || printed() == "1 Home\n" }
    #expect(try served.run("bob", "/team/plans", "add", "milk", "--in", "Home").status == 0)
    try waitUntil("the edit is printed", by: watcher) { try printed().contains("milk") }
    if let host { #expect(try host.figure("watchers") == 1) }
    // A right to less than editing is enough to watch.
    try served.write("see ana team/*\nown bob team/plans.db\n")
    #expect(try served.run("bob", "/team/plans", "add", "tea", "--in", "Home").status == 0)
    try waitUntil("the edit is printed", by: watcher) { try printed().contains("tea") }
    Platform.sleep(milliseconds: 1_500)
    #expect(watcher.isRunning)
    try served.write("own bob team/plans.db\n")
    let start = ContinuousClock.now
    let ending = try watcher.wait()
    #expect(start.duration(to: .now) < .seconds(5))
    let refused = try served.run("ana", "/team/plans", "watch")
    #expect(ending.status == 77 && refused.status == 77)
    #expect(ending.errors == refused.errors && refused.errors.contains("or you may not see it"), "\(ending.errors)")
    #expect(try served.run("bob", "/team/plans", "add", "oats", "--in", "Home").status == 0)
    #expect(try !printed().contains("oats"))
    if let host {
      try waitUntil("the watcher is gone") { try host.figure("watchers") == 0 }
      #expect(try host.figure("refusals_total") == 2)
    } else {
      let file = served.folder.path(of: PleatRemote.HostedFolder.refusals)
      let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      #expect(lines.map { $0.hasSuffix("refused ana: 'watch' of /team/plans") } == [true, true])
    }
  }

  @Test(arguments: [
    ("see ana team/*", "served read-only"), ("fold ana team/*", "may collapse"), ("see bob *", "not see it"),
  ])
  func `a screen ends as soon as its user may no longer edit`(directory: String, message: String) throws {
    let served = try Served()
    let file = PercentText.encoded("/team/plans")
    let screen = try Tmux(
      "'\(Executable.program)' serve --host '\(served.folder.path)' --user ana; echo ended: $?; cat",
      environment: [
        "SSH_ORIGINAL_COMMAND":
          "pleat far \(RemoteProtocol.version) terminal=input terminal=output utf8=yes file=\(file) -- open",
        "HOME": served.folder.path,
      ])
    #expect(try screen.shows("Home"))
    #expect(try served.run("ana", "/team/plans", "add", "milk", "--in", "Home").status == 0)
    #expect(try screen.shows("milk"))
    try served.write(directory + "\n")
    #expect(try screen.shows("ended: 77"))
    #expect(try screen.lines().contains { $0.contains(message) })
    #expect(
      try String(contentsOfFile: served.folder.path(of: PleatRemote.HostedFolder.refusals), encoding: .utf8)
        .hasSuffix("Z refused ana: 'open' of /team/plans\n"))
  }

  @Test(arguments: [false, true])
  func `somebody who may fold may do so in a batch, and not edit in it`(hasHost: Bool) throws {
    let served = try Served()
    let program = URL(fileURLWithPath: Executable.program).deletingLastPathComponent().path + "/pleat-host"
    let host = hasHost ? try Program(starting: [program, served.folder.path]) : nil
    defer { host?.send(15) }
    if hasHost {
      let socket = served.folder.path(of: HostProtocol.socketName)
      try waitUntil("the host answers") {
        (try? HostProtocol.answer(to: "pleat host json", from: socket).output) != nil
      }
    }
    for batch in ["add x --in Home", "collapse Home\nadd x --in Home", "rename x y", "edit Home House"] {
      #expect(try served.run("cat", "/handbook", "apply", input: batch + "\n").status != 0, "\(batch)")
    }
    #expect(try served.run("cat", "/handbook", "list").lines == ["1 Home"])
    let refused = try served.run("cat", "/handbook", "apply", input: "add x --in Home\n")
    #expect(refused.status == 77 && refused.errors.contains("You may collapse and expand"))
    #expect(try served.run("ana", "/team/plans", "add", "milk", "--in", "Home").status == 0)
    #expect(try served.run("zoe", "/handbook", "apply", input: "collapse Home\n").status == 77)
    #expect(try served.run("cat", "/handbook", "apply", input: "collapse Home\n").status == 0)
  }
}
