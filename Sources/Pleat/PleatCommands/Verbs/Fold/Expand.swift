import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat expand`: makes sections and rows show what is below them again.
struct Expand: EditingCommand {
  static let verb = Verb(
    "expand", aliases: ["unfold"], .fold, for: .key, summary: "Expand sections and rows, for you alone.",
    arguments: FoldOptions.arguments,
    options: FoldOptions.declared + EditOptions.declared,
    examples: [
      "Show the content of a section": "pleat expand Groceries",
      "A section and everything below it": "pleat expand -r Groceries",
      "Everything in the outline": "pleat expand --all",
    ])

  let arguments: Arguments

  func check() throws { try arguments.checkFolds() }

  var done: Deed { .expanded }

  var needs: Needs { Needs(edits: true, input: .answer) }

  func edit(in context: Context) throws -> Edit { .fold(try arguments.folds(), .expand) }
}
