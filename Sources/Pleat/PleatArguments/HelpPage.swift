/// A page of help, which is shown in a terminal, printed as a manual page, and part of the reference.
package struct HelpPage: Sendable {
  /// A part of a page with a heading.
  package struct Section: Sendable {
    package let heading: String
    package let blocks: [Block]

    package init(_ heading: String, _ blocks: [Block]) {
      self.heading = heading
      self.blocks = blocks
    }
  }

  /// A paragraph, a list of terms, or lines to show unchanged.
  package enum Block: Sendable {
    case paragraph(String)
    case terms([Term])
    /// Lines to show unchanged.
    case lines([String])
  }

  /// A term with its meaning.
  package struct Term: Hashable, Sendable {
    package let name: String
    package let meaning: String

    package init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  /// The subject of the page: a verb or a topic; empty for pleat as a whole.
  package let name: String
  /// The purpose in one sentence, without its full stop.
  package let summary: String
  /// The forms of the command; empty for a topic.
  package var synopsis: [String] = []
  /// The sections after the synopsis, the examples first.
  package var sections: [Section] = []
  /// The section of the manual: 1 for commands, 7 for topics.
  package var manual = 1

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
