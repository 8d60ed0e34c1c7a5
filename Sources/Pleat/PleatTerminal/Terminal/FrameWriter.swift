import TerminalText

/// Turns frames into bytes for the terminal.
///
/// Moved lines are scrolled if the terminal can do that. Only lines that still differ are written, without clearing
/// them first.
struct FrameWriter {
  let terminfo: Terminfo
  let hasColors: Bool
  private var shown: [[Span]]?
  private var shownCursor: Frame.Position?

  init(_ terminfo: Terminfo, hasColors: Bool) {
    self.terminfo = terminfo
    self.hasColors = hasColors && terminfo.colors >= 8
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

  /// The colour of markers on a terminal with this many colours; nil if no colour but ``changed`` is readable on both
  /// light and dark backgrounds.
  static func accent(of colors: Int) -> Int? { colors >= 256 ? 29 : nil }

  /// The colour of the current day on a terminal with this many colours; nil if none is readable on both backgrounds.
  static func today(of colors: Int) -> Int? { colors >= 256 ? 32 : nil }

  /// The colour of lines that somebody else changed, on a terminal with this many colours.
  static func changed(of colors: Int) -> Int { colors >= 256 ? 130 : 5 }

  private func styled(_ span: Span) -> String {
    // A last guard: no control character reaches the terminal, even if a caller forgot to escape it.
    let text = String(
      String.UnicodeScalarView(
        span.text.unicodeScalars.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? "?" : $0 }))
    let linked = span.link.map { terminfo.linked(text, to: $0) } ?? text
    if span.style.isEmpty { return linked }
    var start = ""
    if span.style.contains(.bold) { start += terminfo.bold }
    if span.style.contains(.dim) { start += terminfo.dim }
    if span.style.contains(.hit) { start += terminfo.underline }
    if span.style.contains(.reversed) { start += terminfo.reverse }
    if hasColors, !span.style.contains(.reversed) {
      if span.style.contains(.accent), let color = Self.accent(of: terminfo.colors) { start += terminfo.color(color) }
      if span.style.contains(.late) { start += terminfo.color(1) }
      if span.style.contains(.today), let color = Self.today(of: terminfo.colors) { start += terminfo.color(color) }
      if span.style.contains(.changed) { start += terminfo.color(Self.changed(of: terminfo.colors)) }
    }
    return start.isEmpty ? linked : start + linked + terminfo.plain
  }
}
