/// A page of help, which is shown in a terminal, printed as a manual page, and part of the reference.
struct HelpPage: Sendable {
  /// A part of a page with a heading.
  struct Section: Sendable {
    let heading: String
    let blocks: [Block]

    init(_ heading: String, _ blocks: [Block]) {
      self.heading = heading
      self.blocks = blocks
    }
  }

  /// A paragraph, or something that stands between paragraphs.
  enum Block: Sendable {
    case paragraph(String)
    /// Terms with what they mean.
    case terms([Term])
    /// Lines that are shown as they stand.
    case lines([String])
  }

  /// A term with what it means.
  struct Term: Hashable, Sendable {
    let name: String
    let meaning: String

    init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  /// What the page is about: a verb or a topic; empty for pleat as a whole.
  let name: String
  /// The page in one sentence, without its full stop.
  let summary: String
  /// How the command is typed; empty for a topic.
  var synopsis: [String] = []
  /// What follows, the examples first.
  var sections: [Section] = []
  /// The section of the manual: 1 for commands, 7 for topics.
  var manual = 1

  /// The name of the manual page, for example "pleat-add".
  var manualName: String { name.isEmpty ? "pleat" : "pleat-\(name)" }
}
