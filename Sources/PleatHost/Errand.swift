import OutlineFormats
import OutlineRepository
import PleatArguments
import PleatCommands
import PleatOutput
import PleatRemote
import PleatSystem

/// A command that a host carries out for a caller.
struct Errand {
  let command: RemoteCommand
  let visit: Visit
  let house: House

  /// Carries the command out.
  ///
  /// - Returns: The answer as it travels, and the status in it.
  func carryOut(on outline: Outline, input: ByteStream) throws -> (answer: [UInt8], status: Int32) {
    try answer(on: outline, input) { context in
      let status = Platform.$callersZone.withValue(command.zone) { context.commands.run(command.arguments, context) }
      house.figures.count(.command)
      if status == Failure.Kind.noPermission.status {
        let name = CommandArguments(command.arguments, of: Pleat.commands).name ?? "list"
        house.refused("refused \(visit.user): '\(name)' of \(visit.path)")
      }
      if context.savedEdit.isMade { house.figures.count(.edit) }
      return status
    }
  }

  private func answer(
    on outline: Outline, _ input: ByteStream, _ work: (Context) throws -> Int32
  ) throws -> (answer: [UInt8], status: Int32) {
    var messages: [String] = []
    let output = OutputBuffer(nil)
    let context = try visit.context(
      for: command, output: output, send: { messages.append($0) }, input: input, outline: outline)
    let status = try work(context)
    var answer: [UInt8] = []
    for start in stride(from: 0, to: output.bytes.count, by: 1 << 20) {
      answer += HostProtocol.chunk(.output, output.bytes[start...].prefix(1 << 20))
    }
    for message in messages { answer += HostProtocol.chunk(.message, message.utf8) }
    return (answer + HostProtocol.chunk(.status, "\(status)".utf8), status)
  }

  /// Whether the command changes the outline, or would if it is well formed.
  var mayEdit: Bool {
    let typed = CommandArguments(command.arguments, of: Pleat.commands)
    guard let type = typed.type, let arguments = try? Arguments(typed.rest, of: type.verb, as: typed.name) else {
      return false
    }
    return (try? type.init(arguments))?.mayEdit ?? false
  }
}

// MARK: - With a journal

extension Errand {
  /// How long a caller waits for a host that leads; it gives up after 30 seconds.
  private static let patience = Duration.seconds(25)

  /// Carries an edit out here, or has the host do it whose turn it is, until one of them has an answer.
  ///
  /// An edit that has an idempotency key is asked for again if it is not known what became of it.
  func carryOut(on outline: Outline, input: [UInt8], _ journal: any HostJournal) throws -> [UInt8] {
    let end = ContinuousClock.now + Self.patience
    let hasKey = command.arguments.contains { $0.hasPrefix("--idempotency-key") }
    var outline = outline
    var mayBeMade = false
    while true {
      let isLast = ContinuousClock.now > end
      var reason = "The journal cannot be reached"
      switch journal.turn(on: visit.path) {
      case .here:
        if let opened = try house.outlines.outline(at: visit.path, meaning: nil) { outline = opened }
        let (answer, status) = try carryOut(on: outline, input: ByteStream(input))
        if isLast || !Self.isWorthAsking(status, hasKey: hasKey) { return answer }
      case .there(let host):
        switch journal.pass(passed(input), to: host) {
        case .answered(let answer, _):
          if isLast || !Self.isWorthAsking(Self.status(of: answer), hasKey: hasKey) { return answer }
        case .notTaken: break
        case .unknown:
          if !hasKey { return try refusal(on: outline, .unansweredHost) }
          mayBeMade = true
        }
        reason = "The host that leads does not answer"
      case .nowhere(let message): reason += ": \(message)"
      }
      if isLast {
        if mayBeMade { return try refusal(on: outline, .unansweredHost) }
        return try refusal(
          on: outline, Failure(.busy, reason + ".", hint: "Nothing is known to be changed; try again."))
      }
      Platform.sleep(milliseconds: 20)
    }
  }

  private func passed(_ input: [UInt8]) -> PassedCommand {
    var command = command
    (command.file, command.identity) = (nil, nil)
    return PassedCommand(
      outline: String(visit.path.dropFirst(house.folder.count + 1)), user: visit.user, right: visit.right.rawValue,
      line: command.line, input: input)
  }

  private func refusal(on outline: Outline, _ failure: Failure) throws -> [UInt8] {
    try answer(on: outline, ByteStream([])) { $0.end(with: failure, of: command.arguments) }.answer
  }

  /// Whether a command that ended so may end otherwise if it is asked for again.
  private static func isWorthAsking(_ status: Int32, hasKey: Bool) -> Bool {
    status == Failure.Kind.busy.status || hasKey && status == Failure.Kind.inputOutput.status
  }

  /// The status in an answer, which is its last chunk.
  private static func status(of answer: [UInt8]) -> Int32 {
    let digits = answer.suffix(4).drop { !(0x30...0x39).contains($0) }
    return Int32(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}

extension House {
  /// Carries out what another host passes on.
  package func carryOut(_ passed: PassedCommand) -> [UInt8]? {
    let path = "\(folder)/\(passed.outline)"
    // A host of another version may have written the line, while all are replaced one after the other.
    guard let words = try? ShellWords.split(passed.line.utf8), let right = Right(rawValue: passed.right),
      var command = try? RemoteCommand(reading: [RemoteProtocol.version] + words.dropFirst(3)),
      let outline = try? outlines.outline(at: path, meaning: nil)
    else { return nil }
    command.file = path
    let errand = Errand(command: command, visit: Visit(path: path, user: passed.user, right: right), house: self)
    return try? errand.carryOut(on: outline, input: ByteStream(passed.input)).answer
  }
}
