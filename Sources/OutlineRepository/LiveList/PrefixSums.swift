/// A list of numbers, one of which can be changed, and any range of which can be summed, in O(log n).
///
/// Source: Fenwick, "A New Data Structure for Cumulative Frequency Tables", 1994.
struct PrefixSums {
  /// At each position the sum of the numbers from the position with the lowest set bit cleared on, counted from 1.
  private var sums: [Int]

  /// Creates the list.
  ///
  /// O(n).
  init(_ numbers: [Int]) {
    sums = [0] + numbers
    for slot in 1..<sums.count {
      let next = slot + (slot & -slot)
      if next < sums.count { sums[next] += sums[slot] }
    }
  }

  /// Adds to the number at an index, which must be in the list.
  mutating func add(_ number: Int, at index: Int) {
    var slot = index + 1
    while slot < sums.count {
      sums[slot] += number
      slot += slot & -slot
    }
  }

  /// Returns the sum of a range of numbers, which must be in the list.
  func sum(_ range: Range<Int>) -> Int { sum(before: range.upperBound) - sum(before: range.lowerBound) }

  private func sum(before index: Int) -> Int {
    var sum = 0
    var slot = index
    while slot > 0 {
      sum += sums[slot]
      slot &= slot - 1
    }
    return sum
  }
}
