import ArgumentParser
import OutlineCore
import OutlineFormats
import OutlineRepository

/// `pleat undo`: undoes edits.
struct Undo: OutlineVerb {
  static let configuration = CommandConfiguration.verb(
    "undo", abstract: "Undo the last edits.",
    discussion: """
      Another user's edit is undone only with --any; --mine passes over it and undoes your own last edit, if that still \
      fits. What was edited by hand, outside pleat, belongs to everybody. Deleted sections and rows come back with \
      their ids, places, texts and all users' folds. Folds are undone only with --folds, and only yours. 'pleat redo' \
      brings back what was undone, until the next edit.
      """)

  @OptionGroup var steps: StepOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var mayEdit: Bool { !editing.isTrial }

  func run(in context: Context) throws {
    try steps.run(.undo, done: "undone", options: options, editing: editing, in: context)
  }
}

/// `pleat redo`: redoes what was undone.
struct Redo: OutlineVerb {
  static let configuration = CommandConfiguration.verb(
    "redo", abstract: "Redo what was undone last, unless there was a new edit.",
    discussion: """
      What another user undid is redone only with --any; --mine redoes what you undid last, unless you have made a new \
      edit.
      """)

  @OptionGroup var steps: StepOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var mayEdit: Bool { !editing.isTrial }

  func run(in context: Context) throws {
    try steps.run(.redo, done: "redone", options: options, editing: editing, in: context)
  }
}

/// The options of undo and redo.
struct StepOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The number of edits.", valueName: "N"))
  var count: Int?

  @Flag(help: "Pass over the edits of other users.")
  var mine = false

  @Flag(help: "Take whatever is last, whoever made it.")
  var any = false

  @Option(help: ArgumentHelp("Take one entry, by its number in 'pleat log', whoever made it.", valueName: "number"))
  var entry: EntryID?

  @Flag(help: "Use the edits of your folds instead of the edits of the content.")
  var folds = false

  func validate() throws {
    if let count, count < 1 { throw ValidationError("The number of edits is 1 or more, not \(count).") }
    if mine, any { throw ValidationError("--mine and --any do not go together.") }
    if entry != nil, mine || count != nil { throw ValidationError("--entry takes one entry alone.") }
    if folds, mine || any || entry != nil {
      throw ValidationError("--folds goes through your own folds, without --mine, --any and --entry.")
    }
  }

  private var selection: UndoSelection {
    let count = count ?? 1
    if let entry { return .entry(entry) }
    return folds ? .folds(count) : mine ? .lastOwn(count) : any ? .lastOfAnybody(count) : .last(count)
  }

  func run(
    _ direction: History.Direction, done: String, options: GlobalOptions, editing: EditOptions, in context: Context
  ) throws {
    let outline = try options.outline(for: editing, in: context)
    let user = try options.userName(in: context)
    let report = Report(options: options, editing: editing, user: user, context: context)
    let answer = try report.noted(
      outline.step(direction, selection, as: user, with: editing.request(options, in: context)))
    if options.json { return context.output.write(try report.json(answer, hasEntries: true) + "\n") }
    if editing.quiet { return }
    if answer.isRepeated { return try report.tell(answer, done: done) }
    if answer.entries.isEmpty { context.report(nothing(direction)) }
    for entry in answer.entries {
      let prefix = editing.isTrial ? "would have \(done)" : done
      context.report("\(prefix): \(Escapes.oneLine(entry.sentence))\(entry.origin.remark)")
    }
    if answer.keepsFolds {
      let undo = "'\(Words.command(for: options.file)) undo --folds'"
      context.report("Your folds stay as they are: \(undo) takes back the last one.")
    }
  }

  private func nothing(_ direction: History.Direction) -> String {
    guard let entry else { return "nothing to \(direction == .undo ? "undo" : "redo")" }
    return "nothing to do: entry \(entry) is \(direction == .undo ? "undone already" : "not undone")"
  }
}

extension EntryID: ExpressibleByArgument {
  /// Creates the number of an entry from a word of the command.
  public init?(argument: String) { self.init(argument) }
}

extension HistoryEntry.Origin {
  /// Who made the edit, and how long ago, in parentheses; empty if the log no longer says.
  var remark: String {
    guard let time else { return "" }
    let parts = [user.map(Escapes.oneLine), Age.text(of: time, at: Platform.now)].compactMap(\.self)
    return " (\(parts.joined(separator: ", ")))"
  }
}

extension HistoryEntry {
  /// The edit that was undone or redone, as one JSON object.
  var originJSON: String {
    let at = origin.time.map { "\"\(Timestamp(milliseconds: $0).iso8601)\"" } ?? "null"
    return "{\"entry\":\"\(origin.id)\",\"user\":\(origin.user.map(JSONText.string) ?? "null"),\"at\":\(at),"
      + "\"words\":\(JSONText.string(sentence))}"
  }
}
