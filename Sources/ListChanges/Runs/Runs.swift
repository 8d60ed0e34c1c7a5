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

  /// The runs that cover what `runs` cover, in whatever order these come and whether or not they overlap.
  ///
  /// O(n log n) in the number of runs.
  public static func merging(_ runs: [IndexRun]) -> [IndexRun] {
    joining(runs.sorted { $0.start < $1.start }) { last, run in
      guard run.start <= last.start + last.count else { return false }
      last.count = max(last.count, run.start + run.count - last.start)
      return true
    }
  }

  /// The runs that cover what `runs` cover, in whatever order these come and whether or not they overlap.
  ///
  /// O(n log n) in the number of runs.
  public static func merging(_ runs: [RowRun]) -> [RowRun] {
    joining(runs.sorted { ($0.section, $0.start) < ($1.section, $1.start) }) { last, run in
      guard run.section == last.section, run.start <= last.start + last.count else { return false }
      last.count = max(last.count, run.start + run.count - last.start)
      return true
    }
  }

  /// The runs that cover what `runs` cover and `excluded` do not.
  ///
  /// O(n log n) in the number of runs.
  package static func subtracting(_ excluded: [RowRun], from runs: [RowRun]) -> [RowRun] {
    if excluded.isEmpty { return runs }
    let holes = Dictionary(grouping: merging(excluded), by: \.section)
    return runs.flatMap { run -> [RowRun] in
      let holes = holes[run.section, default: []]
      var parts: [RowRun] = []
      var start = run.start
      let end = run.start + run.count
      for hole in holes[holes.partitioningIndex { $0.start + $0.count > run.start }...] {
        if hole.start >= end { break }
        if hole.start > start { parts.append(RowRun(section: run.section, start: start, count: hole.start - start)) }
        start = hole.start + hole.count
      }
      if start < end { parts.append(RowRun(section: run.section, start: start, count: end - start)) }
      return parts
    }
  }

  /// The moves with neighbours that travel together made one; the result is sorted by `from`.
  ///
  /// O(n log n).
  public static func merging(_ moves: [SectionMove]) -> [SectionMove] {
    joining(moves.sorted { $0.from < $1.from }) { last, move in
      guard last.from + last.count == move.from, last.to + last.count == move.to else { return false }
      last.count += move.count
      return true
    }
  }

  /// The moves with neighbours that travel together made one; the result is sorted by `from`.
  ///
  /// O(n log n).
  public static func merging(_ moves: [RowMove]) -> [RowMove] {
    joining(moves.sorted { ($0.from.section, $0.from.row) < ($1.from.section, $1.from.row) }) { last, move in
      guard last.isFollowed(by: move) else { return false }
      last.count += move.count
      return true
    }
  }

  /// The moves with neighbours that travel together made one; the result is sorted by `from`.
  ///
  /// O(n log n).
  public static func merging(_ moves: [LineMove]) -> [LineMove] {
    joining(moves.sorted { $0.from < $1.from }) { last, move in
      guard last.from + last.count == move.from, last.to + last.count == move.to else { return false }
      last.count += move.count
      return true
    }
  }

  /// Lets each run extend the one in front of it, which `extend` does where it can.
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
  /// Whether `next` is the neighbour that travels along.
  func isFollowed(by next: RowMove) -> Bool {
    from.section == next.from.section && to.section == next.to.section
      && from.row + count == next.from.row && to.row + count == next.to.row
  }
}
