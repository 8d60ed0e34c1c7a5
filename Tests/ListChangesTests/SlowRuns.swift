import ListChanges

/// Runs found by checking for every element whether its two neighbours are there too.
enum SlowRuns {
  static func of(_ indices: [Int]) -> [IndexRun] {
    indices.filter { !indices.contains($0 - 1) }.sorted().map { start in
      IndexRun(start, count: length { indices.contains(start + $0) })
    }
  }

  static func of(rows: [RowPath]) -> [RowRun] {
    func has(_ path: RowPath, _ step: Int) -> Bool {
      rows.contains(RowPath(section: path.section, row: path.row + step))
    }
    let starts = rows.filter { !has($0, -1) }.sorted { ($0.section, $0.row) < ($1.section, $1.row) }
    return starts.map { start in
      RowRun(section: start.section, start: start.row, count: length { has(start, $0) })
    }
  }

  static func of(_ moves: [IndexMove]) -> [IndexMove] {
    func has(_ move: IndexMove, _ step: Int) -> Bool {
      moves.contains(IndexMove(from: move.from + step, to: move.to + step))
    }
    return moves.filter { !has($0, -1) }.sorted { $0.from < $1.from }.map { start in
      IndexMove(from: start.from, to: start.to, count: length { has(start, $0) })
    }
  }

  static func of(_ moves: [RowMove]) -> [RowMove] {
    func has(_ move: RowMove, _ step: Int) -> Bool {
      moves.contains(
        RowMove(
          from: RowPath(section: move.from.section, row: move.from.row + step),
          to: RowPath(section: move.to.section, row: move.to.row + step)))
    }
    let starts = moves.filter { !has($0, -1) }
    return starts.sorted { ($0.from.section, $0.from.row) < ($1.from.section, $1.from.row) }.map { start in
      RowMove(from: start.from, to: start.to, count: length { has(start, $0) })
    }
  }

  /// The number of consecutive offsets, counted from 0, for which there is an element.
  private static func length(_ isThere: (Int) -> Bool) -> Int {
    var count = 0
    while isThere(count) { count += 1 }
    return count
  }
}
