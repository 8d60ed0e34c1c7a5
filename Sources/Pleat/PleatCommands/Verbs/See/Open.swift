import OutlineCore
import OutlineFormats
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatSystem
import PleatTerminal

/// `pleat open`: shows the outline on the whole screen.
struct Open: Command {
  static let verb = Verb(
    "open", .see, for: .key, summary: "Show and edit the outline on the whole screen.",
    discussion: """
      The screen follows the edits of others. The arrow keys move, space collapses and expands, ? shows all keys, \
      and q leaves. The next time, the cursor is where you left it. Without an outline, the screen is empty, and the \
      first row that you add makes the file.
      """,
    arguments: [
      Argument("address", .item, .oneOrNone, help: "The section to show alone, or the row to begin at.")
    ],
    options: [EditOptions.allowNetworkFile] + DisplayOptions.declared + GlobalOptions.declared,
    examples: [
      "The outline on the whole screen; q leaves it": "pleat open",
      "One section alone; backspace shows the others": "pleat open Home",
      "The same in a terminal without UTF-8": "pleat open --ascii",
    ],
    environment: [
      Surroundings.editor.name: Surroundings.editor.meaning,
      "XDG_STATE_HOME": "The folder in which the position of the cursor is kept.",
    ],
    files: ["~/.local/state/pleat/places": "Where the cursor was in each outline."])

  let arguments: Arguments

  var needs: Needs { Needs(edits: true, dialog: .screen) }

  /// How long a key press waits at most for a locked file.
  private static let longestWait: Duration = .seconds(1)

  func run(in context: Context) throws {
    if arguments.isJSON {
      throw Failure(
        .usage, "'open' cannot answer in JSON.", hint: "In a program, use 'pleat list --json' and 'pleat watch --json'."
      )
    }
    let path = try arguments.path(in: context)
    let user = try arguments.userName(in: context)
    let style = try arguments.style(in: context)
    var loop = try loop(style, in: context)
    let position = try Self.positionFile(of: path, user, in: context)
    let wait = min(arguments.waitDuration, Self.longestWait)
    let open = { () throws -> Outline in
      if context.origin?.isReadOnly == true { return try arguments.outlineForReading(wait: wait, in: context) }
      return try arguments.outlineForEditing(wait: wait, in: context)
    }
    let item = try arguments.positional.first.flatMap { try self.item(at: address($0), as: user, in: context) }
    let screen = try Screen(
      path, as: user, wait: wait, signals: context.signals, opening: open, size: loop.size,
      texts: .commandLine(today: context.today),
      signs: style.signs.isUTF8 ? style.signs : style.signs.inASCII, refusals: refusals(in: context),
      today: context.today,
      readMarkdown: Self.pieces, position: position?.read().flatMap(SavedPosition.init), at: item)
    if !screen.awaitsFile, let remark = try remark(on: open().status(as: user)) { screen.say(remark) }
    var right = RightCheck(in: context, for: context.origin?.isReadOnly == true ? .see : .edit)
    var checked = Result<Void, any Error>.success(())
    let mayGoOn = {
      checked = Result { try right.checkIfDue() }
      if case .failure = checked { return false }
      return true
    }
    loop.run(
      screen, while: mayGoOn, edit: { edit($0, as: user, in: context) },
      remember: { position?.write($0.text) })
    try checked.get()
    if let failure = screen.failure { throw failure }
  }

  /// Returns the section or row that an address means.
  private func item(at address: Address, as user: String, in context: Context) throws -> ItemID? {
    let outline = try arguments.outlineForReading(in: context)
    switch try outline.lines(for: user, ListQuery(addresses: [address], ignoresFolds: true, limit: 1)).first {
    case .header(let header)?: return .section(header.section.id)
    case .row(let row)?: return .row(row.id)
    case nil: return nil
    }
  }

  /// Returns the message that the screen starts with; nil for none.
  private func remark(on status: Status) -> String? {
    if status.listItems == 0 { return nil }
    return "\(Count.sections(status.listItems)) could be rows: 'pleat demote --items' makes them rows."
  }

  /// Reads pasted Markdown as an import would.
  private static func pieces(ofMarkdown text: String) throws -> [OutlinePiece] {
    var pieces: [OutlinePiece] = []
    _ = try OutlineReader.read(ByteStream(Array(text.utf8)), as: .markdown, documentName: "Pasted") {
      pieces.append($0)
    }
    return pieces
  }

  /// Returns the file that keeps the cursor's position between starts; nil if it is not kept.
  private static func positionFile(of path: String, _ user: String, in context: Context) throws -> StateFile? {
    guard context.origin?.isServed != true, let path = Platform.absolutePath(of: path) else { return nil }
    return try StateFile("places", about: [Escapes.oneLine(path), Escapes.oneLine(user)], context.variable)
  }

  /// Returns the actions that the screen refuses to a user on another machine.
  private func refusals(in context: Context) -> ScreenRefusals {
    guard let origin = context.origin else { return ScreenRefusals() }
    return ScreenRefusals(
      edits: origin.isReadOnly ? "Nothing was changed: this outline is served read-only." : nil,
      editor: origin.isServed ? "There is no editor here: e edits a text on the screen." : nil,
      suspension: "pleat cannot be suspended here, because there is no shell; q leaves.")
  }

  private func loop(_ style: Style, in context: Context) throws -> ScreenLoop {
    let terminal = try context.variable("TERM") ?? ""
    let hint = "'pleat list' prints the outline."
    guard context.isTerminal, context.isInputTerminal else {
      throw Failure(.usage, "'open' needs a terminal.", hint: hint)
    }
    do {
      return try ScreenLoop(.init(terminal: terminal, hasColors: style.isColored))
    } catch .noTerminal {
      throw Failure(.usage, "'open' needs a terminal.", hint: hint)
    } catch .unsuitable {
      let name = terminal.isEmpty ? "without a name ($TERM is not set)" : "'\(terminal)'"
      throw Failure(
        .usage, "The terminal \(name) cannot show a whole screen, or is unknown on this machine.", hint: hint)
    }
  }

  /// Edits an item in an editor, and returns the message about it.
  private func edit(_ item: ItemID, as user: String, in context: Context) -> String? {
    var context = context
    context.protectReport = { _ in }  // the screen handles the signals
    context.sentence = "edit \(item)"
    do {
      let outline = try arguments.outlineForEditing(in: context)
      let answer = try EditInEditor(
        address: Address(item), outline: outline,
        report: Report(arguments, user: user, context),
        request: arguments.request(in: context)
      ).run()
      return ScreenTexts.edited(answer, today: context.today())
    } catch {
      let failure = Failure(error)
      return Escapes.oneLine([failure.message, failure.hint].compactMap(\.self).joined(separator: " "))
    }
  }
}

extension ScreenTexts {
  /// The texts of the command line, with keys of the screen instead of commands.
  static func commandLine(today: @escaping () -> Day) -> ScreenTexts {
    ScreenTexts(
      receipt: { done, answer in
        let text = ReceiptText(done: done, isTrial: false, undo: "u", today: today())
        guard answer.hasWritten, let receipt = answer.receipt else { return text.nothing(answer.receipt) }
        return text.message(receipt)
      },
      undone: { done, answer in
        let nothing = done == .undone ? "nothing to undo" : "nothing to redo"
        guard case .stepped(let found, let keepsFolds) = answer.outcome else { return nothing }
        let entries = found.map { "\(done.words): \(Escapes.oneLine($0.sentence))\($0.origin.remark)" }
        let folds = keepsFolds ? ["your folds stay as they are"] : []
        return ((entries.isEmpty ? [nothing] : entries) + folds).joined(separator: "; ")
      },
      warning: warning,
      failure: { error in
        let failure = Failure(error)
        let hint = hint(for: error) ?? failure.hint
        return Escapes.oneLine([failure.message, hint].compactMap(\.self).joined(separator: " "))
      },
      trouble: { Escapes.oneLine(Failure($0).message) }, escaped: Escapes.oneLine)
  }

  /// The message about an edit in the editor.
  fileprivate static func edited(_ answer: Answer, today: Day) -> String {
    let receipt = ReceiptText(done: .edited, isTrial: false, undo: "u", today: today)
    let text =
      if answer.hasWritten, case .merged(let report) = answer.outcome {
        // The user already saw the names of deleted items.
        receipt.message(String(receipt.merged(report).prefix { $0 != "\n" }), ticking: answer.ticked)
      } else {
        receipt.nothing(answer.receipt)
      }
    let first = Escapes.oneLine(text)
    return [warning(answer), first].compactMap(\.self).joined(separator: " ")
  }

  private static func warning(_ answer: Answer) -> String? {
    answer.backup?.warning.map { Escapes.oneLine($0.sentence.hasSuffix(".") ? $0.sentence : $0.sentence + ".") }
  }

  /// The next step on the screen, where it differs from the command line's.
  private static func hint(for error: any Error) -> String? {
    switch error {
    case OutlineError.nothingBefore: "m moves it to a section, and K moves it up."
    case OutlineError.atTop(.row, _): "S makes it a section, and m moves it elsewhere."
    case OutlineError.needsHolder: "m moves it into a section first."
    case OutlineError.atTop: "Nothing was changed."
    case OutlineError.noSection: "A adds a section."
    case OutlineError.insideItself: "Nothing was changed; pick another section."
    case OutlineError.notUndoable, OutlineError.conflict: "Nothing was changed."
    case StoreError.busy: "Nothing was changed; try again."
    default: nil
    }
  }
}
