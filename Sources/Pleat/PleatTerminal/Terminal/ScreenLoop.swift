import OutlineCore
import PleatSystem
import TerminalText

/// Shows a screen on the terminal until the user leaves it.
package struct ScreenLoop {
  /// What the environment says about the terminal.
  package struct Environment {
    /// The value of `TERM`.
    package var terminal: String
    package var hasColors: Bool
    /// The looks that the user chose for parts of the screen.
    package var looks: [(part: SpanStyle, look: Look)]

    package init(terminal: String, hasColors: Bool, looks: [(part: SpanStyle, look: Look)] = []) {
      self.terminal = terminal
      self.hasColors = hasColors
      self.looks = looks
    }
  }

  /// Why a screen cannot be shown.
  package enum Refusal: Error {
    /// Standard input or output is not a terminal.
    case noTerminal
    /// The kind of terminal is unknown, or it cannot move its cursor.
    case unsuitable
  }

  /// How long to wait for a key before checking for edits by others, in milliseconds.
  private static let pause: Int32 = 30
  /// How long to wait for the rest of an escape sequence, in milliseconds.
  private static let escapePause: Int32 = 25
  /// How long to show each frame of an animation, in milliseconds.
  private static let motionPause: Int32 = 16
  /// The shortest time between two calls of `remember`, except for the last call.
  private static let rememberingPause: Duration = .seconds(1)

  private let terminfo: Terminfo
  private var writer: FrameWriter
  private var decoder = KeyDecoder()
  /// The frame that the screen painted last.
  private var shown: Frame?
  /// The last position passed to `remember`, or the screen's position at the start.
  private var remembered: SavedPosition?
  /// The earliest time of the next call of `remember`.
  private var nextRemembering = MonotonicTime.now

  /// Looks up the terminal's capabilities.
  ///
  /// - Throws: ``Refusal``.
  package init(_ environment: Environment) throws(Refusal) {
    guard TerminalDevice.isThere else { throw .noTerminal }
    guard let terminfo = Terminfo(environment.terminal) else { throw .unsuitable }
    self.terminfo = terminfo
    writer = FrameWriter(terminfo, hasColors: environment.hasColors, looks: environment.looks)
  }

  /// Returns the bytes that restore a terminal after a screen; nil for an unknown kind of terminal.
  ///
  /// It is for a screen that another machine showed here until the connection broke.
  package static func endOfScreen(on terminal: String) -> String? { Terminfo(terminal)?.end }

  package var size: ScreenSize {
    let (columns, rows) = TerminalDevice.size
    return ScreenSize(columns: columns, rows: rows)
  }

  /// Shows the screen until the user leaves it, the terminal disappears, or a signal asks the process to end.
  ///
  /// - Parameters:
  ///   - mayGoOn: Whether the user may still do what the screen allows; called before each key is applied.
  ///   - edit: Edits an item in an editor while the terminal is restored; returns a message to show afterwards.
  ///   - follow: Opens a link in another program while the terminal is restored; returns a message to show afterwards.
  ///   - remember: Keeps the position for the next start; called only if the position has changed, at most once a
  ///     second and at the end.
  package mutating func run(
    _ screen: Screen, while mayGoOn: () -> Bool, edit: (ItemID) -> String?, follow: (String) -> String?,
    remember: (SavedPosition) -> Void
  ) {
    var position = screen.savedPosition
    remembered = position
    TerminalDevice.begin(terminfo.begin, end: terminfo.end)
    if writer.asksForGround { TerminalDevice.write(Terminfo.groundQuery) }
    var (isStale, pause) = (true, Int32(0))  // what the first frame leaves out is drawn at once
    while !screen.isDone, !TerminalDevice.isEnding {
      if isStale {
        screen.settle()
        if !show(screen) { break }
        position = screen.savedPosition
      }
      guard let bytes = TerminalDevice.read(within: decoder.isWaiting ? Self.escapePause : pause) else { break }
      pause = Self.pause
      if !mayGoOn() { break }
      let keys = decoder.take(bytes, isLast: bytes.isEmpty)
      for key in keys where !screen.isDone && !TerminalDevice.isEnding {
        screen.take(key)
        fulfil(screen, edit, follow)
      }
      isStale = !keys.isEmpty
      if let isLight = decoder.isGroundLight, writer.takeGround(isLight: isLight) { isStale = true }
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

  /// Paints the screen and writes it to the terminal; returns false if the terminal has disappeared.
  ///
  /// If sections opened or closed, it first shows a few frames between the old and the new one, until the next key.
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

  /// Passes a new position to `remember`, unless the last call was too recent; the final call is always made.
  private mutating func note(_ position: SavedPosition, isLast: Bool, _ remember: (SavedPosition) -> Void) {
    guard position != remembered, isLast || MonotonicTime.now >= nextRemembering else { return }
    remembered = position
    nextRemembering = .now + Self.rememberingPause
    remember(position)
  }

  /// Fulfils the screen's request; a request to leave stays, and ends the loop.
  private mutating func fulfil(_ screen: Screen, _ edit: (ItemID) -> String?, _ follow: (String) -> String?) {
    guard let request = screen.state.request, request != .leave else { return }
    screen.state.request = nil
    switch request {
    case .leave: break
    case .redraw: writer.forget()
    case .suspend: suspend()
    case .editor(let item): lend(to: { edit(item) }, screen)
    case .link(let link): lend(to: { follow(link) }, screen)
    case .clipboard(let text): TerminalDevice.write(terminfo.clipboard(text))
    }
  }

  /// Restores the terminal while another program runs, and then shows the program's message on the screen.
  private mutating func lend(to program: () -> String?, _ screen: Screen) {
    let message = TerminalDevice.lend(terminfo.begin, end: terminfo.end) { program() }
    writer.forget()
    screen.say(message)
  }

  private mutating func suspend() {
    TerminalDevice.suspend(then: terminfo.begin, end: terminfo.end)
    writer.forget()
  }
}
