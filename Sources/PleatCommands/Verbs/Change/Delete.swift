import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat delete`: deletes rows and sections.
struct Delete: EditingCommand {
  static let verb = Verb(
    "delete", aliases: ["rm"], synonyms: ["remove", "del"], .change, for: .key, summary: "Delete rows and sections.",
    discussion: """
      With --done, the done tasks in the named sections and below them are deleted, or, with --all, those of the \
      whole outline except the archive. A done item is deleted with everything below it, unless something there is \
      still open; with -r, it is deleted in any case.

      With --where, all items that fit are deleted. On a terminal, they are listed first, and you are asked; \
      elsewhere, --force is needed.
      """,
    arguments: [Argument("address", .item, .any, help: "The sections and rows to delete.")],
    options: [
      Self.recursive, Self.keepRows, Self.onlyDone, Self.all, Self.fitting,
      Self.force,
    ] + EditOptions.declared,
    examples: [
      VerbExample("A row", "pleat delete bread"),
      VerbExample("A section with everything below it", "pleat delete -r Groceries"),
      VerbExample("A section, after its rows have moved to another one", "pleat delete -r Dairy --keep-rows Home"),
      VerbExample("The tasks that are done, everywhere", "pleat delete --done --all"),
      VerbExample("The items with a tag that would be deleted", "pleat delete --where '#old' -n"),
    ])

  private static let recursive = Flag(
    "recursive", letter: "r", for: .key,
    help: "Delete sections and rows that are not empty, with everything below them.")
  private static let keepRows = TextOption(
    "keep-rows", .section, "address", for: .key,
    help: "First move the rows of deleted sections to the end of this section.")
  private static let onlyDone = Flag("done", for: .key, help: "Delete the tasks that are done, in these sections.")
  private static let all = Flag("all", for: .key, help: "With --done: in the whole outline except the archive.")

  private static let fitting = WhereOption.declared("Delete all items that fit.")
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
    if all, !onlyDone { throw Refusal("--all works only with --done.") }
    if all, !addresses.isEmpty {
      throw Refusal("Name sections or give --all, not both.")
    }
    if onlyDone, keepRows != nil { throw Refusal("--keep-rows and --done cannot be used together.") }
    if fitting != nil, onlyDone || !addresses.isEmpty {
      throw Refusal("--where selects what to delete, so neither addresses nor --done can be used with it.")
    }
    if force, fitting == nil { throw Refusal("--force works only with --where.") }
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
    guard context.agrees("Delete these items?") else { return context.report("nothing was changed") }
    var command = self
    command.agreed = trial.items.map { Address($0) }
    try command.makeEdit(in: context)
  }

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
      .refused, "'delete --where' needs --force if there is no terminal to ask.",
      hint: "Nothing was changed. -n lists what would be deleted.")
  }

  private func delete(_ addresses: [Address]) throws -> Edit {
    .delete(addresses, options: DeleteOptions(isRecursive: recursive, keepsRowsIn: try keepRows.map(address)))
  }
}
