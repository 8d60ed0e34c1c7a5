import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat undone`: rows become open tasks.
struct Undone: EditingCommand {
  static let verb = Verb(
    "undone", synonyms: ["untick"], .change, for: .key, summary: "Mark rows as tasks that are still to be done.",
    arguments: [Argument("address", .item, .oneOrMore, help: "The rows.")],
    options: EditOptions.declared + GlobalOptions.declared,
    examples: [
      VerbExample("Mark a row as a task that is open", "pleat undone bread"),
      VerbExample("Several rows", "pleat undone apples bread"),
    ])

  private let addresses: [String]
  let editing: EditOptions
  let options: GlobalOptions

  init(_ arguments: Arguments) throws {
    addresses = arguments.positional
    editing = EditOptions(arguments)
    options = try GlobalOptions(arguments)
  }

  var done: String { "marked as open" }

  func edit(in context: Context) throws -> Edit {
    .change(try addresses.map(address), to: Patch(checkBox: .open))
  }
}
