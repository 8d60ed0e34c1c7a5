/// The entries that enclose the current position on a walk through a list that nests by level, outermost first.
///
/// An entry is enclosed by the nearest entry before it with a smaller level. A whole walk is O(n).
package struct LevelStack<Entry> {
  @usableFromInline var open: [(level: Int, entry: Entry)] = []

  /// Creates a stack at the beginning of a list.
  @inlinable package init() {}

  /// The number of entries that enclose the current position.
  @inlinable package var count: Int { open.count }

  /// The entries that enclose the current position, outermost first.
  ///
  /// O(count).
  @inlinable package var entries: [Entry] { open.map { $0.entry } }

  /// The innermost entry; nil if nothing encloses the current position.
  @inlinable package var innermost: Entry? { open.last?.entry }

  /// The level of the innermost entry; nil if nothing encloses the current position.
  @inlinable package var innermostLevel: Int? { open.last?.level }

  /// Whether one of the entries has this level.
  ///
  /// O(count).
  @inlinable package func encloses(_ level: Int) -> Bool { open.contains { $0.level == level } }

  /// Changes the innermost entry, if there is one.
  @inlinable package mutating func changeInnermost(_ change: (inout Entry) -> Void) {
    if let last = open.indices.last { change(&open[last].entry) }
  }

  /// Leaves the innermost entry, unless it encloses an entry with this level.
  ///
  /// - Returns: The entry that was left, or nil if the innermost entry encloses the level or there is none.
  @inlinable package mutating func leave(for level: Int) -> (level: Int, entry: Entry)? {
    guard let last = open.last, last.level >= level else { return nil }
    return open.removeLast()
  }

  /// Leaves all entries that do not enclose an entry with this level, and then enters it.
  ///
  /// - Returns: The entry that encloses the new one; nil if none does.
  @discardableResult @inlinable
  package mutating func enter(_ entry: Entry, level: Int) -> Entry? {
    while leave(for: level) != nil {}
    defer { open.append((level, entry)) }
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
  @inlinable package mutating func enter(level: Int) { enter((), level: level) }
}
