/// The look of a piece of text.
package struct SpanStyle: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Headings, and what is to be seen first.
  package static let bold = SpanStyle(rawValue: 1)
  /// Numbers, and tasks that are done.
  package static let dim = SpanStyle(rawValue: 2)
  /// The selection.
  package static let reversed = SpanStyle(rawValue: 4)
  /// Markers and keys, which have a colour if the terminal has enough of them.
  package static let accent = SpanStyle(rawValue: 8)
  /// Lines that somebody else has just changed, in a colour if the terminal has colours.
  package static let changed = SpanStyle(rawValue: 16)
  /// Dates that have passed, in red if the terminal has colours.
  package static let late = SpanStyle(rawValue: 32)
  /// The current day, in blue if the terminal has enough colours.
  package static let today = SpanStyle(rawValue: 64)

  /// What a filter found.
  package static let hit = SpanStyle(rawValue: 128)
  /// The titles of sections.
  package static let title = SpanStyle(rawValue: 256)
  /// Tags in texts.
  package static let tag = SpanStyle(rawValue: 512)
  /// The check boxes of open tasks.
  package static let open = SpanStyle(rawValue: 1_024)
  /// The check boxes of tasks that are done.
  package static let done = SpanStyle(rawValue: 2_048)
  /// The head line, on a ground of its own if the terminal has enough colours.
  package static let bar = SpanStyle(rawValue: 4_096)

  /// The look of the day of a task that is due in this many days, less than 0 if it is late.
  package static func due(in days: Int) -> SpanStyle { days < 0 ? .late : days == 0 ? [.today, .bold] : .dim }
}

/// A piece of text with one look.
package struct Span: Hashable, Sendable {
  /// The text, without control characters.
  package var text: String
  package var style: SpanStyle
  /// The link that the text is, for terminals that open links.
  package var link: String?

  package init(_ text: String, _ style: SpanStyle = [], link: String? = nil) {
    self.text = text
    self.style = style
    self.link = link
  }

  package var width: Int { CharacterWidth.of(text) }
}
