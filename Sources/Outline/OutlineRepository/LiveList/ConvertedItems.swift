import ListChanges
import OutlineCore

/// The items that an edit's events mention both as a row and as a section, because their kind may have changed, and the
/// rows that moved into or out of them.
struct ConvertedItems {
  private(set) var items: Set<Int64> = []
  /// The rows that moved into or out of the items, and the items that are rows.
  private(set) var rows: [RowID] = []

  init(_ events: [LoggedChange.Event]) {
    var sections: Set<Int64> = []
    for case .section(let id, let old, let new) in events where (old == nil) != (new == nil) {
      sections.insert(id.rawValue)
    }
    if sections.isEmpty { return }
    for case .row(let id, _, _) in events where sections.contains(id.rawValue) { items.insert(id.rawValue) }
    if items.isEmpty { return }
    var seen: Set<RowID> = []
    for case .row(let id, let old, let new) in events {
      let isNear = [old, new].contains { image in image.map { items.contains($0.section.rawValue) } ?? false }
      if isNear || items.contains(id.rawValue), seen.insert(id).inserted { rows.append(id) }
    }
  }

  /// Returns the lines that stay while their items are deleted and inserted.
  ///
  /// - Parameters:
  ///   - old: The positions in the list before.
  ///   - new: The positions in the list after.
  func conversions(from old: ItemPositions, to new: ItemPositions) -> [Conversion] {
    let converted = items.filter { old.isRow($0) != new.isRow($0) }
    let lines = rows.filter { row in
      converted.contains(row.rawValue)
        || [old.rows[row], new.rows[row]].contains { $0.map { converted.contains($0.section) } ?? false }
    }
    return lines.compactMap { row in
      old.position(of: row.rawValue).flatMap { from in
        new.position(of: row.rawValue).map { Conversion(from: from, to: $0) }
      }
    }.inOrder
  }
}

/// Where some items are in one state of a list.
struct ItemPositions {
  /// The rows that are shown; their indices count the shown rows of their section.
  let rows: [RowID: RowPosition]
  /// The indices of sections among the visible ones.
  let sections: [SectionID: Int]

  /// - Parameter rows: The rows of sections that show their rows, by their indices in them.
  init(rows: [RowID: RowPosition], sections: [SectionID: Int], in list: VisibleSections) {
    self.sections = sections
    self.rows = rows.compactMapValues { row in
      sections[row.sectionID].flatMap { list.headers[$0].hiddenRows.shownIndex(of: row.index) }
        .map { RowPosition(section: row.section, index: $0) }
    }
  }

  func isRow(_ item: Int64) -> Bool { rows[RowID(item)] != nil }

  /// Returns the position of an item; nil if it is not shown.
  func position(of item: Int64) -> ListPosition? {
    guard let row = rows[RowID(item)] else { return sections[SectionID(item)].map { .header(section: $0) } }
    return sections[row.sectionID].map { .row(RowPath(section: $0, row: row.index)) }
  }
}
