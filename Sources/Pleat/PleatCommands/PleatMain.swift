import OutlineCore
import PleatArguments
import PleatOutput
import PleatRemote
import PleatSystem

/// Runs one command, from its arguments to its exit code.
package enum PleatMain {
  /// Runs the command that this process was started with, and ends the process with the command's exit code.
  package static func main() -> Never {
    let context = Context.process(Pleat.commands)
    let status = run(in: context)
    withExtendedLifetime(context) { Platform.end(with: status) }
  }

  private static func run(in context: Context) -> Int32 {
    Platform.occupyClosedStandardFiles()
    Platform.ignoreFileSizeSignal()
    Platform.holdInterruptsWhileSaving()
    Platform.endInOrderWithoutMemory(saved: Failure.Kind.saved.status, otherwise: Failure.Kind.inputOutput.status)
    if let failure = Context.brokenArgument() {
      if Completions.isQuestion(Array(CommandLine.arguments.dropFirst())) { return 0 }
      context.report(failure, isJSON: Context.isJSON(CommandLine.arguments))
      return failure.status
    }
    return run(Array(CommandLine.arguments.dropFirst()), in: context)
  }

  /// Runs a command.
  ///
  /// Every failure becomes a message and an exit code here.
  static func run(_ arguments: [String], in context: Context) -> Int32 {
    if context.origin == nil, RemoteCommand.isMeant(by: arguments) { return runRemote(arguments, in: context) }
    do {
      let status = try perform(arguments, in: context)
      if status == 0 { try context.output.finish() }
      return status
    } catch {
      return context.end(with: error, of: arguments)
    }
  }

  /// Runs a command that pleat on another machine has sent.
  private static func runRemote(_ arguments: [String], in context: Context) -> Int32 {
    do {
      let command = try RemoteCommand(reading: arguments.dropFirst())
      return run(
        command.arguments, in: try context.arrived(command, variable: context.variable).greeting(for: command))
    } catch {
      return context.end(with: error, of: RemoteCommand.innerArguments(of: arguments))
    }
  }

  /// Carries a command out, or a corrected one if the user agrees, and returns its exit code.
  private static func perform(_ arguments: [String], in context: Context) throws -> Int32 {
    do { return try carryOut(arguments, in: context) } catch {
      if context.savedEdit.isMade { throw error }
      var failure = Failure(error)
      if failure.commands.isEmpty, context.origin == nil {
        failure.propose(failure.corrections.compactMap { $0.made(in: arguments) })
      }
      guard context.mayAsk(during: arguments) else { throw failure }
      if !failure.choices.isEmpty {
        guard let index = context.choice(failure.question, among: failure.choices.count) else {
          throw Failure(status: failure.status)
        }
        return try perform(failure.choices[index], in: context)
      }
      guard failure.commands.count == 1 else { throw failure }
      guard context.agrees(failure.text) else { throw Failure(status: failure.status) }
      return try perform(failure.commands[0], in: context)
    }
  }

  private static func carryOut(_ arguments: [String], in context: Context) throws -> Int32 {
    if CommandArguments.asksForVersion(arguments) {
      context.output.write(Version.pleat + "\n")
      return 0
    }
    let typed = CommandArguments(arguments, of: context.commands)
    if let refusal = typed.refusal { return try list(typed, or: refusal, in: context) }
    return try carryOut(typed, in: context)
  }

  /// Lists a section whose title was typed where the verb belongs; refuses the word as a verb if there is no such
  /// section.
  private static func list(_ typed: CommandArguments, or refusal: Refusal, in context: Context) throws -> Int32 {
    if Arguments.help(askedForIn: typed.rest) != nil { throw refusal }
    do { return try carryOut(typed, in: context) } catch let failure as Failure {
      guard [Failure.Kind.usage, .notFound].map(\.rawValue).contains(failure.code) else { throw failure }
      var refused = Failure(refusal)
      if refused.corrections.isEmpty { refused.corrections = failure.corrections }
      throw refused
    }
  }

  /// Carries out a verb, here or on the machine with the outline, and returns the exit code.
  private static func carryOut(_ typed: CommandArguments, in context: Context) throws -> Int32 {
    if let length = Arguments.help(askedForIn: typed.rest) {
      HelpVerb.write(typed.type?.verb, length, in: context)
      return 0
    }
    let arguments: Arguments
    do { arguments = try Arguments(typed.rest, of: typed.command.verb, as: typed.name) } catch { throw Failure(error) }
    var context = Served.allowingFolds(by: arguments.verb, in: context)
    var isDeclined = false
    context.sentence = arguments.keptSentence
    do {
      var command = try typed.command.init(arguments)
      if typed.refusal != nil { command = List(ofSections: arguments) }
      try Served.check(command, in: context)
      // The verb reports a wrong path, after any wrong argument.
      let path = command.needs.outline ? try? arguments.located(in: context).path : nil
      if let relay = try Relay(command, typed, on: path, in: context) { return try relay.run() }
      if let call = HostCall(command, typed, on: path, in: context) {
        switch try call.run() {
        case .done(let status): return status
        case .notDone(let key, let mayBeSaved, let input, let hasPrinted, let declined):
          isDeclined = declined
          (context.mayAskHost, context.goesOn, context.hostMayHaveSaved) = (false, hasPrinted, mayBeSaved)
          if let input { context.input = input }
          if let key {  // it may have been carried out already
            return try carryOut(CommandArguments(typed.words(withKey: key), of: context.commands), in: context)
          }
        }
      }
      do {
        try command.run(in: context)
        return 0
      } catch StoreError.journaled(let file) {
        if context.hostMayHaveSaved { throw Failure.unansweredHost(key: arguments.idempotencyKey) }
        if !isDeclined, let failure = HostCall.unanswered(command, on: path, in: context) { throw failure }
        throw StoreError.journaled(path: file)
      } catch {
        throw HostCall.failure(error, of: arguments.verb.name, on: path, in: context) ?? error
      }
    } catch {
      if context.savedEdit.isMade { throw error }
      var failure = Failure(error, of: arguments)
      if failure.isOutcomeUnknown, arguments.verb.option("--idempotency-key") != nil {
        failure = failure.ofUnknownOutcome(withKey: arguments.idempotencyKey)
      }
      if context.origin == nil {
        failure.propose(typed.commands(for: failure.corrections, arguments))
        failure.offer(typed.commands(for: failure.meanings, arguments))
      }
      throw failure
    }
  }
}

extension CommandArguments {
  /// Returns the whole commands with each wrong address corrected.
  fileprivate func commands(for corrections: [Correction], _ arguments: Arguments) -> [[String]] {
    let count = command.init(arguments: arguments).addressCount
    return corrections.compactMap { correction in
      correction.made(inAddressesOf: rest, arguments.verb, count: count).map { [name ?? arguments.verb.name] + $0 }
    }
  }
}

extension Context {
  /// Whether a mistake may be answered with a question: only if a person reads the answers and standard input is free.
  fileprivate func mayAsk(during arguments: [String]) -> Bool {
    canAsk && origin == nil && !Self.isJSON(arguments) && !arguments.contains("-")
  }
}
