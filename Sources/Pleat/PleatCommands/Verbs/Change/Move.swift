import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat move`: moves rows, or whole sections, to another section or position.
struct Move: EditingCommand {
  static let verb = Verb(
    "move", aliases: ["mv"], .change, for: .key,
    summary: "Move rows and sections, with everything below them.",
    discussion: """
      With only --first, --last or --at, they change their position in their own section.
      """,
    arguments: [
      Argument("address", .item, .oneOrMore, help: "The rows or sections to move; afterwards they have this order.")
    ],
    options: PlacementOptions.declared + EditOptions.declared,
    examples: [
      "A row to the end of another section": "pleat move bread --in Home",
      "A section with everything below it, before another one": "pleat move Home --before Groceries",
      "To the top of its own section": "pleat move bread --first",
      "To the second position in a section": "pleat move milk --in Groceries --at 2",
    ])

  let arguments: Arguments

  func check() throws { try arguments.checkHasPlacement() }

  var done: Deed { arguments.hasAnchor ? .moved : .reordered }

  func edit(in context: Context) throws -> Edit {
    let addresses = try arguments.addresses()
    guard let placement = try arguments.anchoredPlacement() else {
      return .reorder(addresses, to: arguments.position)
    }
    return .move(addresses, to: placement)
  }
}
