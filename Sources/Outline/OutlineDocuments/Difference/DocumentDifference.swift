import ListChanges
import OutlineCore

/// The difference of two documents: the items that were added, changed, moved and deleted.
///
/// Items are the same if they have the same number; a section may be a row in the other document. As few sections as possible move, and as few rows within a section. O(n log n) in the number of items.
package struct DocumentDifference: Sendable {
  package let old: Document
  package let new: Document
  /// For each item of the new document the index of the same one in the old document; nil for one that was added.
  package let origins: [Int?]
  /// Whether each item of the new document stays in place, so that the others can be put between; its level may change.
  package private(set) var stays: [Bool]
  /// Whether the content of each item of the new document differs from before, apart from the level of a row.
  private let changed: [Bool]
  /// The indices of the items of the old document that the new one does not have, in order.
  package let deleted: [Int]

  package init(from old: Document, to new: Document) {
    self.old = old
    self.new = new
    let indices = old.indices
    origins = new.items.map { $0.number.flatMap { indices[$0] } }
    let kept = new.numbers
    deleted = old.items.indices.filter { index in old.items[index].number.map { !kept.contains($0) } ?? true }
    changed = zip(new.items, origins).map { item, origin in
      guard let origin else { return false }
      var former = old.items[origin]
      former.rowLevel = item.rowLevel
      return !former.content.isSame(as: item.content)
    }
    stays = [Bool](repeating: false, count: new.items.count)
    let sections = new.items.indices.filter { new.items[$0].isSection }
    keep(sections.filter(isThere))
    for section in sections {
      keep(new.ownRows(of: section).indices.filter { isThere($0) && origins[$0].flatMap(old.home) == new.home(of: $0) })
    }
  }

  /// Keeps as many items of a list in place as possible.
  private mutating func keep(_ list: [Int]) {
    for position in longestIncreasingSubsequence(of: list.map { origins[$0] ?? 0 }) { stays[list[position]] = true }
  }
}

// The changes of the item at an index of the new document.
extension DocumentDifference {
  /// Whether it is a section that was a row, or a row that was a section.
  package func isConverted(_ index: Int) -> Bool {
    origins[index].map { old.items[$0].isSection != new.items[index].isSection } ?? false
  }

  /// Whether the item existed before, as the same kind.
  package func isThere(_ index: Int) -> Bool { origins[index] != nil && !isConverted(index) }

  /// Whether its content differs from before, apart from the level of a row.
  package func isChanged(_ index: Int) -> Bool { changed[index] }

  /// Whether it has another level than before.
  package func hasOtherLevel(_ index: Int) -> Bool {
    guard let origin = origins[index], isThere(index) else { return false }
    let (former, item) = (old.items[origin], new.items[index])
    return former.level != item.level || former.rowLevel != item.rowLevel
  }

  /// Whether it was moved, or has another level.
  package func isMoved(_ index: Int) -> Bool { isThere(index) && !stays[index] || hasOtherLevel(index) }

  /// Whether it was added, or was there and has another kind or content, or was moved.
  package func isTouched(_ index: Int) -> Bool { !isThere(index) || isChanged(index) || isMoved(index) }

  /// The indices of the items of the old document that the new one lacks or has as the other kind, in order.
  package var leaving: [Int] {
    let converted = Set(new.items.indices.compactMap { isConverted($0) ? origins[$0] : nil })
    return converted.isEmpty ? deleted : (deleted + converted).sorted()
  }
}
