import ArgumentParser
import OutlineCore

/// `pleat edit`: changes the content of a section or a row.
struct EditVerb: EditingVerb {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a row's text, or a section's title, detail or attributes.")

  /// A value that is yes or no.
  enum Answer: String, ExpressibleByArgument, CaseIterable {
    case yes
    case no
  }

  @Argument(help: ArgumentHelp("The section or row to change.", valueName: "address"))
  var address: String

  @Argument(help: "The new text or title.")
  var text: String?

  @Option(help: "The detail of a section, which is shown after its title; '' removes it.")
  var detail: String?

  @Option(help: "Whether users can collapse the section: yes or no.")
  var collapsible: Answer?

  @Option(
    name: .customLong("done"), help: ArgumentHelp("Whether the row is a task that is done.", valueName: "yes|no|none"))
  var mark: MarkWord?

  @Option(
    help: ArgumentHelp(
      "Set an attribute. A VALUE in JSON is stored as JSON; an empty VALUE removes the attribute.",
      valueName: "KEY=VALUE"))
  var set: [String] = []

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  var done: String { "changed" }

  func validate() throws {
    if text == "" { throw ValidationError("The new text is empty; give a text, or use 'pleat delete'.") }
    if text == nil, detail == nil, collapsible == nil, mark == nil, set.isEmpty {
      throw ValidationError("Say what to change: give a new text, --detail, --collapsible, --done or --set.")
    }
    if let bad = set.first(where: { !$0.contains("=") || $0.hasPrefix("=") }) {
      throw ValidationError("--set needs KEY=VALUE, not '\(bad)'.")
    }
  }

  func edit(in context: Context) throws -> Edit {
    let patch = Patch(
      text: text, detail: detail, isCollapsible: collapsible.map { $0 == .yes }, mark: mark?.mark,
      attributes: set.isEmpty ? nil : Attributes.patch(set))
    return .change([try PleatCommands.address(address)], to: patch)
  }
}

extension EditVerb {
  mutating func take(_ words: EditWords) throws {
    address = words.arguments[0]
    text = words.arguments.dropFirst().first
    detail = words.value("detail")
    collapsible = try words.choice(words.value("collapsible"), Answer.self)
    mark = try words.choice(words.value("done"), MarkWord.self)
    set = words.allValues("set")
    try validate()
  }
}
