import OutlineCore
import OutlineFormats
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatSystem

/// `pleat undo`: undoes edits.
struct Undo: WritingCommand {
  static let verb = Verb(
    "undo", .history, for: .key, summary: "Undo the last edits.",
    discussion: """
      Another user's edit is undone only with --any; --mine passes over it and undoes your own last edit, if that still \
      fits. What was edited by hand, outside pleat, belongs to everybody. Deleted sections and rows come back with \
      their ids, positions, texts and all users' folds. Folds are undone only with --folds, and only yours. 'pleat redo' \
      brings back what was undone, until the next edit.
      """,
    arguments: StepOptions.arguments,
    options: StepOptions.declared + EditOptions.declared,
    examples: [
      VerbExample("Take the last edit back", "pleat undo"),
      VerbExample("Take the last two edits back, both or none", "pleat undo 2"),
      VerbExample("Say what would be taken back", "pleat undo -n"),
      VerbExample("Your own last edit, though somebody else has edited since", "pleat undo --mine"),
      VerbExample("One entry of the log", "pleat undo --entry 4"),
    ],
    notes: VerbNotes(exitCodes: [79: nil]))

  private let steps: StepOptions
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    steps = try StepOptions(arguments)
    editing = try EditOptions(arguments)
  }

  func run(in context: Context) throws {
    try steps.run(.undo, done: "undone", editing, in: context)
  }
}

/// `pleat redo`: redoes undone edits.
struct Redo: WritingCommand {
  static let verb = Verb(
    "redo", .history, for: .key, summary: "Redo what was undone last, unless there was a new edit.",
    discussion: """
      What another user undid is redone only with --any; --mine redoes what you undid last, unless you have made a new \
      edit.
      """,
    arguments: StepOptions.arguments,
    options: StepOptions.declared + EditOptions.declared,
    examples: [
      VerbExample("Bring back what was undone last", "pleat redo"),
      VerbExample("Say what would come back", "pleat redo -n"),
    ],
    notes: VerbNotes(exitCodes: [79: nil]))

  private let steps: StepOptions
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    steps = try StepOptions(arguments)
    editing = try EditOptions(arguments)
  }

  func run(in context: Context) throws {
    try steps.run(.redo, done: "redone", editing, in: context)
  }
}

/// The argument and the options of undo and redo.
struct StepOptions {
  static let arguments = [Argument("n", .number(1...Int.max), .oneOrNone, help: "The number of edits.")]
  private static let mine = Flag("mine", for: .key, help: "Pass over the edits of other users.")
  private static let any = Flag("any", for: .key, help: "Take whatever is last, whoever made it.")
  private static let entry = TextOption(
    "entry", .entry, "number", for: .key, help: "Take one entry, by its number in 'pleat log', whoever made it.")
  private static let folds = Flag(
    "folds", for: .key, help: "Use the edits of your folds instead of the edits of the content.")

  static let declared = [Self.mine.option, Self.any.option, Self.entry.option, Self.folds.option]

  private let count: Int?
  private let mine: Bool
  private let any: Bool
  private let entry: EntryID?
  private let folds: Bool

  init(_ arguments: Arguments) throws(Refusal) {
    count = arguments.positional.first.flatMap { Int($0) }
    mine = arguments[Self.mine]
    any = arguments[Self.any]
    entry = arguments[Self.entry].flatMap { EntryID($0) }
    folds = arguments[Self.folds]
    if mine, any { throw Refusal("--mine and --any do not go together.") }
    if entry != nil, mine || count != nil { throw Refusal("--entry takes one entry alone.") }
    if folds, mine || any || entry != nil {
      throw Refusal("--folds goes through your own folds, without --mine, --any and --entry.")
    }
  }

  private var selection: UndoSelection {
    let count = count ?? 1
    if let entry { return .entry(entry) }
    return folds ? .folds(count) : mine ? .lastOwn(count) : any ? .lastOfAnybody(count) : .last(count)
  }

  func run(
    _ direction: History.Direction, done: String, _ editing: EditOptions, in context: Context
  ) throws {
    let options = editing.global
    let (report, answer) = try editing.make(in: context) { try $0.step(direction, selection, as: $1, with: $2) }
    guard !options.json, !editing.quiet, case .stepped(let entries, let keepsFolds) = answer.outcome else {
      return try report.tell(answer, done: done)
    }
    if entries.isEmpty { context.report(nothing(direction)) }
    for entry in entries {
      let prefix = editing.isTrial ? "would have \(done)" : done
      context.report("\(prefix): \(Escapes.oneLine(entry.sentence))\(entry.origin.remark)")
    }
    if keepsFolds {
      let undo = "'\(CommandText.pleat(with: options.file)) undo --folds'"
      context.report("Your folds stay as they are: \(undo) takes back the last one.")
    }
  }

  private func nothing(_ direction: History.Direction) -> String {
    guard let entry else { return "nothing to \(direction == .undo ? "undo" : "redo")" }
    return "nothing to do: entry \(entry) is \(direction == .undo ? "undone already" : "not undone")"
  }
}
