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
      the section of the originals; without a placement, the last argument is where they go.
      """,
    arguments: [
      Argument("address", .item, .any, help: "The rows or sections to copy; the copies have this order.")
    ],
    options: PlacementOptions.declared + [fitting] + EditOptions.declared,
    examples: [
      "A row to the end of another section": "pleat copy bread --in Home",
      "A section with everything below it, before another one": "pleat copy Groceries --before Home",
      "Two rows, to the end of their own section": "pleat copy 1:1-2 --last",
    ])

  private static let fitting = TextOption.fitting("Copy all items that fit.")

  let arguments: Arguments

  func check() throws { try arguments.checkHasPlacement(fitting: Self.fitting) }

  var done: Deed { .copied }

  func edit(in context: Context) throws -> Edit {
    let (items, placement) = try arguments.placed(fitting: Self.fitting, in: context)
    return .copy(items, to: try placement ?? arguments.placement())
  }
}
