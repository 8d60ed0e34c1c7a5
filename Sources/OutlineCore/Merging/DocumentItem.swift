/// A section or a row of a document, in a list of them in document order.
package struct DocumentItem: Hashable, Sendable {
  /// What it is: a section of a level, or a row of the section before it.
  package enum Content: Hashable, Sendable {
    /// A section.
    case section(SectionContent)
    /// A row.
    case row(RowDraft)
  }

  /// The id in the outline; nil for something new.
  package let id: ItemID?
  /// What it says.
  package var content: Content
  /// The level of a section; 0 for a row.
  package let level: Int
  /// The index of the section that holds it; nil at the outermost level.
  package let parent: Int?
  /// How much deeper a section is than the section that holds it, usually 1; 0 for a row.
  package let step: Int
  /// The flags of all users; empty for a row.
  package var flags: [ExactText: Bool] = [:]
  /// The flag of the user who imports the document; nil if the document does not say.
  package var isCollapsed: Bool?
}

extension DocumentItem {
  /// Returns the sections and rows of a document, in order.
  package static func items(of pieces: [OutlinePiece]) -> [DocumentItem] {
    var levels: [Int: Int] = [:]
    var flags: [Int: Bool] = [:]
    for piece in pieces {
      if case .level(let section, let level) = piece { levels[section] = level }
      if case .collapsed(let section, let flag) = piece { flags[section] = flag }
    }
    var items: [DocumentItem] = []
    var open = LevelStack<Int>()
    var sections = 0
    for piece in pieces {
      switch piece {
      case .section(var section):
        let level = levels[sections] ?? section.draft.level
        section.isCollapsed = flags[sections] ?? section.isCollapsed
        let parent = open.enter(items.count, level: level)
        let step = level - (parent.map { items[$0].level } ?? 0)
        items.append(DocumentItem(section, level: level, parent: parent, step: step))
        sections += 1
      case .row(let row):
        items.append(
          DocumentItem(id: row.id.map(ItemID.row), content: .row(row.draft), level: 0, parent: open.innermost, step: 0))
      case .identity, .user, .level, .collapsed: break
      }
    }
    return items
  }

  private init(_ section: SectionPiece, level: Int, parent: Int?, step: Int) {
    self.init(
      id: section.id.map(ItemID.section), content: .section(section.draft.content), level: level, parent: parent,
      step: step, flags: section.flags, isCollapsed: section.isCollapsed)
  }
}

extension DocumentItem.Content {
  /// Whether it is a section.
  package var isSection: Bool {
    if case .section = self { true } else { false }
  }

  /// The title of a section or the text of a row.
  package var name: String {
    switch self {
    case .section(let section): section.title
    case .row(let row): row.text
    }
  }

  /// The attributes, as text; nil for none.
  package var attributes: String? {
    get {
      switch self {
      case .section(let section): section.attributes
      case .row(let row): row.attributes
      }
    }
    set {
      switch self {
      case .section(var section):
        section.attributes = newValue
        self = .section(section)
      case .row(var row):
        row.attributes = newValue
        self = .row(row)
      }
    }
  }

  /// What it says as a row: of a section, the title and the detail are its text.
  package var row: RowDraft {
    switch self {
    case .section(let section): LevelRules.row(of: section)
    case .row(let row): row
    }
  }

  /// What it says as a section; nil for a row whose first line is too long for a title, or the rest for a detail.
  package var section: SectionContent? {
    switch self {
    case .section(let section): section
    case .row(let row): try? LevelRules.section(of: row)
    }
  }

  /// Whether both have the same bytes.
  package func isSame(as other: DocumentItem.Content) -> Bool {
    switch (self, other) {
    case (.row(let one), .row(let other)): one.isSame(as: other)
    case (.section(let one), .section(let other)): one.isSame(as: other)
    case (.section, .row), (.row, .section): false
    }
  }

  /// All that it says, as texts by which contents can be ordered; nothing else has the same texts.
  package var parts: [ExactText] {
    let parts: [String?] =
      switch self {
      case .section(let section):
        [
          section.title, section.detail, "\(section.isCollapsible)", section.newRows?.rawValue,
          section.isDone.map { "\($0)" }, section.attributes, section.schedule.due?.description,
          section.schedule.repeats,
        ]
      case .row(let row):
        RowColumn.all.map { column in
          switch column {
          case .text: row.text
          case .done: row.isDone.map { "\($0)" }
          case .attributes: row.attributes
          case .due: row.schedule.due?.description
          case .repeats: row.schedule.repeats
          }
        }
      }
    return parts.map { ExactText($0.map { "=" + $0 } ?? "") }
  }
}
