import OutlineCore
import OutlineStore

/// What one entry of the history did, as far as a sentence can say it.
package struct StepEntry: Sendable {
  /// The entry.
  package let entry: HistoryEntry
  /// What it did to sections and rows, in their order; empty if these are more than ``limit``.
  package private(set) var changes: [ItemChange] = []
  /// The titles of the sections that it collapsed, and of those that it expanded.
  package private(set) var folds: (collapsed: [String], expanded: [String]) = ([], [])

  /// The number of changes that are looked at.
  package static let limit = 1_000

  /// Returns the entries that some changes in the log belong to, oldest first.
  ///
  /// O(entries since the first of them + changes × log n).
  static func entries(of changes: [LoggedChange], _ reader: StoreReader) throws -> [StepEntry] {
    guard let first = changes.first?.number, let last = changes.last?.number else { return [] }
    var found: [StepEntry] = []
    try reader.eachEntry { entry in
      if entry.changes.lowerBound <= last, entry.changes.upperBound > first {
        let own = changes.filter { entry.changes.contains($0.number) }
        found.append(try StepEntry(entry, own, reader))
      }
      return entry.changes.lowerBound > first
    }
    return found.reversed()
  }

  private init(_ entry: HistoryEntry, _ own: [LoggedChange], _ reader: StoreReader) throws {
    self.entry = entry
    guard own.count <= Self.limit else { return }
    var items: [ItemID] = []
    var byItem: [ItemID: [LoggedChange]] = [:]
    for change in own {
      if case .fold(let id, _, _, let isCollapsed) = change.event { try note(id, isCollapsed, reader) }
      guard let id = change.event.item else { continue }
      if byItem[id] == nil { items.append(id) }
      byItem[id, default: []].append(change)
    }
    changes = try items.compactMap { id in
      var change = ItemChange(try reader.completed(byItem[id] ?? [], of: id), of: entry)
      try change?.nameHolders(reader)
      return change
    }
  }

  private mutating func note(_ section: SectionID, _ isCollapsed: Bool?, _ reader: StoreReader) throws {
    guard let isCollapsed, let title = try reader.section(section)?.title else { return }
    if isCollapsed { folds.collapsed.append(title) } else { folds.expanded.append(title) }
  }
}

extension ItemChange {
  /// Looks up the titles of the sections that hold a row.
  mutating func nameHolders(_ reader: StoreReader) throws {
    from = try oldHolder.flatMap { try reader.section($0)?.title }
    to = try newHolder.flatMap { try reader.section($0)?.title }
  }
}
