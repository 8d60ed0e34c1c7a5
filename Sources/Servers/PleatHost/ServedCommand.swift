import OutlineCore
import OutlineFormats
import OutlineRepository
import PleatArguments
import PleatCommands
import PleatOutput
import PleatRemote
import PleatSystem

/// A command that a host carries out for a caller.
struct ServedCommand {
  let command: RemoteCommand
  let access: CallerAccess
  let server: HostServer

  /// Carries the command out.
  ///
  /// - Returns: The answer in the form that is sent, and the exit code in it.
  func carryOut(on outline: Outline, input: ByteStream) throws -> (answer: [UInt8], status: Int32) {
    let start = MonotonicTime.now
    return try answer(on: outline, input) { context in
      let status = Platform.withCallersZone(command.zone) { context.commands.run(command.arguments, context) }
      server.figures.count(.command)
      if status == Failure.Kind.noPermission.status {
        let name = CommandArguments(command.arguments, of: Pleat.commands).name ?? "list"
        server.refused("refused \(access.user): '\(name)' of \(access.path)")
      }
      if context.savedEdit.isMade { server.figures.count(.edit) }
      server.log?(logLine(status, after: start.elapsed))
      return status
    }
  }

  private func answer(
    on outline: Outline?, _ input: ByteStream, _ work: (Context) throws -> Int32
  ) throws -> (answer: [UInt8], status: Int32) {
    var messages: [String] = []
    let output = OutputBuffer(nil)
    let context = try access.context(
      for: command, output: output, send: { messages.append($0) }, input: input, outline: outline)
    let status = try work(context)
    var answer: [UInt8] = []
    for start in stride(from: 0, to: output.bytes.count, by: 1 << 20) {
      answer += HostProtocol.chunk(.output, output.bytes[start...].prefix(1 << 20))
    }
    for message in messages { answer += HostProtocol.chunk(.message, message.utf8) }
    return (answer + HostProtocol.chunk(.status, "\(status)".utf8), status)
  }

  /// The line about the command for the log of the host; the key is also that of its entry in the history, and in the
  /// heading of its entry in the journal.
  private func logLine(_ status: Int32, after time: Duration) -> String {
    let verb = CommandArguments(command.arguments, of: Pleat.commands).name ?? "list"
    let fields = [
      ("user", access.user), ("verb", verb), ("outline", String(access.path.dropFirst(server.folder.count + 1))),
      ("status", "\(status)"), ("ms", "\(time.components.seconds * 1_000 + time.components.attoseconds / Int64(1e15))"),
    ]
    return (fields + (key.map { [("key", $0)] } ?? [])).map { "\($0)=\(ShellWords.quoted($1))" }.joined(separator: " ")
  }

  /// The parsed command; nil if its arguments are wrong.
  private var read: (any Command)? {
    let typed = CommandArguments(command.arguments, of: Pleat.commands)
    guard let type = typed.type, let arguments = try? Arguments(typed.rest, of: type.verb, as: typed.name) else {
      return nil
    }
    return try? type.init(arguments)
  }

  /// Whether the command changes the outline; false if its arguments are wrong.
  var mayEdit: Bool { read?.mayEdit ?? false }

  /// The idempotency key of an edit; nil if it has none.
  private var key: String? { read?.arguments.idempotencyKey }
}

// MARK: - With a journal

extension HostServer {
  /// The time between two attempts, in milliseconds; the longer one applies while the journal is unreachable.
  private static let (pause, longPause): (Int32, Int32) = (20, 200)

  /// Does something to an outline here, or passes it to the host that leads, until there is an answer.
  ///
  /// If the outcome of an edit is unknown and it has an idempotency key, it is tried again.
  ///
  /// - Parameters:
  ///   - passed: What to pass to another host.
  ///   - key: The idempotency key; nil for none.
  ///   - refusal: The answer for a failure.
  ///   - here: Does it here, and returns the answer.
  func lead(
    _ passed: PassedCommand, key: String?, in journal: any HostJournal, refusal: (Failure) throws -> [UInt8],
    here: (Outline) throws -> [UInt8]
  ) throws -> [UInt8] {
    let end = MonotonicTime.now + journalPatience
    var isUnknown = false
    while true {
      let isLast = MonotonicTime.now > end
      var (answer, pause): ([UInt8]?, Int32) = (nil, Self.pause)
      var reason = "The host that leads does not answer"
      switch turn(on: "\(folder)/\(passed.outline)", journal) {
      case (.here, let outline?): answer = try here(outline)
      case (.here, nil): break  // the file was removed meanwhile
      case (.there(let host), _):
        switch journal.pass(passed, to: host) {
        case .answered(let bytes, _): answer = bytes
        case .notTaken: break
        case .unknown: isUnknown = true
        }
      case (.nowhere(let message), _): (reason, pause) = ("The journal cannot be reached: \(message)", Self.longPause)
      case (.refused(let failure), _): return try refusal(isUnknown ? .unansweredHost(key: key) : failure)
      }
      if let answer {
        let status = Self.status(of: answer)
        let mayBeMade = status == Failure.Kind.inputOutput.status
        if status != Failure.Kind.busy.status, !mayBeMade || key == nil || isLast { return answer }
        isUnknown = isUnknown || mayBeMade
      }
      if isUnknown, isLast || key == nil { return try refusal(.unansweredHost(key: key)) }
      if isLast {
        let failure = Failure(.busy, reason + ".", hint: "Nothing is known to be changed; try again.")
        return try answer ?? refusal(failure)
      }
      Platform.sleep(milliseconds: pause)
    }
  }

  /// Returns which host makes an edit and, if it is this one, the outline.
  private func turn(on path: String, _ journal: any HostJournal) -> (JournalTurn, Outline?) {
    do {
      // This adds the outline to the journal, or restores its file; taking the lead may then replace the file.
      _ = try outlines.outline(at: path, meaning: nil, orNew: true)
      let turn = journal.turn(on: path)
      guard case .here = turn else { return (turn, nil) }
      return (turn, try outlines.outline(at: path, meaning: nil, orNew: true))
    } catch StoreError.notWrittenDown(_, let message) {
      return (.nowhere(message), nil)
    } catch {
      return (.refused(Failure(error)), nil)
    }
  }

  /// Returns the exit code in an answer, which is its last chunk.
  private static func status(of answer: [UInt8]) -> Int32 {
    let digits = answer.suffix(4).drop { !(0x30...0x39).contains($0) }
    return Int32(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}

extension ServedCommand {
  /// Carries an edit out here, or lets the host that leads do so.
  func carryOut(input: [UInt8], _ journal: any HostJournal) throws -> [UInt8] {
    try server.lead(passed(input), key: key, in: journal, refusal: refusal) { outline in
      try carryOut(on: outline, input: ByteStream(input)).answer
    }
  }

  private func passed(_ input: [UInt8]) -> PassedCommand {
    var command = command
    (command.file, command.identity) = (nil, nil)
    return PassedCommand(
      outline: String(access.path.dropFirst(server.folder.count + 1)), user: access.user, right: access.right.rawValue,
      line: command.line, input: input)
  }

  private func refusal(_ failure: Failure) throws -> [UInt8] {
    try answer(on: nil, ByteStream([])) { $0.end(with: failure, of: command.arguments) }.answer
  }
}

extension HostServer {
  /// The answer to a command that a host does not accept any more; the other host then tries again.
  package static var declination: [UInt8] {
    let failure = Failure(.busy, "The host that leads is ending.", hint: "Nothing was changed; try again.")
    return HostProtocol.chunk(.message, failure.text.utf8) + HostProtocol.chunk(.status, "\(failure.status)".utf8)
  }

  /// Carries out a command passed on by another host.
  package func carryOut(_ passed: PassedCommand) -> [UInt8]? {
    if let order = HostOrder(passed.line) { return end(passed, order) }
    let path = "\(folder)/\(passed.outline)"
    // The line may come from a host of another version, while all hosts are replaced one after the other.
    guard HostedName.isOutline(passed.outline), let words = try? ShellWords.split(passed.line.utf8),
      let right = Right(rawValue: passed.right),
      var command = try? RemoteCommand(reading: [RemoteProtocol.version] + words.dropFirst(3)),
      let outline = try? outlines.outline(at: path, meaning: nil)
    else { return nil }
    command.file = path
    let served = ServedCommand(
      command: command, access: CallerAccess(path: path, user: passed.user, right: right), server: self)
    return try? served.carryOut(on: outline, input: ByteStream(passed.input)).answer
  }
}
