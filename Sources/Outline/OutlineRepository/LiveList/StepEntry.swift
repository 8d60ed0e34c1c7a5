import ListChanges
import OutlineCore
import OutlineStore

/// The effects of one entry of the history, for a sentence about it.
package struct StepEntry: Sendable {
  package let entry: HistoryEntry
  /// The changes of sections and rows, in the order of the log; empty if the entry has more than ``limit``.
  package private(set) var changes: [ItemChange] = []
  /// The titles of the sections that it collapsed, and of those that it expanded.
  package private(set) var folds: (collapsed: [String], expanded: [String]) = ([], [])

  /// The number of changes that are looked at.
  package static let limit = 1_000

  /// Returns the entries that changes belong to, oldest first; a synchronization comes once for each of its authors.
  ///
  /// O(entries since the first of them + changes × log n).
  static func entries(of changes: [LoggedChange], _ reader: StoreReader) throws -> [StepEntry] {
    guard let first = changes.first?.number, let last = changes.last?.number else { return [] }
    let byNumber = Dictionary(grouping: changes.filter { $0.event.item != nil }) { $0.event.item?.number ?? 0 }
    var found: [StepEntry] = []
    try reader.eachEntry { entry in
      if entry.changes.lowerBound <= last, entry.changes.upperBound > first {
        let own = changes.filter { entry.changes.contains($0.number) }
        found += try StepEntry(entry, own, among: byNumber, reader).byAuthor.reversed()
      }
      return entry.changes.lowerBound > first
    }
    return found.reversed()
  }

  /// Reads the effects of one entry.
  ///
  /// - Parameters:
  ///   - own: Its changes.
  ///   - changes: These and all later changes, by the number of the item; they give the contents that the entry's own
  ///     changes leave out.
  private init(
    _ entry: HistoryEntry, _ own: [LoggedChange], among changes: [Int64: [LoggedChange]], _ reader: StoreReader
  ) throws {
    self.entry = entry
    guard own.count <= Self.limit else { return }
    var items: [ItemID] = []
    var seen: Set<Int64> = []
    for change in own {
      if case .fold(let id, _, _, let isCollapsed) = change.event { try note(id, isCollapsed, reader) }
      if let id = change.event.item, seen.insert(id.number).inserted { items.append(id) }
    }
    self.changes = try items.compactMap { id in
      let known = try reader.completed(changes[id.number] ?? [], of: id)
      var change = ItemChange(known.filter { entry.changes.contains($0.number) }, of: entry)
      try change?.nameHolders(reader)
      change?.authors = try reader.authors(of: entry, item: id)
      return change
    }
  }

  /// The same effects, in a value for each author.
  private var byAuthor: [StepEntry] {
    var parts: [StepEntry] = []
    for change in changes {
      guard let own = change.entries.first else { continue }
      if let index = parts.firstIndex(where: { $0.entry.user == own.user }) {
        parts[index].changes.append(change)
      } else {
        parts.append(StepEntry(entry: own, changes: [change], folds: parts.isEmpty ? folds : ([], [])))
      }
    }
    return parts.isEmpty ? [self] : parts
  }

  private init(entry: HistoryEntry, changes: [ItemChange], folds: (collapsed: [String], expanded: [String])) {
    (self.entry, self.changes, self.folds) = (entry, changes, folds)
  }

  private mutating func note(_ section: SectionID, _ isCollapsed: Bool?, _ reader: StoreReader) throws {
    guard let isCollapsed, let title = try reader.section(section)?.title else { return }
    if isCollapsed { folds.collapsed.append(title) } else { folds.expanded.append(title) }
  }
}

/// The changes that one edit, or several that are joined, made to a list.
public struct ViewStep: Sendable {
  /// The changes that the list view must make.
  public let changes: ViewChanges
  /// The number of rows that each visible section showed before the step.
  public let before: ListShape
  /// The number of rows that each visible section shows after the step.
  public let after: ListShape
  /// Whether the list view must load everything again, because another file is at the path or the log lost changes.
  public let isReset: Bool
  /// The entries of the history that made the step, oldest first; empty unless the view names them.
  package internal(set) var entries: [StepEntry] = []
  /// What tells a step that ``OutlineView/nextStep()`` returned from every other one, also of another view; nil for others.
  var mark: Mark?

  final class Mark: Sendable {}
}
