import ArgumentParser
import OutlineCore

/// `pleat undo`: undoes edits.
struct Undo: Verb {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last edits, whoever made them.",
    discussion: """
      Deleted sections and rows come back with their ids, places, texts and all users' folds. Folds are undone only \
      with --folds, and only yours. 'pleat redo' brings back what was undone, until the next edit.
      """)

  @OptionGroup var steps: StepOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: Context) throws {
    try steps.run(.undo, done: "undone", options: options, editing: editing, in: context)
  }
}

/// `pleat redo`: redoes what was undone.
struct Redo: Verb {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Redo what was undone last, unless there was a new edit.")

  @OptionGroup var steps: StepOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: Context) throws {
    try steps.run(.redo, done: "redone", options: options, editing: editing, in: context)
  }
}

/// The options of undo and redo.
struct StepOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The number of edits.", valueName: "N"))
  var count = 1

  @Flag(help: "Use the edits of your folds instead of the edits of the content.")
  var folds = false

  func validate() throws {
    if count < 1 { throw ValidationError("The number of edits must be 1 or more.") }
  }

  func run(
    _ direction: History.Direction, done: String, options: GlobalOptions, editing: EditOptions, in context: Context
  ) throws {
    let outline = try options.outline(for: .editing, in: context)
    let user = try options.userName(in: context)
    let history: History = folds ? .folds : .content
    let request = editing.request(options, in: context)
    let answer =
      try direction == .undo
      ? outline.undo(count, of: history, as: user, with: request)
      : outline.redo(count, of: history, as: user, with: request)
    let report = Report(options: options, editing: editing, user: user, context: context)
    if options.json { return try report.tell(answer, done: done) }
    if editing.quiet { return }
    if answer.entries.isEmpty { context.report("nothing to \(direction == .undo ? "undo" : "redo")") }
    for entry in answer.entries {
      let prefix = editing.isTrial ? "would have \(done)" : done
      context.report("\(prefix): \(Escapes.oneLine(entry.sentence))")
    }
  }
}
