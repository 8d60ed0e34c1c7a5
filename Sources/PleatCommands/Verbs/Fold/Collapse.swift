import ArgumentParser
import OutlineCore

/// `pleat collapse`: makes sections show only their headers.
struct Collapse: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "collapse", abstract: "Collapse sections, for you alone.", aliases: ["fold"])

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

/// The options that name sections to collapse or expand.
struct FoldOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The sections to collapse or expand.", valueName: "address"), completion: .sections)
  var addresses: [String] = []

  @Flag(help: "Apply to every section.")
  var all = false

  @Flag(name: .shortAndLong, help: "Apply to all sections below them too.")
  var recursive = false

  func validate() throws {
    if addresses.isEmpty, !all { throw ValidationError("No section is named; --all is for every section.") }
    if !addresses.isEmpty, all {
      throw ValidationError("--all is for every section, so no section can be named beside it.")
    }
  }

  /// Returns the sections that the options name.
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
