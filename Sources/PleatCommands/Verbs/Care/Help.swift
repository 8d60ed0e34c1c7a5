import ArgumentParser

/// `pleat help`: explains verbs and concepts, in the terminal and as manual pages.
struct HelpVerb: Verb {
  static let configuration = CommandConfiguration.verb(
    "help", abstract: "Explain pleat, a verb or a topic.",
    discussion: """
      Without a topic, all verbs are listed. 'pleat add --help' shows the same as 'pleat help add'. --man prints the source \
      of a manual page, which 'man -l' shows; --man --list names all of them, each with its topic.
      """)

  @Argument(help: ArgumentHelp("A verb, or one of the topics that 'pleat help' names.", valueName: "topic"))
  var topic: String?

  @Flag(help: "Print the manual page.")
  var man = false

  @Flag(help: "With --man: list all manual pages, each with its topic.")
  var list = false

  @Flag(help: .hidden)
  var reference = false

  // An alias may name the file and the user before the verb; help needs neither.
  @Option(name: .shortAndLong, help: .hidden)
  var file: String?

  @Option(name: .shortAndLong, help: .hidden)
  var user: String?

  func validate() throws {
    if list, !man || topic != nil { throw ValidationError("--list goes with --man, without a topic.") }
  }

  func run(in context: Context) throws {
    if list { return context.output.write(Self.manualPages) }
    if reference { return context.output.write(try ReferencePage.text()) }
    if !man { _ = Result { try Pager.use(in: context) } }  // a wrong configuration is no reason to have no help
    let topic = try topic.map { try HelpTopic(named: $0) } ?? .program
    let page = try topic.page()
    context.output.write(man ? ManualPage.source(of: page, seeAlso: topic.related) : HelpText.text(of: page))
  }

  /// The names of all manual pages, one on each line, each with the topic that prints it.
  private static var manualPages: String {
    HelpTopic.all.map(\.entry).map { word, manual in
      word.isEmpty ? "pleat.\(manual)\n" : "pleat-\(word).\(manual) \(word)\n"
    }.joined()
  }
}
