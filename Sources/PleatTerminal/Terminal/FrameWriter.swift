/// Turns frames into bytes for the terminal: lines move where it can do that, only those are written that still differ from
/// what it shows then, and nothing is cleared before it is written.
struct FrameWriter {
  let terminfo: Terminfo
  /// Whether to use colours.
  let hasColors: Bool
  private var shown: [[Span]]?
  private var shownCursor: Frame.Position?

  init(_ terminfo: Terminfo, hasColors: Bool) {
    self.terminfo = terminfo
    self.hasColors = hasColors && terminfo.colors >= 8
  }

  /// Whether the next frame is written as a whole.
  var isForgotten: Bool { shown == nil }

  /// Forgets what the terminal shows, so that the next frame is written as a whole.
  mutating func forget() { shown = nil }

  /// The bytes that lead from what the terminal shows to a frame; empty if it shows the frame already.
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

  /// The colour of markers, among so many; nil where none can be read both on light and on dark ground beside ``changed``.
  static func accent(of colors: Int) -> Int? { colors >= 256 ? 29 : nil }

  /// The colour of what somebody else has changed, among so many.
  static func changed(of colors: Int) -> Int { colors >= 256 ? 130 : 5 }

  private func styled(_ span: Span) -> String {
    // Nothing that could move the cursor or change the terminal gets through, whatever was forgotten before.
    let text = String(
      String.UnicodeScalarView(
        span.text.unicodeScalars.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? "?" : $0 }))
    if span.style.isEmpty { return text }
    var start = ""
    if span.style.contains(.bold) { start += terminfo.bold }
    if span.style.contains(.dim) { start += terminfo.dim }
    if span.style.contains(.reversed) { start += terminfo.reverse }
    if hasColors, !span.style.contains(.reversed) {
      if span.style.contains(.accent), let color = Self.accent(of: terminfo.colors) { start += terminfo.color(color) }
      if span.style.contains(.late) { start += terminfo.color(1) }
      if span.style.contains(.changed) { start += terminfo.color(Self.changed(of: terminfo.colors)) }
    }
    return start.isEmpty ? text : start + text + terminfo.plain
  }
}
