/// A page of help, which is shown in a terminal, printed as a manual page, and part of the reference.
package struct HelpPage: Sendable {
  /// A part of a page with a heading.
  package struct Section: Sendable {
    /// The heading.
    package let heading: String
    /// What follows the heading.
    package let blocks: [Block]

    /// Creates a part.
    package init(_ heading: String, _ blocks: [Block]) {
      self.heading = heading
      self.blocks = blocks
    }
  }

  /// A paragraph, or something that stands between paragraphs.
  package enum Block: Sendable {
    case paragraph(String)
    /// Terms with what they mean.
    case terms([Term])
    /// Lines that are shown as they stand.
    case lines([String])
  }

  /// A term with what it means.
  package struct Term: Hashable, Sendable {
    /// The term.
    package let name: String
    /// What it means.
    package let meaning: String

    /// Creates a term.
    package init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  /// What the page is about: a verb or a topic; empty for pleat as a whole.
  package let name: String
  /// The page in one sentence, without its full stop.
  package let summary: String
  /// How the command is typed; empty for a topic.
  package var synopsis: [String] = []
  /// What follows, the examples first.
  package var sections: [Section] = []
  /// The section of the manual: 1 for commands, 7 for topics.
  package var manual = 1

  /// Creates a page.
  package init(name: String, summary: String, synopsis: [String] = [], sections: [Section] = [], manual: Int = 1) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    self.sections = sections
    self.manual = manual
  }

  /// The name of the manual page, for example "pleat-add".
  package var manualName: String { name.isEmpty ? "pleat" : "pleat-\(name)" }
}
