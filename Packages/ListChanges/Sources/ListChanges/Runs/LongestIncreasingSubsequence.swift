/// Returns the positions of a longest strictly increasing subsequence of `values`, in ascending order.
///
/// The elements outside the subsequence are the smallest set that must move to turn a sorted list into `values`.
/// Patience sorting with links to the previous pile takes O(n log n) time and O(n) space.
/// Source: M. L. Fredman, "On computing the length of longest increasing subsequences", 1975.
package func longestIncreasingSubsequence(of values: [Int]) -> [Int] {
  var piles: [Int] = []
  var previous = [Int](repeating: -1, count: values.count)
  for (position, value) in values.enumerated() {
    let pile = piles.partitioningIndex { values[$0] >= value }
    if pile > 0 { previous[position] = piles[pile - 1] }
    if pile == piles.count { piles.append(position) } else { piles[pile] = position }
  }
  var sequence: [Int] = []
  var position = piles.last ?? -1
  while position >= 0 {
    sequence.append(position)
    position = previous[position]
  }
  return sequence.reversed()
}
