import ArgumentParser
import OutlineCore

/// `pleat promote`: sections one level up, rows to sections.
struct Promote: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "promote", abstract: "Let sections go one level up, and make sections of rows.",
    discussion: """
      A section goes behind its parent, with all that is below it. A row becomes the first subsection of its section; \
      its first line is the title, and what follows the detail.
      """)

  @Argument(help: ArgumentHelp("The sections and rows.", valueName: "address"))
  var addresses: [String]

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "promoted" }

  func edit(in context: Context) throws -> Edit { .promote(try addresses.map(address)) }
}

extension Promote {
  mutating func take(_ words: EditWords) throws {
    addresses = words.arguments
  }
}
