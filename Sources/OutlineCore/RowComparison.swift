import ListChanges

/// What the rows that an edit touched do in sections that stay where they are and show their rows before and after.
struct RowComparison {
  /// Paths of the list before.
  private(set) var deleted: [RowPath] = []
  /// Paths of the list after.
  private(set) var inserted: [RowPath] = []
  private(set) var moved: [RowMove] = []
  /// Paths of the list after.
  private(set) var reloaded: [RowPath] = []

  /// A section's indices among the visible sections before and after.
  private struct Indices {
    let old: Int
    let new: Int
  }

  init(_ rows: [TouchedRow], old: [VisibleSection], new: [VisibleSection], pairing: SectionPairing) {
    var steady: [SectionID: Indices] = [:]
    let wanted = Set(rows.flatMap { [$0.old?.section, $0.new?.section].compactMap(\.self) })
    for (from, to) in pairing.pairs where wanted.contains(new[to].id) && !pairing.movedIDs.contains(new[to].id) {
      if !old[from].isShut, !new[to].isShut { steady[new[to].id] = Indices(old: from, new: to) }
    }
    var staying: [SectionID: [TouchedRow]] = [:]
    var leaving: [SectionID: [Int]] = [:]
    var arriving: [SectionID: [Int]] = [:]
    for row in rows {
      let from = row.old.flatMap { spot in steady[spot.section].map { RowPath(section: $0.old, row: spot.index) } }
      let to = row.new.flatMap { spot in steady[spot.section].map { RowPath(section: $0.new, row: spot.index) } }
      if let section = row.new?.section, section == row.old?.section, from != nil {
        staying[section, default: []].append(row)
        if row.isChanged, let to { reloaded.append(to) }
        continue
      }
      if let from, let old = row.old { leaving[old.section, default: []].append(from.row) }
      if let to, let new = row.new { arriving[new.section, default: []].append(to.row) }
      switch (from, to) {
      case (let from?, let to?):
        moved.append(RowMove(from: from, to: to))
        if row.isChanged { reloaded.append(to) }
      case (let from?, nil): deleted.append(from)
      case (nil, let to?): inserted.append(to)
      case (nil, nil): break
      }
    }
    for (section, rows) in staying {
      guard let indices = steady[section] else { continue }
      let moves = RowOrder(rows, leaving: leaving[section, default: []], arriving: arriving[section, default: []]).moves
      moved += moves.map { move in
        RowMove(
          from: RowPath(section: indices.old, row: move.from), to: RowPath(section: indices.new, row: move.to),
          count: move.count)
      }
    }
  }
}

/// The order of one section's rows before and after, with the untouched rows between the touched ones as blocks.
private struct RowOrder {
  /// A touched row, or a block of untouched ones.
  private struct Piece {
    let from: Int
    let to: Int
    let count: Int
  }

  private var pieces: [Piece] = []

  init(_ rows: [TouchedRow], leaving: [Int], arriving: [Int]) {
    pieces = rows.compactMap { row in
      guard let old = row.old, let new = row.new else { return nil }
      return Piece(from: old.index, to: new.index, count: 1)
    }
    let oldTouched = (pieces.map(\.from) + leaving).sorted()
    let newTouched = (pieces.map(\.to) + arriving).sorted()
    // Untouched rows keep their order: the k-th of them before is the k-th after. A block ends at every touched row.
    let oldBounds = oldTouched.enumerated().map { $1 - $0 }
    let newBounds = newTouched.enumerated().map { $1 - $0 }
    let bounds = Set(oldBounds + newBounds).sorted()
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let from = start + oldBounds.partitioningIndex { $0 > start }
      let to = start + newBounds.partitioningIndex { $0 > start }
      pieces.append(Piece(from: from, to: to, count: end - start))
    }
  }

  /// The fewest rows that have to move.
  var moves: [(from: Int, to: Int, count: Int)] {
    let old = pieces.sorted { $0.from < $1.from }
    let rank = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.from, $0) })
    let new = pieces.sorted { $0.to < $1.to }
    let ranks = new.map { rank[$0.from, default: 0] }
    let keeping = Set(heaviestIncreasingSubsequence(of: ranks, weights: new.map(\.count)))
    return new.indices.filter { !keeping.contains($0) }.map { (new[$0].from, new[$0].to, new[$0].count) }
  }
}

extension Array where Element == Int {
  /// The first index whose element satisfies a condition that holds for all elements behind it.
  ///
  /// O(log n).
  fileprivate func partitioningIndex(where isBehind: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
