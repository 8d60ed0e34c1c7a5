import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat done`: rows become tasks that are done.
struct Done: AddressCommand {
  static let verb = Verb(
    "done", synonyms: ["tick", "complete", "finish"], .change, for: .key, summary: "Mark rows as done.",
    arguments: [Argument("address", .item, .oneOrMore, help: "The rows.")],
    options: EditOptions.declared,
    examples: [
      VerbExample("Mark a row as done", "pleat done bread"),
      VerbExample("Several rows of the first section, by their numbers", "pleat done 1:1 1:2"),
    ])

  let arguments: AddressArguments

  var done: String { "marked as done" }

  func edit(in context: Context) throws -> Edit {
    .change(try arguments.addresses(), to: Patch(checkBox: .done))
  }
}
