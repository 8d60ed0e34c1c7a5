import OutlineRepository
import PleatOutput
import PleatRemote
import PleatSystem
import PleatWords

/// Runs one command, from its words to its exit code.
package enum PleatMain {
  /// Runs the command that this process was started with, and ends the process with the command's exit code.
  package static func main() -> Never { Platform.end(with: run()) }

  private static func run() -> Int32 {
    Platform.isSaving = { Outline.mayBeSaving }
    Platform.occupyClosedStandardFiles()
    Platform.ignoreFileSizeSignal()
    Platform.holdInterruptsWhileSaving()
    Platform.endInOrderWithoutMemory(saved: Failure.Kind.saved.status, otherwise: Failure.Kind.inputOutput.status)
    let context = Context.process(Pleat.commands)
    if let failure = Context.brokenWord() {
      if Completions.isQuestion(Array(CommandLine.arguments.dropFirst())) { return 0 }
      context.report(failure, isJSON: Context.isJSON(CommandLine.arguments))
      return failure.status
    }
    return run(Array(CommandLine.arguments.dropFirst()), in: context)
  }

  /// Runs a command.
  ///
  /// Every failure becomes a message and an exit code here.
  static func run(_ words: [String], in context: Context) -> Int32 {
    if context.arrival == nil, RemoteCommand.isMeant(by: words) { return runRemote(words, in: context) }
    do {
      let status = try perform(words, in: context)
      if status == 0 { try context.output.finish() }
      return status
    } catch {
      return context.end(with: error, of: words)
    }
  }

  /// Runs a command that another pleat has sent.
  private static func runRemote(_ words: [String], in context: Context) -> Int32 {
    do {
      let command = try RemoteCommand(reading: words.dropFirst())
      return run(
        command.words, in: try context.arrived(command, variable: context.variable).greeting(for: command))
    } catch {
      return context.end(with: error, of: RemoteCommand.innerWords(of: words))
    }
  }

  /// Carries a command out, and returns its exit code.
  private static func perform(_ words: [String], in context: Context) throws -> Int32 {
    if CommandWords.asksForVersion(words) {
      context.output.write(Version.pleat + "\n")
      return 0
    }
    let typed = try CommandWords(words, of: context.commands)
    if let length = Arguments.help(askedForIn: typed.rest) {
      HelpVerb.write(typed.type?.verb, length, in: context)
      return 0
    }
    let arguments = try Arguments(typed.rest, of: typed.command.verb, as: typed.name)
    var context = context
    context.sentence = Self.kept(arguments.sentence)
    do {
      let command = try typed.command.init(arguments)
      try Served.check(command, arguments, in: context)
      if let relay = try Relay(command, typed, in: context) { return try relay.run() }
      return try command.status(in: context)
    } catch {
      if context.savedEdit.isMade { throw error }
      throw Failure(error, of: arguments)
    }
  }

  /// A command as the history keeps it; a long one is cut.
  private static func kept(_ sentence: String) -> String {
    sentence.utf8.count > 200 && sentence.count > 200 ? sentence.prefix(199) + "…" : sentence
  }
}
