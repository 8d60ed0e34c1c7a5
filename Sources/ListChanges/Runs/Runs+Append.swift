extension Runs {
  /// Adds an index behind all others, to the last run where it is its neighbour.
  ///
  /// O(1).
  public static func append(_ index: Int, to runs: inout [IndexRun]) {
    if let last = runs.last, index == last.start + last.count {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(IndexRun(index))
    }
  }
}
