import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat sort`: sorts the rows of sections, the rows below a row, or subsections.
struct Sort: EditingCommand {
  static let verb = Verb(
    "sort", .change, for: .key, summary: "Sort the rows of sections, the rows below a row, or subsections.",
    discussion: """
      Case is ignored, and digits count as numbers: item 2 comes before item 10. Equal items keep their order. By \
      an attribute, numbers come before texts, and items without the attribute come last.

      Only the rows directly in a section, or directly below a row, change their order, each with everything below it.
      """,
    arguments: [Argument("address", .section, .any, help: "The sections or rows below which to sort the rows.")],
    options: [by, reverse, sections] + EditOptions.declared,
    examples: [
      "The rows of a section": "pleat sort Groceries",
      "Open tasks first, tasks that are done last": "pleat sort Home --by done",
      "The tasks that are due first at the top": "pleat sort Home --by due",
      "The outermost sections, from Z to A": "pleat sort --sections --reverse",
    ])

  private static let by = TextOption(
    "by", .suggested(["text", "done", "due"]), "key", for: .key,
    help: "What to sort by: text, done, due, or the key of an attribute."
  ).or("text")
  private static let reverse = Flag("reverse", for: .key, help: "Sort in descending order.")
  private static let sections = Flag(
    "sections", for: .key,
    help: "Sort the subsections, with everything below them; without ADDRESS, the outermost sections.")

  let arguments: Arguments

  func check() throws {
    if arguments.positional.isEmpty, !arguments[Self.sections] {
      throw Refusal("'sort' needs a section, or --sections.")
    }
    if ["", "="].contains(arguments[Self.by]) {
      throw Refusal("--by takes text, done, due, or the key of an attribute.")
    }
  }

  var done: Deed { .sorted }

  func edit(in context: Context) throws -> Edit {
    let order = SortOrder(
      by: SortOrder.Key(arguments[Self.by]), isReversed: arguments[Self.reverse],
      sortsSections: arguments[Self.sections])
    return .sort(try arguments.addresses(), by: order)
  }
}

extension SortOrder.Key {
  /// Reads the argument for a sort key; after `=`, it is the name of an attribute.
  init(_ word: String) {
    switch word {
    case "text": self = .text
    case "done": self = .checkBox
    case "due": self = .due
    default: self = .attribute(word.hasPrefix("=") ? String(word.dropFirst()) : word)
    }
  }
}
