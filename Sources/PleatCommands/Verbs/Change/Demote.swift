import ArgumentParser
import OutlineCore

/// `pleat demote`: sections one level down, empty ones to rows.
struct Demote: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "demote", abstract: "Let sections go one level down, and make rows of empty sections.",
    discussion: """
      A section becomes the last subsection of the section before it on its level, with all that is below it. An empty \
      section becomes the last row of its parent or, at the top, of the section before it.
      """)

  @Argument(help: ArgumentHelp("The sections.", valueName: "address"), completion: .sections)
  var addresses: [String]

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "demoted" }

  func edit(in context: Context) throws -> Edit { .demote(try addresses.map(address)) }
}

extension Demote {
  mutating func take(_ words: EditWords) throws {
    addresses = words.arguments
  }
}
