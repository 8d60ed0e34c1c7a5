import Foundation
import Locking
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import OutlineStore
@testable import PleatCommands
@testable import PleatHost
@testable import PleatJournal
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// PostgreSQL with a synchronous standby, as long as a test needs it.
final class JournalServer {
  static let isInstalled = !Platform.names(in: "/usr/lib/postgresql").isEmpty
  private static let script =
    URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
    .dropFirst() + "/scripts/journal-postgres"

  let url: String
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let port = "\(Int.random(in: 10_000..<15_000) * 2)"
    let started = try Program.run([String(Self.script), "start", folder.path(of: "servers"), port])
    try #require(started.status == 0, "\(started.errors)")
    url = try #require(started.lines.last)
  }

  /// Runs a command of the script, as `lose` for the standby.
  func run(_ command: String) throws {
    let ending = try Program.run([String(Self.script), command, folder.path(of: "servers")])
    try #require(ending.status == 0, "\(ending.errors)")
  }

  /// The lines that an SQL statement gives at the server that takes writes.
  @discardableResult
  func sql(_ statements: String...) throws -> [String] {
    let ending = try Program.run(
      ["psql", "\(url)?target_session_attrs=read-write", "-At"] + statements.flatMap { ["-c", $0] })
    try #require(ending.status == 0, "\(ending.errors)")
    return ending.lines
  }

  /// Has the server wait for a standby or for none, as Patroni does.
  func setStandbys(_ names: String) throws {
    try sql("ALTER SYSTEM SET synchronous_standby_names = '\(names)'", "SELECT pg_reload_conf()")
    try waitUntil("the server has read its settings") {
      try sql("SHOW synchronous_standby_names").joined() == names
    }
  }

  deinit {
    // The folder goes as well.
    _ = Result { try Program.run([String(Self.script), "stop", folder.path(of: "servers")]) }
  }
}

/// What hosts write for the people who run them.
final class HostMessages: Sendable {
  private let all = Lock<[String]>([])

  func add(_ message: String) { all.withLock { $0.append(message) } }
  func contain(_ text: String) -> Bool { all.withLock { $0.contains { $0.contains(text) } } }
  var count: Int { all.withLock(\.count) }
}

/// Two hosts with one journal.
struct TwoHosts {
  let server: JournalServer
  let messages = HostMessages()
  /// A session with each, whose file is given with every command.
  let sessions: [Session]
  let hosts: [HostedFolder]

  /// - Parameter outline: An outline for each host, which is in its folder before there is a host.
  init(
    days: Int? = nil, calm: Duration = .seconds(10), checkDistance: Duration = .seconds(3_600),
    patience: Duration = .seconds(25), with outline: [Session] = []
  ) throws {
    let server = try JournalServer()
    self.server = server
    sessions = try [Session(), Session()]
    for (session, outline) in zip(sessions, outline) {
      try FileManager.default.copyItem(atPath: outline.path, toPath: session.folder.path(of: "home.db"))
    }
    hosts = try sessions.map { [messages] session in
      let folder = try #require(Platform.absolutePath(of: session.folder.path))
      return try HostedFolder(
        folder,
        journal: Journal(server.url, folder, days: days, calm: calm, checkDistance: checkDistance, log: messages.add),
        journalPatience: patience)
    }
  }

  func stop() { hosts.forEach { $0.stop() } }

  /// Runs a command at a host, on an outline in its folder.
  func run(_ host: Int, _ name: String, _ words: String...) -> Session.Answer {
    sessions[host].environment["PLEAT_FILE"] = sessions[host].folder.path(of: name)
    return sessions[host].run(words)
  }

  /// The names in the folder of a host, but those of the host itself.
  func names(_ host: Int) throws -> [String] {
    try sessions[host].folder.names().filter { !$0.hasPrefix(".pleat") && !$0.hasSuffix("-journal") }.sorted()
  }

  /// The texts of an outline at a host.
  func rows(_ host: Int, _ name: String) throws -> [String] {
    try SQLiteShell(paths(name)[host]).lines("SELECT text FROM row ORDER BY row_id")
  }

  /// The paths of an outline at both.
  func paths(_ name: String) -> [String] { sessions.map { $0.folder.path(of: name) } }

  /// Waits until both have the same entries.
  func waitForEntries(of name: String) throws {
    try waitUntil("both have all entries of \(name)") {
      let positions = try paths(name).map { path in
        FileManager.default.fileExists(atPath: path) ? try JournaledFile(path).position()?.token : nil
      }
      return positions[0] != nil && positions[0] == positions[1]
    }
  }
}

/// Outlines that have a journal: every verb goes through a host, and every host gets what it does.
@Suite(.enabled(if: JournalServer.isInstalled, "PostgreSQL is not installed."))
struct JournaledVerbTests {
  /// A verb with what it reads.
  private struct Case {
    let words: [String]
    var input = ""
    var isTyped = false
  }

  private static let cases =
    MatrixTests.verbs.filter { $0[0] != "sql" }.map { Case(words: $0) }  // a host does not carry it out
    + [
      ["settings", "inbox", "Home"], ["settings", "history-days", "nine"], ["set", "backup-every", "1d"],
      ["apply", "edits", "--wait", "3"], ["add", "rice", "--in", "Home", "--wait", "3"], ["import", "missing.md"],
      ["add", "rice", "--in", "Nowhere"], ["import", "list.md", "--format", "json"],
    ].map { Case(words: $0) } + [
      Case(words: ["import", "-", "--format", "markdown"], input: "# Typed\n\n- a\n"),
      Case(words: ["import", "-", "--format", "markdown"], input: "# Typed\n\n- a\n", isTyped: true),
      Case(words: ["apply"], input: "add b --in Home\ncollapse Home\n"),
      Case(words: ["apply", "-"], input: "add b --in Home\n", isTyped: true),
      Case(words: ["add", "-", "--in", "Home"], input: "c\nd\n"),
    ]

  @Test func `every verb answers as without a journal, through either host, and both have what it did`() throws {
    let two = try TwoHosts()
    defer { two.stop() }
    var alone: [Session] = []
    func run(_ number: Int, _ words: [String], at session: Session, path: String) -> [String] {
      let verb = Self.cases[number]
      let named = words.map { ["list.md", "edits", "missing.md"].contains($0) ? session.folder.path(of: $0) : $0 }
      session.environment["PLEAT_FILE"] = path
      session.isInputTerminal = verb.isTyped
      let answer = session.run(named, input: Array(verb.input.utf8))
      let messages = answer.messages.filter { !$0.hasPrefix("Type") }
      return ["\(answer.status)", answer.text, messages.joined(separator: "\n")].map {
        $0.replacing(session.folder.path, with: "FOLDER").replacing("o\(number).db", with: "outline.db")
      }
    }
    for number in Self.cases.indices {
      let session = try Session()
      try MatrixTests.prepared(session.folder, hasFile: true, at: session.path)
      alone.append(session)
      try MatrixTests.prepared(
        two.sessions[0].folder, hasFile: true, at: two.sessions[0].folder.path(of: "o\(number).db"))
      try MatrixTests.prepared(two.sessions[1].folder, hasFile: false, at: "")
      // The first host begins the journal, and leads.
      for (session, path) in [(session, session.path), (two.sessions[0], two.paths("o\(number).db")[0])] {
        let begun = run(number, ["settings", "history-days", "30"], at: session, path: path)
        #expect(begun[0] == "0", "\(begun)")
      }
    }
    for number in Self.cases.indices {
      try two.waitForEntries(of: "o\(number).db")
      let words = Self.cases[number].words
      let paths = two.paths("o\(number).db")
      // Every other one goes through the host that does not lead.
      for words in [words + ["-n"], words, ["undo", "--any"]] {
        let expected = run(number, words, at: alone[number], path: alone[number].path)
        let found = run(number, words, at: two.sessions[number % 2], path: paths[number % 2])
        #expect(expected == found, "\(words)")
      }
      try two.waitForEntries(of: "o\(number).db")
      let dumps = try paths.map { try SQLiteShell($0).dump() }
      #expect(dumps[0] == dumps[1], "\(words)")
      for path in paths { #expect(try JournaledFile(path).hasItsSum(), "\(words)") }
      let list = ["list", "--json"]
      #expect(
        run(number, list, at: two.sessions[1], path: paths[1])
          == run(number, list, at: alone[number], path: alone[number].path), "\(words)")
    }
    #expect(try two.hosts.map { try $0.figure("declined_total") } == [0, 0])
  }

  @Test func `who may fold may fold through a host, and not edit, and an agent edits and is asked`() throws {
    let two = try TwoHosts()
    defer { two.stop() }
    let session = two.sessions[0]
    try MatrixTests.prepared(session.folder, hasFile: true, at: session.path)
    func ask(_ right: Right, _ words: [String], _ input: String) -> Int32 {
      var context = Context(
        variable: { ["PLEAT_FILE": session.path, "PLEAT_USER": "eve"][$0] }, output: OutputBuffer(nil), send: { _ in },
        input: ByteStream(Array(input.utf8)), isTerminal: false, commands: Pleat.commands, loginName: { nil })
      context.origin = RemoteOrigin(isServed: true, right: right)
      return PleatMain.run(words, in: context)
    }
    #expect(ask(.fold, ["apply"], "collapse Home\n") == 0)
    #expect(ask(.fold, ["apply"], "collapse Home\ndelete apples\n") == 77)
    #expect(ask(.fold, ["settings", "inbox", "Home"], "") == 77)
    #expect(ask(.edit, ["settings", "inbox", "Home"], "") == 77)
    #expect(ask(.own, ["settings", "inbox", "Home"], "") == 0)
    #expect(session.run("list", "-u", "eve").lines.first?.hasPrefix("▸") == true)
    let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"edit","arguments":"#
    func agent(_ arguments: String) throws -> String {
      let hello =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"#
        + #""clientInfo":{"name":"scribe","version":"1"}}}"#
      let answer = session.run("mcp", input: "\(hello)\n\(call)\(arguments)}}\n")
      return try #require(answer.lines.last)
    }
    #expect(try agent(#"{"edits":[{"verb":"add","arguments":["jam"],"in":"Home"}]}"#).contains(#""isError":false"#))
    let delete = #""edits":[{"verb":"delete","arguments":["jam"]}]"#
    let asked = try agent("{\(delete)}")
    let confirm = try #require(asked.firstMatch(of: /confirm: ([0-9a-f]+)/)?.1)
    #expect(try session.shell.lines("SELECT count(*) FROM row WHERE text = 'jam'") == ["1"])
    #expect(try agent("{\(delete),\"confirm\":\"\(confirm)\"}").contains(#""isError":false"#))
    #expect(try session.shell.lines("SELECT count(*) FROM row WHERE text = 'jam'") == ["0"])
    try two.waitForEntries(of: "outline.db")
    let dumps = try two.paths("outline.db").map { try SQLiteShell($0).dump() }
    #expect(dumps[0] == dumps[1])
    #expect(session.run("log", "--by", "scribe").lines.count == 2)
  }

  @Test func `the sum is computed again and again, and a file that was changed meanwhile is made anew`() throws {
    let two = try TwoHosts(calm: .milliseconds(500), checkDistance: .milliseconds(500))
    defer { two.stop() }
    try two.sessions[0].prepare("add --section Home\nadd milk --in Home")
    for number in 0..<6 {
      try two.waitForEntries(of: "outline.db")
      let path = two.paths("outline.db")[number % 2]
      let forged = try SQLiteShell(path).run(
        ".dbconfig enable_trigger off\nUPDATE row SET text = 'forged' WHERE text = 'milk';")
      #expect(forged.status == 0 && forged.errors == "", "\(forged.errors)")
      try waitUntil("the file is made anew") {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        return try SQLiteShell(path).lines("SELECT text FROM row") == ["milk"]
      }
    }
    #expect(two.sessions[1].run("add", "tea", "--in", "Home").status == 0)
    try two.waitForEntries(of: "outline.db")
    let dumps = try two.paths("outline.db").map { try SQLiteShell($0).dump() }
    #expect(dumps[0] == dumps[1])
  }
}
