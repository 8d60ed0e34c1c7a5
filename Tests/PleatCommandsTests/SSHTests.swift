import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Outlines on another machine, with a real sshd on this one.
@Suite(.serialized, .enabled(if: SSHServer.canBeMade, "\(SSHServer.reason)"))
struct SSHTests {
  private let pleat: Executable
  private let server: SSHServer

  init() throws {
    pleat = try Executable()
    let serve = "restrict,pty,command=\"\(pleat.programs)/pleat serve --file \(pleat.path) --user"
    server = try SSHServer(
      keys: [
        "ana": "\(serve) ana\"", "bob": "\(serve) bob\"", "eve": "\(serve) eve --read-only\"", "free": "",
        "other": "command=\"nowhere/pleat\"",
      ], path: "\(pleat.programs):/usr/bin:/bin")
  }

  private var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return [
      "PATH": "\(server.programs):\(path)", "XDG_CONFIG_HOME": pleat.folder.path(of: "config"),
      "PLEAT": "\(pleat.programs)/pleat",
      "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "PLEAT_FILE": "", "PLEAT_USER": "",
    ]
  }

  private func run(_ words: String..., input: String = "") throws -> Ending {
    try Program.run([Executable.program] + words, input: input, environment: environment, in: pleat.folder.path)
  }

  @Test(arguments: ["ana", "free"])
  func `the session of the README is the same by ssh`(key: String) throws {
    // Only pleat goes by ssh; the sqlite3 shell of the README uses the file.
    let address = key == "ana" ? "ssh://ana" : "ssh://free\(pleat.path)"
    let folder = try ScratchFolder()
    let script = "PLEAT_FILE='\(address)' exec '\(Executable.program)' \"$@\""
    try Program.write(script, to: folder.path(of: "pleat"))
    for step in try PageTests.steps(in: PageTests.text(of: "README.md")) {
      let ending = try pleat.script("PATH=\(folder.path):\(server.programs):$PATH; { \(step.command) ; } 2>&1")
      #expect(ending.text == step.output, "$ \(step.command)")
    }
  }

  @Test func `two people share an outline, each with folds of their own`() throws {
    #expect(try run("-f", "ssh://ana", "add", "--section", "Home", "Work").status == 0)
    #expect(try run("-f", "ssh://bob", "add", "apples", "--in", "Home").errors == "added \"apples\" (@r3) to Home\n")
    #expect(try run("-f", "ssh://ana", "collapse", "Home").status == 0)
    #expect(try run("-f", "ssh://ana", "list").text == "▸ 1 Home · 1 hidden\n2 Work\n")
    #expect(try run("-f", "ssh://bob", "list").text == "▾ 1 Home\n  1:1 apples\n2 Work\n")
    #expect(try run("-f", "ssh://eve", "list", "--ascii").text == "- 1 Home\n  1:1 apples\n2 Work\n")
    #expect(try run("-f", "ssh://eve", "add", "x").status == 77)
    #expect(try run("-f", "ssh://bob", "undo").errors.hasPrefix("undone: add apples --in Home"))
    #expect(try run("-f", "ssh://ana", "undo").status == 0)
  }

  @Test func `a certificate is the user of its principal, until it ends or is revoked`() throws {
    let lists = try ScratchFolder()
    try "group @team ana\nown @team *\nsee bob *\n".write(
      toFile: lists.path(of: ".pleat-directory"), atomically: true, encoding: .utf8)
    _ = try Program.run([Executable.program, "-f", lists.path(of: "plans.db"), "-u", "ana", "add", "milk"])
    func line(_ user: String) -> String {
      let command = "\(pleat.programs)/pleat serve --host \(lists.path) --user \(user)"
      return "cert-authority,principals=\"\(user)\",restrict,pty,command=\"\(command)\""
    }
    let keys = ["ana": line("ana"), "bob": line("bob")]
    let authorities = try SSHServer(keys: keys, path: "\(pleat.programs):/usr/bin:/bin")
    let folder = authorities.folder
    var environment = environment
    environment["PATH"] = "\(authorities.programs):\(environment["PATH"] ?? "")"
    func run(_ words: String...) throws -> Ending {
      try Program.run([Executable.program] + words, environment: environment, in: pleat.folder.path)
    }
    // The key in `authorized_keys` is that of the authority; the user has another one.
    for name in ["ana", "bob"] {
      try FileManager.default.moveItem(atPath: folder.path(of: name), toPath: folder.path(of: "\(name)-authority"))
      try FileManager.default.removeItem(atPath: folder.path(of: "\(name).pub"))
      _ = try Program.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.path(of: name)])
    }
    func sign(_ name: String, for principal: String, until end: String) throws {
      let words = ["-q", "-s", folder.path(of: "\(name)-authority"), "-I", name, "-n", principal, "-V", end]
      let signed = try Program.run(["ssh-keygen"] + words + [folder.path(of: "\(name).pub")])
      #expect(signed.status == 0, "\(signed.errors)")
    }
    func isRefused(_ name: String) throws -> Bool {
      let ending = try run("-f", "ssh://\(name)/plans", "list")
      return ending.status == 74 && ending.errors.contains("Permission denied")
    }
    #expect(try isRefused("ana"), "a key without a certificate")
    try sign("ana", for: "bob", until: "+5m")
    #expect(try isRefused("ana"), "the principal of another line")
    try sign("ana", for: "ana", until: "-10m:-5m")
    #expect(try isRefused("ana"), "it has ended")
    try sign("ana", for: "ana,staff", until: "+5m")
    let added = try run("-f", "ssh://ana/plans", "add", "tea")
    #expect(added.errors.contains("\"tea\""), "\(added)")
    try sign("bob", for: "bob", until: "+5m")
    #expect(try run("-f", "ssh://bob/plans", "list").text.contains("tea"))
    #expect(try run("-f", "ssh://bob/plans", "add", "oats").status == 77)
    let revoked = try Program.run(
      ["ssh-keygen", "-q", "-k", "-f", folder.path(of: "revoked"), folder.path(of: "ana-cert.pub")])
    #expect(revoked.status == 0, "\(revoked.errors)")
    #expect(try isRefused("ana"), "it is revoked")
    #expect(try run("-f", "ssh://bob/plans", "list").status == 0)
  }

  @Test func `a key reaches nothing but its outline, whatever ssh is asked for`() throws {
    #expect(try run("-f", "ssh://ana", "add", "milk").status == 0)
    let before = try pleat.folder.names()
    let evil = pleat.folder.path(of: "evil")
    for words in [
      ["ana", "touch '\(evil)'"], ["ana", "pleat list; touch '\(evil)'"], ["ana", "sh", "-c", "touch '\(evil)'"],
      ["ana", "pleat", "list", "-u", "bob"], ["ana", "pleat list -f /etc/passwd"], ["-s", "ana", "sftp"],
      ["-t", "ana", "pleat edit --all"], ["ana", "pleat sql"], ["ana", "pleat list\u{1}"],
    ] {
      let ending = try Program.run(
        ["\(server.programs)/ssh"] + words,
        environment: [
          "PLEAT_FILE": "/etc/passwd", "PLEAT_USER": "bob", "EDITOR": "touch '\(evil)'", "PAGER": "touch '\(evil)'",
        ])
      #expect([64, 66, 77, 127, 1, 255].contains(ending.status), "\(words): \(ending.status) \(ending.errors)")
    }
    for options in [["-L", "2299:127.0.0.1:22"], ["-R", "2298:127.0.0.1:22"], ["-A"], ["-X"]] {
      let ending = try Program.run(
        ["\(server.programs)/ssh", "-o", "ExitOnForwardFailure=no"] + options + ["ana", "pleat", "list"])
      #expect(ending.text.contains("milk"), "\(ending.errors)")
    }
    #expect(try pleat.folder.names() == before)
    #expect(try run("-f", "ssh://ana", "list", "-u", "bob").status == 77)
    #expect(try run("-f", "ssh://ana/etc/passwd", "list").errors.contains("does not serve '/etc/passwd'"))
    #expect(try run("-f", "ssh://ana\(pleat.path)", "list").status == 0)
  }

  @Test func `without a key, without pleat and without a machine there is a sentence and a code`() throws {
    let nobody = try run("-f", "ssh://root@127.0.0.1:1/x.db", "add", "milk")
    #expect(nobody.status == 74 && nobody.errors.contains("Nothing was sent."), "\(nobody.errors)")
    _ = try Program.run(["rm", server.folder.path(of: "eve"), server.folder.path(of: "eve.pub")])
    _ = try Program.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", server.folder.path(of: "eve")])
    let stranger = try run("-f", "ssh://eve", "add", "milk", "--json")
    #expect(stranger.status == 74 && stranger.errors.contains("Permission denied"), "\(stranger.errors)")
    #expect(stranger.errors.contains("Nothing was sent.") && !stranger.errors.contains("\"saved\""))
    #expect(stranger.errors.split(separator: "\n").count { $0.contains("Permission denied") } == 1)
    let missing = try run("-f", "ssh://other/x.db", "list", "--json")
    #expect(missing.status == 69, "\(missing.errors)")
    #expect(missing.errors.contains("There is no pleat on ssh://other"))
  }

  @Test func `JSON, exit codes and standard input pass through`() throws {
    let address = "ssh://free\(pleat.path)"
    #expect(try run("-f", address, "list").status == 66)
    #expect(try run("-f", address, "list").errors.contains("Create it with a first row: pleat -f \(address) add milk"))
    #expect(
      try run("-f", address, "add", "-", "--json", input: "a\nb\n").text.contains("\"ids\":[\"@r2\",\"@r3\"]"))
    #expect(try run("-f", address, "find", "nothing").status == 1)
    #expect(try JSON.error(run("-f", address, "delete", "x", "--json").errors)["code"] as? String == "not-found")
    #expect(try run("-f", address, "sql", "SELECT count(*) AS n FROM row").text == "n\n2\n")
    #expect(try run("-f", address, "sql", input: "SELECT count(*) AS n FROM row;").text == "n\n2\n")
    let large = (1...20_000).map { "row \($0)\n" }.joined()
    #expect(try run("-f", address, "add", "-", "-q", input: large).status == 0)
    #expect(try run("-f", address, "list").output == pleat.run("list").output)
    #expect(
      try run("-f", address, "export", "-", "--format", "json").output
        == pleat.run("export", "-", "--format", "json").output)
  }

  @Test(arguments: ["ana", "free"])
  func `times are those of the time zone of the user who asks`(key: String) throws {
    #expect(try pleat.run("add", "--section", "Home", "-u", "bob").status == 0)
    try pleat.shell.runAsEdit("UPDATE edit SET at = 1769851800123")
    let address = key == "ana" ? "ssh://ana" : "ssh://free\(pleat.path)"
    let zone = environment.merging(["TZ": "XYZ-5:30"]) { $1 }
    for words in [["log"], ["show", "Home"], ["undo"]] {
      let ending = try Program.run(
        [Executable.program, "-f", address] + words, environment: zone, in: pleat.folder.path)
      #expect((ending.text + ending.errors).contains("2026-01-31 15:00"), "\(words): \(ending)")
    }
  }

  /// The processes whose command line has these words.
  private func processes(_ words: String) throws -> [Int32] {
    try Program.run(["pgrep", "-f", words]).lines.compactMap { Int32($0) }
  }

  @Test func `watch tells of another's edit, and ends on both machines`() throws {
    #expect(try run("-f", "ssh://ana", "add", "--section", "Home").status == 0)
    let path = pleat.folder.path(of: "watched")
    let watch = try Program(
      starting: [Executable.program, "watch", "--json", "-f", "ssh://bob"], environment: environment, outputPath: path)
    func watched() throws -> [String] {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }
    try waitUntil("the list is printed", by: watch) { try !watched().isEmpty }
    #expect(try run("-f", "ssh://ana", "add", "milk", "--in", "Home").status == 0)
    try waitUntil("the edit is printed", by: watch) { try watched().count >= 2 }
    #expect(try watched().last?.contains("\"text\":\"milk\"") == true)
    watch.send(SIGINT)
    #expect(try watch.wait().status == 128 + SIGINT)
    let far = "serve --file \(pleat.path) --user bob"
    try waitUntil("no process is left on the other machine") { try processes(far).isEmpty }
  }

  @Test func `the screen works on another machine, without an editor where it is served`() throws {
    #expect(try run("-f", "ssh://ana", "add", "--section", "Home").status == 0)
    let terminal = try Tmux(
      "'\(Executable.program)' open -f ssh://ana; echo ended with $?; cat", environment: environment)
    #expect(try terminal.shows("Home"))
    try terminal.press("a")
    try terminal.type("Käse")
    try terminal.press("Enter")
    #expect(try terminal.shows("Käse"))
    try terminal.press("Enter")
    try terminal.press("E")
    #expect(try terminal.shows("There is no editor here"))
    try terminal.press("C-z")
    #expect(try terminal.shows("pleat cannot be suspended here"))
    try terminal.resize(columns: 60, rows: 10)
    #expect(try run("-f", "ssh://bob", "add", "bread", "--in", "Home").status == 0)
    #expect(try terminal.shows("bread"))
    try terminal.press("q")
    #expect(try terminal.shows("ended with 0"))
    #expect(try run("-f", "ssh://bob", "list").text.contains("Käse"))
    let reading = try Tmux("'\(server.programs)/ssh' -t eve; cat", environment: environment)
    #expect(try reading.shows("Käse"))
    try reading.press("a")
    #expect(try reading.shows("served read-only"))
    try reading.press("Space")
    #expect(try reading.shows("served read-only") && reading.lines().contains { $0.contains("Käse") })
  }

  @Test func `a long list goes through the pager of this machine, in its colours`() throws {
    let rows = (1...60).map { "row \($0)\n" }.joined()
    #expect(try run("-f", "ssh://ana", "add", "-", "-q", input: rows).status == 0)
    let pager = "PLEAT_PAGER='cat >\(pleat.folder.path(of: "paged")); echo paged'"
    let terminal = try Tmux("\(pager) '\(Executable.program)' list -f ssh://ana; cat", environment: environment)
    #expect(try terminal.shows("paged"))
    let paged = try String(contentsOfFile: pleat.folder.path(of: "paged"), encoding: .utf8)
    #expect(paged.hasSuffix("1:60\u{1B}[0m row 60\n") || paged.hasSuffix(" row 60\n"))
    #expect(paged.contains("\u{1B}["))
  }

  /// Makes an edit that waits on the other machine, breaks its connection, and returns how it ends after it is sent again.
  ///
  /// - Parameter cut: Breaks the connection, by the ids of the processes that have it.
  private func editSentAgain(after cut: ([Int32]) -> Void) throws -> Ending {
    #expect(try run("-f", "ssh://ana", "add", "--section", "Home").status == 0)
    let holder = try pleat.shell.hold("BEGIN IMMEDIATE; SELECT 1")
    let edit = try Program(
      starting: [Executable.program, "add", "milk", "--in", "Home", "-f", "ssh://ana"], environment: environment)
    let far = "serve --file \(pleat.path) --user ana"
    func waiting() throws -> [Int32] {
      try processes(far).filter { ProcessState(of: $0).waits(for: pleat.path) }
    }
    try waitUntil("the edit waits on the other machine", by: edit) { try !waiting().isEmpty }
    let first = try waiting()
    try cut(server.connections())
    try waitUntil("the edit is sent again", by: edit) { try waiting().contains { !first.contains($0) } }
    try holder.release()
    return try edit.wait()
  }

  @Test func `an edit whose connection is cut is made once`() throws {
    let ending = try editSentAgain { for process in $0 { kill(process, SIGKILL) } }
    // Whichever of the two was first made it, and the other one finds it saved.
    let made = ["added \"milk\" (@r2) to Home", "already saved, and not made again: add milk --in Home (@r2)"]
    #expect(ending.status == 0 && made.contains { ending.errors.contains($0) }, "\(ending.errors)")
    #expect(try run("-f", "ssh://bob", "check").status == 0)
    #expect(try pleat.rowCount() == 1)
  }

  @Test func `an edit whose line goes silent is sent again, and made once`() throws {
    // Nothing comes from there any more, and nothing says that the connection has ended.
    var silent: [Int32] = []
    defer { for process in silent { kill(process, SIGKILL) } }
    let ending = try editSentAgain { processes in
      silent = processes
      for process in processes { kill(process, SIGSTOP) }
    }
    #expect(ending.status == 0 && ending.errors.contains("milk"), "\(ending)")
    #expect(try pleat.rowCount() == 1)
  }

  /// What ends in the middle of an upload.
  enum Victim: CaseIterable {
    case pleatHere, sshHere, connection, pleatThere
  }

  @Test(arguments: Victim.allCases, ["import - --format md", "import - --format md --merge", "apply -", "add -"])
  func `an upload that is killed saves nothing, locks nobody out, and can be repeated`(victim: Victim, words: String)
    throws
  {
    #expect(try run("-f", "ssh://ana", "add", "--section", "Home").status == 0)
    let pipe = try InputPipe(in: pleat.folder)
    let command = "\(words) --idempotency-key 4711 -f ssh://ana"
    let program = try Program(
      starting: ["bash", "-c", "exec '\(Executable.program)' \(command) <'\(pipe.path)'"], environment: environment)
    func line(_ number: Int) -> String { words == "apply -" ? "add 'row \(number)'\n" : "- row \(number)\n" }
    try pipe.write((0..<10_000).map(line).joined())
    let far = "serve --file \(pleat.path) --user ana"
    #expect(try run("-f", "ssh://bob", "add", "meanwhile", "--wait", "0").status == 0)
    switch victim {
    case .pleatHere: program.send(SIGTERM)
    case .sshHere: _ = try Program.run(["pkill", "-KILL", "-P", "\(program.pid)"])
    case .connection: for process in try server.connections() { kill(process, SIGKILL) }
    case .pleatThere: for process in try processes(far) { kill(process, SIGKILL) }
    }
    let ending = try program.wait()
    #expect(ending.status == (victim == .pleatHere ? 128 + SIGTERM : 74), "\(ending.status) \(ending.errors)")
    #expect(ending.errors.lowercased().contains("nothing was saved"), "\(ending.errors)")
    try waitUntil("no process is left on the other machine") { try processes(far).isEmpty }
    #expect(try pleat.rowCount() == 1)
    let whole = (0..<10_000).map(line).joined()
    let again = try Program.run(
      ["bash", "-c", "exec '\(Executable.program)' \(command)"], input: whole, environment: environment)
    #expect(try again.status == 0 && pleat.rowCount() == 10_001, "\(again.errors)")
  }

  @Test func `the screen gives the terminal back when the connection dies`() throws {
    #expect(try run("-f", "ssh://ana", "add", "--section", "Home").status == 0)
    let terminal = try Tmux(
      "echo before; '\(Executable.program)' open -f ssh://ana; echo ended with $?; stty -a | grep -o ' -*echo '; cat",
      environment: environment)
    #expect(try terminal.shows("Home"))
    for process in try server.connections() { kill(process, SIGKILL) }
    #expect(try terminal.shows("ended with 74"))
    let lines = try terminal.lines { $0.contains { $0.hasPrefix(" echo") } }
    #expect(lines.contains { $0.hasPrefix("before") } && lines.contains { $0.hasPrefix(" echo") }, "\(lines)")
    #expect(!lines.contains { $0.contains("Home") }, "\(lines)")
    let refused = try Tmux(
      "echo before; '\(Executable.program)' open -f ssh://root@127.0.0.1:1; echo ended with $?; cat",
      environment: environment)
    #expect(try refused.shows("ended with 74") && refused.lines().joined().contains("Nothing was sent"))
    #expect(try refused.lines().first?.hasPrefix("before") == true)
  }
}
