import OutlineCore
import OutlineStore

/// The sections and rows that a merge added, changed, moved and deleted.
///
/// What a merge both moved and changed is in both lists. If the request asks for names alone, each list has at most the
/// first ``Receipt/limit``; ``counts`` always has all of them.
public struct MergeReport: Hashable, Sendable {
  /// How many sections and rows a merge added, changed, moved and deleted.
  public struct Counts: Hashable, Sendable {
    /// The number of sections and rows that were added.
    public internal(set) var added = 0
    /// The number of those whose content changed.
    public internal(set) var changed = 0
    /// The number of those that moved.
    public internal(set) var moved = 0
    /// The number of those that were deleted.
    public internal(set) var deleted = 0
  }

  /// One section or row.
  public struct Item: Hashable, Sendable {
    /// The id.
    public let id: ItemID
    /// The title of the section, or the text of the row.
    public let name: String
    /// The section that holds it, or held it before it was deleted; nil for an outermost section.
    public let section: SectionID?
    /// The title of the section that holds it.
    public let sectionTitle: String?
  }

  /// How many there are of each kind.
  public internal(set) var counts = Counts()
  /// What was added.
  public internal(set) var added: [Item] = []
  /// What has another content.
  public internal(set) var changed: [Item] = []
  /// What has another position.
  public internal(set) var moved: [Item] = []
  /// What was deleted: rows, then sections.
  public internal(set) var deleted: [Item] = []
  /// How many items each list takes.
  private let limit: Int

  init(_ request: Request) {
    switch request.report {
    case .nothing: limit = 0
    case .names: limit = Receipt.limit
    case .changes, .changesWithShapes: limit = .max
    }
  }

  /// Adds an item to a list, unless it is full.
  mutating func note(_ list: WritableKeyPath<MergeReport, [Item]>, _ item: @autoclosure () -> Item) {
    if self[keyPath: list].count < limit { self[keyPath: list].append(item()) }
  }
}

extension MergeReport {
  /// Reports that everything was added that the outline has.
  mutating func noteAll(_ reader: StoreReader) throws {
    var parents = LevelStack<Section>()
    var next = try reader.section(after: -OrderKeys.bound)
    while let section = next, added.count < limit {
      let parent = parents.enter(section, level: section.level)
      note(\.added, Item(section, in: parent))
      for row in try reader.rows(in: section.id, where: { _ in true }) {
        note(\.added, Item(row.id, row.content, in: section.id, section.title))
      }
      next = try reader.section(after: section.ord)
    }
  }
}

extension MergeReport.Item {
  /// A section and its parent.
  init(_ section: Section, in parent: Section?) {
    self.init(id: .section(section.id), name: section.title, section: parent?.id, sectionTitle: parent?.title)
  }

  /// A row and its section.
  init(_ id: RowID, _ content: RowContent, in section: SectionID, _ title: String) {
    self.init(id: .row(id), name: content.text, section: section, sectionTitle: title)
  }
}
