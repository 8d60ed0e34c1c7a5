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
      "From now on, expanding a section collapses the sections beside it": "pleat accordion on",
      "Any number of sections may be expanded again": "pleat accordion off",
    ])

  let arguments: Arguments

  private var isOn: Bool { arguments.positional == ["on"] }

  var done: Deed { Deed("turned the accordion \(isOn ? "on" : "off")") }

  var needs: Needs { Needs(edits: true, input: .answer) }

  func edit(in context: Context) throws -> Edit { .setAccordion(isOn) }
}
