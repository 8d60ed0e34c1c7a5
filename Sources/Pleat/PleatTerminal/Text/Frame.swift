import TerminalText

/// The content of the whole screen.
package struct Frame: Hashable, Sendable {
  /// A position on the screen, counted from 0.
  package struct Position: Hashable, Sendable {
    package var row: Int
    package var column: Int
  }

  /// The screen lines from the top down: as many as the screen has, none wider than it.
  package var rows: [[Span]] = []
  /// What the lines of the list show, from the top down.
  package var sources: [Source] = []
  /// The number of lines above the list, with what the outline is.
  package var headRows = 0
  /// The number of status lines, which are at the bottom.
  package var statusRows = 0
  /// Where the terminal's cursor is; nil to hide it.
  package var cursor: Position?

  /// The lines as text, without spaces at their ends.
  package var texts: [String] {
    rows.map { row in
      let text = row.map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }
}
