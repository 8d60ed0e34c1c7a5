import ArgumentParser

/// Runs one command, from its words to its exit code.
package enum PleatMain {
  /// Runs the command that this process was started with, and ends the process with the command's exit code.
  package static func main() -> Never { Platform.end(with: run()) }

  private static func run() -> Int32 {
    Platform.occupyClosedStandardFiles()
    Platform.ignoreFileSizeSignal()
    Platform.holdInterruptsWhileSaving()
    Platform.endInOrderWithoutMemory()
    let context = Context.process()
    if let failure = Context.brokenWord() {
      if Completions.isQuestion(Array(CommandLine.arguments.dropFirst())) { return 0 }
      context.report(isJSON(CommandLine.arguments) ? failure.json : failure.text)
      return failure.status
    }
    return run(Array(CommandLine.arguments.dropFirst()), in: context)
  }

  /// Runs a command.
  ///
  /// Every failure becomes a message and an exit code here.
  static func run(_ words: [String], in context: Context) -> Int32 {
    do {
      try perform(words, in: context)
      try context.output.finish()
      return 0
    } catch {
      let file = Words.file(in: words)
      let failure = context.savedEdit.isMade ? Failure(reportingSaved: error) : Failure(error, file: file)
      let isJSON = isJSON(words)
      if !failure.message.isEmpty {
        context.report(isJSON ? failure.json : failure.text)
      }
      do { try context.output.finish() } catch {
        return context.savedEdit.isMade ? failure.status : Failure(error).status
      }
      return failure.status
    }
  }

  private static func isJSON(_ words: [String]) -> Bool { words.prefix { $0 != "--" }.contains("--json") }

  private static func perform(_ words: [String], in context: Context) throws {
    var context = context
    if words == ["--version"] { return context.output.write(Pleat.configuration.version + "\n") }
    let words = try Words.verbFirst(words == ["--help"] || words == ["-h"] ? ["help"] : Completions.spelled(words))
    let command = try Pleat.command(words)
    context.sentence = Words.sentence(words)
    try command.run(in: context)
  }
}
