import ArgumentParser
import OutlineCore

/// `pleat undone`: rows become open tasks.
struct Undone: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "undone", abstract: "Mark rows as tasks that are still to be done.")

  @Argument(help: ArgumentHelp("The rows.", valueName: "address"))
  var addresses: [String]

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "marked as open" }

  func edit(in context: Context) throws -> Edit {
    .change(try addresses.map(address), to: Patch(mark: .open))
  }
}

extension Undone {
  mutating func take(_ words: EditWords) throws {
    addresses = words.arguments
  }
}
