import ArgumentParser
import OutlineCore

/// `pleat collapse`: sections show their headers alone.
struct Collapse: EditingVerb {
  static let configuration = CommandConfiguration(
    commandName: "collapse", abstract: "Collapse sections, for you alone.", aliases: ["fold"])

  @OptionGroup var scope: FoldOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "collapsed" }

  func edit(in context: Context) throws -> Edit { .fold(try scope.scope(), .collapse) }
}

extension Collapse {
  mutating func take(_ words: EditWords) throws {
    scope = FoldOptions()
    try scope.take(words)
  }
}

/// The words that name sections whose flags are to be set.
struct FoldOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The sections.", valueName: "address"))
  var addresses: [String] = []

  @Flag(help: "Every section.")
  var all = false

  @Flag(name: .shortAndLong, help: "And every section below them.")
  var recursive = false

  func validate() throws {
    if addresses.isEmpty, !all { throw ValidationError("Name a section, or say --all.") }
    if !addresses.isEmpty, all { throw ValidationError("--all is every section: name none beside it.") }
  }

  /// What the words name.
  func scope() throws -> FoldScope {
    all ? .all : .sections(try addresses.map(address), recursive: recursive)
  }
}

extension FoldOptions {
  mutating func take(_ words: EditWords) throws {
    addresses = words.arguments
    all = words.isSet("all")
    recursive = words.isSet("recursive")
    try validate()
  }
}
