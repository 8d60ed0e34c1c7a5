import ArgumentParser
import OutlineCore

/// `pleat reset`: removes the user's flags, so that every section is as it starts.
struct Reset: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "reset", abstract: "Forget which sections you have collapsed and expanded.")

  @Flag(help: "Also let sections start collapsed from now on.")
  var collapsed = false

  @Flag(help: "Also let sections start expanded from now on, which is the default.")
  var expanded = false

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "reset your folds\(collapsed ? " to collapsed" : expanded ? " to expanded" : "")" }

  func validate() throws {
    if collapsed, expanded { throw ValidationError("Use either --collapsed or --expanded, not both.") }
  }

  func edit(in context: Context) throws -> Edit {
    .resetFolds(startsCollapsed: collapsed ? true : expanded ? false : nil)
  }
}

extension Reset {
  mutating func take(_ words: EditWords) throws {
    collapsed = words.isSet("collapsed")
    expanded = words.isSet("expanded")
    try validate()
  }
}
