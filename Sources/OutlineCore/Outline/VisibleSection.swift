/// One header of a user's visible list.
package struct VisibleSection: Hashable, Sendable {
  /// The section behind the header.
  package let id: SectionID
  /// The nesting level, 1 at the top.
  package let level: Int
  /// Whether the header is shown without anything below it.
  package let isShut: Bool
  /// How many rows are shown below the header.
  package let shownRows: Int
  /// How many rows the header hides, those of its subsections included; 0 where it is open.
  package let hiddenRows: Int
}

extension Collection where Element == SectionState {
  /// The sections that a user sees of these, in order.
  ///
  /// The list must not begin below a collapsed section. O(n).
  package var visibleSections: [VisibleSection] {
    var visible: [VisibleSection] = []
    var shutLevel = Int.max
    for state in self {
      if state.level > shutLevel {
        visible[visible.count - 1].hide(state.rowCount)
        continue
      }
      shutLevel = state.isShut ? state.level : Int.max
      visible.append(VisibleSection(state))
    }
    return visible
  }

  /// How many rows the sections hold, shown or not.
  ///
  /// O(n).
  package var rowTotal: Int { reduce(0) { $0 + $1.rowCount } }
}

extension VisibleSection {
  fileprivate init(_ state: SectionState) {
    id = state.id
    level = state.level
    isShut = state.isShut
    shownRows = state.isShut ? 0 : state.rowCount
    hiddenRows = state.isShut ? state.rowCount : 0
  }

  fileprivate mutating func hide(_ rows: Int) {
    self = VisibleSection(id: id, level: level, isShut: isShut, shownRows: shownRows, hiddenRows: hiddenRows + rows)
  }
}
