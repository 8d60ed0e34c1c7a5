import Foundation
import SystemPackage
import TestPrograms
import Testing

@testable import PleatCommands
@testable import PleatHost
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// A connection to a host that says what a test wants.
private struct Connection {
  private let session: Session
  let descriptor: FileDescriptor
  private let reader: HostProtocol.Reader

  init(_ session: Session) throws {
    self.session = session
    descriptor = try Platform.connect(to: session.folder.path(of: HostProtocol.socketName))
    reader = HostProtocol.Reader(descriptor)
    Platform.limitReading(from: descriptor, milliseconds: 60_000)
  }

  /// A connection of another account, as the system would name it.
  init(_ session: Session, of account: UInt32, to server: HostServer) throws {
    self.session = session
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let far = FileDescriptor(rawValue: ends[1])
    #expect(Platform.startThread { Caller(far, (account, [account]), server).serve() })
    descriptor = FileDescriptor(rawValue: ends[0])
    reader = HostProtocol.Reader(descriptor)
    Platform.limitReading(from: descriptor, milliseconds: 60_000)
  }

  /// Sends a command of a user.
  func send(_ user: String, _ words: String..., framed: Bool = false) throws {
    var command = try RemoteCommand(reading: [RemoteProtocol.version, "--"][...])
    command.file = session.path
    command.user = user
    command.isFramed = framed
    command.isUTF8 = true
    command.arguments = words
    try chunk(command.line)
  }

  func chunk(_ text: String) throws { try HostProtocol.send(RemoteProtocol.chunk(Array(text.utf8)), over: descriptor) }

  /// The next chunk as its letter and its content; nil if the connection has ended.
  func next() throws -> String? {
    do { return try reader.next(limit: 1 << 24).map { String(decoding: $0, as: UTF8.self) } } catch {
      if error == .connectionReset { return nil }
      throw error
    }
  }

  func close() { _ = Result { try descriptor.close() } }
}

/// Callers of a host who watch, who are slow, and who ask for too much.
struct CallerTests {
  @Test func `watchers with the same folds share one computation, and each is told under their own name`() throws {
    let session = try Session(["add", "--section", "Home", "Shop"])
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    let users = ["ana", "bob", "cleo", "dan"]
    let watchers = try users.map { user in
      let connection = try Connection(session)
      try connection.send(user, "watch", "--json", "--layout", "flat", "--no-content")
      #expect(try connection.next()?.hasPrefix("o{\"snapshot\":[") == true)
      return connection
    }
    defer { watchers.forEach { $0.close() } }
    #expect(try host.figure("lists") == 1)
    #expect(session.run("add", "milk", "--in", "Home").status == 0)
    for (user, watcher) in zip(users, watchers) {
      #expect(
        try watcher.next()
          == "o{\"changes\":{\"user\":\"\(user)\",\"layout\":\"flat\",\"insertedLines\":[{\"start\":1,\"count\":1}]}}\n"
      )
    }
    #expect(try host.figure("steps_total") == 1)
    #expect(session.run("collapse", "Home", "-u", "bob").status == 0)
    #expect(try watchers[1].next()?.contains("\"user\":\"bob\"") == true)
    #expect(try host.figure("lists") == 2)
    #expect(session.run("collapse", "Home", "-u", "dan").status == 0)
    #expect(try watchers[3].next()?.contains("\"user\":\"dan\"") == true)
    #expect(try host.figure("lists") == 2)
    #expect(session.run("add", "tea", "--in", "Shop").status == 0)
    for (user, watcher) in zip(users, watchers) { #expect(try watcher.next()?.contains("\"\(user)\"") == true) }
    #expect(try host.figure("steps_total") == 5)
  }

  @Test func `a caller who says nothing, or not all of it, is left, and holds up nobody`() throws {
    let session = try Session(["add", "--section", "Home"])
    let host = try HostedFolder(session.folder.path, patience: .milliseconds(500))
    defer { host.stop() }
    let (silent, partial, slow) = (try Connection(session), try Connection(session), try Connection(session))
    try HostProtocol.send([0, 0, 1], over: partial.descriptor)
    try slow.send("ana", "apply", "-", framed: true)
    try slow.chunk("add half --in Home\n")
    #expect(session.run("add", "milk", "--in", "Home").status == 0)
    for connection in [silent, partial] {
      #expect(try connection.next() == nil)
      connection.close()
    }
    var last: String?
    while let chunk = try slow.next() { last = chunk }
    #expect(last == "s74")
    slow.close()
    #expect(try host.figure("slow_callers_total") == 3)
    try waitUntil("everybody has left") { try host.figure("callers") == 0 }
    #expect(try session.shell.lines("SELECT text FROM row") == ["milk"])
  }

  @Test func `a caller who sends byte after byte is left as well`() throws {
    let session = try Session(["add", "--section", "Home"])
    let host = try HostedFolder(session.folder.path, patience: .milliseconds(500))
    defer { host.stop() }
    let connection = try Connection(session)
    defer { connection.close() }
    try HostProtocol.send([0, 0, 255, 255], over: connection.descriptor)
    let end = ContinuousClock.now + .seconds(60)
    #expect(throws: Errno.self) {
      while ContinuousClock.now < end {
        try HostProtocol.send([65], over: connection.descriptor)
        Platform.sleep(milliseconds: 20)
      }
    }
    #expect(try host.figure("slow_callers_total") == 1)
  }

  @Test func `what is left of a document is never read as a command`() throws {
    let session = try Session(["add", "--section", "Home"])
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    let connection = try Connection(session)
    defer { connection.close() }
    // The place is not there, so that nobody reads the document, which is the line of another user's command.
    try connection.send("ana", "add", "-", "--in", "Nowhere", "--no-such-option", framed: true)
    var other = try RemoteCommand(reading: [RemoteProtocol.version, "--"][...])
    (other.file, other.user, other.isUTF8) = (session.path, "bob", true)
    other.arguments = ["add", "stolen", "--in", "Home"]
    try connection.chunk(other.line)
    try connection.chunk("")
    var chunks: [String] = []
    while let chunk = try connection.next() { chunks.append(chunk) }
    #expect(chunks.filter { $0.hasPrefix("s") } == ["s64"])
    #expect(try session.shell.lines("SELECT count(*) FROM row") == ["0"])
  }

  @Test func `who sends and never reads is left, and what waits for them is bounded`() throws {
    let session = try Session(["add", "--section", "Home"])
    #expect(session.run("apply", "-", input: (0..<2_000).map { "add row\($0) --in Home\n" }.joined()).status == 0)
    let host = try HostedFolder(session.folder.path, patience: .milliseconds(500))
    defer { host.stop() }
    let connection = try Connection(session)
    defer { connection.close() }
    Platform.limitWriting(to: connection.descriptor, milliseconds: 60_000)
    // The answers fill the connection; then the host reads no further command, and so the commands fill it as well.
    var sent = 0
    #expect(throws: Errno.self) {
      while sent < 1_000_000 {
        try connection.send("ana", "list", "--json")
        sent += 1
      }
    }
    #expect(sent < 20_000)
    #expect(try host.figure("commands_total") < 100)
    #expect(session.run("add", "milk", "--in", "Home").status == 0)
  }

  /// An account that every system has, and its name.
  private static let daemon: (number: UInt32, name: String) = (1, "daemon")

  private func write(_ directory: String, for session: Session) throws {
    try directory.write(toFile: session.folder.path(of: Directory.name), atomically: true, encoding: .utf8)
  }

  @Test(arguments: ["see", "fold", "edit", "own"])
  func `another account may take back what a user did only if it may edit`(right: String) throws {
    let session = try Session(["add", "--section", "Home"], ["add", "milk", "tea", "--in", "Home", "-u", "bob"])
    try write("\(right) daemon *\n", for: session)
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    let connection = try Connection(session, of: Self.daemon.number, to: host.server)
    defer { connection.close() }
    try connection.send(Self.daemon.name, "undo", "--by", "bob", "--since", "1h", "--idempotency-key", "7")
    let answer = try [connection.next(), connection.next()]
    let isAllowed = ["edit", "own"].contains(right)
    #expect(answer[1] == (isAllowed ? "s0" : "s77"), "\(answer)")
    #expect(try session.shell.lines("SELECT count(*) FROM row") == [isAllowed ? "0" : "2"])
    #expect(try host.figure("refusals_total") == (isAllowed ? 0 : 1))
    // Only the host's own account may name another user.
    let other = try Connection(session, of: Self.daemon.number, to: host.server)
    defer { other.close() }
    try other.send("bob", "undo", "--by", "bob", "--idempotency-key", "8")
    let refused = try [other.next(), other.next(), other.next()]
    #expect(refused[0] == "f" && refused[1]?.contains("not for 'bob'") == true && refused[2] == "s77", "\(refused)")
  }

  @Test func `a watcher of another account that loses the right is left, and nobody else is`() throws {
    let session = try Session(["add", "--section", "Home"])
    try write("see daemon *\n", for: session)
    let host = try HostedFolder(session.folder.path)
    defer { host.stop() }
    let (own, other) = (
      try Connection(session), try Connection(session, of: Self.daemon.number, to: host.server)
    )
    defer { [own, other].forEach { $0.close() } }
    for (connection, user) in [(own, "ana"), (other, Self.daemon.name)] {
      try connection.send(user, "watch", "--json")
      #expect(try connection.next()?.hasPrefix("o{\"snapshot\":[") == true)
    }
    #expect(session.run("add", "milk", "--in", "Home").status == 0)
    for connection in [own, other] { #expect(try connection.next()?.contains("milk") == true) }
    try write("see ana *\n", for: session)
    #expect(try other.next() == nil)
    #expect(session.run("add", "tea", "--in", "Home").status == 0)
    #expect(try own.next()?.contains("tea") == true)
    #expect(try host.figure("watchers") == 1)
    #expect(try host.figure("refusals_total") == 1)
  }

  @Test func `a watcher who does not read is left`() throws {
    let session = try Session(["add", "--section", "Home"])
    let host = try HostedFolder(session.folder.path, patience: .milliseconds(500))
    defer { host.stop() }
    let connection = try Connection(session)
    defer { connection.close() }
    try connection.send("ana", "watch", "--json")
    _ = try connection.next()
    let text = String(repeating: "x", count: 30_000)
    try waitUntil("the watcher is left") {
      #expect(session.run("add", text, "--in", "Home", "-q").status == 0)
      return try host.figure("slow_watchers_total") == 1
    }
    #expect(try host.figure("watchers") == 0)
  }
}
