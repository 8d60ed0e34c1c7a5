import ListChanges
import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatSystem
import PleatTerminal
import TerminalText

/// `pleat watch`: prints the changes that each commit, by any process, makes to the user's list.
package struct Watch: Command {
  package static let verb = Verb(
    "watch", .see, for: .key, summary: "List what you see, then report every edit that changes it.",
    discussion: """
      One line is printed for every edit that changes what you see, until you interrupt it: who did what. With --layout or \
      --json, a line says how the list changes; edits that are made almost at once share it.
      """,
    options: [layout, content, noContent, names] + DisplayOptions.declared + GlobalOptions.declared,
    examples: [
      "The list, then a line for every edit that changes it": "pleat watch",
      "The same for a program: one JSON object on each line": "pleat watch --json",
      "The changes of the list, counted in lines": "pleat watch --layout flat",
    ],
    sections: [legend])

  private static let layout = Option<ListLayout?>(
    choice: "layout", for: .key, purpose: .programs,
    help:
      "Print the changes of the list as codes, counted in this layout; with --json, the default is grouped."
  )
  private static let content = Flag("content", for: .key, purpose: .programs, help: nil)
  private static let noContent = Flag(
    "no-content", for: .key, purpose: .programs,
    help:
      "With --json: leave out the content of the lines that were inserted or changed, and give the numbers of rows of inserted sections."
  )
  private static let names = Flag(
    "names", for: .key, purpose: .programs, help: "With --json: say who made each edit, and what they did.")

  package let arguments: Arguments

  package init(arguments: Arguments) { self.arguments = arguments }

  package func check() throws {
    if arguments[Self.content], arguments[Self.noContent] {
      throw Refusal("--content and --no-content cannot be used together.")
    }
  }

  package var needs: Needs { Needs(follows: true) }

  /// How often to look for a commit, in milliseconds.
  private static let pause: Int32 = 30

  package func run(in context: Context) throws {
    let path = try arguments.path(in: context)
    let user = try arguments.userName(in: context)
    let view = try OutlineView(path, as: user, wait: arguments.waitDuration, signals: context.signals)
    view.namesEntries = true
    let printer = try printer(of: view, for: user, in: context)
    try printer.printSnapshot(as: context.goesOn ? "reset" : "snapshot")
    var right = RightCheck(in: context)
    var hasFile = true
    while true {
      while let step = try view.advanceIfPossible() { try printer.print(step) }
      let hadFile = hasFile
      hasFile = view.fileState != nil
      if hadFile, !hasFile { try printer.printRemoval() }
      try Self.wait(for: context.output)
      try right.checkIfDue()
    }
  }

  /// Returns the printer for a user's view; the view must name the entries of its steps.
  package func printer(of view: OutlineView, for user: String, in context: Context) throws -> StepPrinter {
    let (isJSON, layout) = (arguments.isJSON, arguments[Self.layout])
    let form: StepPrinter.Form =
      try isJSON ? .json(hasContent: !arguments[Self.noContent]) : .text(arguments.style(in: context))
    return StepPrinter(
      view: view, user: user, layout: layout, form: form, namesEntries: isJSON ? arguments[Self.names] : layout == nil,
      output: context.output)
  }

  /// Sleeps for one interval; throws when nobody reads the output any more.
  private static func wait(for output: OutputBuffer) throws(OutputError) {
    if Platform.losesReader(output.file, within: pause) { throw .closed }
  }
}

extension Watch {
  /// The help about the signs in the printed lines.
  fileprivate static let legend = HelpPage.Section(
    "Signs",
    [
      .paragraph(
        "With --layout, each line has the changes of one edit, or of several that were made almost at once. Everything is counted from 0: S2 is the third section that you see, R1.0 the first row of the second section, H2 the header of the third section, and L5 the sixth line."
      ),
      .terms([
        HelpPage.Term(
          "-S2x3",
          "Three sections are deleted, with their rows: the third section of the list before the edit, and the next two."
        ),
        HelpPage.Term("+S0", "A section is inserted, with its rows, as the first of the list after the edit."),
        HelpPage.Term("S4>1", "The fifth section moves, with its rows, and becomes the second."),
        HelpPage.Term("-R1.0x4", "The first four rows of the second section are deleted."),
        HelpPage.Term("+R0.2", "A row is inserted, as the third of the first section."),
        HelpPage.Term("R0.3>1.0", "The fourth row of the first section becomes the first row of the second."),
        HelpPage.Term("~R0.1", "The second row of the first section has changed: draw it again."),
        HelpPage.Term("~H3", "The header of the fourth section has changed: its title, its fold, or a number in it."),
        HelpPage.Term("-L3x4 +L0 L3>9 ~L2", "The same in lines, with --layout flat."),
        HelpPage.Term("reset", "The file was replaced, or its log was cut; the whole list follows."),
        HelpPage.Term("removed", "The file is gone. If there is one again, what it has follows."),
      ]),
    ])
}
