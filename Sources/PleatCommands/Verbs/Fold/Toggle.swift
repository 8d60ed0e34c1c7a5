import ArgumentParser
import OutlineCore

/// `pleat toggle`: collapses sections that are expanded, and expands those that are collapsed.
struct Toggle: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "toggle", abstract: "Collapse sections that are expanded, and expand those that are collapsed.")

  @Argument(help: ArgumentHelp("The sections to toggle.", valueName: "address"), completion: .sections)
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
