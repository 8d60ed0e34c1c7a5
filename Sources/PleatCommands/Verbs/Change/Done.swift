import ArgumentParser
import OutlineCore

/// `pleat done`: rows become tasks that are done.
struct Done: EditingVerb {
  static let configuration = CommandConfiguration.verb("done", abstract: "Mark rows as done.")

  @Argument(help: ArgumentHelp("The rows.", valueName: "address"))
  var addresses: [String]

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "marked as done" }

  func edit(in context: Context) throws -> Edit {
    .change(try addresses.map(address), to: Patch(mark: .done))
  }
}

extension Done {
  mutating func take(_ words: EditWords) throws {
    addresses = words.arguments
  }
}
