import ListChanges
import OutlineCore
import OutlineDocuments

/// How many sections, rows and folds differ between two states of a document.
package struct SyncCounts: Equatable {
  /// The sections that were added, changed, moved or deleted.
  package private(set) var sections = 0
  /// The rows that were added, changed, moved or deleted.
  package private(set) var rows = 0
  /// The flags of users that were set, changed or removed, and the users with other settings.
  package private(set) var folds = 0

  /// Whether nothing differs.
  package var isEmpty: Bool { self == SyncCounts() }

  /// Nothing.
  package init() {}

  /// Compares two states.
  package init(from old: Document, to new: Document) {
    let difference = DocumentDifference(from: old, to: new)
    (sections, rows) = (Self.count(difference, ofSections: true), Self.count(difference, ofSections: false))
    for index in new.items.indices {
      guard let before = difference.origins[index].map({ old.items[$0].flags }) else { continue }
      let flags = new.items[index].flags
      if before != flags { folds += Set(before.keys).union(flags.keys).count { before[$0] != flags[$0] } }
    }
    let (before, after) = (old.usersByName, new.usersByName)
    folds += Set(before.keys).union(after.keys).count {
      (before[$0] ?? User(name: $0.text)) != (after[$0] ?? User(name: $0.text))
    }
  }

  /// Adds what others have counted.
  package mutating func add(_ other: SyncCounts) {
    sections += other.sections
    rows += other.rows
    folds += other.folds
  }

  /// Counts the sections or the rows that only one state has, or that are not where they were or say something else.
  private static func count(_ difference: DocumentDifference, ofSections isSections: Bool) -> Int {
    let (old, new) = (difference.old.items, difference.new.items)
    let list = new.indices.filter { new[$0].isSection == isSections }
    let same = list.compactMap { difference.isSame($0) ? difference.origins[$0] : nil }
    let deleted = difference.deleted.count { old[$0].isSection == isSections }
    return deleted + list.count - longestIncreasingSubsequence(of: same).count
  }
}

extension Document {
  fileprivate var usersByName: [ExactText: User] { Dictionary(users.map { (ExactText($0.name), $0) }) { $1 } }
}
