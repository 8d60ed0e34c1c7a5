/// Functions that make sorted, disjoint runs that are as long as possible.
package enum Runs {
  /// Returns the runs that cover exactly `indices`; a repeated index counts once.
  ///
  /// O(n log n).
  package static func of(_ indices: some Sequence<Int>) -> [IndexRun] {
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

  /// Returns the runs that cover exactly `rows`, sorted by section; a repeated row counts once.
  ///
  /// O(n log n).
  package static func of(rows: some Sequence<RowPath>) -> [RowRun] {
    var bySection: [Int: [Int]] = [:]
    for path in rows { bySection[path.section, default: []].append(path.row) }
    return bySection.keys.sorted().flatMap { section in
      of(bySection[section, default: []]).map { RowRun(section: section, start: $0.start, count: $0.count) }
    }
  }

  /// Merges runs that overlap or follow one another, and sorts the result; `runs` can be in any order.
  ///
  /// O(n log n) in the number of runs.
  package static func merging(_ runs: [IndexRun]) -> [IndexRun] {
    joining(runs.sorted { $0.start < $1.start }) { last, run in
      guard run.start <= last.start + last.count else { return false }
      last.count = max(last.count, run.start + run.count - last.start)
      return true
    }
  }

  /// Merges runs that overlap or follow one another, and sorts the result; `runs` can be in any order.
  ///
  /// O(n log n) in the number of runs.
  package static func merging(_ runs: [RowRun]) -> [RowRun] {
    joining(runs.sorted { ($0.section, $0.start) < ($1.section, $1.start) }) { last, run in
      guard run.section == last.section, run.start <= last.start + last.count else { return false }
      last.count = max(last.count, run.start + run.count - last.start)
      return true
    }
  }

  /// Returns the runs that cover the rows of `runs` that are not in `excluded`.
  ///
  /// O(n log n) in the number of runs.
  package static func subtracting(_ excluded: [RowRun], from runs: [RowRun]) -> [RowRun] {
    if excluded.isEmpty { return runs }
    let holes = Dictionary(grouping: excluded, by: \.section)
      .mapValues { merging($0.map { IndexRun($0.start, count: $0.count) }) }
    return runs.flatMap { run in
      parts(of: IndexRun(run.start, count: run.count), without: holes[run.section, default: []])
        .map { RowRun(section: run.section, start: $0.start, count: $0.count) }
    }
  }

  /// Returns the runs that cover the indices of `runs` that are not in `excluded`.
  ///
  /// O(n log n) in the number of runs.
  package static func subtracting(_ excluded: [IndexRun], from runs: [IndexRun]) -> [IndexRun] {
    let holes = merging(excluded)
    return runs.flatMap { parts(of: $0, without: holes) }
  }

  /// Returns the parts of a run outside of `holes`, which are sorted and disjoint.
  private static func parts(of run: IndexRun, without holes: [IndexRun]) -> [IndexRun] {
    var parts: [IndexRun] = []
    var start = run.start
    let end = run.start + run.count
    for hole in holes[holes.partitioningIndex { $0.start + $0.count > run.start }...] {
      if hole.start >= end { break }
      if hole.start > start { parts.append(IndexRun(start, count: hole.start - start)) }
      start = hole.start + hole.count
    }
    if start < end { parts.append(IndexRun(start, count: end - start)) }
    return parts
  }

  /// Merges moves whose elements are neighbours both before and after, and sorts the result by `from`.
  ///
  /// O(n log n).
  package static func merging(_ moves: [IndexMove]) -> [IndexMove] {
    joining(moves.sorted { $0.from < $1.from }) { last, move in
      guard last.from + last.count == move.from, last.to + last.count == move.to else { return false }
      last.count += move.count
      return true
    }
  }

  /// Merges moves whose elements are neighbours both before and after, and sorts the result by `from`.
  ///
  /// O(n log n).
  package static func merging(_ moves: [RowMove]) -> [RowMove] {
    joining(moves.sorted { ($0.from.section, $0.from.row) < ($1.from.section, $1.from.row) }) { last, move in
      guard last.isFollowed(by: move) else { return false }
      last.count += move.count
      return true
    }
  }

  /// Merges each run into the previous one where `extend` does so and returns true.
  private static func joining<Run>(_ sorted: [Run], _ extend: (inout Run, Run) -> Bool) -> [Run] {
    var joined: [Run] = []
    for run in sorted {
      if let last = joined.indices.last, extend(&joined[last], run) { continue }
      joined.append(run)
    }
    return joined
  }
}

extension RowMove {
  /// Returns whether the rows of `next` directly follow these rows both before and after the move.
  func isFollowed(by next: RowMove) -> Bool {
    from.section == next.from.section && to.section == next.to.section
      && from.row + count == next.from.row && to.row + count == next.to.row
  }
}

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
