import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat undone`: rows become open tasks.
struct Undone: AddressCommand {
  static let verb = Verb(
    "undone", synonyms: ["untick"], .change, for: .key, summary: "Mark rows as tasks that are still to be done.",
    arguments: [Argument("address", .item, .oneOrMore, help: "The rows.")],
    options: EditOptions.declared,
    examples: [
      VerbExample("Mark a row as a task that is open", "pleat undone bread"),
      VerbExample("Several rows", "pleat undone apples bread"),
    ])

  let arguments: AddressArguments

  var done: String { "marked as open" }

  func edit(in context: Context) throws -> Edit {
    .change(try arguments.addresses(), to: Patch(checkBox: .open))
  }
}
