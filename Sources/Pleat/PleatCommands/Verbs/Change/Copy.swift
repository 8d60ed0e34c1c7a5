import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat copy`: copies rows, or sections with everything below them.
struct Copy: EditingCommand {
  static let verb = Verb(
    "copy", aliases: ["cp"], synonyms: ["duplicate"], .change, for: .key,
    summary: "Copy rows and sections, with everything below them.",
    discussion: """
      The copies are new rows and sections with ids of their own. With only --first, --last or --at, they go into \
      the section of the originals.
      """,
    arguments: [
      Argument("address", .item, .oneOrMore, help: "The rows or sections to copy; the copies have this order.")
    ],
    options: PlacementOptions.declared + EditOptions.declared,
    examples: [
      "A row to the end of another section": "pleat copy bread --in Home",
      "A section with everything below it, before another one": "pleat copy Groceries --before Home",
      "Two rows, to the end of their own section": "pleat copy 1:1-2 --last",
    ])

  let arguments: Arguments

  func check() throws { try arguments.checkHasPlacement() }

  var done: Deed { .copied }

  func edit(in context: Context) throws -> Edit { .copy(try arguments.addresses(), to: try arguments.placement()) }
}
