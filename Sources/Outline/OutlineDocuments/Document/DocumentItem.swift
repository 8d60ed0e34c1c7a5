import OutlineCore

/// A section or a row of a ``Document``.
package struct DocumentItem: Hashable, Sendable {
  /// The content: a section of a level, or a row of the section before it.
  package enum Content: Hashable, Sendable {
    case section(SectionContent)
    case row(RowDraft)
  }

  /// The number in the outline, which stays if the item changes its kind; nil for something new.
  package var number: Int64?
  package var content: Content
  /// The level of a section; 0 for a row.
  package var level: Int
  /// The index of the section that holds it; nil at the outermost level.
  package internal(set) var parent: Int?
  /// How much deeper a section is than the section that holds it, usually 1; 0 for a row.
  package internal(set) var step = 0
  /// The flags of all users.
  package var flags: [ExactText: Bool] = [:]
  /// The flag of the user who imports the document; nil if the document does not say.
  package var isCollapsed: Bool?

  /// Creates an item; the document that it goes into finds out which section holds it.
  package init(_ number: Int64?, _ content: Content, level: Int = 0) {
    self.number = number
    self.content = content
    self.level = level
  }
}

extension DocumentItem {
  package var isSection: Bool { content.isSection }

  /// The id in the outline; nil for something new.
  package var id: ItemID? { number.map { isSection ? .section(SectionID($0)) : .row(RowID($0)) } }

  init(_ section: SectionPiece) {
    self.init(section.id?.rawValue, .section(section.draft.content), level: section.draft.level)
    flags = section.flags
    isCollapsed = section.isCollapsed
  }

  init(_ row: RowPiece) {
    self.init(row.id?.rawValue, .row(row.draft))
    flags = row.flags
    isCollapsed = row.isCollapsed
  }

  var piece: OutlinePiece {
    switch content {
    case .section(let section):
      .section(
        SectionPiece(
          SectionDraft(level: level, section), id: number.map { SectionID($0) }, flags: flags,
          isCollapsed: isCollapsed))
    case .row(let row): .row(RowPiece(row, id: number.map { RowID($0) }, flags: flags, isCollapsed: isCollapsed))
    }
  }

  /// Refuses values that the file cannot hold.
  func check() throws(OutlineError) {
    switch content {
    case .section(let section):
      try DraftRules.check(title: section.title)
      if let detail = section.detail { try DraftRules.check(detail: detail) }
      if !OutlineLimits.levels.contains(level) { throw .tooDeep(title: section.title, level: level) }
    case .row(let row):
      if parent == nil { throw .noSection }
      try DraftRules.check(text: row.text)
    }
  }
}

extension DocumentItem {
  /// The level of a row in its section; 0 for a section.
  package var rowLevel: Int {
    get { if case .row(let row) = content { row.level } else { 0 } }
    set {
      guard case .row(var row) = content else { return }
      row.level = newValue
      content = .row(row)
    }
  }

  /// Whether it is a row with a level above 1.
  package var isNestedRow: Bool { rowLevel > 1 }
}

extension DocumentItem.Content {
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

  /// Whether it is done, and when it is due.
  package var task: (isDone: Bool?, schedule: Schedule) {
    get {
      switch self {
      case .section(let section): (section.isDone, section.schedule)
      case .row(let row): (row.isDone, row.schedule)
      }
    }
    set {
      switch self {
      case .section(var section):
        (section.isDone, section.schedule) = newValue
        self = .section(section)
      case .row(var row):
        (row.isDone, row.schedule) = newValue
        self = .row(row)
      }
    }
  }

  /// The content as a row: the title and the detail of a section become the text.
  package var row: RowDraft {
    switch self {
    case .section(let section): LevelRules.row(of: section)
    case .row(let row): row
    }
  }

  /// The content as a section; nil for a row whose first line is too long for a title, or the rest for a detail.
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

  /// The whole content as texts by which contents can be ordered; different contents have different texts.
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
          case .level: "\(row.level)"
          }
        }
      }
    return parts.map { ExactText($0.map { "=" + $0 } ?? "") }
  }
}
