import ArgumentParser
import OutlineCore

/// `pleat toggle`: collapse what is expanded, expand what is collapsed.
struct Toggle: EditingVerb {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Collapse a section that is expanded, expand one that is collapsed.")

  @Argument(help: ArgumentHelp("The sections.", valueName: "address"))
  var addresses: [String]

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "toggled" }

  func edit(in context: Context) throws -> Edit {
    .fold(.sections(try addresses.map(address), recursive: false), .toggle)
  }
}

extension Toggle {
  mutating func take(_ words: EditWords) throws {
    addresses = words.arguments
  }
}
