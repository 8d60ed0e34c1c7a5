/// How many sections are below each section of a list, at any depth.
///
/// The list may be a part of an outline, as long as it holds everything below the sections that are asked for.
package struct SectionsBelow: Sendable {
  private var counts: [Int] = []

  /// Counts in a list of sections, given by their levels in document order.
  ///
  /// O(n).
  package init(levels: [Int]) {
    var open = LevelStack<Int>()
    for level in levels {
      close(&open, for: level)
      open.enter(counts.count, level: level)
      counts.append(0)
    }
    close(&open, for: 0)
  }

  /// Counts the sections below each open one that an entry with this level ends.
  private mutating func close(_ open: inout LevelStack<Int>, for level: Int) {
    while let left = open.leave(for: level) { counts[left.entry] = counts.count - left.entry - 1 }
  }

  /// How many sections are below the one at `index`, counted from 0; 0 where there is no such section.
  package subscript(index: Int) -> Int { counts.indices.contains(index) ? counts[index] : 0 }
}
