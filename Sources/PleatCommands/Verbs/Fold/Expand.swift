import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat expand`: makes sections show their content again.
struct Expand: FoldCommand {
  static let verb = Verb(
    "expand", aliases: ["unfold"], .fold, for: .key, summary: "Expand sections, for you alone.",
    arguments: FoldArguments.arguments,
    options: FoldArguments.declared + EditOptions.declared,
    examples: [
      VerbExample("Show the content of a section", "pleat expand Groceries"),
      VerbExample("A section and all sections below it", "pleat expand -r Groceries"),
      VerbExample("Every section of the outline", "pleat expand --all"),
    ])

  let arguments: FoldArguments

  var done: String { "expanded" }

  func edit(in context: Context) throws -> Edit { .fold(try arguments.scope(), .expand) }
}
