import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat edit`: changes the content of a section or a row.
struct EditVerb: EditingCommand {
  static let verb = Verb(
    "edit", synonyms: ["rename", "change", "modify"], .change, for: .key,
    summary: "Change a row's text, or a section's title, detail or attributes.",
    discussion: """
      Without options, the second argument is the new text or title. The further lines of a row, its note, stay \
      unless the new text has several lines. With options, every argument is an address. \
      An address alone opens the row, or the section with everything below it, in $VISUAL or $EDITOR; --all opens \
      the whole outline.
      """,
    usage: [
      "pleat edit ADDRESS [TEXT]|--all", "pleat edit ADDRESS...|--where FILTER OPTION...",
    ],
    arguments: [
      Argument(
        "address", .item, .any,
        help: "The section or row to change, then the new text; with options, all items to change.")
    ],
    options: [all, fitting, text, Attributes.note, append, was, detail, collapsible, checkBox, newRows, set]
      + ScheduleOptions.declared
      + EditOptions.declared,
    examples: [
      "A new text for a row": "pleat edit \"water the plants\" \"water the roses\"",
      "A detail, shown after the title, and tasks for new rows":
        "pleat edit Home --detail \"this week\" --new-rows task",
      "A note, which is shown below the text": "pleat edit bread --note \"from the market\"",
      "An attribute of two rows": "pleat edit apples bread --set shop=market",
      "A section with everything below it in your editor": "pleat edit Groceries",
    ],
    environment: [Surroundings.editor.name: Surroundings.editor.meaning], exitCodes: [79: nil])

  private static let all = Flag("all", for: .key, help: "Open the whole outline in the editor.")
  private static let fitting = TextOption.fitting("Change all items that fit.")
  private static let text = TextOption("text", for: .key, help: "The new text or title.")
  private static let append = TextOption("append", .text, "text", for: .key, help: "Add a line to the note.")
  private static let was = TextOption(
    "was", .text, "text", for: .key, purpose: .programs,
    help: "The old text, note or due date of what is changed: if it is another one by now, nothing is changed (79).")
  private static let detail = TextOption(
    "detail", for: .key, help: "The detail of a section; '' removes it.")
  private static let collapsible = Option<Bool?>(
    "collapsible", choices: [("yes", true), ("no", false)], for: .key, help: "Whether users can collapse the section.")
  private static let checkBox = Option<CheckBox?>(
    "done", choices: CheckBox.words, for: .key, help: "Whether it is a done task, an open one, or none.")
  private static let newRows = Option<NewRows??>(
    "new-rows", choices: NewRows.allCases.map { ($0.rawValue, $0) } + [("none", nil)], for: .key,
    help: "Whether new rows of a section are tasks. none: like its other rows.")
  private static let set = Option<[String]>(
    "set", "KEY=VALUE", for: .key,
    help: "Set an attribute. A VALUE in JSON is stored as JSON; an empty VALUE removes the attribute.")

  let arguments: Arguments

  private var words: [String] { arguments.positional }
  private var text: String? { arguments[Self.text] }
  private var detail: String? { arguments[Self.detail] }
  private var was: String? { arguments[Self.was] }
  private var checkBox: CheckBox? { arguments[Self.checkBox] }
  private var attributes: (values: [String], note: String?) { Attributes.given(in: arguments, by: Self.set) }

  var done: Deed { .changed }

  var needs: Needs {
    opensEditor
      ? Needs(edits: true, dialog: .program, ownersReason: "it has no editor, so give the new text")
      : Needs(edits: true)
  }

  var addressCount: Int { isShort ? 1 : .max }

  /// Whether no option sets content, so that the command is `edit ADDRESS TEXT` or opens an editor.
  private var isShort: Bool {
    arguments.given.allSatisfy { $0.option.purpose != .edit || $0.option === Self.all }
  }

  func check() throws {
    try arguments.checkSchedule()
    let (all, note) = (arguments[Self.all], attributes.note)
    if all, !isShort || !words.isEmpty {
      throw Refusal("--all opens the whole outline in the editor, and takes nothing else.")
    }
    if arguments[Self.fitting] != nil {
      if !words.isEmpty {
        throw Refusal(
          "Give either addresses or --where, not both.",
          hint: "The text of one item is changed without --where: pleat edit ADDRESS --text TEXT")
      }
      if text != nil || was != nil
        || !arguments.given.contains(where: { $0.option.purpose == .edit && $0.option !== Self.fitting })
      {
        throw Refusal("--where is for changes of several items, such as --due, --note, --set or --done.")
      }
    } else if !all, words.isEmpty {
      throw Refusal("'edit' needs an ADDRESS, or --all for the whole outline.")
    }
    if opensEditor, was == nil { return }
    if opensEditor { throw Self.needsValue }
    if isShort { try checkShort() }
    if text == "" || isShort && words.last == "" {
      throw Refusal("The new text is empty; give a text, or use 'pleat delete'.")
    }
    if let added = arguments[Self.append] {
      if added.isBlank { throw Refusal("--append needs a text to add to the note.") }
      if note != nil || detail != nil {
        throw Refusal("--append adds to the note; give it without --note and --detail.")
      }
    }
    if note != nil, detail != nil { throw Refusal("The note of a section is its detail; give --note or --detail.") }
    if was != nil, !isShort, text == nil, note == nil, detail == nil, !arguments.hasSchedule { throw Self.needsValue }
    if text != nil, words.count > 1 {
      throw Refusal("--text changes one row or section, but \(words.count) are named.")
    }
    try Attributes.check(attributes.values)
  }

  private static let needsValue = Refusal("--was works only with a new text, title, note or due date.")

  private func checkShort() throws {
    let text = words[words.count - 1]
    if words.count > 2 {
      throw Refusal("'edit' takes an address and one text; put quotes around a text of several words.")
    }
    if Address.isIDOrNumber(text) {
      throw Refusal(
        "'\(text)' has the form of \(text.hasPrefix("@") ? "an id" : "a number"). If it is the new text, write --text \(text)."
      )
    }
  }

  /// Whether the command opens an editor, because it specifies no change.
  var opensEditor: Bool { isShort && words.count < 2 }

  func run(in context: Context) throws {
    if !opensEditor {
      do { return try makeTick(in: context) { try edit(in: context, $0) } } catch let error as OutlineError {
        throw textAsAddress(error) ?? error
      }
    }
    let user = try arguments.userName(in: context)
    _ = try arguments.outlineForReading(in: context).settings()  // refuses a file that does not exist
    try EditInEditor(
      address: words.first.map(address), outline: arguments.outlineForEditing(in: context),
      report: Report(arguments, user: user, context), request: arguments.request(in: context)
    ).run()
  }

  /// Returns the refusal of a second argument that is no address, with options: it may be the new text.
  private func textAsAddress(_ error: OutlineError) -> Failure? {
    guard case .notFound(let address, _, _) = error, !isShort, text == nil, words.count == 2,
      "\(address)".hasSameBytes(as: words[1])
    else { return nil }
    var failure = Failure(
      .notFound, "There is no section or row '\(words[1])'.",
      hint: "With options, every argument is an address; --text gives the new text.")
    failure.corrections = [Correction(of: words[1], to: "--\(Self.text.name)", keepsTyped: true)]
    return failure
  }

  /// The new text as it was typed.
  private var newText: String? { isShort ? words.last : text }

  func remark(on answer: Answer, in context: Context) -> String? {
    if checkBox == .plain { return nil }
    return newText.flatMap {
      ScheduleOptions.slip(in: [$0], of: answer.items.prefix(1), areThere: true, today: context.today())
    }
  }

  func edit(in context: Context) throws -> Edit { try edit(in: context, TickCheck()) }

  private func edit(in context: Context, _ check: TickCheck) throws -> Edit {
    if opensEditor { throw Failure(.usage, "'edit' without a text opens an editor, which is impossible in a batch.") }
    let today = context.today()
    let typed = newText
    let dated = checkBox == .plain ? nil : typed.map { DatedText.edit($0, today: today) }
    let (values, note) = attributes
    let schedule = try arguments.schedule(over: dated?.schedule, today: today)
    var patch = Patch(
      text: dated.map(\.text) ?? typed, detail: detail, note: note,
      isCollapsible: arguments[Self.collapsible],
      newRows: arguments[Self.newRows], checkBox: checkBox, doneOn: today, check: check,
      attributes: values.isEmpty ? nil : Attributes.patch(values), schedule: schedule)
    patch.addedNote = arguments[Self.append]
    if typed != nil {
      patch.oldText = was
    } else if note != nil || detail != nil {
      patch.oldNote = was
    } else {
      patch.oldDue = try was.map { try ["", "none"].contains($0) ? nil : DueDate(parsing: $0, today: today) }
    }
    if let fitting = arguments[Self.fitting] { return .change([.fitting(try filter(fitting, in: context))], to: patch) }
    return .change(try words.prefix(addressCount).map(address), to: patch)
  }
}
