import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat sort`: sorts the rows of sections, or their subsections.
struct Sort: EditingCommand {
  static let verb = Verb(
    "sort", .change, for: .key, summary: "Sort the rows of sections, or their subsections.",
    discussion: """
      Upper and lower case are the same, and digits count as numbers: item 2 stands before item 10. What is equal keeps \
      its order. By an attribute, numbers stand before texts, and what does not have it stands last.

      Subsections without content look like rows, and are sorted with them as one list. Subsections with content stay where they are, \
      and what is between two of them stays there; but where subsections are tasks, all are in one order.
      """,
    arguments: [Argument("address", .section, .any, help: "The sections whose rows to sort.")],
    options: [Self.by.option, Self.reverse.option, Self.sections.option] + EditOptions.declared,
    examples: [
      VerbExample("The rows of a section", "pleat sort Groceries"),
      VerbExample("Open tasks first, tasks that are done last", "pleat sort Home --by done"),
      VerbExample("What is due first at the top", "pleat sort Home --by due"),
      VerbExample("The outermost sections, from Z to A", "pleat sort --sections --reverse"),
    ])

  private static let by = TextOption(
    "by", .suggested(["text", "done", "due"]), "key", standard: "text", for: .key,
    help: "What to sort by: text, done, due, or the key of an attribute.")
  private static let reverse = Flag("reverse", for: .key, help: "The greatest first.")
  private static let sections = Flag(
    "sections", for: .key,
    help: "Sort the subsections, with all that is below them; without a section, the outermost sections.")

  private let addresses: [String]
  private let by: String
  private let reverse: Bool
  private let sections: Bool
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    addresses = arguments.positional
    by = arguments[Self.by] ?? "text"
    reverse = arguments[Self.reverse]
    sections = arguments[Self.sections]
    editing = try EditOptions(arguments)
    if addresses.isEmpty, !sections { throw Refusal("'sort' needs a section, or --sections.") }
    if by.isEmpty || by == "=" { throw Refusal("--by takes text, done, due, or the key of an attribute.") }
  }

  var done: String { "sorted" }

  func edit(in context: Context) throws -> Edit {
    .sort(
      try addresses.map(address),
      by: SortOrder(by: SortOrder.Key(by), isReversed: reverse, sortsSections: sections))
  }
}

extension SortOrder.Key {
  /// Creates the key that a word names; `=` before the word forces an attribute.
  init(_ word: String) {
    switch word {
    case "text": self = .text
    case "done": self = .checkBox
    case "due": self = .due
    default: self = .attribute(word.hasPrefix("=") ? String(word.dropFirst()) : word)
    }
  }
}
