import ArgumentParser
import OutlineCore

/// `pleat edit`: new content for a section or a row.
struct EditVerb: EditingVerb {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a row's text, or a section's title, detail or attributes.")

  /// Yes or no.
  enum Answer: String, ExpressibleByArgument, CaseIterable {
    case yes
    case no
  }

  @Argument(help: ArgumentHelp("What to change.", valueName: "address"))
  var address: String

  @Argument(help: "The new text or title.")
  var text: String?

  @Option(help: "The second text of a section's header; '' removes it.")
  var detail: String?

  @Option(help: "Whether the section may be collapsed.")
  var collapsible: Answer?

  @Option(
    help: ArgumentHelp(
      "Set an attribute; a VALUE that is JSON is kept as JSON, an empty one removes the key.", valueName: "KEY=VALUE"))
  var set: [String] = []

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "changed" }

  func validate() throws {
    if text == "" { throw ValidationError("The new text is empty.") }
    if text == nil, detail == nil, collapsible == nil, set.isEmpty {
      throw ValidationError("Say what to change: a new text, --detail, --collapsible or --set.")
    }
    if let bad = set.first(where: { !$0.contains("=") || $0.hasPrefix("=") }) {
      throw ValidationError("--set takes KEY=VALUE, and '\(bad)' is not that.")
    }
  }

  func edit(in context: Context) throws -> Edit {
    let patch = Patch(
      text: text, detail: detail, isCollapsible: collapsible.map { $0 == .yes },
      attributes: set.isEmpty ? nil : Attributes.patch(set))
    return .change(try PleatCommands.address(address), to: patch)
  }
}

extension EditVerb {
  mutating func take(_ words: EditWords) throws {
    address = words.arguments[0]
    text = words.arguments.dropFirst().first
    detail = words.value("detail")
    collapsible = try words.choice(words.value("collapsible"), Answer.self)
    set = words.allValues("set")
    try validate()
  }
}
