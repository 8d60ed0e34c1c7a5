import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat delete`: deletes rows and sections.
struct Delete: EditingCommand {
  static let verb = Verb(
    "delete", aliases: ["rm"], synonyms: ["remove", "del", "erase", "trash"], .change, for: .key,
    summary: "Delete rows and sections.",
    discussion: """
      With --done, the done tasks in the named sections and below them are deleted, or, with --all, those of the \
      whole outline except the archive. A done item is deleted with everything below it, unless something there is \
      still open; with -r, it is deleted in any case.

      With --where, all items that fit are deleted. On a terminal, they are listed first, and you are asked; \
      elsewhere, --force is needed.
      """,
    arguments: [Argument("address", .item, .any, help: "The sections and rows to delete.")],
    options: [recursive, keepRows, onlyDone, all, fitting, force] + EditOptions.declared,
    examples: [
      "A row": "pleat delete bread",
      "A section with everything below it": "pleat delete -r Groceries",
      "A section, after its rows have moved to another one": "pleat delete -r Dairy --keep-rows Home",
      "The tasks that are done, everywhere": "pleat delete --done --all",
      "The items with a tag that would be deleted": "pleat delete --where '#old' -n",
    ])

  private static let recursive = Flag(
    "recursive", letter: "r", for: .key,
    help: "Delete sections and rows that are not empty, with everything below them.")
  private static let keepRows = TextOption(
    "keep-rows", .section, "address", for: .key,
    help: "First move the rows of deleted sections to the end of this section.")
  private static let onlyDone = Flag("done", for: .key, help: "Delete the tasks that are done, in these sections.")
  private static let all = Flag("all", for: .key, help: "With --done: in the whole outline except the archive.")

  private static let fitting = TextOption.fitting("Delete all items that fit.")
  private static let force = Flag("force", for: .key, help: "With --where: do not ask.")

  let arguments: Arguments

  private var onlyDone: Bool { arguments[Self.onlyDone] }
  private var all: Bool { arguments[Self.all] }
  private var fitting: String? { arguments[Self.fitting] }
  private var force: Bool { arguments[Self.force] }

  func check() throws {
    let hasAddresses = !arguments.positional.isEmpty
    if all, !onlyDone { throw Refusal("--all works only with --done.") }
    if all, hasAddresses { throw Refusal("Name sections or give --all, not both.") }
    if onlyDone, arguments[Self.keepRows] != nil {
      throw Refusal("--keep-rows and --done cannot be used together.")
    }
    if fitting != nil, onlyDone || hasAddresses {
      throw Refusal("--where selects what to delete, so neither addresses nor --done can be used with it.")
    }
    if force, fitting == nil { throw Refusal("--force works only with --where.") }
    if !hasAddresses, !all, fitting == nil {
      throw Refusal(
        onlyDone ? "'delete --done' needs a section, or --all." : "'delete' needs an ADDRESS, or --where FILTER.")
    }
  }

  var done: Deed { .deleted }

  var needs: Needs { Needs(edits: true, input: mayAsk ? .answer : .nothing) }

  /// Whether the user agrees to the items at a terminal, if there is one.
  private var mayAsk: Bool { fitting != nil && !force && !arguments.isTrial && !arguments.isJSON }

  func run(in context: Context) throws {
    guard mayAsk, context.canAsk, let fitting else { return try makeEdit(edit(in: context), in: context) }
    let edit = try delete([.fitting(filter(fitting, in: context))])
    let (report, trial) = try tried(edit, in: context)
    guard !trial.items.isEmpty, let receipt = trial.receipt else { return try report.tell(trial, done: done) }
    let text = ReceiptText(done: done, isTrial: true, intention: "this deletes", today: context.today())
    context.report(text.message(receipt))
    guard context.agrees("Delete \(trial.items.count == 1 ? "it" : "them")?") else {
      return context.report("nothing was changed")
    }
    try makeEdit(delete(trial.items.map { Address($0) }), in: context)
  }

  func edit(in context: Context) throws -> Edit {
    if onlyDone {
      return .deleteDone(in: all ? nil : try arguments.addresses(), isRecursive: arguments[Self.recursive])
    }
    guard let fitting else { return try delete(arguments.addresses()) }
    let filter = try filter(fitting, in: context)
    if force || arguments.isTrial { return try delete([.fitting(filter)]) }
    throw Failure(
      .refused, "'delete --where' needs --force if there is no terminal to ask.",
      hint: "Nothing was changed. -n lists what would be deleted.")
  }

  private func delete(_ addresses: [Address]) throws -> Edit {
    let holder = try arguments[Self.keepRows].map(address)
    return .delete(addresses, options: DeleteOptions(isRecursive: arguments[Self.recursive], keepsRowsIn: holder))
  }
}
