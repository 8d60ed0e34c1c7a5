import OutlineFormats
import PleatArguments
import PleatOutput
import PleatSystem
import PleatTerminal
import SystemPackage

/// Sends a command to the machine with its outline, where pleat carries it out, and returns its output.
///
/// OpenSSH does the rest: its configuration decides on keys, the login, and sharing a connection among commands.
package struct Relay {
  private let address: RemoteAddress
  private let command: any Command
  private let needs: Needs
  private let typed: CommandArguments
  private let context: Context
  /// The idempotency key by which the other machine recognizes an edit that is sent twice; nil for no edit.
  private let key: String?

  /// Creates the relay of a command; nil if the outline is on this machine.
  ///
  /// - Parameter path: The path or address of the outline; nil if it cannot be determined.
  /// - Throws: A ``Failure`` for a wrong address.
  package init?(
    _ command: any Command, _ typed: CommandArguments, on path: String?, in context: Context
  ) throws {
    guard context.origin == nil || context.origin?.forwarding != nil, command.needs.outline, let path,
      let address = try RemoteAddress(path)
    else { return nil }
    self.address = address
    (self.command, needs, self.typed, self.context) = (command, command.needs, typed, context)
    key = command.keyForSending()
  }

  package func run() throws -> Int32 {
    if let forwarding = context.origin?.forwarding { return try passOn(by: forwarding) }
    if case .read(let path)? = needs.document { return try sendDocument(path) }
    if case .readHere(let path)? = needs.document {
      throw Failure(
        .usage, "'\(path)' is not sent to \(address.machine): only one file at a time is sent to another machine.",
        hint: "Nothing was changed. Import the files one by one, or run the import on \(address.machine).")
    }
    return try ReceivedDocument(needs.document).map(receive) ?? runOnTerminal()
  }

  /// Carries the command out with the standard files of this process, or with a pager.
  private func runOnTerminal() throws -> Int32 {
    if needs.dialog != nil, context.isTerminal, context.isInputTerminal { return try runOnScreen() }
    let readsInput = command.readsInput(in: context)
    if needs.pager { try Pager.use(for: command.arguments, in: context) }
    let isFramed = command.mayEdit || needs.input == .wholeText
    var call = RemoteCall(address, try line(readsInput: readsInput, hasHello: isFramed, isFramed: isFramed))
    if isFramed {
      call.answering = .framed(isDocument: needs.input == .wholeText)
      call.input = readsInput ? .standardInput : nil
    } else if !readsInput {
      call.input = try Self.nothing()
    }
    return try context.output.paging == nil && !isFramed ? end(of: call) : endOfBuffered(call, canRepeat: !readsInput)
  }

  /// Carries out a command that shows a screen, an editor or a shell, and restores the terminal if the connection
  /// breaks.
  private func runOnScreen() throws -> Int32 {
    var call = RemoteCall(address, try line(readsInput: true, hasHello: true), hasTerminal: true)
    call.answering = .hello
    call.take = { try OutputBuffer.write($0[...], to: .standardOutput) }
    call.restore = { [restore = TerminalDevice.remembered(), context, needs] ending in
      let terminal = needs.dialog == .screen && ending.wasGreeted ? try? context.variable("TERM") : nil
      restore(terminal.flatMap(ScreenLoop.endOfScreen))
    }
    return try end(of: call)
  }

  /// Makes a call, and writes its output at the end, in a pager if necessary.
  private func endOfBuffered(_ call: RemoteCall, canRepeat: Bool) throws -> Int32 {
    var call = call
    call.take = { bytes in context.output.append { $0 += bytes } }
    let status = try end(of: call, canRepeat: canRepeat)
    if status == 0, key != nil { context.noteSaved(isJSON: command.arguments.isJSON) }
    try context.output.finish()
    return status
  }

  /// Carries out a command with a local document as its input.
  private func sendDocument(_ path: String) throws -> Int32 {
    let document = try OpenInput(path)
    var call = RemoteCall(address, try line(carriesDocument: true, hasHello: true, isFramed: true))
    call.answering = .framed(isDocument: true)
    call.input = document.file
    return try withExtendedLifetime(document) { try endOfBuffered(call, canRepeat: document.size != nil) }
  }

  /// Carries out an export to a local file, which is created only once all of it has arrived.
  private func receive(_ document: ReceivedDocument) throws -> Int32 {
    var call = RemoteCall(address, try line(carriesDocument: true))
    call.input = try Self.nothing()
    call.take = document.take
    let status = try end(of: call)
    if status == 0 { try document.finish(in: context) }
    return status
  }

  /// Carries the command out on behalf of somebody else; at most its output goes to the files of this process.
  private func passOn(by forwarding: Forwarding) throws -> Int32 {
    let readsInput = command.readsInput(in: context)
    let isFramed = command.mayEdit || needs.input == .wholeText
    let line = try line(readsInput: readsInput, hasHello: isFramed, isFramed: isFramed)
    var call = RemoteCall(address, line, options: forwarding.options)
    let errors = try OpenInput(spooling: ByteStream([]), name: "messages")
    let document = readsInput ? try OpenInput(spooling: context.input) : nil
    call.files = (context.output.file, errors.file)
    call.noteProcess = forwarding.noteProcess
    call.input = isFramed ? document?.file : try Self.nothing()
    if isFramed { call.answering = .framed(isDocument: needs.input == .wholeText) }
    if context.output.file == nil { call.take = { bytes in context.output.append { $0 += bytes } } }
    let ending = Result { try end(of: call, canRepeat: true) }
    try withExtendedLifetime(document) { _ = try errors.file.seek(offset: 0, from: .start) }
    let messages = try errors.stream.rest()
    String(decoding: messages, as: UTF8.self).split(separator: "\n").forEach { context.send(String($0)) }
    return try ending.get()
  }

  private static func nothing() throws -> FileDescriptor { try FileDescriptor.open("/dev/null", .readOnly) }
}

// MARK: - The command as it travels

extension Relay {
  /// Returns the line for the shell of the other machine.
  private func line(
    readsInput: Bool = false, carriesDocument: Bool = false, hasHello: Bool = false, isFramed: Bool = false
  ) throws -> String {
    let words = typed.words(withKey: command.arguments.idempotencyKey == nil ? key : nil)
    var command = try RemoteCommand(
      arguments: words, seenFrom: context, readsInput: readsInput, printsHere: !carriesDocument)
    command.file = address.path
    command.name = self.command.arguments.file
    command.user = try user()
    command.carriesDocument = carriesDocument
    (command.hasHello, command.isFramed) = (hasHello, isFramed)
    command.isServed = context.origin != nil
    return try Self.checked(command.line)
  }

  /// The user from this machine's environment or configuration; nil if the arguments name one, or nothing does.
  private func user() throws -> String? {
    if command.arguments.user != nil { return nil }
    if let name = try context.variable("PLEAT_USER"), !name.isEmpty { return name }
    return try context.configuration().text(.user)
  }

  /// Returns a command if it is short enough: a shell gets it as one argument, which has at most 128 KiB.
  private static func checked(_ line: String) throws(Failure) -> String {
    let limit = 130_000
    if line.utf8.count <= limit { return line }
    throw Failure(
      .usage, "The command for ssh has \(line.utf8.count) bytes, and the limit is \(limit).",
      hint: "Nothing was changed. Give long texts through standard input, with 'pleat add -' or 'pleat apply -'.")
  }
}

// MARK: - The end

extension Relay {
  /// Makes a call, and returns the exit code of the command on the other machine.
  ///
  /// An edit is sent again if the connection broke after the other machine had answered, or if pleat was killed there;
  /// its idempotency key keeps it from being made twice.
  ///
  /// - Parameter canRepeat: Whether the input of the command can be read again.
  /// - Throws: A ``Failure`` if ssh itself failed.
  private func end(of call: RemoteCall, canRepeat: Bool = false) throws -> Int32 {
    context.noteInterrupts()
    var ending = try call.run()
    var mayBeMade = ending.mayBeMade && command.mayEdit
    if ending.isBroken, ending.wasGreeted, key != nil, canRepeat, Interruption.signal == nil {
      context.output.forget()
      try call.rewind()
      ending = try call.run()
      mayBeMade = mayBeMade || ending.mayBeMade
    }
    if let signal = Interruption.signal { throw interrupted(by: signal, mayBeMade: mayBeMade) }
    switch ending.status {
    case RemoteCall.broken: throw broken(ending, mayBeMade: mayBeMade)
    case RemoteCall.killed where command.mayEdit: throw broken(ending, mayBeMade: mayBeMade)
    case RemoteCall.notFound where !ending.wasGreeted: throw missing
    case 0 where call.answering != .not && !ending.wasGreeted: throw unanswered
    default: return ending.status
    }
  }

  /// The failure of a connection.
  ///
  /// - Parameters:
  ///   - ending: The end of the last call.
  ///   - mayBeMade: Whether the edit may have been saved.
  private func broken(_ ending: RemoteCall.Ending, mayBeMade: Bool) -> Failure {
    let machine = address.machine
    let sentence =
      if ending.status == RemoteCall.killed {
        "pleat on \(machine) was killed, or ssh on this machine."
      } else if ending.wasGreeted {
        "The connection to \(machine) broke off."
      } else {
        "There was no connection to \(machine), or it broke off."
      }
    let trial =
      "The message of ssh says why. To try the connection alone: ssh \(ShellWords.quoted(address.destination)) true"
    if mayBeMade {
      let isScreen = needs.dialog == .screen
      let unknown = isScreen ? "the last edit" : "the edit"
      let next = isScreen ? "Open it again to see what is there." : "Check the outline before you repeat the command."
      return Failure(.inputOutput, "\(sentence) It is not known whether \(unknown) was saved.", hint: next)
        .ofUnknownOutcome(withKey: key)
    }
    let consequence = !command.mayEdit ? "" : ending.wasGreeted ? " Nothing was saved." : " Nothing was sent."
    return Failure(.inputOutput, sentence + consequence, hint: ending.wasGreeted ? "Try again." : trial)
  }

  private var missing: Failure {
    Failure(
      .unavailable, "There is no pleat on \(address.machine), or ssh does not find it there.",
      hint: "Nothing was changed. Install it there in /usr/local/bin, or with the Debian package.")
  }

  private var unanswered: Failure {
    Failure(
      .unavailable, "The program that ssh started on \(address.machine) ended without an answer from pleat.",
      hint:
        "Nothing was sent. Install the same version of pleat there, and check the command of the key (command= in authorized_keys)."
    )
  }

  private func interrupted(by signal: Int32, mayBeMade: Bool) -> Failure {
    guard command.mayEdit else { return Failure(status: 128 + signal) }
    return mayBeMade
      ? Failure(interruptedBy: signal, "interrupted; it is not known whether the edit was saved")
        .ofUnknownOutcome(withKey: key)
      : Failure(interruptedBy: signal, "interrupted; nothing was saved")
  }
}
