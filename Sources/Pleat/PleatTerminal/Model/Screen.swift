import ListChanges
import OutlineCore
import OutlineRepository
import PleatSystem
import TerminalText

/// The screen of `pleat open`, without a terminal: keys go in, frames come out.
///
/// It follows one user's list through the view changes of an ``OutlineView``, and edits through ``Outline``. It keeps
/// the sections, and the rows near those on the screen, in memory. Without a file it is empty; the first edit makes one.
package final class Screen {
  let path: String
  let user: String
  let texts: ScreenTexts
  let signs: Signs
  let refusals: ScreenRefusals
  /// The command line of pleat; nil if there is none.
  let commandLine: ScreenCommandLine?
  /// Returns the user's current day.
  let today: () -> Day
  let scheduleNotes = ScheduleNotes()
  /// Reads a document in Markdown; nil to paste every text line by line.
  let readMarkdown: ((String) throws -> [OutlinePiece])?
  private(set) var outline: Outline
  private let openOutline: () throws -> Outline
  var live: LiveLines
  var view: OutlineView { live.view }
  /// Everything but the outline.
  var state: ScreenState

  /// The error that ends the screen: a newer pleat has upgraded the file.
  package internal(set) var failure: StoreError?

  /// Whether the user asked to leave, or the screen cannot continue.
  package var isDone: Bool { state.request == .leave || failure != nil }

  /// A request that only the terminal's loop can fulfil.
  package enum Request: Equatable {
    /// Edit a section or row in an editor.
    case editor(ItemID)
    /// Open a link in another program.
    case link(String)
    /// Give a text to the clipboard of the terminal.
    case clipboard(String)
    case suspend
    case leave
    /// Draw everything again.
    case redraw
  }

  /// Opens an outline.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - wait: How long to wait for a locked file.
  ///   - signals: How the list's transactions handle signals.
  ///   - open: Opens the outline, read-only if the refusals require it; called again when another file is at the path.
  ///   - refusals: The actions that this screen refuses.
  ///   - commandLine: Runs the commands that the user types; nil if there is no command line.
  ///   - today: Returns the user's current day.
  ///   - readMarkdown: Reads a pasted text as Markdown; without it, every line becomes a row.
  ///   - position: The position at which the last session ended; nil to begin at the top.
  ///   - item: The section that is shown alone at first, or the row that the cursor is on; nil to begin at the position.
  /// - Throws: `StoreError`.
  package init(
    _ path: String, as user: String, wait: Duration = .seconds(1), signals: TransactionSignals = TransactionSignals(),
    opening open: @escaping () throws -> Outline, size: ScreenSize, texts: ScreenTexts, signs: Signs,
    refusals: ScreenRefusals = ScreenRefusals(), commandLine: ScreenCommandLine? = nil, today: @escaping () -> Day,
    readMarkdown: ((String) throws -> [OutlinePiece])? = nil,
    position: SavedPosition? = nil, at item: ItemID? = nil
  ) throws {
    self.path = path
    self.user = user
    self.texts = texts
    self.signs = signs
    self.refusals = refusals
    self.commandLine = commandLine
    self.today = today
    self.readMarkdown = readMarkdown
    state = ScreenState(size: size)
    openOutline = open
    live = LiveLines(
      try OutlineView(path, as: user, wait: min(wait, .milliseconds(200)), signals: signals, awaitsFile: true))
    outline = try open()
    if let position { go(to: position) }
    findBounds()
    if let item { begin(at: item) }
    keepInSight()
  }

  /// Whether there is no file yet; the first edit makes it.
  package var awaitsFile: Bool { view.awaitsFile }

  private func begin(at item: ItemID) {
    leaveHoists()
    select(item)
    guard let line = current else { return }
    if line.id != item {
      state.message = "What you named is in \"\(line.text.prefix(40))\", which is collapsed; right expands it."
    } else if case .section = item {
      if line.marker == .collapsed {
        state.message = "\"\(line.text.prefix(40))\" is collapsed; right expands it, and f shows it alone."
      } else {
        hoist()
      }
    }
  }

  package func take(_ key: Key) {
    state.message = nil
    if key != .shiftUp, key != .shiftDown { state.marks.anchor = nil }
    state.deletions = (now: false, before: state.deletions.now)
    state.repeats = (now: [], before: state.repeats.now)
    switch state.mode {
    case .list: takeInList(key)
    case .input(let input): take(key, in: input)
    case .picker(let picker): take(key, in: picker)
    case .pane(let pane): take(key, in: pane)
    case .question(let question):
      state.mode = .list
      if let action = question.answers[key] {
        action(self)
      } else if let input = question.typing {
        state.mode = .input(input)
        if case .paste = key { take(key, in: input) }
      } else if question.passesOn {
        takeInList(key)
      } else {
        state.message = "Nothing was changed."
      }
    }
    keepInSight()
  }

  /// Opens the file again, because it was replaced by another one.
  func reopen() {
    do { outline = try openOutline() } catch { state.trouble = texts.trouble(error) }
  }

  /// Adapts the screen to a new size of the terminal.
  package func resize(to size: ScreenSize) {
    state.size = size
    keepInSight()
  }

  /// Applies new edits, and shows a message in the status line until the next key.
  package func say(_ message: String?) {
    _ = catchUp(ownSteps: .max)
    state.message = message
    if state.filter == nil { dropHiddenMarks() }
    keepInSight()
  }

  private func takeInList(_ key: Key) {
    if takeDigit(key) { return }
    let count = state.count
    state.count = nil
    switch key {
    case .paste(let text): paste(lines: text)
    case .click(let column, let row): click(column, row)
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    default:
      guard let command = Self.commandsByKey[key] else {
        state.message = "\(key.name) does nothing here; ? shows the keys."
        return
      }
      run(command, count: count)
    }
  }

  func run(_ command: Command, count: Int?) {
    if let refusal = refusals.edits, !Self.editingKeys.isDisjoint(with: command.keys) {
      state.message = refusal
      return
    }
    if let count, !command.isMovement {
      state.message = "\(count) works only before a movement, as in \(count)j. Nothing was done."
      return
    }
    // The command was meant for the hit, so it is not applied to a header that hides the hit. An edit at the cursor expands the
    // header, because the text that is typed next would otherwise be taken for commands.
    let isEdit = !Self.editingKeys.isDisjoint(with: command.keys)
    let isOfMarks = !state.marks.isEmpty && !Self.markKeys.isDisjoint(with: command.keys)
    if command.needsWholeList, !leaveFilter(toEditAtCursor: isEdit && !isOfMarks) { return }
    command.action(self, count)
  }

  /// Adds a digit to the number before a movement; returns whether the key was a digit.
  private func takeDigit(_ key: Key) -> Bool {
    guard case .character(let character) = key, character.isASCII, let digit = character.wholeNumberValue,
      digit > 0 || state.count != nil
    else { return false }
    state.count = min((state.count ?? 0) * 10 + digit, 99_999_999)
    state.message = state.count.map { "\($0): type a movement, such as j" }
    return true
  }

  // MARK: - The lines that are shown

  /// The part of the list, or of the filtered lines, that is on the screen.
  var port: Viewport {
    get { state.filter?.port ?? state.livePort }
    set { if state.filter == nil { state.livePort = newValue } else { state.filter?.port = newValue } }
  }

  /// The indices of the lines that can be shown.
  var lines: Range<Int> { state.filter.map { 0..<$0.lines.count } ?? state.bounds }

  func line(_ index: Int) -> ShownLine? {
    guard let filter = state.filter else { return live.line(index) }
    return filter.lines.indices.contains(index) ? filter.lines[index] : nil
  }

  /// The line under the cursor.
  var current: ShownLine? { lines.contains(port.cursor) && !isHidden(port.cursor) ? line(port.cursor) : nil }

  func moveCursor(to line: Int) {
    if lines.isEmpty { return }
    port.cursor = shown(min(max(line, lines.lowerBound), lines.upperBound - 1))
    port.skip = 0
    noteSelection()
  }

  /// Records the section or row under the cursor.
  func noteSelection() {
    guard state.filter == nil else { return }
    load(around: state.livePort.cursor)
    let isShown = state.bounds.contains(state.livePort.cursor)
    state.selected = isShown ? live.line(state.livePort.cursor)?.id ?? state.selected : nil
  }

  /// Reads the rows around a line that can be on the screen; the status line reports an error.
  func load(around line: Int) {
    guard state.filter == nil else { return }
    let range = self.line(line, movedBy: -state.size.rows)..<(self.line(line, movedBy: state.size.rows) + 1)
    do {
      try live.load(state.done.gaps(in: range))
    } catch {
      state.trouble = texts.trouble(error)
    }
  }

  /// Puts the cursor on the line of an item, or on the header that hides it.
  func select(_ item: ItemID) {
    do {
      guard let line = try view.line(showing: item) else { return }
      if !state.bounds.contains(line) { leaveHoists() }
      state.livePort.cursor = line
      state.livePort.skip = 0
      if state.filter == nil { noteSelection() } else { state.selected = item }
    } catch {
      state.trouble = texts.trouble(error)
    }
  }
}

package struct ScreenSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
  }
}

/// A question that one key answers.
struct Question {
  /// The question, with the keys that answer it.
  let text: String
  /// The actions of the keys; any other key changes nothing.
  let answers: [Key: (Screen) -> Void]
  /// Whether any other key also has its usual effect.
  var passesOn = false
  /// The input that any other key returns to.
  var typing: Input?
}

/// The actions that a screen refuses, each with a sentence for the user; nil for an action that is possible.
///
/// On another machine's outline, for example, edits may be forbidden, or there may be no editor.
package struct ScreenRefusals: Sendable {
  let edits: String?
  let editor: String?
  /// Suspending pleat, which returns the terminal to the shell.
  let suspension: String?
  /// Opening links in another program.
  let links: String?

  /// Creates refusals; by default, everything is possible.
  package init(edits: String? = nil, editor: String? = nil, suspension: String? = nil, links: String? = nil) {
    self.edits = edits
    self.editor = editor
    self.suspension = suspension
    self.links = links
  }
}

/// Runs the commands of pleat that the user types on the screen.
package struct ScreenCommandLine {
  /// Runs a command, and returns what it wrote, data and messages.
  package let run: (_ line: String) -> String
  /// Returns the lines that a beginning of a command can be completed to.
  package let completions: (_ line: String) -> [String]

  package init(run: @escaping (_ line: String) -> String, completions: @escaping (_ line: String) -> [String]) {
    self.run = run
    self.completions = completions
  }
}

extension Screen {
  /// Requests the editor, or explains that there is none.
  func askForEditor() {
    if let refusal = refusals.editor {
      state.message = refusal
    } else {
      state.request = current.map { .editor($0.id) }
    }
  }

  /// Requests suspension, or explains that nothing could resume pleat.
  func askForSuspension() {
    if let refusal = refusals.suspension { state.message = refusal } else { state.request = .suspend }
  }
}
