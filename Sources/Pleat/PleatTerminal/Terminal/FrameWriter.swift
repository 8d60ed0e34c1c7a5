import TerminalText

/// Turns frames into bytes for the terminal.
///
/// Moved lines are scrolled if the terminal can do that. Only lines that still differ are written, without clearing
/// them first.
struct FrameWriter {
  let terminfo: Terminfo
  let hasColors: Bool
  /// The looks that the user chose, which replace those of the part.
  private let looks: [(part: SpanStyle, look: Look)]
  /// Whether the terminal's ground is light; until it has said so, it counts as dark.
  private var isLight = false
  private var shown: [[Span]]?
  private var shownCursor: Frame.Position?

  init(_ terminfo: Terminfo, hasColors: Bool, looks: [(part: SpanStyle, look: Look)] = []) {
    self.terminfo = terminfo
    self.hasColors = hasColors && terminfo.colors >= 8
    self.looks = self.hasColors ? looks : []
  }

  /// Whether colours depend on the ground of the terminal, so that it is asked for.
  var asksForGround: Bool { hasColors && terminfo.colors >= 256 }

  /// Takes the colours for a light or a dark ground, and returns whether they differ from those before.
  mutating func takeGround(isLight: Bool) -> Bool {
    if isLight == self.isLight { return false }
    self.isLight = isLight
    forget()
    return true
  }

  /// Whether the next frame is written completely.
  var isForgotten: Bool { shown == nil }

  /// Forgets what the terminal shows, so that the next frame is written completely.
  mutating func forget() { shown = nil }

  /// Returns the bytes that make the terminal show a frame; empty if it already does.
  mutating func bytes(for frame: Frame, columns: Int) -> String {
    if let shown, shown == frame.rows, shownCursor == frame.cursor { return "" }
    var bytes = terminfo.hideCursor
    var old = shown
    if old?.count != frame.rows.count { bytes += terminfo.plain + terminfo.clear }
    if let rows = old, terminfo.canScroll {
      for scroll in FrameScroll.scrolls(from: rows, to: frame.rows) {
        bytes += terminfo.scroll(scroll, rows: frame.rows.count)
        old = old.map { scroll.applied(to: $0, empty: []) }
      }
    }
    for (index, row) in frame.rows.enumerated() where old?.count != frame.rows.count || old?[index] != row {
      bytes += terminfo.position(row: index, column: 0)
      var width = 0
      for span in row {
        bytes += styled(span)
        width += span.width
      }
      // A full line needs no clearing, which on some terminals would clear its last column.
      if width < columns { bytes += terminfo.clearLine }
    }
    if let cursor = frame.cursor {
      bytes += terminfo.position(row: cursor.row, column: cursor.column) + terminfo.showCursor
    }
    shown = frame.rows
    shownCursor = frame.cursor
    return bytes
  }

  /// The colours of parts, out of 256: on a dark ground, on which they can also be read if it is light after all, and on a
  /// light one.
  static let colors: [(part: SpanStyle, dark: Int, light: Int)] = [
    (.accent, 36, 29), (.open, 36, 29), (.done, 36, 29), (.tag, 136, 94), (.late, 167, 124), (.today, 33, 25),
    (.hit, 170, 127), (.changed, 172, 130),
  ]

  /// The colours of the selected line, and of the head line: of the ground, of texts, and of dim texts.
  static let bars: [(part: SpanStyle, dark: [Int], light: [Int])] = [
    (.reversed, [24, 231, 153], [153, 16, 24]), (.bar, [237, 252, 248], [253, 16, 240]),
  ]

  /// Returns the bytes for the colour of a part of a text; empty if the part has none on this terminal.
  private func color(of part: SpanStyle) -> String {
    if terminfo.colors >= 256 {
      return Self.colors.first { $0.part == part }.map { terminfo.color(isLight ? $0.light : $0.dark) } ?? ""
    }
    return part == .late ? terminfo.color(1) : part == .changed ? terminfo.color(5) : ""
  }

  private func styled(_ span: Span) -> String {
    // A last guard: no control character reaches the terminal, even if a caller forgot to escape it.
    let text = String(
      String.UnicodeScalarView(
        span.text.unicodeScalars.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? "?" : $0 }))
    let linked = span.link.map { terminfo.linked(text, to: $0) } ?? text
    let start = start(of: span.style)
    return start.isEmpty ? linked : start + linked + terminfo.plain
  }

  /// Returns the bytes that begin a look.
  private func start(of style: SpanStyle) -> String {
    if style.isEmpty { return "" }
    let chosen = looks.filter { style.contains($0.part) }
    let parts = chosen.reduce(style) { $0.subtracting($1.part) }
    let bar = asksForGround ? Self.bars.first { style.contains($0.part) } : nil
    var start = ""
    if !parts.isDisjoint(with: [.bold, .title]) { start += terminfo.bold }
    if parts.contains(.hit) { start += terminfo.underline }
    if let bar {
      let colors = isLight ? bar.light : bar.dark
      start += terminfo.ground(colors[0]) + terminfo.color(colors[parts.contains(.dim) ? 2 : 1])
    } else {
      if parts.contains(.dim) { start += terminfo.dim }
      if parts.contains(.reversed) { start += terminfo.reverse }
    }
    // A line that is selected has one colour, which can be read on its ground.
    if style.contains(.reversed) { return start }
    if hasColors { for part in Self.colors.map(\.part) where parts.contains(part) { start += color(of: part) } }
    for look in chosen.map(\.look) where !look.code.isEmpty { start += "\u{1B}[\(look.code)m" }
    return start
  }
}
