import OutlineCore
import OutlineFormats
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat add`: adds rows or sections.
struct Add: EditingCommand {
  static let verb = Verb(
    "add", synonyms: ["new", "insert", "create"], .change, for: .key, summary: "Add rows, or sections with --section.",
    discussion: """
      Each TEXT becomes one row. A single - reads the texts from standard input, one on each line. Without a \
      placement, rows go to the end of the section Inbox, which is made if it is missing, and sections to the end \
      of the outline.

      A TEXT that begins with [ ] becomes an open task, and one that begins with [x] a done task. A backslash \
      before the bracket keeps the bracket in the text. due:fri at the end of a TEXT, or as the next argument, \
      sets the day on which the task is due, and repeat:weekly how it repeats; \\due:fri stays in the text, and so does \
      due: before a word that is not a day. Any other TEXT becomes a task if the section is a task itself or has only tasks as rows, unless \
      'pleat edit SECTION --new-rows' says otherwise; --done none adds plain rows.
      """,
    arguments: [Argument("text", .text, .oneOrMore, help: "The texts of the rows, or the titles of the sections.")],
    options: [section, checkBox, Attributes.note, detail, set, make] + ScheduleOptions.declared
      + PlacementOptions.declared
      + EditOptions.declared,
    examples: [
      "A row, which goes to the section Inbox": "pleat add milk",
      "Two rows at the end of a section": "pleat add eggs \"a loaf of bread\" --in Groceries",
      "A section in another section": "pleat add --section Bakery --in Groceries",
      "A task before another row, due on Friday and every week from then on":
        "pleat add \"[ ] call the bank\" --before \"water the plants\" --due fri --repeat weekly",
      "One row for each line of standard input": "printf '%s\\n' socks soap | pleat add - --in Home",
    ])

  private static let section = Flag("section", for: .key, help: "Add sections instead of rows.")
  private static let checkBox = Option<CheckBox?>(
    "done", choices: CheckBox.words, for: .key, help: "As open tasks (no), done tasks (yes), or plain (none).")
  private static let detail = TextOption("detail", for: .key, help: "The detail of the sections.")
  private static let set = Option<[String]>(
    "set", "KEY=VALUE", for: .key, help: "Set an attribute of each new row or section.")
  private static let make = Flag("make", for: .key, help: "Make the section of --in if nothing has its name.")

  let arguments: Arguments

  private var texts: [String] { arguments.positional }
  private var isSection: Bool { arguments[Self.section] }
  private var checkBox: CheckBox? { arguments[Self.checkBox] }
  private var attributes: (values: [String], note: String?) { Attributes.given(in: arguments, by: Self.set) }

  func check() throws {
    try arguments.checkSchedule()
    try arguments.checkPlacement()
    if arguments[Self.make], arguments[PlacementOptions.inside] == nil {
      throw Refusal("--make makes the section of --in, which is missing.")
    }
    let hasDetail = arguments[Self.detail] != nil
    if !isSection, hasDetail { throw Refusal("--detail is for sections; a row has no detail.") }
    if checkBox == .plain, arguments.hasSchedule {
      throw Refusal("--done none adds no tasks, and only a task can be due.")
    }
    if attributes.note != nil, hasDetail {
      throw Refusal("The note of a section is its detail; give --note or --detail.")
    }
    try Attributes.check(attributes.values)
  }

  var done: Deed { .added }

  var needs: Needs { Needs(edits: true, input: readsInput ? .wholeText : .nothing) }

  /// Whether the texts come from standard input.
  private var readsInput: Bool { texts == ["-"] }

  func run(in context: Context) throws {
    let isAsked = context.canAsk && !readsInput && !arguments.isTrial && !arguments.isJSON
    let texts = try readsInput ? typedTexts(in: context) : Self.joined(texts)
    let meant = isAsked ? try oneOrSeveral(texts, in: context) : texts
    do { try makeEdit(edit(adding: meant, in: context), in: context) } catch let error as OutlineError {
      guard case .notFound(let address, _, let suggestions) = error, case .words = address,
        let holder = arguments[PlacementOptions.inside], "\(address)".hasSameBytes(as: holder)
      else { throw error }
      var failure = Failure(error, file: arguments.file)
      failure.next = "To make the section, add --make."
      if !isAsked || !suggestions.isEmpty { throw failure }
      guard context.agrees("There is no section '\(Escapes.oneLine(holder))'. Make it?") else {
        throw Failure(status: failure.status)
      }
      try makeEdit(edit(adding: meant, makesHolder: true, in: context), in: context)
    }
  }

  /// Asks whether three words or more without quotes are one text or several, and returns what is meant.
  private func oneOrSeveral(_ texts: [String], in context: Context) throws -> [String] {
    guard !isSection, texts.count > 2, !self.texts.contains(where: { $0.contains(where: \.isWhitespace) }) else {
      return texts
    }
    let one = texts.joined(separator: " ")
    let names = texts.prefix(5).map(Escapes.joined).joined(separator: ", ")
    let question = """
      Is this one row, or \(texts.count) rows?
        1  one row: \(Escapes.short(one))
        2  \(texts.count) rows: \(names)\(texts.count > 5 ? ", …" : "")
      """
    guard let choice = context.choice(question, among: 2) else { throw Failure(status: Failure.Kind.usage.status) }
    return choice == 0 ? [one] : texts
  }

  func edit(in context: Context) throws -> Edit {
    try edit(adding: readsInput ? typedTexts(in: context) : Self.joined(texts), in: context)
  }

  private func edit(adding texts: [String], makesHolder: Bool = false, in context: Context) throws -> Edit {
    let today = context.today()
    let set = Attributes.new(attributes.values)
    let schedule = try arguments.schedule(today: today)
    let new = RowContent("", isDone: checkBox?.isDone, attributes: set)
      .changed(by: Patch(schedule: schedule), merged: set)
    var placement = try arguments.placement()
    if !isSection, placement.anchor == .anywhere { placement.inbox = try context.configuration().text(.inbox) }
    placement.makesHolder = makesHolder || arguments[Self.make]
    let asTyped = checkBox == nil
    return isSection
      ? .addSections(
        try texts.map { SectionDraft(try section($0, new, schedule, today)) }, to: placement, asTyped: asTyped)
      : .addRows(try texts.map { try row($0, new, schedule, today) }, to: placement, asTyped: asTyped)
  }

  /// Returns the texts, with an argument such as `due:fri` appended to the text before it.
  private static func joined(_ texts: [String]) -> [String] {
    texts.reduce(into: []) { joined, text in
      let isDated =
        (text.hasPrefix("due:") || text.hasPrefix("repeat:") && !text.hasPrefix("repeat: "))
        && !text.contains(where: \.isNewline)
      if isDated, let last = joined.popLast() { joined.append("\(last) \(text)") } else { joined.append(text) }
    }
  }

  /// Makes a section of a title; see ``row(_:_:_:_:)``.
  private func section(
    _ title: String, _ new: RowContent, _ schedule: SchedulePatch?, _ today: Day
  ) throws -> SectionContent {
    let typed = try row(title, new, schedule, today)
    return SectionContent(
      typed.text, detail: [arguments[Self.detail], attributes.note].lazy.compactMap(\.self).first { !$0.isEmpty },
      isDone: typed.isDone,
      attributes: typed.attributes,
      schedule: typed.schedule)
  }

  /// Makes a row of a text; `--done` overrides a box in the text, `--due` a day, and `--repeat` a rule.
  private func row(
    _ text: String, _ new: RowContent, _ schedule: SchedulePatch?, _ today: Day
  ) throws -> RowDraft {
    var typed = RowDraft(
      typed: text, isDone: new.isDone, attributes: new.attributes, today: checkBox == .plain ? nil : today)
    if let checkBox { typed.isDone = checkBox.isDone }
    if let schedule {
      let known = Schedule(
        due: arguments.hasDue ? nil : typed.schedule.due, repeats: arguments.hasRule ? nil : typed.schedule.repeats)
      typed.schedule = known.changed(by: schedule)
    }
    if !isSection, let note = attributes.note, !note.isEmpty { typed.text += "\n\(note)" }
    try typed.schedule.checkRule()
    return typed
  }
}

// Remarks about rows that may differ from what the user meant.
extension Add {
  func remark(on answer: Answer, in context: Context) -> String? {
    if checkBox != .plain, !arguments.hasDue, let added = answer.receipt?.items,
      let slip = ScheduleOptions.slip(
        in: added.map(\.name), of: added.map(\.id), areThere: !arguments.isTrial, today: context.today())
    {
      return slip
    }
    if isSection || readsInput { return nil }
    if let title = answer.receipt?.addedTitle {
      let others = texts.filter { !$0.hasSameBytes(as: title) }
      let meant = ["pleat", "add"] + (others.isEmpty ? ["TEXT"] : others.map(ShellWords.quoted))
      return "The new row \"\(Escapes.short(title))\" has the title of a section as its text. To add to the section: "
        + (meant + ["--in", ShellWords.quoted(Address.words(forPath: [title]))]).joined(separator: " ")
    }
    return nil
  }
}

extension Add {
  private func typedTexts(in context: Context) throws -> [String] {
    context.tellWaiting(
      "Type the \(isSection ? "titles" : "texts"), one on each line", isJSON: arguments.isJSON,
      isQuiet: arguments.isQuiet)
    return try InputLines.texts(arguments.input(context.input, in: context))
  }
}

enum InputLines {
  /// Returns the lines of standard input as texts of rows or titles.
  ///
  /// - Throws: A ``Failure`` that names an empty line, a line of spaces, or the location of bytes that are not text.
  static func texts(_ input: ByteStream) throws -> [String] {
    let lines = try split(input)
    if let blank = lines.firstIndex(where: \.isBlank) {
      let problem = lines[blank].isEmpty ? "is empty" : "has only spaces"
      throw Failure(
        .badData, "line \(blank + 1) of standard input \(problem).",
        hint: "Nothing was changed. To leave out empty lines: grep . FILE | pleat add -")
    }
    return lines
  }

  /// Returns the lines of a document that is read as a whole, without their line breaks; the last line may lack one.
  ///
  /// - Throws: A ``Failure`` that names the location of bytes that are not text, or says that the document is too long.
  static func split(_ input: ByteStream, of name: String = "standard input") throws -> [String] {
    var lines = try bytes(input, of: name).split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
  }

  /// Returns the bytes of a document that is read as a whole, which are UTF-8; it throws as ``split(_:of:)`` does.
  static func bytes(_ input: ByteStream, of name: String = "standard input") throws -> [UInt8] {
    do { return try input.text() } catch let error as ImportError {
      throw Failure(input: error, in: name, consequence: "Nothing was changed.")
    }
  }
}
