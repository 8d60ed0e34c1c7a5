import OutlineCore
import OutlineFormats
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatSystem

/// `pleat undo`: undoes edits.
struct Undo: Command {
  static let verb = Verb(
    "undo", synonyms: ["revert", "rollback", "undelete"], .history, for: .key, summary: "Undo the last edits.",
    discussion: """
      Another user's edit is undone only with --any; --mine skips it and undoes your own last edit, if that is \
      still possible. Edits by hand, outside pleat, belong to everybody. Deleted sections and rows come back with \
      their ids, positions, texts and all users' folds. Folds are undone only with --folds, and only your own. \
      'pleat redo' brings back what was undone, until the next edit.

      With --by, --since or both, all edits of one user are undone as one step, or none of them: nothing is changed \
      if a later edit of somebody else builds on one of them. Edits that the user has undone stay undone, and edits \
      that arrived with a synchronization stay.

      With --back-to, the sections and rows become what they were directly after an entry of 'pleat log', or at a \
      time, whoever has changed them since. That is a new edit, which 'pleat undo' undoes; folds stay as they are.
      """,
    arguments: Steps.arguments,
    options: Steps.declared + Steps.several + EditOptions.declared,
    examples: [
      "Take the last edit back": "pleat undo",
      "Take the last two edits back, both or none": "pleat undo 2",
      "Your own last edit, though somebody else has edited since": "pleat undo --mine",
      "All edits that bob made in the last two hours": "pleat undo --by bob --since 2h",
      "What all users have changed since yesterday morning": "pleat undo --back-to 'yesterday 8:00'",
    ],
    environment: ["TZ": "The time zone of --since and --back-to."], exitCodes: [79: nil])

  let arguments: Arguments

  var needs: Needs { Needs(edits: true) }

  func check() throws { try Steps(arguments).check() }

  func run(in context: Context) throws { try Steps(arguments).run(.undo, done: .undone, in: context) }
}

/// `pleat redo`: redoes undone edits.
struct Redo: Command {
  static let verb = Verb(
    "redo", .history, for: .key, summary: "Redo the last undos, unless there was a new edit.",
    discussion: """
      Another user's undo is redone only with --any; --mine redoes your own last undo, unless you have made a new \
      edit.
      """,
    arguments: Steps.arguments,
    options: Steps.declared + EditOptions.declared,
    examples: [
      "Bring back what was undone last": "pleat redo",
      "Say what would come back": "pleat redo -n",
    ],
    exitCodes: [79: nil])

  let arguments: Arguments

  var needs: Needs { Needs(edits: true) }

  func check() throws { try Steps(arguments).check() }

  func run(in context: Context) throws { try Steps(arguments).run(.redo, done: .redone, in: context) }
}

/// The edits that `undo` and `redo` take.
private struct Steps {
  static let arguments = [Argument("n", .number(1...Int.max), .oneOrNone, help: "The number of edits.")]
  private static let mine = Flag("mine", for: .key, help: "Skip the edits of other users.")
  private static let any = Flag("any", for: .key, help: "Take the last edit, no matter whose it is.")
  private static let entry = TextOption(
    "entry", .entry, "number", for: .key, help: "Take one entry, by its number in 'pleat log', no matter whose it is.")
  private static let folds = Flag(
    "folds", for: .key, help: "Use the edits of your folds instead of the edits of the content.")

  private static let by = TextOption("by", .user, "name", for: .key, help: "Undo all edits of this user as one step.")
  private static let since = TextOption(
    "since", .text, "time", for: .key,
    help: "Undo all edits since a time, such as 30m, 3h, 2d, yesterday or 2026-11-27: your own, or those of --by.")

  private static let backTo = TextOption(
    "back-to", .text, "NUMBER|TIME", for: .key,
    help:
      "Make the outline what it was after this entry of 'pleat log', or at this time, whoever has changed it since.")

  /// The options of both verbs.
  static let declared: [AnyOption] = [mine, any, entry, folds]
  /// The options that only undo has.
  static let several: [AnyOption] = [by, since, backTo]

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  private var count: Int? { arguments.positional.first.flatMap { Int($0) } }
  private var mine: Bool { arguments[Self.mine] }
  private var any: Bool { arguments[Self.any] }
  private var entry: EntryID? { arguments[Self.entry].flatMap { EntryID($0) } }
  private var folds: Bool { arguments[Self.folds] }
  private var by: String? { arguments.value(of: Self.by) }
  private var since: String? { arguments.value(of: Self.since) }
  private var backTo: String? { arguments.value(of: Self.backTo) }
  /// Whether all edits of one user are taken as one step.
  private var isOfAll: Bool { by != nil || since != nil }

  func check() throws(Refusal) {
    if by == "" { throw Refusal("The name of the user is empty.") }
    let others = mine || any || folds || entry != nil || count != nil
    if isOfAll, others {
      throw Refusal("--by and --since take all edits of one user, so no other choice of edits can be used with them.")
    }
    if backTo != nil, isOfAll || others {
      throw Refusal("--back-to takes the edits of all users, so no other choice of edits can be used with it.")
    }
    if mine, any { throw Refusal("--mine and --any cannot be used together.") }
    if entry != nil, mine || count != nil {
      throw Refusal("--entry takes one entry, so neither --mine nor a number can be used with it.")
    }
    if folds, mine || any || entry != nil {
      throw Refusal("--folds takes the edits of your own folds, so --mine, --any and --entry cannot be used with it.")
    }
  }

  private func selection(in context: Context) throws -> UndoSelection {
    let count = count ?? 1
    if let backTo {
      return try .back(to: EntryID(backTo).map { .entry($0) } ?? .time(Self.time(backTo, of: Self.backTo, in: context)))
    }
    if isOfAll {
      let time = try since.map { try Self.time($0, of: Self.since, in: context) }
      return .all(by: try by ?? arguments.userName(in: context), since: time)
    }
    if let entry { return .entry(entry) }
    return folds ? .folds(count) : mine ? .lastOwn(count) : any ? .lastOfAnybody(count) : .last(count)
  }

  /// Returns a time in the past in milliseconds since 1970, for a distance such as `3d`, a day with or without a time, or
  /// a time as `log --json` has it.
  ///
  /// A weekday is the most recent one, which may be today; a day begins at midnight.
  private static func time(_ words: String, of option: TextOption, in context: Context) throws -> Int64 {
    if let interval = Interval(words, units: "mhdw") { return Platform.now - interval.seconds * 1_000 }
    if let time = timestamp(words) { return time }
    let today = context.today()
    guard let date = try? DueDate(parsingPast: words, today: today), date.day <= today else {
      throw Refusal(
        "--\(option.name) takes a time in the past, not '\(words)'.",
        hint: "For example 30m, 3h, 2d, yesterday, fri 14:00, 2026-11-27 or 2026-11-27 14:30.")
    }
    return Int64(LocalClock.ofUser.seconds(of: date)) * 1_000
  }

  /// Reads a time as `log --json` has it, `2026-11-27T14:30:05.123Z`; nil for any other text.
  private static func timestamp(_ words: String) -> Int64? {
    guard words.utf8.count == 24, words.hasSuffix("Z"), words.contains("T"), let day = Day(words.prefix(10)) else {
      return nil
    }
    let parts = words.dropFirst(11).dropLast().split { ":.".contains($0) }.compactMap { Int64($0) }
    guard parts.count == 4 else { return nil }
    let time = Int64(day.number) * 86_400_000 + parts[0] * 3_600_000 + parts[1] * 60_000 + parts[2] * 1_000 + parts[3]
    return Timestamp(milliseconds: time).iso8601 == words ? time : nil
  }

  func run(_ direction: History.Direction, done: Deed, in context: Context) throws {
    let selection = try selection(in: context)
    if direction == .undo, try !agreesToKeepFolds(selection, in: context) { return }
    let (report, answer) = try arguments.makeEdit(in: context) { try $0.step(direction, selection, as: $1, with: $2) }
    guard !arguments.isJSON, !arguments.isQuiet, case .stepped(let entries, let keepsFolds) = answer.outcome else {
      return try report.tell(answer, done: done)
    }
    if entries.isEmpty { context.report(nothing(direction)) }
    let prefix = arguments.isTrial ? "would have \(done.words)" : done.words
    if isOfAll || backTo != nil, entries.count > 1 { context.report("\(prefix) \(entries.count) edits as one step:") }
    for entry in entries.prefix(Self.named) {
      context.report("\(prefix): \(Escapes.joined(entry.sentence))\(entry.origin.remark)")
    }
    if entries.count > Self.named { context.report("and \(entries.count - Self.named) more") }
    if context.isOfAgent, answer.hasWritten, !arguments.isTrial, !folds {
      // What came of it, by name, as the command may say no more than "apply".
      let log = try arguments.outlineForReading(in: context).log(.content, as: report.user, limit: 1, hasEffects: true)
      log.lines.first?.effects?.lines.forEach(context.report)
    }
    if keepsFolds {
      let undo = "'\(CommandText.pleat(with: arguments.file)) undo --folds'"
      context.report("Your folds stay as they are: \(undo) undoes the last edit of them.")
    }
  }

  /// At a terminal, asks before an undo that passes over later edits of the user's folds, which may have been meant.
  private func agreesToKeepFolds(_ selection: UndoSelection, in context: Context) throws -> Bool {
    if !context.canAsk || arguments.isTrial || arguments.isJSON || entry != nil { return true }
    let (report, trial) = try arguments.ofTrial.makeEdit(in: context) {
      try $0.step(.undo, selection, as: $1, with: $2)
    }
    guard case .stepped(let entries, keepsFolds: true) = trial.outcome, let last = entries.first else { return true }
    let more = entries.count > 1 ? " and \(entries.count - 1) more" : ""
    let what = "\(OutlineError.quoted(command: Escapes.joined(last.sentence)))\(last.origin.remark)\(more)"
    if context.agrees("Your last change was a fold, which undo leaves as it is. Undo \(what)?") { return true }
    context.report("nothing was changed; to undo the fold: \(report.undo.dropFirst().dropLast()) --folds")
    return false
  }

  /// The most edits that a message names.
  private static let named = 100

  private func nothing(_ direction: History.Direction) -> String {
    guard let entry else { return "nothing to \(direction == .undo ? "undo" : "redo")" }
    return "nothing to do: entry \(entry) is \(direction == .undo ? "already undone" : "not undone")"
  }
}
