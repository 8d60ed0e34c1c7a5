import Foundation
import Locking
import SystemPackage
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatHost
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// A host of a folder, in the process of the tests.
final class HostedFolder: Sendable {
  private let hasToEnd = Lock(false)
  private let end = Latch()
  let server: HostServer

  init(
    _ folder: String, patience: Duration = .seconds(30), journal: (any HostJournal)? = nil,
    journalPatience: Duration = .seconds(25), log: (@Sendable (String) -> Void)? = nil
  ) throws {
    let folder = try #require(Platform.absolutePath(of: folder))
    let server = HostServer(folder, journal, patience: patience, journalPatience: journalPatience, log: log)
    self.server = server
    let path = "\(folder)/\(HostProtocol.socketName)"
    let socket = try Platform.listen(at: path)
    let isStarted = Platform.startThread { [self] in
      server.serve(at: socket, until: { hasToEnd.withLock { $0 } }) {
        _ = Result { try Platform.remove(path) }
      }
      end.open()
    }
    #expect(isStarted)
  }

  func stop() {
    hasToEnd.withLock { $0 = true }
    // So that it looks at once.
    _ = Result { try Platform.connect(to: "\(server.folder)/\(HostProtocol.socketName)").close() }
    end.wait()
  }

  /// The figure of a name.
  func figure(_ name: String) throws -> Int {
    let text = String(decoding: server.figures.answer(to: .json, of: server), as: UTF8.self)
    return try #require(JSON.object(text)[name] as? Int)
  }
}

/// A host as a process.
struct HostProcess {
  let process: Program
  let socket: String

  init(_ folder: ScratchFolder) throws {
    let program = URL(fileURLWithPath: Executable.program).deletingLastPathComponent().path + "/pleat-host"
    process = try Program(starting: [program, folder.path])
    socket = folder.path(of: HostProtocol.socketName)
    let (process, socket) = (process, socket)
    try waitUntil("the host answers") {
      !process.isRunning || (try? HostProtocol.answer(to: "pleat host json", from: socket).output) != nil
    }
  }

  /// The figure of a name.
  func figure(_ name: String) throws -> Int {
    let text = String(decoding: try HostProtocol.answer(to: "pleat host json", from: socket).output, as: UTF8.self)
    return try #require(JSON.object(text)[name] as? Int)
  }
}

/// Every verb that changes something, with a host and without it.
struct HostMatrixTests {
  @Test(arguments: MatrixTests.verbs)
  func `every verb answers the same bytes with a host as without it`(verb: [String]) throws {
    for words in MatrixTests.switches {
      let (alone, hosted) = (try Session(), try Session())
      for session in [alone, hosted] { try MatrixTests.prepared(session.folder, hasFile: true, at: session.path) }
      let host = try HostedFolder(hosted.folder.path)
      defer { host.stop() }
      func run(_ session: Session) throws -> (Int32, String, String, [String]) {
        let named = verb.map { ["list.md", "edits"].contains($0) ? session.folder.path(of: $0) : $0 }
        let answer = session.run(named + words)
        let list = session.run("list", "--json")
        return (
          answer.status, answer.text, answer.message.replacing(session.folder.path, with: "FOLDER"), list.lines
        )
      }
      let (expected, found) = (try run(alone), try run(hosted))
      #expect(expected == found, "\(verb + words)")
      #expect(try host.figure("declined_total") == 0, "\(verb + words)")
    }
  }
}

/// `pleat host`: what is asked of an outline in its folder is carried out by one process, and answered as without it.
struct HostTests {
  @Test func `an edit is made by the host, under the words and the user of who asked for it`() throws {
    let session = try Session(["add", "--section", "Home"])
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    #expect(session.run("add", "milk", "--in", "Home").message == "added \"milk\" (@r2) to Home")
    #expect(session.run("add", "-", "--in", "Home", "-u", "bob", input: "tea\nrice\n").status == 0)
    #expect(try host.figure("edits_total") == 2)
    let log = try JSON.objects(session.run("log", "--json").text)
    #expect(log.map { $0["user"] as? String } == ["bob", "ana", "ana"])
    #expect(session.run("undo", "--mine").status == 0)
    #expect(
      session.run("list").lines.map { $0.trimmingCharacters(in: .whitespaces) } == ["▾ 1 Home", "1:1 tea", "1:2 rice"])
    #expect(try session.shell.lines("SELECT count(*) FROM idempotency_key") == ["3"])
  }

  @Test func `with --no-host, the file itself is used`() throws {
    let session = try Session(["add", "--section", "Home"])
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    #expect(session.run("add", "milk", "--in", "Home", "--no-host").status == 0)
    #expect(try host.figure("commands_total") == 0)
  }

  @Test func `an agent has a conversation with pleat itself, and the host makes its edits`() throws {
    let session = try Session(["add", "--section", "Home"])
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    let lines = [
      MCPTests.hello(), MCPTests.call("edit", #"{"edits":[{"verb":"add","arguments":["jam"],"in":"Home"}]}"#),
    ]
    #expect(session.run(["mcp"], input: Array(lines.joined(separator: "\n").utf8)).lines.count == 2)
    #expect(session.run("list").lines == ["▾ 1 Home", "  1:1 jam"])
    #expect(try host.figure("edits_total") == 1 && host.figure("declined_total") == 0)
  }

  @Test func `edits of many callers at once are entries of their own, and a refused one hurts no other`() throws {
    let session = try Session(["add", "--section", "Home"])
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    let statuses = Lock<[Int32]>([])
    let path = session.path
    DispatchQueue.concurrentPerform(iterations: 24) { number in
      guard let other = try? Session() else { return }
      other.environment["PLEAT_FILE"] = path
      other.environment["PLEAT_USER"] = "user\(number)"
      let place = number % 4 == 3 ? "Nowhere" : "Home"
      let status = other.run("add", "row \(number)", "--in", place).status
      statuses.withLock { $0.append(status) }
    }
    #expect(statuses.withLock { $0.sorted() } == Array(repeating: 0, count: 18) + Array(repeating: 66, count: 6))
    let log = try JSON.objects(session.run("log", "--json", "--limit", "100").text)
    #expect(log.count == 19)
    for entry in log.dropLast() {
      let user = try #require(entry["user"] as? String)
      #expect((entry["words"] as? String)?.contains("'row \(user.dropFirst(4))'") == true, "\(entry)")
    }
    #expect(session.run("undo", "--mine", "-u", "user5").status == 0)
    #expect(try session.shell.lines("SELECT count(*) FROM row") == ["17"])
    #expect(session.run("check").status == 0)
  }

  @Test func `a file that was replaced or moved is noticed before the next edit`() throws {
    let session = try Session(["add", "--section", "Home"])
    let other = try Session(["add", "--section", "Home", "Other"])
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    #expect(session.run("add", "milk", "--in", "Home").status == 0)
    try FileManager.default.moveItem(atPath: session.path, toPath: session.path + ".old")
    #expect(session.run("add", "lost", "--in", "Home").status == 66)
    try FileManager.default.removeItem(atPath: session.path + "-journal")
    try FileManager.default.copyItem(atPath: other.path, toPath: session.path)
    #expect(session.run("add", "tea", "--in", "Other").status == 0)
    #expect(try session.shell.lines("SELECT text FROM row") == ["tea"])
    #expect(try SQLiteShell(session.path + ".old").lines("SELECT text FROM row") == ["milk"])
    #expect(try host.figure("edits_total") == 2)
  }

  @Test func `edits by hand and by pleat itself go on beside the host`() throws {
    let session = try Session(["add", "--section", "Home"])
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    #expect(session.run("add", "milk", "--in", "Home").status == 0)
    _ = try session.shell.lines("UPDATE row SET text = 'oats'")
    #expect(session.run("add", "tea", "--in", "Home", "--no-host").status == 0)
    #expect(session.run("edit", "oats", "barley").status == 0)
    #expect(session.run("undo", "2", "--any").status == 0)
    #expect(try session.shell.lines("SELECT text FROM row") == ["oats"])
  }

  @Test func `an edit is made, and once, if the host is killed while callers edit`() throws {
    let pleat = try Executable.withSection()
    let killed = try pleat.script(
      """
      host() { "$(dirname "$(readlink -f $PLEAT)")/pleat-host" . 2>/dev/null & echo $! >pid; }
      host
      for caller in 1 2 3; do
        (for n in {1..15}; do $PLEAT add "row $caller.$n" --in Home -q && echo "row $caller.$n" >>made; done) &
        callers="$callers $!"
      done
      for n in 1 2 3 4; do sleep 0.3; kill -9 $(cat pid); sleep 0.05; host; done
      wait $callers
      kill $(cat pid); wait $(cat pid)
      sort made
      """)
    #expect(killed.lines.count == 45, "\(killed.errors)")
    #expect(try pleat.shell.lines("SELECT text FROM row ORDER BY text") == killed.lines)
  }

  @Test func `a host stops in order, and says what it does`() throws {
    let pleat = try Executable.withSection()
    let host = try HostProcess(pleat.folder)
    #expect(try pleat.run("add", "milk", "--in", "Home").status == 0)
    #expect(try pleat.run("host", pleat.folder.path, "--status").text.contains("edits total            1\n"))
    #expect(try pleat.run("host", pleat.folder.path, "--metrics").text.contains("\npleat_host_edits_total 1\n"))
    #expect(try pleat.run("host", pleat.folder.path).status == 81)
    host.process.send(15)
    #expect(try host.process.wait().status == 0)
    #expect(!FileManager.default.fileExists(atPath: host.socket))
    #expect(try pleat.run("host", pleat.folder.path, "--status").status == 69)
    #expect(try pleat.run("add", "tea", "--in", "Home").status == 0)
  }

  @Test func `a socket of somebody else is not used`() throws {
    try #require(Platform.userID == 0)
    let session = try Session(["add", "--section", "Home"])
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    #expect(chown(session.folder.path(of: HostProtocol.socketName), 12_345, 12_345) == 0)
    #expect(session.run("add", "milk", "--in", "Home").status == 0)
    #expect(try host.figure("commands_total") == 0)
  }

  @Test func `the host of a folder has the outlines below it as well, down to a limit`() throws {
    let session = try Session()
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    func edits(below folders: String) throws -> Int {
      try FileManager.default.createDirectory(
        atPath: session.folder.path(of: folders), withIntermediateDirectories: true)
      session.environment["PLEAT_FILE"] = session.folder.path(of: "\(folders)/plans.db")
      let before = try host.figure("edits_total")
      #expect(session.run("add", "--section", "Home").status == 0)  // makes the file, which no host does
      #expect(session.run("add", "milk", "--in", "Home").status == 0)
      return try host.figure("edits_total") - before
    }
    #expect(try edits(below: "work") == 1)
    #expect(try edits(below: "work/a/b/c/d") == 1)
    #expect(try edits(below: "1/2/3/4/5/6/7/8/9") == 0)
    try #require(Platform.userID == 0)
    // A socket that is nearer and belongs to somebody else is passed over.
    let other = try Platform.listen(at: session.folder.path(of: "work/\(HostProtocol.socketName)"))
    defer { _ = Result { try other.close() } }
    #expect(chown(session.folder.path(of: "work/\(HostProtocol.socketName)"), 12_345, 12_345) == 0)
    #expect(try edits(below: "work/e") == 1)
  }

  @Test func `a file of an older version is upgraded once, by whichever of many callers is first`() throws {
    let session = try Session()
    try OldVersion.copy(13, to: session.path)
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    let path = session.path
    #expect(session.run("list").status == 0)
    let statuses = Lock<[Int32]>([])
    DispatchQueue.concurrentPerform(iterations: 12) { number in
      guard let other = try? Session() else { return }
      other.environment["PLEAT_FILE"] = path
      let status = other.run("add", "--section", "new \(number)").status
      statuses.withLock { $0.append(status) }
    }
    #expect(statuses.withLock { $0 } == Array(repeating: 0, count: 12))
    #expect(try session.shell.lines("SELECT count(*) FROM section WHERE title GLOB 'new *'") == ["12"])
    #expect(session.run("check").status == 0)
    #expect(try host.figure("edits_total") == 12)
    let copies = try FileManager.default.contentsOfDirectory(atPath: session.folder.path).filter {
      $0.hasPrefix("outline.db.")
    }
    #expect(copies.count == 1, "\(copies)")
  }

  @Test func `a file that another pleat upgrades while the host has it open is upgraded for the host as well`() throws {
    let session = try Session()
    try OldVersion.copy(13, to: session.path)
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    // A repeated edit opens the file and writes nothing; then another one upgrades it, and at last a newer pleat.
    #expect(session.run("add", "--section", "one", "--in", "Nowhere").status == 66)
    #expect(session.run("add", "--section", "two", "--no-host").status == 0)
    #expect(session.run("add", "--section", "three").status == 0)
    #expect(try host.figure("edits_total") == 1)
    #expect(try session.shell.lines("SELECT title FROM section WHERE title IN ('two', 'three')").count == 2)
    let version = try session.shell.lines("PRAGMA user_version").joined()
    _ = try session.shell.lines("PRAGMA user_version = 999")
    let refused = session.run("add", "--section", "four")
    let alone = session.run("add", "--section", "four", "--no-host")
    #expect(refused.status == alone.status && refused.status != 0 && refused.message == alone.message)
    #expect(try host.figure("edits_total") == 1)
    _ = try session.shell.lines("PRAGMA user_version = \(version)")
    #expect(session.run("add", "--section", "four").status == 0)
    #expect(session.run("check").status == 0)
  }

  @Test func `what no pleat would send is declined`() throws {
    let session = try Session(["add", "--section", "Home"])
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    let far = "pleat far \(RemoteProtocol.version) user=ana"
    // Names that no outline of a host has.
    let beside = ["other.db-journal", ".outline.db", ".hidden/outline.db", "outline.db.backup", "outline.txt"]
    try FileManager.default.createDirectory(
      atPath: session.folder.path(of: ".hidden"), withIntermediateDirectories: true)
    for name in beside {
      try FileManager.default.copyItem(atPath: session.path, toPath: session.folder.path(of: name))
    }
    for line in [
      "", "rm -rf /", "pleat", "pleat far 0 -- list", "\(far) file=/etc/passwd -- list", "\(far) -- list",
      "\(far) file=\(session.folder.path)/../x.db -- list", "\(far) file=\(session.path) identity=1:2 -- add x",
      "\(far) file=\(session.path) identity=x -- add x",
    ] + beside.map({ "\(far) file=\(session.folder.path(of: $0)) -- list" }) {
      let connection = try Platform.connect(to: session.folder.path(of: HostProtocol.socketName))
      defer { _ = Result { try connection.close() } }
      try HostProtocol.send(RemoteProtocol.chunk(Array(line.utf8)), over: connection)
      #expect(
        try HostProtocol.Reader(connection).next(limit: 1_000) == [HostProtocol.Kind.declined.rawValue], "\(line)")
    }
    let connection = try Platform.connect(to: session.folder.path(of: HostProtocol.socketName))
    defer { _ = Result { try connection.close() } }
    try HostProtocol.send([0xFF, 0xFF, 0xFF, 0xFF] + Array("junk".utf8), over: connection)
    #expect(try HostProtocol.Reader(connection).next(limit: 1_000) == nil)
    #expect(try session.shell.lines("SELECT count(*) FROM row") == ["0"])
  }
}
