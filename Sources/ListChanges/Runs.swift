/// Collects single places into sorted, disjoint, maximal runs.
public enum Runs {
  /// The runs that cover exactly `indices`; a repeated index counts once.
  ///
  /// O(n log n).
  public static func of(_ indices: some Sequence<Int>) -> [IndexRun] {
    var runs: [IndexRun] = []
    for index in indices.sorted() {
      if let last = runs.last, index < last.start + last.count { continue }
      if let last = runs.last, index == last.start + last.count {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(IndexRun(index))
      }
    }
    return runs
  }

  /// The runs, section by section, that cover exactly `rows`; a repeated row counts once.
  ///
  /// O(n log n).
  public static func of(rows: some Sequence<RowPath>) -> [RowRun] {
    var bySection: [Int: [Int]] = [:]
    for path in rows { bySection[path.section, default: []].append(path.row) }
    return bySection.keys.sorted().flatMap { section in
      of(bySection[section, default: []]).map { RowRun(section: section, start: $0.start, count: $0.count) }
    }
  }

  /// The moves with neighbours that travel together made one; the result is sorted by `from`.
  ///
  /// O(n log n).
  public static func merging(_ moves: [SectionMove]) -> [SectionMove] {
    var merged: [SectionMove] = []
    for move in moves.sorted(by: { $0.from < $1.from }) {
      if let last = merged.last, last.from + last.count == move.from, last.to + last.count == move.to {
        merged[merged.count - 1].count += move.count
      } else {
        merged.append(move)
      }
    }
    return merged
  }

  /// The moves with neighbours that travel together made one; the result is sorted by `from`.
  ///
  /// O(n log n).
  public static func merging(_ moves: [RowMove]) -> [RowMove] {
    var merged: [RowMove] = []
    for move in moves.sorted(by: { ($0.from.section, $0.from.row) < ($1.from.section, $1.from.row) }) {
      if let last = merged.last, last.followedBy(move) {
        merged[merged.count - 1].count += move.count
      } else {
        merged.append(move)
      }
    }
    return merged
  }
}

extension RowMove {
  fileprivate func followedBy(_ next: RowMove) -> Bool {
    from.section == next.from.section && to.section == next.to.section
      && from.row + count == next.from.row && to.row + count == next.to.row
  }
}
