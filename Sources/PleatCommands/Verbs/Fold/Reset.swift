import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat reset`: removes the user's flags: sections return to their starting state, and rows are expanded.
struct Reset: EditingCommand {
  static let verb = Verb(
    "reset", .fold, for: .key, summary: "Forget which sections and rows you have collapsed and expanded.",
    options: [Self.collapsed, Self.expanded] + EditOptions.declared,
    examples: [
      VerbExample("Forget which sections you collapsed", "pleat reset"),
      VerbExample("Let every section start collapsed from now on", "pleat reset --collapsed"),
    ])

  private static let collapsed = Flag("collapsed", for: .key, help: "Also let sections start collapsed from now on.")
  private static let expanded = Flag(
    "expanded", for: .key, help: "Also let sections start expanded from now on, which is the default.")

  private let collapsed: Bool
  private let expanded: Bool
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    collapsed = arguments[Self.collapsed]
    expanded = arguments[Self.expanded]
    editing = try EditOptions(arguments)
    if collapsed, expanded { throw Refusal("Use either --collapsed or --expanded, not both.") }
  }

  var done: String { "reset your folds\(collapsed ? " to collapsed" : expanded ? " to expanded" : "")" }

  func readsInput(in context: Context) -> Bool { context.canAsk }

  func edit(in context: Context) throws -> Edit {
    .resetFolds(startsCollapsed: collapsed ? true : expanded ? false : nil)
  }
}
