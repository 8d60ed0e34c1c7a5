import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat reset`: removes the user's flags: sections return to their starting state, and rows are expanded.
struct Reset: EditingCommand {
  static let verb = Verb(
    "reset", .fold, for: .key, summary: "Forget which sections and rows you have collapsed and expanded.",
    options: [collapsed, expanded] + EditOptions.declared,
    examples: [
      "Forget which sections you collapsed": "pleat reset",
      "Let every section start collapsed from now on": "pleat reset --collapsed",
    ])

  private static let collapsed = Flag("collapsed", for: .key, help: "Also let sections start collapsed from now on.")
  private static let expanded = Flag(
    "expanded", for: .key, help: "Also let sections start expanded from now on, which is the default.")

  let arguments: Arguments

  func check() throws {
    if arguments[Self.collapsed], arguments[Self.expanded] {
      throw Refusal("Use either --collapsed or --expanded, not both.")
    }
  }

  /// Whether sections start collapsed from now on; nil to leave that as it is.
  private var startsCollapsed: Bool? { arguments[Self.collapsed] ? true : arguments[Self.expanded] ? false : nil }

  var done: Deed { Deed("reset your folds\(startsCollapsed.map { $0 ? " to collapsed" : " to expanded" } ?? "")") }

  var needs: Needs { Needs(edits: true, input: .answer) }

  func edit(in context: Context) throws -> Edit {
    .resetFolds(startsCollapsed: startsCollapsed)
  }
}
