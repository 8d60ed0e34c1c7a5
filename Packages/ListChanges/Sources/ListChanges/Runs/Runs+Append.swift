extension Runs {
  /// Appends an index that is greater than all others, by extending the last run if the index directly follows it.
  ///
  /// O(1).
  package static func append(_ index: Int, to runs: inout [IndexRun]) {
    if let last = runs.last, index == last.start + last.count {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(IndexRun(index))
    }
  }
}
