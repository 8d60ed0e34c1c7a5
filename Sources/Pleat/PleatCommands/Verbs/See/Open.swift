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
      commandLine: commandLine(on: path, as: user, in: context), today: context.today,
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
      screen, while: mayGoOn, edit: { edit($0, as: user, in: context) }, follow: { follow($0, in: context) },
      remember: { place in
        // The first row may have made the file.
        let file = position ?? (try? Self.positionFile(of: path, user, in: context)).flatMap(\.self)
        file?.write(place.text)
      })
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
      suspension: "pleat cannot be suspended here, because there is no shell; q leaves.",
      links: "Links are not opened here. This is it:")
  }

  /// Opens a link with the program of the system, and returns a message about it.
  private func follow(_ link: String, in context: Context) -> String? {
    for program in ["xdg-open", "open"] {
      switch context.edit(program, link) {
      case 0: return "opened \(Escapes.oneLine(link))"
      case 126, 127: continue
      case let status:
        return "\(program) ended with the exit code \(status), so the link may not be open: \(Escapes.oneLine(link))"
      }
    }
    return "There is no program here that opens links. This is it: \(Escapes.oneLine(link))"
  }

  /// Returns what runs commands that are typed on the screen.
  private func commandLine(on path: String, as user: String, in context: Context) -> ScreenCommandLine {
    var inner = context
    (inner.isTerminal, inner.isInputTerminal, inner.showProgress) = (false, false, nil)
    inner.protectReport = { _ in }  // the screen handles the signals
    inner.noteInterrupts = {}
    inner.endOnInterrupts = {}
    inner.become = { _, _ in .permissionDenied }
    inner.variable = { name in
      switch name {
      case "PLEAT_FILE": path
      case "PLEAT_USER": user
      default: try context.variable(name)
      }
    }
    return ScreenCommandLine(
      run: { [inner] line in Self.run(line, in: inner) },
      completions: { [inner] line in Self.completions(of: line, in: inner) })
  }

  /// Runs a command, and returns its data and messages.
  private static func run(_ line: String, in context: Context) -> String {
    var words: [String]
    do { words = try ShellWords.split(line.utf8) } catch { return Escapes.joined(Failure(error).message) }
    if words.first == "pleat" { words.removeFirst() }
    if let refusal = refusal(of: words, in: context) { return refusal }
    var messages: [String] = []
    let output = OutputBuffer(nil)
    var call = context
    call.output = output
    call.send = { messages.append($0) }
    call.input = ByteStream([])
    call.savedEdit = SavedEdit()
    call.inputDigest = InputDigest()
    call.sentence = ""
    _ = context.commands.run(words, call)
    let data = output.bytes.isEmpty ? [] : [String(decoding: output.bytes, as: UTF8.self)]
    return (data + messages).joined(separator: "\n")
  }

  /// Returns why a command cannot run on the screen; nil if it can.
  private static func refusal(of words: [String], in context: Context) -> String? {
    let typed = CommandArguments(words, of: context.commands)
    guard let arguments = try? Arguments(typed.rest, of: typed.command.verb, as: typed.name),
      let needs = (try? typed.command.init(arguments))?.needs, needs.dialog != nil || needs.follows
    else { return nil }
    switch typed.command.verb.name {
    case EditVerb.verb.name:
      return
        "'edit' without a text opens an editor: on this screen, e edits a text, n its note, and E opens the editor."
    case verb.name: return "This is the screen of 'open': t goes to a section, and f shows it alone."
    case let name: return "'\(name)' needs the whole terminal: q leaves the screen."
    }
  }

  /// Returns the lines to which the last word of a line can be completed.
  private static func completions(of line: String, in context: Context) -> [String] {
    for start in line.indices + [line.endIndex] {
      guard let typed = TypedLine(line, replacing: String(line[start...])) else { continue }
      let words = typed.words.first == "pleat" ? Array(typed.words.dropFirst()) : typed.words
      guard case .completions(let found)? = try? Completer(after: words, typed: typed.typed, in: context).answer()
      else { return [] }
      return found.compactMap { typed.replacement(for: $0.word) }.map { String(line[..<start]) + $0 }
    }
    return []
  }

  private func loop(_ style: Style, in context: Context) throws -> ScreenLoop {
    let terminal = try context.variable("TERM") ?? ""
    let hint = "'pleat list' prints the outline."
    guard context.isTerminal, context.isInputTerminal else {
      throw Failure(.usage, "'open' needs a terminal.", hint: hint)
    }
    do {
      return try ScreenLoop(.init(terminal: terminal, hasColors: style.isColored, looks: style.screenLooks))
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
      return Escapes.joined([failure.message, failure.hint].compactMap(\.self).joined(separator: " "))
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
        let entries = found.map { "\(done.words): \(Escapes.joined($0.sentence))\($0.origin.remark)" }
        let folds = keepsFolds ? ["your folds stay as they are"] : []
        return ((entries.isEmpty ? [nothing] : entries) + folds).joined(separator: "; ")
      },
      warning: warning,
      failure: { error in
        let failure = Failure(error)
        let hint = hint(for: error) ?? failure.hint
        return Escapes.joined([failure.message, hint].compactMap(\.self).joined(separator: " "))
      },
      trouble: { Escapes.joined(Failure($0).message) }, escaped: Escapes.oneLine)
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
    let first = Escapes.joined(text)
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
