import ArgumentParser
import OutlineCore

/// `pleat edit`: changes the content of a section or a row.
struct EditVerb: EditingVerb {
  static let configuration = CommandConfiguration.verb(
    "edit", abstract: "Change a row's text, or a section's title, detail or attributes.",
    usage: """
      pleat edit ADDRESS TEXT [OPTION...]
      pleat edit ADDRESS
      pleat edit --all
      pleat edit ADDRESS... [--text TEXT] [--detail DETAIL] [--collapsible yes|no] [--done yes|no|none] \
      [--set KEY=VALUE...]
      """,
    discussion: """
      Without options, the second word is the new text or title. With options, every word is an address. An address alone \
      opens the row, or the section with everything below it, in $VISUAL or $EDITOR; --all opens the whole outline.
      """)

  /// A value that is yes or no.
  enum Answer: String, WordChoice {
    case yes
    case no
  }

  @Argument(
    help: ArgumentHelp(
      "The section or row to change, and the text; or with options, all to change.", valueName: "address"))
  var words: [String] = []

  @Flag(help: "Open the whole outline in the editor.")
  var all = false

  @Option(help: "The new text or title.")
  var text: String?

  @Option(help: "The detail of a section, which is shown after its title; '' removes it.")
  var detail: String?

  @Option(help: "Whether users can collapse the section.")
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

  /// Whether the command is `edit ADDRESS TEXT`, without options that say what to change.
  private var isShort: Bool { text == nil && detail == nil && collapsible == nil && mark == nil && set.isEmpty }

  func validate() throws {
    if all, !isShort || !words.isEmpty { throw ValidationError("--all goes alone: the editor has the whole outline.") }
    if !all, words.isEmpty { throw ValidationError("'edit' needs an ADDRESS, or --all for the whole outline.") }
    if opensEditor { return }
    if isShort { try validateShort() }
    if text == "" || isShort && words.last == "" {
      throw ValidationError("The new text is empty; give a text, or use 'pleat delete'.")
    }
    if text != nil, words.count > 1 { throw ValidationError("--text changes one thing, and these are \(words.count).") }
    try Attributes.check(set)
  }

  private func validateShort() throws {
    let text = words[words.count - 1]
    if words.count > 2 {
      throw ValidationError("'edit' takes an address and one text; put quotes around a text of several words.")
    }
    if Address.isIDOrNumber(text) {
      throw ValidationError(
        "'\(text)' has the form of \(text.hasPrefix("@") ? "an id" : "a number"). If it is the new text, say --text \(text)."
      )
    }
  }

  /// Whether nothing says what to change, so that an editor does.
  var opensEditor: Bool { isShort && words.count < 2 }

  func run(in context: Context) throws {
    if !opensEditor { return try makeEdit(in: context) }
    let user = try options.userName(in: context)
    _ = try options.outlineForReading(in: context).settings()  // refuses a file that does not exist
    try EditInEditor(
      address: words.first.map(address), outline: options.outline(for: editing, in: context),
      report: Report(options: options, editing: editing, user: user, context: context),
      request: editing.request(options, in: context)
    ).run()
  }

  func edit(in context: Context) throws -> Edit {
    if opensEditor { throw Failure(.usage, "'edit' without a text opens an editor, which a batch cannot.") }
    let patch = Patch(
      text: isShort ? words.last : text, detail: detail, isCollapsible: collapsible.map { $0 == .yes },
      mark: mark?.mark,
      attributes: set.isEmpty ? nil : Attributes.patch(set))
    return .change(try words.prefix(isShort ? 1 : words.count).map(address), to: patch)
  }
}

extension EditVerb {
  static func addresses(in words: EditWords) -> Int { words.hasOptions ? .max : 1 }

  mutating func take(_ words: EditWords) throws {
    self.words = words.arguments
    all = words.isSet("all")
    text = words.value("text")
    detail = words.value("detail")
    collapsible = try words.choice(words.value("collapsible"), Answer.self)
    mark = try words.choice(words.value("done"), MarkWord.self)
    set = words.allValues("set")
    try validate()
  }
}
