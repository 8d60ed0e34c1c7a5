import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat delete`: deletes rows and sections.
struct Delete: EditingCommand {
  static let verb = Verb(
    "delete", aliases: ["rm"], synonyms: ["remove", "del"], .change, for: .key, summary: "Delete rows and sections.",
    discussion: """
      With --done, the tasks that are done are deleted, in the sections named and those below them, or, with --all, everywhere \
      but in the archive. A section that is done \
      goes with everything below it, unless something there is still open; with -r it goes in any case.

      With --where, everything that fits is deleted: on a terminal, after it was listed and you have agreed, and elsewhere \
      with --force.
      """,
    arguments: [Argument("address", .item, .any, help: "The sections and rows to delete.")],
    options: [
      Self.recursive.option, Self.keepRows.option, Self.onlyDone.option, Self.all.option, Self.fitting.option,
      Self.force.option,
    ] + EditOptions.declared,
    examples: [
      VerbExample("A row", "pleat delete bread"),
      VerbExample("A section with everything below it", "pleat delete -r Groceries"),
      VerbExample("A section, after its rows have moved to another one", "pleat delete -r Dairy --keep-rows Home"),
      VerbExample("The tasks that are done, everywhere", "pleat delete --done --all"),
      VerbExample("What would go of everything with a tag", "pleat delete --where '#old' -n"),
    ])

  private static let recursive = Flag(
    "recursive", letter: "r", for: .key, help: "Delete sections that are not empty, with everything below them.")
  private static let keepRows = TextOption(
    "keep-rows", .section, "address", for: .key,
    help: "First move the rows of deleted sections to the end of this section.")
  private static let onlyDone = Flag("done", for: .key, help: "Delete the tasks that are done, in these sections.")
  private static let all = Flag("all", for: .key, help: "With --done: in the whole outline but the archive.")

  private static let fitting = WhereOption.declared("Delete all that fits.")
  private static let force = Flag("force", for: .key, help: "With --where: do not ask.")

  private let addresses: [String]
  private let recursive: Bool
  private let keepRows: String?
  private let onlyDone: Bool
  private let all: Bool
  private let fitting: String?
  private let force: Bool
  /// The items that the user has agreed to delete; nil before the question.
  private var agreed: [Address]?
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    addresses = arguments.positional
    recursive = arguments[Self.recursive]
    keepRows = arguments[Self.keepRows]
    onlyDone = arguments[Self.onlyDone]
    all = arguments[Self.all]
    fitting = arguments[Self.fitting]
    force = arguments[Self.force]
    editing = try EditOptions(arguments)
    if all, !onlyDone { throw Refusal("--all goes with --done.") }
    if all, !addresses.isEmpty {
      throw Refusal("--all is the whole outline, so no section can be named beside it.")
    }
    if onlyDone, keepRows != nil { throw Refusal("--keep-rows does not go with --done.") }
    if fitting != nil, onlyDone || !addresses.isEmpty {
      throw Refusal("--where says what is meant, so neither addresses nor --done stand beside it.")
    }
    if force, fitting == nil { throw Refusal("--force goes with --where.") }
    if addresses.isEmpty, !all, fitting == nil {
      throw Refusal(
        onlyDone ? "'delete --done' needs a section, or --all." : "'delete' needs an ADDRESS, or --where FILTER.")
    }
  }

  var done: String { "deleted" }

  func readsInput(in context: Context) -> Bool { asks(in: context) }

  func run(in context: Context) throws {
    guard asks(in: context), let fitting else { return try makeEdit(in: context) }
    let edit = try delete([.fitting(filter(fitting, in: context))])
    let (report, trial) = try editing.asTrial.make(in: context) { outline, user, request in
      try outline.perform(edit, as: user, with: request)
    }
    try report.tell(trial, done: done)
    if trial.items.isEmpty { return }
    guard context.agrees("Delete this?") else { return context.report("nothing was changed") }
    var command = self
    command.agreed = trial.items.map { Address($0) }
    try command.makeEdit(in: context)
  }

  /// Whether the user is asked before the edit.
  private func asks(in context: Context) -> Bool {
    fitting != nil && !force && !editing.isTrial && !options.json && context.canAsk
  }

  func edit(in context: Context) throws -> Edit {
    if onlyDone { return .deleteDone(in: all ? nil : try addresses.map(address), isRecursive: recursive) }
    if let agreed { return try delete(agreed) }
    guard let fitting else { return try delete(addresses.map(address)) }
    let filter = try filter(fitting, in: context)
    if force || editing.isTrial { return try delete([.fitting(filter)]) }
    throw Failure(
      .refused, "'delete --where' needs --force where it cannot ask.",
      hint: "Nothing was changed. With -n it says what would go.")
  }

  private func delete(_ addresses: [Address]) throws -> Edit {
    .delete(addresses, options: DeleteOptions(isRecursive: recursive, keepsRowsIn: try keepRows.map(address)))
  }
}
