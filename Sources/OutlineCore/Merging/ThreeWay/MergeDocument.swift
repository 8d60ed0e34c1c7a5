/// A document that cannot be merged.
package enum ThreeWayMergeError: Error, Hashable {
  /// A document has an id twice.
  case duplicateID(ItemID, in: MergeSide)
  /// A document has a user twice.
  case duplicateUser(String, in: MergeSide)
}

/// One of the three documents of a merge.
package enum MergeSide: Int, CaseIterable, Sendable {
  /// What both sides began with.
  case base
  /// One side.
  case ours
  /// The other side.
  case theirs
}

/// One of the three documents of a merge, as a tree.
struct MergeDocument {
  /// A section or a row.
  struct Item {
    /// The id in the document; nil for none.
    let id: ItemID?
    /// What it says; a section's level is 1 here, because the step says how deep it is.
    let content: DocumentItem.Content
    /// The index of the section that holds it; nil at the outermost level.
    let parent: Int?
    /// How much deeper a section is than the section that holds it, usually 1; 0 for a row.
    let step: Int
    /// The flags of all users; empty for a row.
    var flags: [ExactText: Bool] = [:]
    /// The flag of the user who imports the document; nil if the document does not say.
    var isCollapsed: Bool?
  }

  /// What makes the outline another one than all others; nil if the document does not say.
  private(set) var identity: OutlineIdentity?
  /// The sections and rows, in document order.
  private(set) var items: [Item] = []
  /// The users, in their order.
  private(set) var users: [User] = []

  /// Reads the pieces of a document.
  ///
  /// - Throws: ``ThreeWayMergeError`` for an id or a user that occurs twice.
  init(_ pieces: [OutlinePiece], _ side: MergeSide) throws(ThreeWayMergeError) {
    var levels: [Int: Int] = [:]
    var flags: [Int: Bool] = [:]
    for piece in pieces {
      switch piece {
      case .level(let section, let level): levels[section] = level
      case .collapsed(let section, let flag): flags[section] = flag
      case .identity, .user, .section, .row: break
      }
    }
    var open = LevelStack<Int>()
    var sections = 0
    for piece in pieces {
      switch piece {
      case .identity(let identity): self.identity = identity
      case .user(let user): users.append(user)
      case .section(let section):
        add(section, level: levels[sections] ?? section.draft.level, isCollapsed: flags[sections], below: &open)
        sections += 1
      case .row(let row):
        items.append(
          Item(id: row.id.map(ItemID.row), content: .row(row.draft), parent: open.innermost, step: 0))
      case .level, .collapsed: break
      }
    }
    try checkOnce(side)
  }

  private mutating func add(
    _ section: SectionPiece, level: Int, isCollapsed: Bool?, below open: inout LevelStack<Int>
  ) {
    while open.leave(for: level) != nil {}
    var draft = section.draft
    draft.level = 1
    draft.rows = []
    let step = level - (open.innermostLevel ?? 0)
    let item = Item(
      id: section.id.map(ItemID.section), content: .section(draft), parent: open.innermost, step: step,
      flags: section.flags, isCollapsed: isCollapsed ?? section.isCollapsed)
    open.enter(items.count, level: level)
    items.append(item)
  }

  private func checkOnce(_ side: MergeSide) throws(ThreeWayMergeError) {
    var ids: Set<ItemID> = []
    for item in items {
      if let id = item.id, !ids.insert(id).inserted { throw .duplicateID(id, in: side) }
    }
    var names: Set<ExactText> = []
    for user in users where !names.insert(ExactText(user.name)).inserted {
      throw .duplicateUser(user.name, in: side)
    }
  }
}

extension DocumentItem.Content {
  /// Whether it is a section.
  var isSection: Bool {
    if case .section = self { true } else { false }
  }

  /// The title of a section or the text of a row.
  var name: String {
    switch self {
    case .section(let section): section.title
    case .row(let row): row.text
    }
  }

  /// The attributes, as text; nil for none.
  var attributes: String? {
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

  /// Whether both have the same bytes.
  func isSame(as other: DocumentItem.Content) -> Bool {
    switch (self, other) {
    case (.row(let one), .row(let other)): one.isSame(as: other)
    case (.section(let one), .section(let other)):
      one.title.hasSameBytes(as: other.title) && one.detail.hasSameBytes(as: other.detail)
        && one.isCollapsible == other.isCollapsible && one.attributes.hasSameBytes(as: other.attributes)
    case (.section, .row), (.row, .section): false
    }
  }

  /// All that it says, as texts by which contents can be ordered; nothing else has the same texts.
  var parts: [ExactText] {
    let parts: [String?] =
      switch self {
      case .section(let section):
        [section.title, section.detail, "\(section.isCollapsible)", section.attributes]
      case .row(let row):
        RowColumn.all.map { column in
          switch column {
          case .text: row.text
          case .done: row.isDone.map { "\($0)" }
          case .attributes: row.attributes
          }
        }
      }
    return parts.map { ExactText($0.map { "=" + $0 } ?? "") }
  }
}
