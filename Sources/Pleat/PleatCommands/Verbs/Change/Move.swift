import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat move`: moves rows, or whole sections, to another section or position.
struct Move: EditingCommand {
  static let verb = Verb(
    "move", aliases: ["mv"], .change, for: .key,
    summary: "Move rows and sections, with everything below them.",
    discussion: """
      Without a placement, the last argument is where the others go, as with the program mv. With only --first, \
      --last or --at, they change their position in their own section.
      """,
    arguments: [
      Argument("address", .item, .any, help: "The rows or sections to move; afterwards they have this order.")
    ],
    options: PlacementOptions.declared + [fitting] + EditOptions.declared,
    examples: [
      "A row to the end of another section": "pleat move bread Home",
      "A section with everything below it, before another one": "pleat move Home --before Groceries",
      "To the top of its own section": "pleat move bread --first",
      "To the second position in a section": "pleat move milk --in Groceries --at 2",
    ])

  private static let fitting = TextOption.fitting("Move all items that fit.")

  let arguments: Arguments

  func check() throws { try arguments.checkHasPlacement(fitting: Self.fitting) }

  var done: Deed { arguments.hasPosition && !arguments.hasAnchor ? .reordered : .moved }

  func edit(in context: Context) throws -> Edit {
    let (items, placement) = try arguments.placed(fitting: Self.fitting, in: context)
    return placement.map { .move(items, to: $0) } ?? .reorder(items, to: arguments.position)
  }
}
