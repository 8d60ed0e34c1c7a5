import ArgumentParser
import OutlineCore

/// `pleat delete`: deletes rows and sections.
struct Delete: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "delete", abstract: "Delete rows and sections.",
    discussion: "With --done, the tasks that are done are deleted, in the sections named and those below them.",
    aliases: ["rm"])

  @Argument(help: ArgumentHelp("The sections and rows to delete.", valueName: "address"))
  var addresses: [String] = []

  @Flag(name: .shortAndLong, help: "Delete sections that are not empty, with everything below them.")
  var recursive = false

  @Option(
    help: ArgumentHelp("First move the rows of deleted sections to the end of this section.", valueName: "address"),
    completion: .sections)
  var keepRows: String?

  @Flag(name: .customLong("done"), help: "Delete the tasks that are done, in these sections.")
  var onlyDone = false

  @Flag(help: "With --done: in the whole outline.")
  var all = false

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "deleted" }

  func validate() throws {
    if all, !onlyDone { throw ValidationError("--all goes with --done.") }
    if all, !addresses.isEmpty {
      throw ValidationError("--all is the whole outline, so no section can be named beside it.")
    }
    if onlyDone, recursive || keepRows != nil {
      throw ValidationError("--done deletes rows alone, so -r and --keep-rows do not go with it.")
    }
    if addresses.isEmpty, !all {
      throw ValidationError(onlyDone ? "'delete --done' needs a section, or --all." : "'delete' needs an ADDRESS.")
    }
  }

  func edit(in context: Context) throws -> Edit {
    if onlyDone { return .deleteDone(in: all ? nil : try addresses.map(address)) }
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
    onlyDone = words.isSet("done")
    all = words.isSet("all")
    try validate()
  }
}
