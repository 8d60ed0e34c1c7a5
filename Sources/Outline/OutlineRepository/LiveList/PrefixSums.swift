import ListChanges
import OutlineCore

/// A list of counts, one of which can be changed, and any range of which can be summed, in O(log n).
///
/// Source: Fenwick, "A New Data Structure for Cumulative Frequency Tables", 1994.
struct PrefixSums {
  /// At index i, the sum of the counts after index j and up to i, both from 1, where j is i without its lowest set bit.
  private var sums: [ItemCounts]

  /// Creates the list.
  ///
  /// O(n).
  init(_ counts: [ItemCounts]) {
    sums = [.zero] + counts
    for slot in 1..<sums.count {
      let next = slot + (slot & -slot)
      if next < sums.count { sums[next] += sums[slot] }
    }
  }

  /// Adds to the counts at an index, which must be in the list.
  mutating func add(_ counts: ItemCounts, at index: Int) {
    var slot = index + 1
    while slot < sums.count {
      sums[slot] += counts
      slot += slot & -slot
    }
  }

  /// Returns the sum of a range of counts, which must be in the list.
  func sum(_ range: Range<Int>) -> ItemCounts { sum(before: range.upperBound) - sum(before: range.lowerBound) }

  private func sum(before index: Int) -> ItemCounts {
    var sum = ItemCounts.zero
    var slot = index
    while slot > 0 {
      sum += sums[slot]
      slot &= slot - 1
    }
    return sum
  }
}
