/// Returns the positions of a strictly increasing subsequence with the greatest total weight, in ascending order.
///
/// The elements outside the subsequence are the lightest set that must move to turn a sorted list into `ranks`. Of several
/// such subsequences, it is the one whose last element is the smallest, whose last but one is then the smallest, and so on. A
/// Fenwick tree of maxima takes O(n log n) time and O(n) space.
/// - Parameters:
///   - ranks: A permutation of `0..<n`.
///   - weights: The weight of each element of `ranks`; not negative.
/// - Source: P. M. Fenwick, "A new data structure for cumulative frequency tables", 1994; here with maxima instead of
///   sums.
package func heaviestIncreasingSubsequence(of ranks: [Int], weights: [Int]) -> [Int] {
  /// Whether a sequence that ends at a position is better than another: it is heavier, or ends with a smaller element.
  func isBetter(_ one: (weight: Int, position: Int), than other: (weight: Int, position: Int)) -> Bool {
    if one.weight != other.weight || other.position < 0 { return one.weight > other.weight }
    return one.position >= 0 && ranks[one.position] < ranks[other.position]
  }
  var best = [(weight: Int, position: Int)](repeating: (0, -1), count: ranks.count + 1)
  var previous = [Int](repeating: -1, count: ranks.count)
  for (position, rank) in ranks.enumerated() {
    var before = (weight: 0, position: -1)
    var node = rank
    while node > 0 {
      if isBetter(best[node], than: before) { before = best[node] }
      node &= node - 1
    }
    previous[position] = before.position
    let total = before.weight + weights[position]
    node = rank + 1
    while node <= ranks.count {
      if isBetter((total, position), than: best[node]) { best[node] = (total, position) }
      node += node & -node
    }
  }
  var heaviest = (weight: 0, position: -1)
  var node = ranks.count
  while node > 0 {
    if isBetter(best[node], than: heaviest) { heaviest = best[node] }
    node &= node - 1
  }
  var sequence: [Int] = []
  var position = heaviest.position
  while position >= 0 {
    sequence.append(position)
    position = previous[position]
  }
  return sequence.reversed()
}

/// Returns the positions of a longest strictly increasing subsequence of `values`, in ascending order.
///
/// The elements outside the subsequence are the smallest set that must move to turn a sorted list into `values`. Of several
/// such subsequences, it is the one whose last element is the smallest, whose last but one is then the smallest, and so on.
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
