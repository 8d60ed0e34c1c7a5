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
    options: [Self.items] + PlacementOptions.declared + EditOptions.declared,
    examples: [
      VerbExample("A section inside another one", "pleat demote Dairy"),
      VerbExample("An outermost section", "pleat demote Reading --in Home"),
      VerbExample("All tasks and items of lists that are sections in a file of before", "pleat demote --items"),
    ])

  private static let items = Flag(
    "items", for: .key, help: "Make rows of the tasks and items of lists below these sections, or everywhere.")

  private let addresses: [String]
  private let items: Bool
  private let placement: PlacementOptions
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    addresses = arguments.positional
    items = arguments[Self.items]
    placement = try PlacementOptions(arguments)
    editing = try EditOptions(arguments)
    try Unarchive.check(placement)
    if addresses.isEmpty, !items { throw Refusal("'demote' needs an ADDRESS, or --items.") }
    if items, placement.hasAnchor || placement.hasPosition {
      throw Refusal("Give either --items or a placement, not both.")
    }
  }

  var done: String { "demoted" }

  func edit(in context: Context) throws -> Edit {
    let addresses = try addresses.map(address)
    if items { return .demoteItems(in: addresses) }
    return .demote(addresses, to: placement.hasAnchor ? try placement.placement() : nil)
  }
}
