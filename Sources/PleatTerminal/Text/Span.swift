/// How a piece of text looks.
package struct SpanStyle: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Titles.
  package static let bold = SpanStyle(rawValue: 1)
  /// Numbers, and tasks that are done.
  package static let dim = SpanStyle(rawValue: 2)
  /// The selection.
  package static let reversed = SpanStyle(rawValue: 4)
  /// Markers and keys, which have a colour where there are colours.
  package static let accent = SpanStyle(rawValue: 8)
  /// What somebody else has just changed, in a colour where there are colours.
  package static let changed = SpanStyle(rawValue: 16)
  /// What is late, in red where there are colours.
  package static let late = SpanStyle(rawValue: 32)
}

/// A piece of text that looks the same throughout.
package struct Span: Hashable, Sendable {
  /// The text, without control characters.
  package var text: String
  /// How it looks.
  package var style: SpanStyle

  package init(_ text: String, _ style: SpanStyle = []) {
    self.text = text
    self.style = style
  }

  /// How many columns it takes.
  package var width: Int { CharacterWidth.of(text) }
}

/// What the whole screen shows.
package struct Frame: Hashable, Sendable {
  /// A position on the screen, counted from 0.
  package struct Position: Hashable, Sendable {
    package var row: Int
    package var column: Int
  }

  /// The lines of the screen from the top down, as many as it has, none wider than it is.
  package var rows: [[Span]] = []
  /// What the lines of the list show, from the top of the screen down.
  package var sources: [Source] = []
  /// How many of the lines, at the bottom, are below the list.
  package var statusRows = 0
  /// Where the terminal shows its cursor; nil to hide it.
  package var cursor: Position?

  /// The lines as text, without spaces at their ends.
  package var texts: [String] {
    rows.map { row in
      let text = row.map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }
}
