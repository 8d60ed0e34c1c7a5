import ArgumentParser
import OutlineCore

/// `pleat reset`: every section as it starts.
struct Reset: EditingVerb {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Forget your folds: every section is as it starts.")

  @Flag(help: "And have sections start collapsed from now on.")
  var collapsed = false

  @Flag(help: "And have sections start expanded from now on, as they do at first.")
  var expanded = false

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "reset" }

  func validate() throws {
    if collapsed, expanded { throw ValidationError("--collapsed and --expanded exclude each other.") }
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
