import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatCommands
import PleatOutput
import PleatRemote
import PleatSystem
import SystemPackage

/// A connection to the host, whose commands are carried out one after the other.
struct Caller {
  private let connection: FileDescriptor
  /// The user and groups of the caller's process, as reported by the system.
  private let peer: (user: UInt32, groups: [UInt32])
  private let server: HostServer
  private let reader: HostProtocol.Reader

  init(_ connection: FileDescriptor, _ peer: (user: UInt32, groups: [UInt32]), _ server: HostServer) {
    (self.connection, self.peer, self.server) = (connection, peer, server)
    reader = HostProtocol.Reader(connection)
  }

  /// Carries out the caller's commands until the connection ends.
  func serve() {
    let patience = Int(server.patience / .milliseconds(1))
    Platform.limitWriting(to: connection, milliseconds: patience)
    Platform.limitReading(from: connection, milliseconds: patience)
    do {
      while !server.isClosing, let line = try next(limit: HostProtocol.longestLine) {
        if try !answer(String(decoding: line, as: UTF8.self)) { return }  // a watcher, whom the server keeps
      }
    } catch {
      // The caller has disconnected, or was too slow.
    }
    server.leave(connection)
  }

  private func next(limit: Int) throws -> [UInt8]? {
    do { return try reader.next(limit: limit, within: server.patience) } catch {
      if [.wouldBlock, .timedOut].contains(error) { server.figures.count(.slowCaller) }
      throw error
    }
  }

  /// Answers one line; returns false if the connection now belongs to the watchers.
  private func answer(_ line: String) throws -> Bool {
    if let question = HostProtocol.Question(rawValue: line) {
      try HostProtocol.send(
        HostProtocol.chunk(.output, server.figures.answer(to: question, of: server)) + Self.status(0), over: connection)
      return true
    }
    if line.hasPrefix(HostProtocol.report), peer.user == Platform.userID {
      server.refused(String(line.dropFirst(HostProtocol.report.count)))
      try HostProtocol.send(Self.status(0), over: connection)
      return true
    }
    if let order = HostOrder(line) {
      guard [Platform.userID, 0].contains(peer.user) else { throw try declined() }
      let user = Accounts.name(of: peer.user) ?? "account \(peer.user)"
      let answer = try staying(isLong: true) { try server.carryOut(order, by: user) }
      try HostProtocol.send(answer, over: connection)
      return true
    }
    guard let words = try? ShellWords.split(line.utf8), words.first == "pleat",
      RemoteCommand.isMeant(by: Array(words.dropFirst())),
      let command = try? RemoteCommand(reading: words.dropFirst(2))
    else { throw try declined() }
    switch CallerAccess.admission(of: command, by: peer, in: server) {
    case .granted(let access):
      let served = ServedCommand(command: command, access: access, server: server)
      if server.journal != nil, served.mayEdit {
        if let file = command.identity, file != FileStamp(of: access.path).map({ FileIdentity($0) }) {
          throw try declined()
        }
        return try carryOut(served, on: nil)
      }
      guard let outline = try outline(of: access, meaning: command.identity) else { throw try declined() }
      return try carryOut(served, on: outline)
    case .ownFile: throw try declined()
    case .refused(let failure):
      var answer = HostProtocol.chunk(.final, [])
      let message = Context.isJSON(command.arguments) ? failure.json.text : failure.text
      answer += HostProtocol.chunk(.message, message.utf8) + Self.status(failure.status)
      try HostProtocol.send(answer, over: connection)
      throw Errno.connectionAbort  // the input is not read, as after what is declined
    }
  }

  /// Declines a command, which the caller then carries out on the file.
  ///
  /// The caller may already have sent input, which is not read, so no further command can follow.
  ///
  /// - Returns: The error that ends the connection.
  private func declined() throws -> Errno {
    server.figures.count(.declined)
    try HostProtocol.send(HostProtocol.chunk(.declined, []), over: connection)
    return .connectionAbort
  }

  private func outline(of access: CallerAccess, meaning file: FileIdentity?) throws -> Outline? {
    do { return try server.outlines.outline(at: access.path, meaning: file) } catch {
      return nil  // the caller finds out what is wrong with the file
    }
  }

  /// - Parameter outline: The outline; nil for an edit that goes into the journal, through the host that leads.
  private func carryOut(_ served: ServedCommand, on outline: Outline?) throws -> Bool {
    let (command, access) = (served.command, served.access)
    let typed = CommandArguments(command.arguments, of: Pleat.commands)
    if typed.type == Watch.self, let arguments = try? Arguments(typed.rest, of: Watch.verb, as: typed.name) {
      let context = try access.context(
        for: command, output: OutputBuffer(nil), send: { _ in }, input: ByteStream([]), outline: outline)
      return try !watch(command, arguments, access, context)
    }
    var hasEnded = !command.isFramed
    let input = ByteStream { [self] in
      if hasEnded { return nil }
      // A caller that is too slow is treated as disconnected.
      guard let chunk = try? next(limit: RemoteProtocol.longestChunk) else { throw Failure.inputBrokeOff }
      hasEnded = chunk.isEmpty
      return hasEnded ? nil : chunk
    }
    var answer = server.journal == nil ? [] : HostProtocol.chunk(.final, [])
    if let outline {
      answer += try served.carryOut(on: outline, input: input).answer
    } else if let journal = server.journal {
      var bytes: [UInt8] = []
      while let chunk = try input.next() { bytes += chunk }
      answer += try staying(isLong: bytes.count > Self.shortInput) { try served.carryOut(input: bytes, journal) }
    }
    try HostProtocol.send(answer, over: connection)
    // The rest of a document must never be read as the next command.
    if !hasEnded { throw Errno.connectionAbort }
    return true
  }

  /// The largest input, in bytes, of an edit that is sure to be quick.
  private static let shortInput = 1 << 16

  /// Runs `body`; if it may take long, tells the caller every few seconds to wait, since callers give up on a silent
  /// host.
  private func staying<T>(isLong: Bool, _ body: () throws -> T) throws -> T {
    guard isLong else { return try body() }
    let (end, lastWord) = (Latch(), Latch())
    let hasThread = Platform.startThread { [connection] in
      while !end.wait(milliseconds: 5_000) {
        _ = Result { try HostProtocol.send(HostProtocol.chunk(.final, []), over: connection) }  // or it is gone
      }
      lastWord.open()
    }
    defer {
      end.open()
      if hasThread { lastWord.wait() }
    }
    return try body()
  }

  /// Passes the connection on to the watchers; returns false if the command cannot be followed.
  private func watch(_ command: RemoteCommand, _ arguments: Arguments, _ access: CallerAccess, _ context: Context)
    throws
    -> Bool
  {
    do {
      let watch = try Watch(arguments)
      try Served.check(watch, in: context)
      let account: Watches.Account? =
        peer.user == Platform.userID
        ? nil : (peer.user, { [peer, server] in CallerAccess.admission(of: command, by: peer, in: server).isGranted })
      try server.watches.add(connection, watch, for: command, of: access.user, account, context)
      server.figures.count(.command)
      return true
    } catch {
      throw try declined()
    }
  }

  private static func status(_ status: Int32) -> [UInt8] { HostProtocol.chunk(.status, "\(status)".utf8) }
}
