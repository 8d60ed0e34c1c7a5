/// One header of a user's visible list.
package struct VisibleSection: Hashable, Sendable {
  package let key: Int64
  /// The nesting level, 1 at the top.
  package let level: Int
  /// Whether the header is shown without anything below it.
  package let isShut: Bool
  /// How many rows the section itself has, shown or not.
  package let rowCount: Int
  /// The rows and tasks that the header hides, with those of its subsections; zero if it is open.
  package private(set) var hidden: ItemCounts
  /// The number of sections that the header hides, at any depth; 0 if it is open.
  package private(set) var hiddenSections: Int
  /// The rows of an open section that are below collapsed rows.
  package let hiddenRows: HiddenRows

  package init(
    key: Int64, level: Int, isShut: Bool, rowCount: Int, hidden: ItemCounts, hiddenSections: Int,
    hiddenRows: HiddenRows = HiddenRows()
  ) {
    self.key = key
    self.level = level
    self.isShut = isShut
    self.rowCount = rowCount
    self.hidden = hidden
    self.hiddenSections = hiddenSections
    self.hiddenRows = hiddenRows
  }

  /// How many rows are shown below the header.
  package var shownRows: Int { isShut ? 0 : rowCount - hiddenRows.count }

  /// Whether the header must be drawn again when its section changes from another state to this one.
  ///
  /// Counts matter only for a collapsed header, which shows them in place of its lines.
  func showsOtherHeader(than other: VisibleSection) -> Bool {
    if isShut != other.isShut || level != other.level { return true }
    return isShut
      && (rowCount != other.rowCount || hidden != other.hidden || hiddenSections != other.hiddenSections)
  }
}

extension Collection where Element == SectionState {
  /// These sections without the hidden ones, in order.
  ///
  /// The list must not begin below a collapsed section. O(n).
  package var visibleSections: [VisibleSection] {
    var visible: [VisibleSection] = []
    var shutLevel = Int.max
    for state in self {
      if state.level > shutLevel {
        visible[visible.count - 1].hide(state)
        continue
      }
      shutLevel = state.isShut ? state.level : Int.max
      visible.append(VisibleSection(state))
    }
    return visible
  }

  /// The rows that the sections hold, shown or not, with all tasks among the rows and the sections.
  ///
  /// O(n).
  package var total: ItemCounts { reduce(.zero) { $0 + $1.counts + $1.box } }

  /// How many rows the sections hold, shown or not.
  ///
  /// O(n).
  package var rowTotal: Int { total.rows }
}

extension VisibleSection {
  fileprivate init(_ state: SectionState) {
    self.init(
      key: state.key, level: state.level, isShut: state.isShut, rowCount: state.rowCount,
      hidden: state.isShut ? state.counts : .zero, hiddenSections: 0)
  }

  fileprivate mutating func hide(_ state: SectionState) {
    hidden += state.counts + state.box
    hiddenSections += 1
  }
}

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
