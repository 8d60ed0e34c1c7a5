extension RandomAccessCollection {
  /// Returns the first index whose element satisfies the predicate, or the end index.
  ///
  /// All elements that satisfy the predicate must come last. O(log n).
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if isInSecondPart(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
