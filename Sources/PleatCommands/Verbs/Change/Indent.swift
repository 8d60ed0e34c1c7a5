import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat indent`: moves items below the item before them.
struct Indent: AddressCommand {
  static let verb = Verb(
    "indent", aliases: ["demote"], .change, for: .key, summary: "Move rows and sections below what is before them.",
    discussion: """
      An item goes to the end of the item before it on its level, with all that is below it. If that is a row, it becomes a \
      section, and so do the rows after it, so that all stay in order; they keep their numbers, check boxes and attributes. An \
      empty section that goes to where rows are becomes a row. Where more than 100,000 rows come after it, use 'move ITEM \
      --last' first.
      """,
    arguments: [Argument("address", .item, .oneOrMore, help: "The rows and sections.")],
    options: EditOptions.declared,
    examples: [
      VerbExample("A section into the section before it", "pleat indent Home"),
      VerbExample("A row below the row before it", "pleat indent bread"),
    ])

  let arguments: AddressArguments

  var done: String { "indented" }

  func edit(in context: Context) throws -> Edit { .indent(try arguments.addresses()) }
}
