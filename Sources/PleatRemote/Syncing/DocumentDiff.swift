import ListChanges
import OutlineCore

/// How many sections, rows and folds differ between two states of a document.
package struct DocumentDiff: Equatable {
  /// The sections that were added, changed, moved or deleted.
  package private(set) var sections = 0
  /// The rows that were added, changed, moved or deleted.
  package private(set) var rows = 0
  /// The flags of users that were set, changed or removed, and the users with other settings.
  package private(set) var folds = 0

  /// Whether nothing differs.
  package var isEmpty: Bool { self == DocumentDiff() }

  /// Nothing.
  package init() {}

  /// Compares two states.
  package init(from old: [OutlinePiece], to new: [OutlinePiece]) {
    let (before, after) = (State(old), State(new))
    sections = Self.count(before, after) { $0.content.isSection }
    rows = Self.count(before, after) { !$0.content.isSection }
    folds = Self.folds(before, after)
  }

  /// Adds what another diff has found.
  package mutating func add(_ other: DocumentDiff) {
    sections += other.sections
    rows += other.rows
    folds += other.folds
  }

  /// Counts the things that one state has and the other has not, or has with another content or kind or at another position.
  private static func count(_ old: State, _ new: State, where isCounted: (DocumentItem) -> Bool) -> Int {
    var changed = old.items.count { item in isCounted(item) && item.id.map { new.indices[$0.number] == nil } ?? false }
    var common: [Int] = []
    for item in new.items where isCounted(item) {
      guard let index = item.id.flatMap({ old.indices[$0.number] }) else {
        changed += 1
        continue
      }
      let before = old.items[index]
      let isSame =
        before.content == item.content && before.level == item.level && old.section(of: before) == new.section(of: item)
      if isSame { common.append(index) } else { changed += 1 }
    }
    return changed + common.count - longestIncreasingSubsequence(of: common).count
  }

  private static func folds(_ old: State, _ new: State) -> Int {
    let names = Set(old.users.keys).union(new.users.keys)
    var count = names.count { (old.users[$0] ?? User(name: $0.text)) != (new.users[$0] ?? User(name: $0.text)) }
    for item in new.items {
      guard let index = item.id.flatMap({ old.indices[$0.number] }) else { continue }
      let before = old.items[index].flags
      count += Set(before.keys).union(item.flags.keys).count { before[$0] != item.flags[$0] }
    }
    return count
  }

  /// One of the two states.
  private struct State {
    let items: [DocumentItem]
    /// The index of the item with each number, which it keeps when its kind changes.
    let indices: [Int64: Int]
    let users: [ExactText: User]

    init(_ pieces: [OutlinePiece]) {
      items = DocumentItem.items(of: pieces)
      indices = Dictionary(items.enumerated().compactMap { index, item in item.id.map { ($0.number, index) } }) { $1 }
      users = pieces.reduce(into: [:]) { users, piece in
        if case .user(let user) = piece { users[ExactText(user.name)] = user }
      }
    }

    /// The section that holds an item; nil for an outermost one.
    func section(of item: DocumentItem) -> ItemID? { item.parent.flatMap { items[$0].id } }
  }
}
