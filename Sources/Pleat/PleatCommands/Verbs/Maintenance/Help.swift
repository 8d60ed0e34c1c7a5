import PleatArguments
import PleatOutput
import PleatTerminal

/// `pleat help`: explains verbs and concepts, in the terminal and as manual pages.
struct HelpVerb: Command {
  static let verb = Verb(
    "help", .maintenance, for: .key, summary: "Explain pleat, a verb or a topic.",
    discussion: """
      Without a topic, all verbs are listed. 'pleat add --help' shows the same as 'pleat help add'. --man prints the source \
      of a manual page, which 'man -l' shows; --man --list names all of them, each with its topic.
      """,
    arguments: [Argument("topic", .topic, .oneOrNone, help: "A verb, or one of the topics that 'pleat help' names.")],
    options: [man, list, reference, file, user],
    examples: [
      "All verbs and topics": "pleat help",
      "One verb": "pleat help add",
      "How to name sections and rows": "pleat help addresses",
      "The manual page of a verb": "pleat help --man add >pleat-add.1",
    ])

  private static let man = Flag("man", for: .key, help: "Print the manual page.")
  private static let list = Flag("list", for: .key, help: "With --man: list all manual pages, each with its topic.")
  private static let reference = Flag("reference", for: .key, help: nil)
  // A shell alias may put the file and the user before the verb; help ignores both.
  private static let file = TextOption("file", letter: "f", .file, for: .key, help: nil)
  private static let user = TextOption("user", letter: "u", .user, for: .key, help: nil)

  let arguments: Arguments

  private var man: Bool { arguments[Self.man] }
  private var list: Bool { arguments[Self.list] }

  var needs: Needs { .nothing }

  func check() throws {
    if list, !man || !arguments.positional.isEmpty { throw Refusal("--list goes with --man, without a topic.") }
  }

  func run(in context: Context) throws {
    let verbs = context.commands.verbs
    if list { return context.output.write(Self.manualPages(verbs)) }
    if arguments[Self.reference] { return context.output.write(ReferencePage.text(verbs)) }
    if !man { Self.usePager(in: context) }
    let topic = try arguments.positional.first.map { try HelpTopic(named: $0, among: verbs) } ?? .program
    let page = topic.page(verbs)
    context.output.write(
      man ? ManualPage.source(of: page, seeAlso: topic.related(verbs)) : context.shown(HelpText.text(of: page)))
  }

  /// Writes the help of a verb, or of pleat as a whole.
  static func write(_ verb: Verb?, _ length: HelpLength, in context: Context) {
    let verbs = context.commands.verbs
    let short = verb.map(HelpPage.init(short:)) ?? .shortProgram(verbs)
    if length == .short { return context.output.write(context.shown(HelpText.text(of: short))) }
    usePager(in: context)
    context.output.write(context.shown(HelpText.text(of: verb.map { HelpPage(verb: $0) } ?? .program(verbs))))
  }

  /// Shows a long page in a pager; help is shown even if the configuration is wrong.
  private static func usePager(in context: Context) { _ = Result { try Pager.use(in: context) } }

  /// Returns the name of each manual page with the topic that prints it, one page per line.
  private static func manualPages(_ verbs: [Verb]) -> String {
    HelpTopic.all(verbs).map(\.entry).map { word, manual in
      word.isEmpty ? "pleat.\(manual)\n" : "pleat-\(word).\(manual) \(word)\n"
    }.joined()
  }
}
