import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat promote`: sections one level up, rows to sections.
struct Promote: AddressCommand {
  static let verb = Verb(
    "promote", .change, for: .key, summary: "Let sections go one level up, and make sections of rows.",
    discussion: """
      A section goes behind its parent, with all that is below it. A row becomes the first subsection of its section; \
      its first line is the title, and what follows the detail.
      """,
    arguments: [Argument("address", .item, .oneOrMore, help: "The sections and rows.")],
    options: EditOptions.declared,
    examples: [
      VerbExample("A section one level up", "pleat promote Dairy"),
      VerbExample("Make a section of a row", "pleat promote apples"),
    ])

  let arguments: AddressArguments

  var done: String { "promoted" }

  func edit(in context: Context) throws -> Edit { .promote(try arguments.addresses()) }
}
