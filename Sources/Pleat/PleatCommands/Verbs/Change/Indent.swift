import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat indent`: moves items one level down, below the item before them.
struct Indent: EditingCommand {
  static let verb = Verb(
    "indent", .change, for: .key,
    summary: "Move rows and sections one level in, below the one before them.",
    discussion: """
      Each row goes below the row before it on its level, and each section below the section before it, with everything \
      below it.
      """,
    arguments: [Argument("address", .item, .oneOrMore, help: "The rows and sections.")],
    options: EditOptions.declared,
    examples: [
      "A section into the section before it": "pleat indent Home",
      "A row below the row before it": "pleat indent bread",
    ])

  let arguments: Arguments

  var done: Deed { .indented }

  func edit(in context: Context) throws -> Edit { .indent(try arguments.addresses()) }
}
