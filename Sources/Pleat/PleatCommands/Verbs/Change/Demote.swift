import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat demote`: makes rows of sections.
struct Demote: EditingCommand {
  static let verb = Verb(
    "demote", .change, for: .key, summary: "Make rows of sections.",
    discussion: """
      A section becomes a row, after the rows of the section around it unless a placement says otherwise; an outermost \
      section needs --in. Its rows and its subsections go below that row, and the subsections become rows, too. They keep \
      their numbers, check boxes, days, attributes and history. What new rows of a section get, and whether it can be \
      collapsed, is lost; undo brings it back. --items makes rows of all subsections that have a check box, or were \
      an item of a list in Markdown, and have nothing else below them. What follows another subsection stays a section, \
      because rows come before subsections.
      """,
    arguments: [Argument("address", .section, .any, help: "The sections.")],
    options: [items] + PlacementOptions.declared + EditOptions.declared,
    examples: [
      "A section inside another one": "pleat demote Dairy",
      "An outermost section": "pleat demote Reading --in Home",
      "All tasks and items of lists that are sections in a file of an older pleat": "pleat demote --items",
    ])

  private static let items = Flag(
    "items", for: .key, help: "Make rows of the tasks and items of lists below these sections, or everywhere.")

  let arguments: Arguments

  func check() throws {
    try arguments.checkPlacement(needsAnchor: true)
    if arguments.positional.isEmpty, !arguments[Self.items] { throw Refusal("'demote' needs an ADDRESS, or --items.") }
    if arguments[Self.items], arguments.hasAnchor {
      throw Refusal("Give either --items or a placement, not both.")
    }
  }

  var done: Deed { .demoted }

  func edit(in context: Context) throws -> Edit {
    let addresses = try arguments.addresses()
    return arguments[Self.items]
      ? .demoteItems(in: addresses) : .demote(addresses, to: try arguments.anchoredPlacement())
  }
}
