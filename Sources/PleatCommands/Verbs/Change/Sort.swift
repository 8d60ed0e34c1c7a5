import ArgumentParser
import OutlineCore

/// `pleat sort`: the rows of sections, or their subsections, in order.
struct Sort: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "sort", abstract: "Sort the rows of sections, or their subsections.",
    discussion: """
      Upper and lower case are the same, and digits count as numbers: item 2 stands before item 10. What is equal keeps \
      its order. By an attribute, numbers stand before texts, and what does not have it stands last.
      """)

  @Argument(help: ArgumentHelp("The sections whose rows to sort.", valueName: "address"), completion: .sections)
  var addresses: [String] = []

  @Option(
    help: ArgumentHelp("What to sort by: text, done, or the key of an attribute.", valueName: "key"),
    completion: .list(["text", "done"]))
  var by = "text"

  @Flag(help: "The greatest first.")
  var reverse = false

  @Flag(help: "Sort the subsections, with all that is below them; without a section, the outermost sections.")
  var sections = false

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "sorted" }

  func validate() throws {
    if addresses.isEmpty, !sections { throw ValidationError("'sort' needs a section, or --sections.") }
    if by.isEmpty || by == "=" { throw ValidationError("--by takes text, done, or the key of an attribute.") }
  }

  func edit(in context: Context) throws -> Edit {
    .sort(
      try addresses.map(address),
      by: SortOrder(by: SortOrder.Key(by), isReversed: reverse, sortsSections: sections))
  }
}

extension Sort {
  mutating func take(_ words: EditWords) throws {
    addresses = words.arguments
    by = words.value("by") ?? "text"
    reverse = words.isSet("reverse")
    sections = words.isSet("sections")
    try validate()
  }
}

extension SortOrder.Key {
  /// The key that a word names; `=` in front of it forces an attribute.
  init(_ word: String) {
    switch word {
    case "text": self = .text
    case "done": self = .mark
    default: self = .attribute(word.hasPrefix("=") ? String(word.dropFirst()) : word)
    }
  }
}
