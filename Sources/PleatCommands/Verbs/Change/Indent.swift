import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat indent`: moves items below the item before them.
struct Indent: AddressCommand {
  static let verb = Verb(
    "indent", aliases: ["demote"], .change, for: .key,
    summary: "Move rows and sections one level down, into the item before them.",
    discussion: """
      Each item moves to the end of the item before it on the same level, with everything below it. If the item \
      before it is a row, that row becomes a section, and so do the rows after it, so that the order stays the \
      same; they keep their numbers, check boxes and attributes. An empty section that moves between rows becomes \
      a row. If more than 100,000 rows come after the item, move it to the end first, with 'move ITEM --last'.
      """,
    arguments: [Argument("address", .item, .oneOrMore, help: "The rows and sections.")],
    options: EditOptions.declared,
    examples: [
      VerbExample("A section into the section before it", "pleat indent Home"),
      VerbExample("A row into the row before it, which becomes a section", "pleat indent bread"),
    ])

  let arguments: AddressArguments

  var done: String { "indented" }

  func edit(in context: Context) throws -> Edit { .indent(try arguments.addresses()) }
}
