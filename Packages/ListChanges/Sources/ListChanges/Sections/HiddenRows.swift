/// The rows of one section that a user does not see, because they are below collapsed rows.
///
/// All indices are those of rows in the section, counted from 0; a shown index counts only the rows that the user sees.
package struct HiddenRows: Hashable, Sendable {
  /// A collapsed row that no other collapsed row hides, and what it hides: the rows right after it.
  package struct Range: Hashable, Sendable {
    /// The index of the collapsed row.
    package let row: Int
    package let rank: Int64
    /// The rank of the first row after it that it does not hide; nil at the end of the section.
    package let end: Int64?
    package let counts: ItemCounts
    let hiddenBefore: Int

    /// The indices of the rows that it hides.
    package var rows: Swift.Range<Int> { (row + 1)..<(row + 1 + counts.rows) }

    /// Returns the range after rows came or went before it.
    package func moved(by rows: Int) -> Range {
      Range(row: row + rows, rank: rank, end: end, counts: counts, hiddenBefore: hiddenBefore)
    }
  }

  /// The ranges, in order.
  package private(set) var ranges: [Range] = []

  package init() {}

  package var count: Int { ranges.last.map { $0.hiddenBefore + $0.counts.rows } ?? 0 }

  package var total: ItemCounts { ranges.map(\.counts).total }

  /// Finds what collapsed rows of a section hide, from the first one on; those that are hidden themselves hide nothing.
  ///
  /// - Parameters:
  ///   - collapsed: Collapsed rows in order, each with whatever `look` needs besides the rank.
  ///   - kept: Ranges that are known already, in order; how many rows are hidden before them is counted anew.
  ///   - look: Returns the index of such a row, the rank of the first row after it that is not below it, and what is below it.
  package init<Row>(
    below collapsed: [(rank: Int64, row: Row)], keeping kept: [Range] = [],
    _ look: (Int64, Row) throws -> (row: Int, end: Int64?, counts: ItemCounts)
  ) rethrows {
    var kept = kept[...]
    var collapsed = collapsed[...]
    /// The rank up to which rows are hidden.
    var end = Int64.min
    while true {
      if let next = kept.first, collapsed.first.map({ next.rank <= $0.rank }) ?? true {
        kept.removeFirst()
        if next.rank < end { continue }
        add(row: next.row, rank: next.rank, end: next.end, counts: next.counts)
        end = next.end ?? Int64.max
      } else if let (rank, row) = collapsed.popFirst() {
        if rank < end { continue }
        let found = try look(rank, row)
        if found.counts.rows == 0 { continue }
        add(row: found.row, rank: rank, end: found.end, counts: found.counts)
        end = found.end ?? Int64.max
      } else {
        return
      }
    }
  }

  /// Returns how many rows the rows at some indices hide.
  ///
  /// O(n) in the number of ranges.
  package func count(in rows: Swift.Range<Int>) -> Int {
    ranges.reduce(0) { $0 + (rows.contains($1.row) ? $1.counts.rows : 0) }
  }

  /// Returns how many of the rows before an index are hidden.
  ///
  /// O(log n) in the number of ranges.
  func count(before index: Int) -> Int {
    guard let range = range(upTo: index - 1) else { return 0 }
    return range.hiddenBefore + min(index - range.row - 1, range.counts.rows)
  }

  /// Adds a range after all others, for what a collapsed row hides.
  package mutating func add(row: Int, rank: Int64, end: Int64?, counts: ItemCounts) {
    ranges.append(Range(row: row, rank: rank, end: end, counts: counts, hiddenBefore: count))
  }

  /// Returns the index of the collapsed row that hides the row at an index; nil if that is not hidden.
  ///
  /// O(log n) in the number of ranges.
  package func collapsedRow(hiding index: Int) -> Int? {
    range(upTo: index).flatMap { $0.rows.contains(index) ? $0.row : nil }
  }

  /// Returns what the row at an index hides; nil for a row that is not collapsed, or is hidden itself.
  ///
  /// O(log n) in the number of ranges.
  package func counts(at index: Int) -> ItemCounts? { range(upTo: index).flatMap { $0.row == index ? $0.counts : nil } }

  /// Returns the shown index of the row at an index; nil if that is hidden.
  ///
  /// O(log n) in the number of ranges.
  package func shownIndex(of index: Int) -> Int? {
    guard let range = range(upTo: index) else { return index }
    if range.rows.contains(index) { return nil }
    return index - range.hiddenBefore - (range.row < index ? range.counts.rows : 0)
  }

  /// Returns the index of the row with a shown index.
  ///
  /// O(log n) in the number of ranges.
  package func index(ofShown shown: Int) -> Int {
    let next = ranges.partitioningIndex { $0.row - $0.hiddenBefore >= shown }
    return shown + (next > 0 ? ranges[next - 1].hiddenBefore + ranges[next - 1].counts.rows : 0)
  }

  /// Returns a rank that separates the row at an index from the rows before it, if a range begins or ends there; nil otherwise.
  package func bound(at index: Int) -> Int64? {
    guard let range = range(upTo: index - 1) else { return nil }
    if range.row + 1 == index { return range.rank + 1 }
    return range.rows.upperBound == index ? range.end : nil
  }

  /// Returns the last range whose collapsed row is at an index or before it.
  private func range(upTo index: Int) -> Range? {
    let next = ranges.partitioningIndex { $0.row > index }
    return next > 0 ? ranges[next - 1] : nil
  }
}
