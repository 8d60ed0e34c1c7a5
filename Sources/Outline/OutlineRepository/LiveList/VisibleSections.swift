import ListChanges
import OutlineCore

/// The sections that a user sees, in order; a copy shares unchanged parts with the original.
struct VisibleSections {
  struct Header {
    let section: VisibleSection
    /// The position of the section among all sections.
    let position: Int
  }

  private(set) var headers: BlockedList<VisibleSection>
  /// The position of each of the sections among all sections, in ascending order.
  private(set) var positions: BlockedList<Int>
  /// How many rows each of the sections shows.
  private(set) var shape: ListShape

  init(_ headers: [Header] = []) {
    self.headers = BlockedList(headers.map(\.section))
    positions = BlockedList(headers.map(\.position))
    shape = ListShape(rowCounts: headers.map(\.section.shownRows))
  }

  /// Puts headers in the place of others.
  ///
  /// The cost depends on the number of headers replaced, and hardly on the number of sections.
  mutating func replace(_ range: Range<Int>, with headers: [Header]) {
    self.headers.replace(range, with: headers.map(\.section))
    positions.replace(range, with: headers.map(\.position))
    shape.replace(sections: range, withRowCounts: headers.map(\.section.shownRows))
  }

  /// Returns the index of a visible section, given by its position among all; nil if it is hidden.
  ///
  /// O(log n).
  func index(ofPosition position: Int) -> Int? {
    let index = positions.partitioningIndex { $0 >= position }
    return index < positions.count && positions[index] == position ? index : nil
  }

  /// Returns the index of a section or, if it is hidden, of the collapsed section that hides it; nil if there is none.
  ///
  /// O(log n).
  func index(showingPosition position: Int) -> Int? {
    let next = index(afterPosition: position)
    return next > 0 ? next - 1 : nil
  }

  /// Returns the index of the first visible section after a position; the number of visible sections if there is none.
  ///
  /// O(log n).
  func index(afterPosition position: Int) -> Int { positions.partitioningIndex { $0 > position } }
}
