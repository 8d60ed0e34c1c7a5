import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat edit`: changes the content of a section or a row.
struct EditVerb: EditingCommand {
  static let verb = Verb(
    "edit", synonyms: ["rename", "change"], .change, for: .key,
    summary: "Change a row's text, or a section's title, detail or attributes.",
    discussion: """
      Without options, the second argument is the new text or title. The further lines of a row, its note, stay \
      unless the new text has several lines. With options, every argument is an address. \
      An address alone opens the row, or the section with everything below it, in $VISUAL or $EDITOR; --all opens \
      the whole outline.
      """,
    usage: [
      "pleat edit ADDRESS TEXT [OPTION...]", "pleat edit ADDRESS|--all",
      "pleat edit ADDRESS... OPTION...",
    ],
    arguments: [
      Argument(
        "address", .item, .any,
        help: "The section or row to change, then the new text; with options, all items to change.")
    ],
    options: [
      Self.all, Self.text, Attributes.note, Self.was, Self.detail,
      Self.collapsible, Self.checkBox,
      Self.newRows, Self.set,
    ]
      + ScheduleOptions.declared + EditOptions.declared,
    examples: [
      VerbExample("A new text for a row", "pleat edit \"water the plants\" \"water the roses\""),
      VerbExample(
        "A detail, shown after the title, and tasks for new rows",
        "pleat edit Home --detail \"this week\" --new-rows task"),
      VerbExample("A note, which is shown below the text", "pleat edit bread --note \"from the market\""),
      VerbExample("An attribute of two rows", "pleat edit apples bread --set shop=market"),
      VerbExample("A section with everything below it in your editor", "pleat edit Groceries"),
    ],
    notes: VerbNotes(environment: [Surroundings.editor], exitCodes: [79: nil]))

  private static let all = Flag("all", for: .key, help: "Open the whole outline in the editor.")
  private static let text = TextOption("text", for: .key, help: "The new text or title.")
  private static let was = TextOption(
    "was", .text, "text", for: .key, purpose: .programs,
    help: "The old text, note or due date of what is changed: if it is another one by now, nothing is changed (79).")
  private static let detail = TextOption(
    "detail", for: .key, help: "The detail of a section; '' removes it.")
  private static let collapsible = TextOption(
    "collapsible", .choice(["yes", "no"]), for: .key, help: "Whether users can collapse the section.")
  private static let checkBox = TextOption(
    "done", CheckBoxChoice.kind, "yes|no|none", for: .key,
    help: "Whether it is a done task, an open one, or none.")
  private static let newRows = TextOption(
    "new-rows", .choice(NewRows.allCases.map(\.rawValue) + ["none"]), for: .key,
    help: "Whether new rows of a section are tasks. none: like its other rows.")
  private static let set = Option<[String]>(
    "set", "KEY=VALUE", for: .key,
    help: "Set an attribute. A VALUE in JSON is stored as JSON; an empty VALUE removes the attribute.")

  private let arguments: [String]
  private let all: Bool
  private let text: String?
  private let was: String?
  private let note: String?
  private let detail: String?
  private let isCollapsible: Bool?
  private let checkBox: CheckBoxChoice?
  private let newRows: String?
  private let set: [String]
  private let schedule: ScheduleOptions
  let editing: EditOptions

  init(_ arguments: Arguments) throws {
    self.arguments = arguments.positional
    all = arguments[Self.all]
    text = arguments[Self.text]
    was = arguments[Self.was]
    detail = arguments[Self.detail]
    isCollapsible = arguments[Self.collapsible].map { $0 == "yes" }
    checkBox = arguments[Self.checkBox].flatMap(CheckBoxChoice.init)
    newRows = arguments[Self.newRows]
    let (set, noteAmongSet) = Attributes.withoutNote(arguments[Self.set])
    self.set = set
    note = arguments[Attributes.note] ?? noteAmongSet
    schedule = try ScheduleOptions(arguments)
    editing = try EditOptions(arguments)
    try check()
  }

  var done: String { "changed" }

  var isInteractive: Bool { opensEditor }

  var unservedReason: String? { opensEditor ? "it has no editor, so give the new text" : nil }

  static func addressCount(of arguments: Arguments) -> Int {
    let ownOptions =
      [
        Self.text, Attributes.note, Self.detail, Self.collapsible, Self.checkBox,
        Self.newRows,
        Self.set,
      ]
      .map(\.name) + ScheduleOptions.declared.map(\.name)
    return arguments.given.contains { ownOptions.contains($0.option.name) } ? .max : 1
  }

  /// Whether no option sets content, so that the command is `edit ADDRESS TEXT` or opens an editor.
  private var isShort: Bool {
    text == nil && note == nil && detail == nil && isCollapsible == nil && checkBox == nil && newRows == nil
      && set.isEmpty
      && schedule.isEmpty
  }

  private func check() throws {
    if all, !isShort || !arguments.isEmpty {
      throw Refusal("--all opens the whole outline in the editor, and takes nothing else.")
    }
    if !all, arguments.isEmpty { throw Refusal("'edit' needs an ADDRESS, or --all for the whole outline.") }
    if opensEditor, was == nil { return }
    if opensEditor { throw Self.needsValue }
    if isShort { try checkShort() }
    if text == "" || isShort && arguments.last == "" {
      throw Refusal("The new text is empty; give a text, or use 'pleat delete'.")
    }
    if note != nil, detail != nil { throw Refusal("The note of a section is its detail; give --note or --detail.") }
    if was != nil, !isShort, text == nil, note == nil, detail == nil, schedule.isEmpty { throw Self.needsValue }
    if text != nil, arguments.count > 1 {
      throw Refusal("--text changes one row or section, but \(arguments.count) are named.")
    }
    try Attributes.check(set)
  }

  private static let needsValue = Refusal("--was works only with a new text, title, note or due date.")

  private func checkShort() throws {
    let text = arguments[arguments.count - 1]
    if arguments.count > 2 {
      throw Refusal("'edit' takes an address and one text; put quotes around a text of several words.")
    }
    if Address.isIDOrNumber(text) {
      throw Refusal(
        "'\(text)' has the form of \(text.hasPrefix("@") ? "an id" : "a number"). If it is the new text, write --text \(text)."
      )
    }
  }

  /// Whether the command opens an editor, because it specifies no change.
  var opensEditor: Bool { isShort && arguments.count < 2 }

  func run(in context: Context) throws {
    if !opensEditor { return try makeTick(in: context) { try edit(in: context, $0) } }
    let user = try options.userName(in: context)
    _ = try options.outlineForReading(in: context).settings()  // refuses a file that does not exist
    try EditInEditor(
      address: arguments.first.map(address), outline: editing.outline(in: context),
      report: Report(editing, user: user, context),
      request: editing.request(in: context)
    ).run()
  }

  /// The new text as it was typed.
  private var newText: String? { isShort ? arguments.last : text }

  func remark(on answer: Answer, in context: Context) -> String? {
    if checkBox == .plain || schedule.hasDue { return nil }
    return newText.flatMap {
      ScheduleOptions.slip(in: [$0], of: answer.items.prefix(1), areThere: true, today: context.today())
    }
  }

  func edit(in context: Context) throws -> Edit { try edit(in: context, TickCheck()) }

  private func edit(in context: Context, _ check: TickCheck) throws -> Edit {
    if opensEditor { throw Failure(.usage, "'edit' without a text opens an editor, which is impossible in a batch.") }
    let today = context.today()
    let typed = newText
    let dated = checkBox == .plain || schedule.hasDue ? nil : typed.map { DatedText.edit($0, today: today) }
    var schedule = try schedule.patch(today: today)
    if let due = dated?.due { schedule = SchedulePatch(due: due, repeats: schedule?.repeats, start: schedule?.start) }
    var patch = Patch(
      text: dated.map(\.text) ?? typed, detail: detail, note: note, isCollapsible: isCollapsible,
      newRows: newRows.map(NewRows.init), checkBox: checkBox?.checkBox, doneOn: today, check: check,
      attributes: set.isEmpty ? nil : Attributes.patch(set), schedule: schedule)
    if typed != nil {
      patch.oldText = was
    } else if note != nil || detail != nil {
      patch.oldNote = was
    } else {
      patch.oldDue = try was.map { try ["", "none"].contains($0) ? nil : DueDate(parsing: $0, today: today) }
    }
    return .change(try arguments.prefix(isShort ? 1 : arguments.count).map(address), to: patch)
  }
}
