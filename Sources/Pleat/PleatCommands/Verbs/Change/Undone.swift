import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat undone`: marks rows and sections as open tasks.
struct Undone: EditingCommand {
  static let verb = Verb(
    "undone", synonyms: ["untick", "uncheck", "reopen"], .change, for: .key,
    summary: "Mark rows and sections as open tasks.",
    arguments: [Argument("address", .item, .any, help: "The rows and sections.")],
    options: [Ticking.recursive, fitting] + EditOptions.declared,
    examples: [
      "Mark a row as an open task": "pleat undone bread",
      "Use a list again, with all tasks open": "pleat undone -r Groceries",
    ])

  private static let fitting = TextOption.fitting("Mark all done tasks that fit.")

  let arguments: Arguments

  private var ticking: Ticking { Ticking(arguments, isDone: false, fitting: Self.fitting) }

  func check() throws { try ticking.check() }

  var done: Deed { .markedAsOpen }

  func run(in context: Context) throws {
    guard try agreesToBoxes(edit(in: context), in: context) else { return context.report("nothing was changed") }
    try makeTick(in: context) { try ticking.edit(in: context, $0) }
  }

  func edit(in context: Context) throws -> Edit { try ticking.edit(in: context) }

  func remark(on answer: Answer, in context: Context) -> String? {
    answer.hasWritten ? nil : wayBack(of: answer.receipt?.items ?? [], in: context)
  }

  /// Returns how to take back ticking a repeating task, which is open again; nil for any other task.
  private func wayBack(of items: [Receipt.Item], in context: Context) -> String? {
    guard items.count == 1, let item = items.first, let outline = try? arguments.outlineForReading(in: context),
      let details = try? outline.details(of: Address(item.id), as: arguments.userName(in: context)),
      details.schedule.repeats != nil, let last = details.changes.first, last.isTicking, case .edit = last.entry.kind
    else { return nil }
    return "It repeats, so that it was open again when it was done. To take that back: "
      + "\(CommandText.pleat(with: arguments.file)) undo --entry \(last.entry.id)"
  }
}
