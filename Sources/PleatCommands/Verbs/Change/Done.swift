import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat done`: rows become tasks that are done.
struct Done: EditingCommand {
  static let verb = Verb(
    "done", synonyms: ["tick", "complete"], .change, for: .key, summary: "Mark rows as done.",
    arguments: [Argument("address", .item, .oneOrMore, help: "The rows.")],
    options: EditOptions.declared + GlobalOptions.declared,
    examples: [
      VerbExample("Mark a row as done", "pleat done bread"),
      VerbExample("Several rows of the first section, by their numbers", "pleat done 1:1 1:2"),
    ])

  private let addresses: [String]
  let editing: EditOptions
  let options: GlobalOptions

  init(_ arguments: Arguments) throws {
    addresses = arguments.positional
    editing = EditOptions(arguments)
    options = try GlobalOptions(arguments)
  }

  var done: String { "marked as done" }

  func edit(in context: Context) throws -> Edit {
    .change(try addresses.map(address), to: Patch(checkBox: .done))
  }
}
