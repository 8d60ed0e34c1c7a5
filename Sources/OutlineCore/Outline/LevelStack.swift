/// The entries that enclose the present place on a walk through a list that nests by level, outermost first.
///
/// In such a list an entry is inside the nearest one before it that has a smaller level. Every entry is entered and left
/// once, so that a whole walk is O(n).
package struct LevelStack<Entry> {
  private var open: [(level: Int, entry: Entry)] = []

  /// Makes a stack at the beginning of a list.
  package init() {}

  /// How many entries enclose the present place.
  package var count: Int { open.count }

  /// The entries that enclose the present place, outermost first.
  ///
  /// O(count).
  package var entries: [Entry] { open.map(\.entry) }

  /// The innermost entry; nil where nothing encloses the present place.
  package var innermost: Entry? { open.last?.entry }

  /// The level of the innermost entry; nil where nothing encloses the present place.
  package var innermostLevel: Int? { open.last?.level }

  /// Changes the innermost entry, where there is one.
  package mutating func changeInnermost(_ change: (inout Entry) -> Void) {
    if let last = open.indices.last { change(&open[last].entry) }
  }

  /// Leaves the innermost entry if an entry with this level would not be inside it.
  ///
  /// - Returns: the entry left; nil where the innermost one encloses the level, or nothing is left.
  package mutating func leave(for level: Int) -> (level: Int, entry: Entry)? {
    guard let last = open.last, last.level >= level else { return nil }
    return open.removeLast()
  }

  /// Leaves all entries that an entry with this level is not inside, and enters it.
  package mutating func enter(_ entry: Entry, level: Int) {
    while leave(for: level) != nil {}
    open.append((level, entry))
  }
}

extension LevelStack: Sendable where Entry: Sendable {}

extension LevelStack<Void> {
  /// Leaves all entries that an entry with this level is not inside, and enters it, where its level is all there is.
  package mutating func enter(level: Int) { enter((), level: level) }
}
