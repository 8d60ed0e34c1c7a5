import OutlineCore
import PleatSystem

/// Shows a screen on the terminal until the user leaves it.
package struct ScreenLoop {
  /// The environment's description of the terminal.
  package struct Environment {
    /// The kind of terminal.
    package var terminal: String
    /// Whether colours are wanted.
    package var hasColors: Bool

    package init(terminal: String, hasColors: Bool) {
      self.terminal = terminal
      self.hasColors = hasColors
    }
  }

  /// Why there can be no screen.
  package enum Refusal: Error {
    /// Standard input or output is no terminal.
    case noTerminal
    /// The terminal is not known, or cannot move its cursor.
    case unsuitable
  }

  /// How often to look for edits of others, in milliseconds.
  private static let pause: Int32 = 30
  /// How long the rest of a sequence may take, in milliseconds.
  private static let escapePause: Int32 = 25
  /// How long each frame of a motion stays, in milliseconds.
  private static let motionPause: Int32 = 16
  /// The shortest time between two calls that remember the position.
  private static let rememberingPause: Duration = .seconds(1)

  private let terminfo: Terminfo
  private var writer: FrameWriter
  private var decoder = KeyDecoder()
  /// The last frame.
  private var shown: Frame?
  private var remembered: SavedPosition?
  private var nextRemembering = ContinuousClock.now

  /// Looks the terminal up in the database of terminals.
  ///
  /// - Throws: ``Refusal``.
  package init(_ environment: Environment) throws(Refusal) {
    guard TerminalDevice.isThere else { throw .noTerminal }
    guard let terminfo = Terminfo(environment.terminal) else { throw .unsuitable }
    self.terminfo = terminfo
    writer = FrameWriter(terminfo, hasColors: environment.hasColors)
  }

  /// Returns the text that ends a screen on a kind of terminal; nil if the kind is not known.
  package static func endOfScreen(on terminal: String) -> String? { Terminfo(terminal)?.end }

  /// The size of the terminal.
  package var size: ScreenSize {
    let (columns, rows) = TerminalDevice.size
    return ScreenSize(columns: columns, rows: rows)
  }

  /// Shows the screen until the user leaves it.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - edit: Edits a section or row in an editor while the terminal has its old modes; returns the message about it.
  ///   - remember: Keeps the position for the next start; called at most once a second, and at the end.
  package mutating func run(
    _ screen: Screen, edit: (ItemID) -> String?, remember: (SavedPosition) -> Void
  ) {
    var position = screen.savedPosition
    remembered = position
    TerminalDevice.begin(terminfo.begin, end: terminfo.end)
    var isStale = true
    while !screen.isDone, !TerminalDevice.isEnding {
      if isStale {
        screen.settle()
        if !show(screen) { break }
        position = screen.savedPosition
      }
      guard let bytes = TerminalDevice.read(within: decoder.isWaiting ? Self.escapePause : Self.pause) else { break }
      let keys = decoder.take(bytes, isLast: bytes.isEmpty)
      for key in keys where !screen.isDone && !TerminalDevice.isEnding {
        screen.take(key)
        fulfil(screen, edit)
      }
      isStale = !keys.isEmpty
      if TerminalDevice.takeStop() { suspend() }
      if TerminalDevice.takeContinue() {
        TerminalDevice.takeBack(terminfo.begin)
        writer.forget()
      }
      if TerminalDevice.takeNewSize() || writer.isForgotten {
        screen.resize(to: size)
        writer.forget()
        isStale = true
      }
      if screen.poll() { isStale = true }
      note(position, isLast: false, remember)
    }
    note(screen.savedPosition, isLast: true, remember)
    TerminalDevice.end()
    TerminalDevice.endBySignal()
  }

  /// Shows the screen; if sections opened or closed, with a few frames in between, which the next key ends.
  private mutating func show(_ screen: Screen) -> Bool {
    let frame = screen.paint()
    let between = shown.map { screen.framesBetween($0, and: frame) } ?? []
    shown = frame
    for frame in writer.isForgotten ? [] : between {
      TerminalDevice.write(writer.bytes(for: frame, columns: screen.state.size.columns))
      if TerminalDevice.hasInput(within: Self.motionPause) { break }
    }
    return TerminalDevice.write(writer.bytes(for: frame, columns: screen.state.size.columns))
  }

  private mutating func note(_ position: SavedPosition, isLast: Bool, _ remember: (SavedPosition) -> Void) {
    guard position != remembered, isLast || ContinuousClock.now >= nextRemembering else { return }
    remembered = position
    nextRemembering = .now + Self.rememberingPause
    remember(position)
  }

  /// Fulfils the screen's request to the terminal.
  private mutating func fulfil(_ screen: Screen, _ edit: (ItemID) -> String?) {
    guard let request = screen.state.request, request != .leave else { return }
    screen.state.request = nil
    switch request {
    case .leave: break
    case .redraw: writer.forget()
    case .suspend: suspend()
    case .editor(let item):
      let message = TerminalDevice.lend(terminfo.begin, end: terminfo.end) { edit(item) }
      writer.forget()
      screen.say(message)
    }
  }

  private mutating func suspend() {
    TerminalDevice.suspend(then: terminfo.begin, end: terminfo.end)
    writer.forget()
  }
}
