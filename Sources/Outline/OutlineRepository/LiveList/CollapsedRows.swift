import OutlineCore
import OutlineStore

/// The places of the rows that a user has collapsed, whether something is below them or not, as of one revision.
struct CollapsedRows {
  typealias Entry = (rank: OrderKey, row: RowID)

  /// The rows of each section, by ascending rank.
  private var bySection: [SectionID: [Entry]] = [:]
  private var places: [RowID: (section: SectionID, rank: OrderKey)] = [:]

  var isEmpty: Bool { places.isEmpty }

  var sections: Dictionary<SectionID, [Entry]>.Keys { bySection.keys }

  func place(of row: RowID) -> (section: SectionID, rank: OrderKey)? { places[row] }

  /// The rows of a section with ranks in a range; a missing end means the end of the section.
  ///
  /// O(log n) besides the result.
  func rows(of section: SectionID, from rank: OrderKey = -OrderKeys.bound, to end: OrderKey? = nil) -> ArraySlice<Entry>
  {
    let rows = bySection[section, default: []]
    let start = rows.partitioningIndex { $0.rank >= rank }
    return rows[start..<max(start, end.map { end in rows.partitioningIndex { $0.rank >= end } } ?? rows.count)]
  }

  /// The last row of a section before a rank.
  ///
  /// O(log n).
  func last(of section: SectionID, before rank: OrderKey) -> Entry? { rows(of: section, to: rank).last }

  /// Records where a collapsed row is now; nil for a row that is gone or no longer collapsed.
  ///
  /// O(n) in the number of collapsed rows of the section, at the cost of moving bytes.
  mutating func put(_ row: RowID, at place: (section: SectionID, rank: OrderKey)?) {
    if let old = places.removeValue(forKey: row) {
      bySection[old.section]?.removeAll { $0.row == row }
      if bySection[old.section]?.isEmpty == true { bySection[old.section] = nil }
    }
    guard let place else { return }
    places[row] = place
    let index = rows(of: place.section, to: place.rank).endIndex
    bySection[place.section, default: []].insert((place.rank, row), at: index)
  }
}
