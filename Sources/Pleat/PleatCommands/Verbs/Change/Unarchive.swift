import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat unarchive`: moves archived rows and sections back.
struct Unarchive: EditingCommand {
  static let verb = Verb(
    "unarchive", .change, for: .key,
    summary: "Move archived rows and sections back to where they were.",
    discussion: """
      Rows and sections go back to the section that they were in, to their old position, or to its end if the \
      section is shorter now. If that section does not exist any more, or is archived too, give a placement with \
      --in, --before or --after.
      """,
    arguments: [Argument("address", .item, .oneOrMore, help: "The archived rows and sections.")],
    options: PlacementOptions.declared + EditOptions.declared,
    examples: [
      "A row to where it was": "pleat unarchive bread",
      "A row to the end of another section": "pleat unarchive bread --in Home",
    ])

  let arguments: Arguments

  func check() throws { try arguments.checkPlacement(needsAnchor: true) }

  var done: Deed { .unarchived }

  func edit(in context: Context) throws -> Edit {
    .unarchive(try arguments.addresses(), to: try arguments.anchoredPlacement())
  }
}
