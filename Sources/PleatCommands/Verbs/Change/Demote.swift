import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat demote`: sections one level down, empty ones to rows.
struct Demote: AddressCommand {
  static let verb = Verb(
    "demote", .change, for: .key, summary: "Let sections go one level down, and make rows of empty sections.",
    discussion: """
      A section becomes the last subsection of the section before it on its level, with all that is below it. An empty \
      section becomes the last row of its parent or, at the top, of the section before it.
      """,
    arguments: [Argument("address", .section, .oneOrMore, help: "The sections.")],
    options: EditOptions.declared,
    examples: [
      VerbExample("A section one level down, into the section before it", "pleat demote Home"),
      VerbExample("Make a row of an empty section", "pleat demote Reading"),
    ])

  let arguments: AddressArguments

  var done: String { "demoted" }

  func edit(in context: Context) throws -> Edit { .demote(try arguments.addresses()) }
}
