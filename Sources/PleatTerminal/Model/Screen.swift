import ListChanges
import OutlineCore
import OutlineRepository

/// The screen of `pleat open`, without a terminal: keys go in, frames come out.
///
/// It shows one user's list by ``OutlineView`` and its view changes, and edits by ``Outline``. In memory are the sections, and
/// the rows near those on the screen.
package final class Screen {
  /// A part of the screen that takes the keys instead of the list.
  enum Mode {
    case list
    case input(Input)
    case picker(Picker)
    /// The help, from this line on.
    case help(top: Int)
    case question(Question)
  }

  let path: String
  let user: String
  let texts: ScreenTexts
  let signs: Signs
  let refusals: ScreenRefusals
  private(set) var outline: Outline
  private let openOutline: () throws -> Outline
  var live: LiveLines
  var view: OutlineView { live.view }
  /// The size of the terminal.
  package internal(set) var size: ScreenSize
  var mode = Mode.list
  /// Whether somebody asked to leave.
  package internal(set) var isDone = false
  /// What the status line says until the next key.
  var message: String?
  /// What is wrong with the file, until it is right again.
  var trouble: String?
  /// Where the list stands.
  var livePort = Viewport()
  /// The section or row under the cursor of the list.
  var selected: ItemID?
  /// The lines that are shown: all, or those of the section that is shown alone.
  var bounds = 0..<0
  /// The sections that are shown alone, each inside the one before.
  var hoists: [SectionID] = []
  var filter: Filter?
  /// What was searched for last.
  var lastSearch = ""
  /// Whether this key, and the one before, deleted a row.
  var (hasDeleted, hasDeletedBefore) = (false, false)
  /// The text that somebody else has written where the last edit was to write another one; nil if it was not refused for that.
  var overtakenBy: String?
  /// What was copied last.
  var clipboard: Clipboard?
  /// Until when lines that somebody else has changed are highlighted.
  var highlights: [ItemID: ContinuousClock.Instant] = [:]
  /// The motions of the steps since the last frame; nil for a step that does more than open or close sections.
  var motions: [Motion?] = []
  /// What the terminal has to do next, besides showing a frame.
  package var request: Request?
  /// How many lines at the bottom of the screen say something; the list has the others.
  var statusRows = 1

  /// Something that only the terminal can do.
  package enum Request: Equatable {
    /// Let somebody edit a section or row in an editor.
    case editor(ItemID)
    case suspend
    /// Draw everything again.
    case redraw
  }

  /// Opens an outline.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - user: The user whose list it is.
  ///   - wait: How long to wait for a locked file.
  ///   - open: Opens the outline, for reading alone where the refusals say so; called again when another file is at the path.
  ///   - refusals: What cannot be done on this screen.
  ///   - position: Where the cursor and the screen were before; nil to begin at the top.
  /// - Throws: `StoreError`.
  package init(
    _ path: String, as user: String, wait: Duration = .seconds(1), opening open: @escaping () throws -> Outline,
    size: ScreenSize, texts: ScreenTexts, signs: Signs, refusals: ScreenRefusals = ScreenRefusals(),
    position: SavedPosition? = nil
  ) throws {
    self.path = path
    self.user = user
    self.texts = texts
    self.signs = signs
    self.refusals = refusals
    self.size = size
    openOutline = open
    live = LiveLines(try OutlineView(path, as: user, wait: min(wait, .milliseconds(200))))
    outline = try open()
    if let position { go(to: position) }
    findBounds()
    keepInSight()
  }

  /// Takes one key.
  package func take(_ key: Key) {
    message = nil
    (hasDeletedBefore, hasDeleted) = (hasDeleted, false)
    switch mode {
    case .list: takeInList(key)
    case .input(let input): take(key, in: input)
    case .picker(let picker): take(key, in: picker)
    case .help(let top): take(key, inHelpFrom: top)
    case .question(let question):
      mode = .list
      if let action = question.answers[key] {
        action(self)
      } else if question.passesOn {
        takeInList(key)
      } else {
        message = "Nothing was changed."
      }
    }
    keepInSight()
  }

  /// Opens the file again, because another one is at the path.
  func reopen() {
    do { outline = try openOutline() } catch { trouble = texts.trouble(error) }
  }

  /// Fits the screen to a terminal of another size.
  package func resize(to size: ScreenSize) {
    self.size = size
    keepInSight()
  }

  /// Says something in the status line until the next key, and takes over what has changed meanwhile.
  package func say(_ message: String?) {
    _ = catchUp(ownSteps: .max)
    self.message = message
    keepInSight()
  }

  private func takeInList(_ key: Key) {
    switch key {
    case .paste(let text): paste(lines: text)
    case .click(let column, let row): click(column, row)
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    default:
      guard let command = Self.commandsByKey[key] else {
        message = "\(key.name) does nothing here; ? shows the keys."
        return
      }
      if let refusal = refusals.edits, Self.editingKeys.contains(key) {
        message = refusal
        return
      }
      // Never on the header in the place of what it hides.
      if command.needsWholeList, !leaveFilter() { return }
      command.action(self)
    }
  }

  // MARK: - The lines that are shown

  /// Where the lines on the screen stand: the list, or what a filter leaves of it.
  var port: Viewport {
    get { filter?.port ?? livePort }
    set { if filter == nil { livePort = newValue } else { filter?.port = newValue } }
  }

  /// The indices of the lines that can be shown.
  var lines: Range<Int> { filter.map { 0..<$0.lines.count } ?? bounds }

  /// The line at an index.
  func line(_ index: Int) -> ShownLine? {
    guard let filter else { return live.line(index) }
    return filter.lines.indices.contains(index) ? filter.lines[index] : nil
  }

  /// The line under the cursor.
  var current: ShownLine? { lines.contains(port.cursor) ? line(port.cursor) : nil }

  /// Puts the cursor on a line.
  func moveCursor(to line: Int) {
    if lines.isEmpty { return }
    port.cursor = min(max(line, lines.lowerBound), lines.upperBound - 1)
    port.skip = 0
    noteSelection()
  }

  /// Remembers the identity of what is under the cursor.
  func noteSelection() {
    guard filter == nil else { return }
    load(around: livePort.cursor)
    selected = bounds.contains(livePort.cursor) ? live.line(livePort.cursor)?.id ?? selected : nil
  }

  /// Reads the rows around a line, as many as can be on the screen; what is wrong with the file goes into the status line.
  func load(around line: Int) {
    guard filter == nil else { return }
    do {
      try live.load((line - size.rows)..<(line + size.rows + 1))
    } catch {
      trouble = texts.trouble(error)
    }
  }

  /// Puts the cursor on what shows a section or row.
  func select(_ item: ItemID) {
    do {
      guard let line = try view.line(showing: item) else { return }
      if !bounds.contains(line) { leaveHoists() }
      livePort.cursor = line
      livePort.skip = 0
      if filter == nil { noteSelection() } else { selected = item }
    } catch {
      trouble = texts.trouble(error)
    }
  }
}

/// The size of a terminal.
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
  /// What the keys do; any other key leaves everything as it is.
  let answers: [Key: (Screen) -> Void]
  /// Whether any other key then does what it does without a question.
  var passesOn = false
}
