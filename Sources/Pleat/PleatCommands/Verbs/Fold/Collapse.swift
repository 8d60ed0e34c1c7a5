import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat collapse`: makes sections and rows hide what is below them.
struct Collapse: EditingCommand {
  static let verb = Verb(
    "collapse", aliases: ["fold"], synonyms: ["close"], .fold, for: .key,
    summary: "Collapse sections and rows, for you alone.",
    arguments: FoldOptions.arguments,
    options: FoldOptions.declared + EditOptions.declared,
    examples: [
      "Show only the header of a section": "pleat collapse Groceries",
      "A section and everything below it": "pleat collapse -r Groceries",
      "Every section of the outline": "pleat collapse --all",
      "Every section, and every row that has others below it": "pleat collapse --all -r",
    ])

  let arguments: Arguments

  func check() throws { try arguments.checkFolds() }

  var done: Deed { .collapsed }

  var needs: Needs { Needs(edits: true, input: .answer) }

  func edit(in context: Context) throws -> Edit { .fold(try arguments.folds(), .collapse) }
}

/// The arguments of verbs that collapse or expand sections and rows.
enum FoldOptions {
  static let arguments = [Argument("address", .section, .any, help: "The sections and rows to collapse or expand.")]
  fileprivate static let all = Flag("all", for: .key, help: "Apply to every section.")
  fileprivate static let recursive = Flag(
    "recursive", letter: "r", for: .key, help: "Apply to everything below them too.")

  static let declared: [AnyOption] = [all, recursive]
}

extension Arguments {
  func checkFolds() throws(Refusal) {
    let all = self[FoldOptions.all]
    if positional.isEmpty, !all { throw Refusal("Name a section or a row, or give --all for every section.") }
    if !positional.isEmpty, all { throw Refusal("Name sections and rows or give --all, not both.") }
  }

  func folds() throws -> FoldScope {
    let isRecursive = self[FoldOptions.recursive]
    return self[FoldOptions.all] ? .all(withRows: isRecursive) : .sections(try addresses(), recursive: isRecursive)
  }
}
