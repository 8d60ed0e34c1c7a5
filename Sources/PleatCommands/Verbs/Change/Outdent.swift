import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat outdent`: moves items one level up.
struct Outdent: AddressCommand {
  static let verb = Verb(
    "outdent", aliases: ["promote"], .change, for: .key, summary: "Move rows and sections one level up.",
    discussion: """
      Each item moves to the place after the section that contains it, with everything below it; the items after \
      it stay where they are. A row becomes an empty section, and keeps its number, its check box and its \
      attributes.
      """,
    arguments: [Argument("address", .item, .oneOrMore, help: "The rows and sections.")],
    options: EditOptions.declared,
    examples: [
      VerbExample("A section one level up", "pleat outdent Dairy"),
      VerbExample("A row to the level of its section", "pleat outdent apples"),
    ])

  let arguments: AddressArguments

  var done: String { "outdented" }

  func edit(in context: Context) throws -> Edit { .outdent(try arguments.addresses()) }
}
