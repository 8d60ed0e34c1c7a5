/// The look of a piece of text.
package struct SpanStyle: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Titles.
  package static let bold = SpanStyle(rawValue: 1)
  /// Numbers, and tasks that are done.
  package static let dim = SpanStyle(rawValue: 2)
  /// The selection.
  package static let reversed = SpanStyle(rawValue: 4)
  /// Markers, keys and tags, which have a colour if the terminal has enough of them.
  package static let accent = SpanStyle(rawValue: 8)
  /// Lines that somebody else has just changed, in a colour if the terminal has colours.
  package static let changed = SpanStyle(rawValue: 16)
  /// Dates that have passed, in red if the terminal has colours.
  package static let late = SpanStyle(rawValue: 32)
}

/// A piece of text with one look.
package struct Span: Hashable, Sendable {
  /// The text, without control characters.
  package var text: String
  package var style: SpanStyle

  package init(_ text: String, _ style: SpanStyle = []) {
    self.text = text
    self.style = style
  }

  package var width: Int { CharacterWidth.of(text) }
}

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
