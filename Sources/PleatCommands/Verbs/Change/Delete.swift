import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat delete`: deletes rows and sections.
struct Delete: EditingCommand {
  static let verb = Verb(
    "delete", aliases: ["rm"], synonyms: ["remove", "del"], .change, for: .key, summary: "Delete rows and sections.",
    discussion: """
      With --done, the tasks that are done are deleted, in the sections named and those below them. A section that is done \
      goes with everything below it, unless something there is still open; with -r it goes in any case.
      """,
    arguments: [Argument("address", .item, .any, help: "The sections and rows to delete.")],
    options: [Self.recursive.option, Self.keepRows.option, Self.onlyDone.option, Self.all.option]
      + EditOptions.declared,
    examples: [
      VerbExample("A row", "pleat delete bread"),
      VerbExample("A section with everything below it", "pleat delete -r Groceries"),
      VerbExample("A section, after its rows have moved to another one", "pleat delete -r Dairy --keep-rows Home"),
      VerbExample("The tasks that are done, everywhere", "pleat delete --done --all"),
    ])

  private static let recursive = Flag(
    "recursive", letter: "r", for: .key, help: "Delete sections that are not empty, with everything below them.")
  private static let keepRows = TextOption(
    "keep-rows", .section, "address", for: .key,
    help: "First move the rows of deleted sections to the end of this section.")
  private static let onlyDone = Flag("done", for: .key, help: "Delete the tasks that are done, in these sections.")
  private static let all = Flag("all", for: .key, help: "With --done: in the whole outline.")

  private let addresses: [String]
  private let recursive: Bool
  private let keepRows: String?
  private let onlyDone: Bool
  private let all: Bool
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    addresses = arguments.positional
    recursive = arguments[Self.recursive]
    keepRows = arguments[Self.keepRows]
    onlyDone = arguments[Self.onlyDone]
    all = arguments[Self.all]
    editing = try EditOptions(arguments)
    if all, !onlyDone { throw Refusal("--all goes with --done.") }
    if all, !addresses.isEmpty {
      throw Refusal("--all is the whole outline, so no section can be named beside it.")
    }
    if onlyDone, keepRows != nil { throw Refusal("--keep-rows does not go with --done.") }
    if addresses.isEmpty, !all {
      throw Refusal(onlyDone ? "'delete --done' needs a section, or --all." : "'delete' needs an ADDRESS.")
    }
  }

  var done: String { "deleted" }

  func edit(in context: Context) throws -> Edit {
    if onlyDone { return .deleteDone(in: all ? nil : try addresses.map(address), isRecursive: recursive) }
    let keeping = try keepRows.map(address)
    return .delete(
      try addresses.map(address), options: DeleteOptions(isRecursive: recursive, keepsRowsIn: keeping))
  }
}
