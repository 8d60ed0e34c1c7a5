/// The positions of one longest strictly increasing subsequence of `values`, in ascending order.
///
/// What is not in it is the least that has to move to turn a sorted list into `values`.
/// Patience sorting with back links: O(n log n) time, O(n) space.
/// Source: M. L. Fredman, "On computing the length of longest increasing subsequences", 1975.
public func longestIncreasingSubsequence(of values: [Int]) -> [Int] {
  var piles: [Int] = []
  var previous = [Int](repeating: -1, count: values.count)
  for (position, value) in values.enumerated() {
    var low = 0
    var high = piles.count
    while low < high {
      let middle = (low + high) / 2
      if values[piles[middle]] < value { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[position] = piles[low - 1] }
    if low == piles.count { piles.append(position) } else { piles[low] = position }
  }
  var sequence: [Int] = []
  var position = piles.last ?? -1
  while position >= 0 {
    sequence.append(position)
    position = previous[position]
  }
  return sequence.reversed()
}
