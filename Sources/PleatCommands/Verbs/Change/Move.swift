import ArgumentParser
import OutlineCore

/// `pleat move`: moves rows, or whole sections, to another place.
struct Move: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "move", abstract: "Move rows, or sections with everything below them.",
    discussion: "With only --first, --last or --at, they change their place in the section that they are in.",
    aliases: ["mv"])

  @Argument(help: ArgumentHelp("The rows or sections to move, in the order that they get.", valueName: "address"))
  var addresses: [String]

  @OptionGroup var place: PlaceOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "moved" }

  func validate() throws {
    if !place.hasAnchor, !place.hasPosition {
      throw ValidationError(
        "'move' needs a place: --in, --before or --after with an address, or --first, --last or --at N.")
    }
  }

  func edit(in context: Context) throws -> Edit {
    let addresses = try addresses.map(address)
    return place.hasAnchor ? .move(addresses, to: try place.place()) : .reorder(addresses, to: place.position)
  }
}

extension Move {
  mutating func take(_ words: EditWords) throws {
    addresses = words.arguments
    place = PlaceOptions()
    try place.take(words)
    try validate()
  }
}
