import ListChanges
import OutlineCore
import OutlineDocuments
import OutlineStore

/// The sections and rows that a merge added, changed, moved and deleted.
///
/// An item that was both moved and changed is in both lists. If the request asks for names alone, each list has at most
/// the first ``Receipt/limit``; ``counts`` always has all of them.
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
    /// The title of the section that holds it, or the first line of the row that it is below.
    public let holderTitle: String?
  }

  /// The numbers of items that were added, changed, moved and deleted.
  public internal(set) var counts = Counts()
  /// The items that were added.
  public internal(set) var added: [Item] = []
  /// The items whose content changed.
  public internal(set) var changed: [Item] = []
  /// The items that moved.
  public internal(set) var moved: [Item] = []
  /// The items that were deleted: rows, then sections.
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
  mutating func note(_ list: WritableKeyPath<MergeReport, [Item]>, _ item: @autoclosure () -> Item?) {
    if self[keyPath: list].count < limit { self[keyPath: list] += [item()].compactMap(\.self) }
  }
}

extension MergeReport {
  /// Counts an item and adds it to a list, unless it is full.
  private mutating func add(
    _ count: WritableKeyPath<MergeReport, Int>, _ list: WritableKeyPath<MergeReport, [Item]>,
    _ item: @autoclosure () -> Item?
  ) {
    self[keyPath: count] += 1
    note(list, item())
  }

  /// Reports a difference.
  ///
  /// - Parameter ids: The ids in the file of the new document's items.
  init(_ difference: DocumentDifference, _ ids: [ItemID?], _ request: Request) {
    self.init(request)
    let (old, new) = (difference.old, difference.new)
    lazy var nesting = new.nesting
    lazy var oldNesting = old.nesting
    let item = { (index: Int) in Item(index, of: new, in: nesting[index].parent) { ids[$0] } }
    for isSections in [true, false] {
      for index in new.items.indices where new.items[index].isSection == isSections {
        if difference.origins[index] == nil { add(\.counts.added, \.added, item(index)) }
        if difference.isMoved(index) { add(\.counts.moved, \.moved, item(index)) }
        if difference.isChanged(index) { add(\.counts.changed, \.changed, item(index)) }
      }
    }
    for isSections in [false, true] {
      for index in difference.deleted where old.items[index].isSection == isSections {
        add(\.counts.deleted, \.deleted, Item(index, of: old, in: oldNesting[index].parent) { old.items[$0].id })
      }
    }
  }

  /// Reports all items of the outline as added.
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
  /// The item at an index of a document; nil for one that has no id.
  ///
  /// - Parameter holder: The index of the section or row that it is directly in or below.
  fileprivate init?(_ index: Int, of document: Document, in holder: Int?, _ id: (Int) -> ItemID?) {
    guard let own = id(index) else { return nil }
    let item = document.items[index]
    let section = item.parent.flatMap(id).map { SectionID($0.number) }
    self.init(
      id: own, name: item.content.name, section: section,
      holderTitle: holder.map { document.items[$0].content.name.firstLine })
  }

  init(_ section: Section, in parent: Section?) {
    self.init(id: .section(section.id), name: section.title, section: parent?.id, holderTitle: parent?.title)
  }

  init(_ id: RowID, _ content: RowContent, in section: SectionID, _ title: String) {
    self.init(id: .row(id), name: content.text, section: section, holderTitle: title)
  }
}
