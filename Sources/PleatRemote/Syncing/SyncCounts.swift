import OutlineCore
import OutlineDocuments

/// How many sections, rows and folds differ between two states of a document.
package struct SyncCounts: Equatable {
  /// Added, changed, moved and deleted sections.
  package private(set) var sections = 0
  /// Added, changed, moved and deleted rows.
  package private(set) var rows = 0
  /// Flags that were set, changed or removed, and users whose settings changed.
  package private(set) var folds = 0

  package var isEmpty: Bool { self == SyncCounts() }

  package init() {}

  package init(from old: Document, to new: Document) {
    let difference = DocumentDifference(from: old, to: new)
    for index in difference.deleted { count(old.items[index]) }
    for index in new.items.indices {
      if difference.isTouched(index) { count(new.items[index]) }
      guard let before = difference.origins[index].map({ old.items[$0].flags }) else { continue }
      let flags = new.items[index].flags
      if before != flags { folds += Set(before.keys).union(flags.keys).count { before[$0] != flags[$0] } }
    }
    let (before, after) = (old.usersByName, new.usersByName)
    folds += Set(before.keys).union(after.keys).count {
      (before[$0] ?? User(name: $0.text)) != (after[$0] ?? User(name: $0.text))
    }
  }

  package mutating func add(_ other: SyncCounts) {
    sections += other.sections
    rows += other.rows
    folds += other.folds
  }

  private mutating func count(_ item: DocumentItem) {
    if item.isSection { sections += 1 } else { rows += 1 }
  }
}

extension Document {
  fileprivate var usersByName: [ExactText: User] { Dictionary(users.map { (ExactText($0.name), $0) }) { $1 } }
}
