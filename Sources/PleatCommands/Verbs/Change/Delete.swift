import ArgumentParser
import OutlineCore

/// `pleat delete`: deletes rows and sections.
struct Delete: EditingVerb {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete rows and sections.", aliases: ["rm"])

  @Argument(help: ArgumentHelp("The sections and rows to delete.", valueName: "address"))
  var addresses: [String]

  @Flag(name: .shortAndLong, help: "Delete sections that are not empty, with everything below them.")
  var recursive = false

  @Option(
    help: ArgumentHelp("First move the rows of deleted sections to the end of this section.", valueName: "address"))
  var keepRows: String?

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "deleted" }

  func edit(in context: Context) throws -> Edit {
    let keeping = try keepRows.map(address)
    return .delete(
      try addresses.map(address), options: DeleteOptions(isRecursive: recursive, keepsRowsIn: keeping))
  }
}

extension Delete {
  mutating func take(_ words: EditWords) throws {
    addresses = words.arguments
    recursive = words.isSet("recursive")
    keepRows = words.value("keep-rows")
  }
}
