extension RandomAccessCollection {
  /// The first index whose element fulfils `isBehind`, or the end; all that fulfil it have to come last.
  ///
  /// A binary search: O(log n).
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if isBehind(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
