import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat toggle`: collapses sections and rows that are expanded, and expands those that are collapsed.
struct Toggle: EditingCommand {
  static let verb = Verb(
    "toggle", .fold, for: .key,
    summary: "Collapse sections and rows that are expanded, and expand those that are collapsed.",
    arguments: [Argument("address", .section, .oneOrMore, help: "The sections and rows to toggle.")],
    options: EditOptions.declared,
    examples: [
      "Collapse a section, or expand it if it is collapsed": "pleat toggle Groceries",
      "Several sections, by their numbers": "pleat toggle 1 2",
    ])

  let arguments: Arguments

  var done: Deed { .toggled }

  var needs: Needs { Needs(edits: true, input: .answer) }

  func edit(in context: Context) throws -> Edit {
    .fold(.sections(try arguments.addresses(), recursive: false), .toggle)
  }
}
