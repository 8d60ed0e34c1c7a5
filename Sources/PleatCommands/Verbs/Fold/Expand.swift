import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat expand`: makes sections show their content again.
struct Expand: EditingCommand {
  static let verb = Verb(
    "expand", aliases: ["unfold"], .fold, for: .key, summary: "Expand sections, for you alone.",
    arguments: FoldOptions.arguments,
    options: FoldOptions.declared + EditOptions.declared,
    examples: [
      VerbExample("Show the content of a section", "pleat expand Groceries"),
      VerbExample("A section and all sections below it", "pleat expand -r Groceries"),
      VerbExample("Every section of the outline", "pleat expand --all"),
    ])

  private let scope: FoldOptions
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    scope = try FoldOptions(arguments)
    editing = try EditOptions(arguments)
  }

  var done: String { "expanded" }

  func readsInput(in context: Context) -> Bool { context.canAsk }

  func edit(in context: Context) throws -> Edit { .fold(try scope.scope(), .expand) }
}
