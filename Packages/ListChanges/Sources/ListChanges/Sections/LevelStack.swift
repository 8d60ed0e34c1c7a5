/// The entries that enclose the current position on a walk through a list that nests by level, outermost first.
///
/// An entry is enclosed by the nearest entry before it with a smaller level. A whole walk is O(n).
package struct LevelStack<Entry> {
  // Two lists, because code of other modules is not specialized: what looks at levels alone needs no generic type this way.
  private var levels: [Int] = []
  private var open: [Entry] = []

  package init() {}

  package var count: Int { levels.count }

  /// The entries that enclose the current position, outermost first.
  package var entries: [Entry] { open }

  /// The innermost entry; nil if nothing encloses the current position.
  package var innermost: Entry? { levels.isEmpty ? nil : open[levels.count - 1] }

  /// The level of the innermost entry; nil if nothing encloses the current position.
  package var innermostLevel: Int? { levels.last }

  /// Whether one of the entries has this level.
  ///
  /// O(count).
  package func encloses(_ level: Int) -> Bool { levels.contains(level) }

  /// Changes the innermost entry, if there is one.
  package mutating func changeInnermost(_ change: (inout Entry) -> Void) {
    if !levels.isEmpty { change(&open[levels.count - 1]) }
  }

  /// Leaves the innermost entry, unless it encloses an entry with this level.
  ///
  /// - Returns: The entry that was left, or nil if the innermost entry encloses the level or there is none.
  package mutating func leave(for level: Int) -> (level: Int, entry: Entry)? {
    guard let last = levels.last, last >= level else { return nil }
    return (levels.removeLast(), open.removeLast())
  }

  /// Leaves all entries that do not enclose an entry with this level, and then enters it.
  ///
  /// - Returns: The entry that encloses the new one; nil if none does.
  @discardableResult
  package mutating func enter(_ entry: Entry, level: Int) -> Entry? {
    while leave(for: level) != nil {}
    defer {
      levels.append(level)
      open.append(entry)
    }
    return innermost
  }
}

extension LevelStack: Sendable where Entry: Sendable {}

extension LevelStack<Int> {
  /// Returns for each entry of a list, given by its level, the index of the entry that encloses it; nil if none does.
  package static func parents(of levels: [Int]) -> [Int?] {
    var open = LevelStack()
    return levels.enumerated().map { open.enter($0, level: $1) }
  }
}

extension LevelStack<Void> {
  /// Leaves all entries that do not enclose an entry with this level, and then enters it.
  package mutating func enter(level: Int) { enter((), level: level) }
}
