import OutlineCore
import PleatArguments
import PleatOutput

/// `pleat accordion`: sets whether expanding a section collapses the sections beside it.
struct Accordion: EditingCommand {
  static let verb = Verb(
    "accordion", .fold, for: .key,
    summary: "Set whether expanding a section collapses the sections beside it, for you alone.",
    arguments: [Argument("setting", .choice(["on", "off"]), help: "Whether the accordion is on or off.")],
    options: EditOptions.declared,
    examples: [
      VerbExample("From now on, expanding a section collapses the sections beside it", "pleat accordion on"),
      VerbExample("Any number of sections may be expanded again", "pleat accordion off"),
    ])

  private let isOn: Bool
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    isOn = arguments.positional == ["on"]
    editing = try EditOptions(arguments)
  }

  var done: String { "turned the accordion \(isOn ? "on" : "off")" }

  func readsInput(in context: Context) -> Bool { context.canAsk }

  func edit(in context: Context) throws -> Edit { .setAccordion(isOn) }
}
