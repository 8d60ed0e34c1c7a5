import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// How a command goes to another machine, with scripts in the place of ssh.
struct RelayTests {
  let pleat: Executable

  init() throws { pleat = try Executable.withSection() }

  /// Runs pleat with a script as `ssh`.
  func run(
    _ words: [String], ssh script: String, input: String = "", environment: [String: String] = [:]
  ) throws -> Ending {
    try start(words, ssh: script, input: input, environment: environment).wait()
  }

  private func start(
    _ words: [String], ssh script: String, input: String = "", environment: [String: String] = [:]
  ) throws -> Program {
    let bin = pleat.folder.path(of: "bin")
    try Program.write(script, to: "\(bin)/ssh")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let all = pleat.environment.merging(["PATH": "\(bin):\(pleat.programs):\(path)"]) { $1 }.merging(environment) { $1 }
    return try Program(
      starting: [Executable.program] + words, input: input, environment: all, in: pleat.folder.path)
  }

  /// A script that carries the command out on this machine.
  private static let local = "for line do :; done; exec sh -c \"$line\""

  /// What a script does to answer as pleat does.
  static let hello = "printf 'pleat is here\\0'"
  /// What a script does to hear the answer as well.
  private static let hearing = "\(hello); read go"

  @Test(arguments: [
    (["list", "-f", "ssh://h"], "-T -- h"), (["list", "-f", "ssh://ana@h:22/x.db"], "-p 22 -T -- ana@h"),
    (["edit", "Home", "-f", "ssh://h"], "-T -- h"), (["-f", "ssh://[::1]", "add", "x"], "-T -- ::1"),
  ])
  func `ssh watches the line, and gets the machine after two dashes, and no terminal where none is needed`(
    words: [String], beginning: String
  )
    throws
  {
    let ending = try run(words, ssh: "printf '%s ' \"$@\"; exit 7")
    #expect(
      ending.status == 7
        && ending.text.hasPrefix(
          "-o ServerAliveInterval=5 -o ServerAliveCountMax=2 -o ConnectTimeout=10 \(beginning) pleat far \(RemoteProtocol.version) "
        ),
      "\(ending.text)"
    )
  }

  @Test func `a section that is named without a verb is listed there, and a word that is none is refused there`() throws
  {
    let far = ["-f", "ssh://h\(pleat.path)"]
    #expect(try run(["Home"] + far, ssh: Self.local).text.hasSuffix("1 Home\n"))
    let refused = try run(["nothing"] + far, ssh: Self.local)
    #expect(refused.status == 64 && refused.errors.contains("There is no verb 'nothing'."), "\(refused)")
    let shown = try run(["show", "Home", "--json"] + far, ssh: Self.local)
    #expect(shown.status == 0 && shown.text.contains(#""history":[{"#), "\(shown)")
    #expect(try run(["copy", "Home", "--after", "Home"] + far, ssh: Self.local).errors.contains("copied"))
  }

  @Test(arguments: [
    ("UTC0", "UTC0"), ("XYZ-5:30", "XYZ-5:30"), (":Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"),
    ("America/New_York", "EST5EDT,M3.2.0,M11.1.0"), ("no zone", "UTC+0:0:0"),
  ])
  func `the time zone travels as a rule, so that nobody has to know its name there`(zone: String, rule: String) throws {
    guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin") else { return }
    let echo = "for line do :; done; printf '%s' \"$line\""
    let ending = try run(["list", "-f", "ssh://h"], ssh: echo, environment: ["TZ": zone])
    #expect(ending.text.contains(" zone=\(PercentText.encoded(rule)) "), "\(ending)")
  }

  @Test func `the file there, the user and the look travel, and nothing else of the environment`() throws {
    let echo = "for line do :; done; printf '%s' \"$line\""
    let plain = try run(
      ["list", "-f", "ssh://h/~/a b.db"], ssh: echo,
      environment: ["EDITOR": "vi", "PAGER": "more", "LC_ALL": "C.UTF-8", "TZ": "UTC0"])
    #expect(
      plain.text
        == "pleat far \(RemoteProtocol.version) utf8=yes zone=UTC0 file=~/a%20b.db name=ssh://h/~/a%20b.db user=ana -- list -f ssh://h/~/a%20b.db"
        .replacing("file=~", with: "file=%7E").replacing("h/~/a%20", with: "h/%7E/a%20"), "\(plain.text)")
    let user = try run(
      ["list", "-f", "ssh://h", "-u", "bob"], ssh: echo, environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": ""])
    #expect(user.text.contains(" color=yes ") && !user.text.contains("user="), "\(user.text)")
  }

  @Test(arguments: ["ssh://h", "ssh://h/x.db"])
  func `PLEAT_FILE may be an address, and local verbs stay here`(address: String) throws {
    let environment = ["PLEAT_FILE": address]
    #expect(try run(["list"], ssh: "exit 9", environment: environment).status == 9)
    for words in [
      ["help"], ["--version"], ["completions", "bash"], ["config"], ["completions", "bash", "--", "pleat list ", ""],
    ] {
      let ending = try run(words, ssh: "echo called >&2; exit 9", environment: environment)
      #expect(ending.status == 0 && ending.errors.isEmpty, "\(words): \(ending.errors)")
    }
  }

  @Test func `exit codes pass, and those of ssh itself are explained`() throws {
    for code in [0, 1, 64, 66, 80, 82] as [Int32] {
      #expect(try run(["list", "-f", "ssh://h"], ssh: "exit \(code)").status == code)
    }
    let broken = try run(["list", "-f", "ssh://h"], ssh: "exit 255")
    #expect(
      broken.status == 74 && broken.errors.contains("no connection to ssh://h") && !broken.errors.contains("not known"))
    let edit = try run(["add", "x", "-f", "ssh://h"], ssh: "\(Self.hearing); exit 255")
    #expect(edit.status == 74 && edit.errors.contains("It is not known whether the edit was saved."), "\(edit.errors)")
    #expect(edit.errors.contains(/--idempotency-key [0-9]+: the edit is not made twice/), "\(edit.errors)")
    let json = try run(["add", "x", "-f", "ssh://h", "--json"], ssh: "\(Self.hearing); exit 255")
    let error = try JSON.error(json.errors)
    #expect(error["code"] as? String == "input-output" && error["saved"] is NSNull)
    let missing = try run(["list", "-f", "ssh://h"], ssh: "exit 127")
    #expect(missing.status == 69 && missing.errors.contains("There is no pleat on ssh://h"))
    #expect(try run(["list", "-f", "ssh://h"], ssh: "kill -9 $$").status == 137)
  }

  @Test func `an edit is sent a second time after a broken connection, and made once`() throws {
    let address = "ssh://h\(pleat.path)"
    let calls = pleat.folder.path(of: "calls")
    let line = "for line do :; done; echo >>'\(calls)'; count=$(wc -l <'\(calls)')"
    let lost = "\(line); sh -c \"$line\"; [ $count -gt 1 ] || exit 255"
    let json = try run(["add", "milk", "--in", "Home", "--json", "-f", address], ssh: lost)
    #expect(json.status == 0 && json.text == "{\"ids\":[\"@r2\"],\"repeated\":true,\"changes\":null}\n", "\(json.text)")
    #expect(try pleat.rowCount() == 1)
    _ = try Program.run(["rm", calls])
    try "# Trip\n- socks\n".write(toFile: pleat.folder.path(of: "trip.md"), atomically: true, encoding: .utf8)
    let document = try run(
      ["import", "trip.md", "-f", address],
      ssh: "\(line); [ $count -gt 1 ] || { \(Self.hearing); exit 255; }; sh -c \"$line\"")
    #expect(
      document.status == 0 && document.errors == "imported 1 section and 1 row: \"Trip\" (@s3)\n", "\(document.errors)")
    _ = try Program.run(["rm", calls])
    let killed = try run(
      ["add", "bread", "-f", address],
      ssh: "\(line); [ $count -gt 1 ] || { \(Self.hearing); exit 137; }; sh -c \"$line\""
    )
    #expect(killed.status == 0 && killed.errors == "added [ ] \"bread\" (@r6) to Inbox\n", "\(killed.errors)")
    let again = try run(["add", "bread", "-f", address], ssh: "\(Self.hearing); exit 137")
    #expect(
      again.status == 74
        && again.errors.contains("pleat on ssh://h was killed, or ssh on this machine. It is not known"),
      "\(again.errors)")
    _ = try Program.run(["rm", calls])
    let broken = try run(["add", "milk", "-f", address], ssh: "\(line); \(Self.hearing); exit 255")
    #expect(broken.status == 74)
    #expect(try String(contentsOfFile: calls, encoding: .utf8) == "\n\n")
    _ = try Program.run(["rm", calls])
    #expect(try run(["list", "-f", address], ssh: "\(line); exit 255").status == 74)
    #expect(try run(["add", "-", "-f", address], ssh: "\(line); \(Self.hearing); exit 255", input: "x\n").status == 74)
    #expect(try String(contentsOfFile: calls, encoding: .utf8) == "\n\n")
    let own = try run(["add", "tea", "--idempotency-key", "4711", "-f", address], ssh: lost)
    #expect(own.status == 0 && own.errors == "added [ ] \"tea\" (@r7) to Inbox\n", "\(own.errors)")
    #expect(
      try run(["add", "tea", "--idempotency-key", "4711", "-f", address], ssh: Self.local).errors
        .contains("not made again"))
  }

  @Test func `an edit that is saved, and whose answer cannot be written, ends with 82`() throws {
    let script = "'\(Executable.program)' add x --json -f ssh://h\(pleat.path) >/dev/full"
    let bin = pleat.folder.path(of: "bin")
    _ = try run(["list", "-f", "ssh://h"], ssh: Self.local)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let ending = try Program.run(
      ["sh", "-c", script],
      environment: pleat.environment.merging(["PATH": "\(bin):\(pleat.programs):\(path)"]) { $1 })
    #expect(ending.status == 82 && ending.errors.contains("\"saved\":true"), "\(ending.errors)")
  }

  @Test func `without ssh there is a sentence and 69`() throws {
    let ending = try run(["list", "-f", "ssh://h"], ssh: "", environment: ["PATH": pleat.folder.path(of: "nowhere")])
    #expect(ending.status == 69 && ending.errors.contains("There is no ssh on the PATH."), "\(ending.errors)")
  }

  @Test func `a command that is longer than the system passes on is refused before it is sent`() throws {
    let ending = try run(["add", String(repeating: "ä", count: 30_000), "-f", "ssh://h"], ssh: "exit 9")
    #expect(ending.status == 64 && ending.errors.contains("the limit is 130000"), "\(ending.errors)")
    #expect(try run(["add", String(repeating: "a", count: 120_000), "-f", "ssh://h"], ssh: "exit 9").status == 9)
  }

  @Test func `what a command does not read is left to those that follow`() throws {
    let ending = try run(["list", "-f", "ssh://h"], ssh: "cat", input: "kept")
    #expect(ending.text.isEmpty)
    for words in [["add", "-"], ["apply"], ["apply", "-n"], ["import", "-", "--format", "md"], ["sql", "--write"]] {
      let framed = try run(words + ["-f", "ssh://h"], ssh: "\(Self.hello); cat", input: "read")
      #expect(framed.text == "go\n\0\0\0\u{4}read\0\0\0\0", "\(words): \(framed.errors)")
    }
    #expect(try run(["sql", "-f", "ssh://h"], ssh: "cat", input: "read").text == "read")
    #expect(try run(["add", "x", "-f", "ssh://h"], ssh: "\(Self.hello); cat", input: "kept").text == "go\n")
  }

  @Test func `an interrupt goes to ssh, and an edit says that it may have been saved`() throws {
    let unknown = "pleat: interrupted; it is not known whether the edit was saved\n"
    let unsaved = "pleat: interrupted; nothing was saved\n"
    let pipe = try InputPipe(in: pleat.folder)
    for (index, (words, script, text)) in [
      (["watch"], "", ""), (["add", "x"], "\(Self.hearing);", unknown), (["add", "x"], "", unsaved),
    ].enumerated() {
      let sign = pleat.folder.path(of: "started-\(index)")
      let program = try start(words + ["-f", "ssh://h"], ssh: "\(script) echo >'\(sign)'; exec cat '\(pipe.path)'")
      try waitUntil("ssh is started", by: program) { FileState(of: sign) != nil }
      program.send(SIGTERM)
      let ending = try program.wait()
      let key = ending.errors.firstMatch(of: /--idempotency-key [0-9]+/)
      let rest = key.map { "Repeat the command with \($0.0): the edit is not made twice.\n" } ?? ""
      #expect((key != nil) == (text == unknown), "\(ending.errors)")
      #expect(ending.status == 128 + SIGTERM && ending.errors == text + rest, "\(words): \(ending)")
    }
  }

  @Test func `documents travel, and a name is written as it is at home`() throws {
    try "# Trip\n- socks\n".write(toFile: pleat.folder.path(of: "trip.md"), atomically: true, encoding: .utf8)
    try "add --section Packed\nadd x --in\n".write(
      toFile: pleat.folder.path(of: "edits"), atomically: true, encoding: .utf8)
    let address = "ssh://h\(pleat.path)"
    let imported = try run(["import", "trip.md", "-f", address], ssh: Self.local)
    #expect(
      imported.status == 0 && imported.errors == "imported 1 section and 1 row: \"Trip\" (@s2)\n", "\(imported.errors)")
    #expect(try pleat.run("log", "--limit", "1").text.hasSuffix("import trip.md\n"))
    let refused = try run(["apply", "edits", "-f", address], ssh: Self.local)
    #expect(refused.status == 64 && refused.errors.hasPrefix("pleat: line 2 of edits: "), "\(refused.errors)")
    #expect(
      try run(["import", "trip", "-f", address], ssh: "exit 9").errors.contains(
        "Cannot read trip"))
    #expect(try run(["import", "none.md", "-f", address], ssh: "exit 9").errors.contains("Cannot read none.md"))
  }

  @Test func `an export appears whole or not at all`() throws {
    let (address, target) = ("ssh://h\(pleat.path)", pleat.folder.path(of: "out.md"))
    for script in ["exit 255", "exit 66", "echo half", "\(Self.local.dropLast(14))sh -c \"$line\" | head -c 30"] {
      let ending = try run(["export", "out.md", "-f", address], ssh: script)
      #expect(ending.status != 0 && FileState(of: target) == nil, "\(script)")
    }
    let ending = try run(["export", "out.md", "-f", address], ssh: Self.local)
    #expect(ending.status == 0 && ending.errors == "wrote 1 section and 0 rows to out.md\n", "\(ending.errors)")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == pleat.run("export", "-", "--format", "md").text)
    #expect(try run(["export", "out.md", "-f", address], ssh: Self.local).status == 81)
    let todo = ["export", "todo.txt", "--format", "todotxt", "--force"]
    let here = try pleat.run(inFolder: todo)
    let there = try run(todo + ["-f", address], ssh: Self.local)
    #expect(here.errors.contains("\nwrote todo.txt from ") && there.errors == here.errors, "\(there.errors)")
    #expect(try run(todo + ["-q", "-f", address], ssh: Self.local).errors.isEmpty)
    let json = try run(["export", "out.md", "--force", "--json", "-f", address], ssh: Self.local)
    #expect(json.text == "{\"file\":\"out.md\",\"sections\":1,\"rows\":0}\n")
    let section = try run(["export", "Home", "--format", "md", "-f", address], ssh: Self.local)
    #expect(section.status == 64 && section.errors.contains("'Home' is a section"), "\(section.errors)")
    #expect(FileState(of: pleat.folder.path(of: "Home")) == nil)
  }

  @Test func `an outline that is elsewhere from there as well is refused`() throws {
    let ending = try run(["list", "-f", "ssh://h"], ssh: "PLEAT_FILE=ssh://other; export PLEAT_FILE; \(Self.local)")
    #expect(ending.status == 64 && ending.errors.contains("The outline is on another machine"), "\(ending.errors)")
  }
}
