import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat undone`: marks rows and sections as open tasks.
struct Undone: TickCommand {
  static let verb = Verb(
    "undone", synonyms: ["untick"], .change, for: .key,
    summary: "Mark rows and sections as open tasks.",
    arguments: [Argument("address", .item, .any, help: "The rows and sections.")],
    options: [TickArguments.recursive, Self.fitting] + EditOptions.declared,
    examples: [
      VerbExample("Mark a row as an open task", "pleat undone bread"),
      VerbExample("Use a list again, with all tasks open", "pleat undone -r Groceries"),
    ])

  static let isDone = false

  static let fitting = WhereOption.declared("Mark all done tasks that fit.")

  let arguments: TickArguments
  let endsRepeats = false
  let was: String? = nil

  init(_ arguments: Arguments) throws { self.arguments = try TickArguments(arguments, Self.fitting) }
}
