import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat outdent`: moves items one level up.
struct Outdent: EditingCommand {
  static let verb = Verb(
    "outdent", .change, for: .key, summary: "Move rows and sections one level out.",
    discussion: """
      Each item goes after what it is below, with everything below it; the items that followed it stay where they are. \
      A row that is directly in its section can be moved, or made a section with 'promote'.
      """,
    arguments: [Argument("address", .item, .oneOrMore, help: "The rows and sections.")],
    options: EditOptions.declared,
    examples: [
      "A section one level out": "pleat outdent Dairy",
      "A row that is below another one, to directly after that": "pleat outdent bread",
    ])

  let arguments: Arguments

  var done: Deed { .outdented }

  func edit(in context: Context) throws -> Edit { .outdent(try arguments.addresses()) }
}
