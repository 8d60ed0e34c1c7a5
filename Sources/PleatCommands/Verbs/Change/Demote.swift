import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat demote`: makes rows of sections.
struct Demote: PlacingCommand {
  static let verb = Verb(
    "demote", .change, for: .key, summary: "Make rows of sections.",
    discussion: """
      A section becomes a row, after the rows of the section around it unless a placement says otherwise; an outermost \
      section needs --in. Its rows and its subsections go below that row, and the subsections become rows, too. They keep \
      their numbers, check boxes, days, attributes and history. What new rows of a section get, and whether it can be \
      collapsed, is lost; undo brings it back.
      """,
    arguments: [Argument("address", .section, .oneOrMore, help: "The sections.")],
    options: PlacementOptions.declared + EditOptions.declared,
    examples: [
      VerbExample("A section inside another one", "pleat demote Dairy"),
      VerbExample("An outermost section", "pleat demote Reading --in Home"),
    ])

  let arguments: AddressArguments
  let placement: PlacementOptions

  static func check(_ placement: PlacementOptions) throws(Refusal) { try Unarchive.check(placement) }

  var done: String { "demoted" }

  func edit(in context: Context) throws -> Edit {
    .demote(try arguments.addresses(), to: placement.hasAnchor ? try placement.placement() : nil)
  }
}
