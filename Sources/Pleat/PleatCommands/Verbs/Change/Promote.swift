import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat promote`: makes sections of rows.
struct Promote: EditingCommand {
  static let verb = Verb(
    "promote", .change, for: .key, summary: "Make sections of rows.",
    discussion: """
      A row becomes a section, after the other subsections of its section unless a placement says otherwise. What is \
      below it becomes its rows, and its note the detail. It keeps its number, check box, day, attributes and history.
      """,
    arguments: [Argument("address", .item, .oneOrMore, help: "The rows.")],
    options: PlacementOptions.declared + EditOptions.declared,
    examples: [
      "A row that has become a list of its own": "pleat promote apples",
      "An outermost section": "pleat promote bread --after Home",
    ])

  let arguments: Arguments

  func check() throws { try arguments.checkPlacement(needsAnchor: true) }

  var done: Deed { .promoted }

  func edit(in context: Context) throws -> Edit {
    .promote(try arguments.addresses(), to: try arguments.anchoredPlacement())
  }
}
