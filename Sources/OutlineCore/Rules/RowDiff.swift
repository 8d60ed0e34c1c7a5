import ListChanges

/// The diff of the rows that an edit touched, in sections that are visible both before and after.
struct RowDiff {
  /// Deleted rows of sections that stay in place, as paths in the list before.
  private(set) var deleted: [RowPath] = []
  /// Inserted rows of sections that stay in place, as paths in the list after.
  private(set) var inserted: [RowPath] = []
  /// Moves within and between sections that stay in place.
  private(set) var moved: [RowMove] = []
  /// Reloaded rows, as paths in the list after; also in sections that move.
  private(set) var reloaded: [RowPath] = []

  init(_ rows: [TouchedRow], old: [VisibleSection], new: [VisibleSection], pairing: SectionPairing) {
    let sections = ShownSections(of: rows, old: old, new: new, pairing: pairing)
    var staying: [SectionID: [TouchedRow]] = [:]
    var leaving: [SectionID: [Int]] = [:]
    var arriving: [SectionID: [Int]] = [:]
    for row in rows {
      if let path = sections.travellingPath(of: row) {
        if row.isChanged { reloaded.append(path) }
        continue
      }
      let from = sections.oldPath(of: row)
      let to = sections.newPath(of: row)
      if from != nil, let to, row.isChanged { reloaded.append(to) }
      if from != nil, to != nil, let section = row.new?.section, section == row.old?.section {
        staying[section, default: []].append(row)
        continue
      }
      if let from, let old = row.old { leaving[old.section, default: []].append(from.row) }
      if let to, let new = row.new { arriving[new.section, default: []].append(to.row) }
      switch (from, to) {
      case (let from?, let to?): moved.append(RowMove(from: from, to: to))
      case (let from?, nil): deleted.append(from)
      case (nil, let to?): inserted.append(to)
      case (nil, nil): break
      }
    }
    for (section, rows) in staying {
      guard let oldIndex = sections.old[section], let newIndex = sections.new[section] else { continue }
      let moves = RowOrder(rows, leaving: leaving[section, default: []], arriving: arriving[section, default: []]).moves
      moved += moves.map { move in
        RowMove(
          from: RowPath(section: oldIndex, row: move.from), to: RowPath(section: newIndex, row: move.to),
          count: move.count)
      }
    }
  }
}

/// The sections of touched rows that are visible before and after, by their indices.
private struct ShownSections {
  /// Indices in the list before, of sections that stay in place and showed their rows before.
  private(set) var old: [SectionID: Int] = [:]
  /// Indices in the list after, of sections that stay in place and show their rows after.
  private(set) var new: [SectionID: Int] = [:]
  /// Indices in the list after, of sections that move with the rows they show.
  private var travelling: [SectionID: Int] = [:]

  init(of rows: [TouchedRow], old: [VisibleSection], new: [VisibleSection], pairing: SectionPairing) {
    let wanted = Set(rows.flatMap { [$0.old?.section, $0.new?.section].compactMap(\.self) })
    for (from, to) in pairing.pairs where wanted.contains(new[to].id) {
      let id = new[to].id
      if pairing.movedIDs.contains(id) {
        if !old[from].isShut, !new[to].isShut { travelling[id] = to }
      } else {
        if !old[from].isShut { self.old[id] = from }
        if !new[to].isShut { self.new[id] = to }
      }
    }
  }

  /// Returns a row's path in the list before, if its section stays in place and showed its rows; else nil.
  func oldPath(of row: TouchedRow) -> RowPath? {
    row.old.flatMap { spot in old[spot.section].map { RowPath(section: $0, row: spot.index) } }
  }

  /// Returns a row's path in the list after, if its section stays in place and shows its rows; else nil.
  func newPath(of row: TouchedRow) -> RowPath? {
    row.new.flatMap { spot in new[spot.section].map { RowPath(section: $0, row: spot.index) } }
  }

  /// Returns a row's path in the list after, if it moves with its section; else nil.
  func travellingPath(of row: TouchedRow) -> RowPath? {
    row.new.flatMap { spot in travelling[spot.section].map { RowPath(section: $0, row: spot.index) } }
  }
}

/// The order of one section's rows before and after; untouched rows between touched ones form blocks.
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

  /// The moves with the smallest possible number of rows.
  var moves: [(from: Int, to: Int, count: Int)] {
    let old = pieces.sorted { $0.from < $1.from }
    let rank = Dictionary(old.enumerated().map { ($1.from, $0) }) { first, _ in first }
    let new = pieces.sorted { $0.to < $1.to }
    let ranks = new.map { rank[$0.from, default: 0] }
    let keeping = Set(heaviestIncreasingSubsequence(of: ranks, weights: new.map(\.count)))
    return new.indices.filter { !keeping.contains($0) }.map { (new[$0].from, new[$0].to, new[$0].count) }
  }
}
