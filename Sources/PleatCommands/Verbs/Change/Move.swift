import ArgumentParser
import OutlineCore

/// `pleat move`: rows, or whole sections, to another place.
struct Move: EditingVerb {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move rows, or sections with all that is below them.", aliases: ["mv"])

  @Argument(help: ArgumentHelp("What to move, in the order it is to stand in.", valueName: "address"))
  var addresses: [String]

  @OptionGroup var place: PlaceOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "moved" }

  func validate() throws {
    if !place.hasAnchor { throw ValidationError("Say where to: --in, --before or --after something.") }
  }

  func edit(in context: Context) throws -> Edit {
    .move(try addresses.map(address), to: try place.place())
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
