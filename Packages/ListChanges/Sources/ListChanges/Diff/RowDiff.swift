/// The diff of the rows of sections that show rows before or after, from the rows that an edit touched and from those that collapsed
/// rows hide.
struct RowDiff {
  /// Rows that are deleted from sections that stay in place, as paths in the list before.
  private(set) var deleted: [RowPath] = []
  /// Rows that are inserted into sections that stay in place, as paths in the list after.
  private(set) var inserted: [RowPath] = []
  /// Untouched rows that are below a collapsed row now, as runs of the list before.
  private(set) var covered: [RowRun] = []
  /// Untouched rows that are no longer below a collapsed row, as runs of the list after.
  private(set) var uncovered: [RowRun] = []
  /// Moves within and between sections that stay in place.
  private(set) var moved: [RowMove] = []
  /// Reloaded rows, as paths in the list after; also in sections that move.
  private(set) var reloaded: [RowPath] = []

  /// - Parameters:
  ///   - rows: What is known of the rows in the two lists.
  ///   - pairing: The sections that are in both lists.
  init(_ rows: ShownRows, pairing: SectionPairing) {
    var staying: Set<Int64> = []
    for (_, to) in pairing.pairs where !pairing.movedKeys.contains(rows.key(ofNew: to)) {
      staying.insert(rows.key(ofNew: to))
    }
    for row in rows.touched {
      if let to = row.to, pairing.movedKeys.contains(to.section), rows.old[to.section] != nil {
        if row.isChanged, let path = rows.newPath(to) { reloaded.append(path) }
        continue
      }
      let from = row.from.flatMap { staying.contains($0.section) ? rows.oldPath($0) : nil }
      let to = row.to.flatMap { staying.contains($0.section) ? rows.newPath($0) : nil }
      if from != nil, let to, row.isChanged { reloaded.append(to) }
      switch (from, to) {
      case (_?, _?) where row.from?.section == row.to?.section: break  // in the order of the section
      case (let from?, let to?): moved.append(RowMove(from: from, to: to))
      case (let from?, nil): deleted.append(from)
      case (nil, let to?): inserted.append(to)
      case (nil, nil): break
      }
    }
    for (section, order) in rows.orders {
      guard let oldIndex = rows.old[section]?.section, let newIndex = rows.new[section]?.section else { continue }
      let stays = staying.contains(section)
      if stays || pairing.movedKeys.contains(section) {
        reloaded += order.reloaded.map { RowPath(section: newIndex, row: $0) }
      }
      guard stays else { continue }
      covered += order.covered.map { RowRun(section: oldIndex, start: $0.start, count: $0.count) }
      uncovered += order.uncovered.map { RowRun(section: newIndex, start: $0.start, count: $0.count) }
      moved += order.moves.map { move in
        RowMove(
          from: RowPath(section: oldIndex, row: move.from), to: RowPath(section: newIndex, row: move.to),
          count: move.count)
      }
    }
  }
}

/// Which of the touched rows a user sees before and after, and the order of the rows in sections that show rows in both lists.
struct ShownRows {
  /// A section that shows its rows, by its index in one of the lists, and what collapsed rows hide in it.
  typealias Place = (section: Int, hidden: HiddenRows)
  /// A touched row with its positions before and after, nil where it is not shown; the indices count only shown rows.
  typealias Touched = (from: RowPosition?, to: RowPosition?, isChanged: Bool)

  private(set) var old: [Int64: Place] = [:]
  private(set) var new: [Int64: Place] = [:]
  private(set) var touched: [Touched] = []
  private(set) var orders: [Int64: RowOrder] = [:]
  /// The sections in which shown rows come, go or change their order.
  private(set) var busy: Set<Int64> = []
  private let newKeys: [Int64]

  init(_ rows: [TouchedRow], from old: [VisibleSection], to new: [VisibleSection]) {
    newKeys = new.map(\.key)
    var wanted = Set(rows.flatMap { [$0.old?.section, $0.new?.section].compactMap(\.self) })
    for section in old + new where !section.hiddenRows.ranges.isEmpty { wanted.insert(section.key) }
    if wanted.isEmpty { return }
    self.old = Self.places(of: wanted, in: old)
    self.new = Self.places(of: wanted, in: new)
    var pieces: [Int64: RowOrder.Touched] = [:]
    for row in rows {
      let from = row.old.flatMap { shown($0, in: self.old) }
      let to = row.new.flatMap { shown($0, in: self.new) }
      var isChanged = row.isChanged
      if from != nil, to != nil, let before = row.old, let after = row.new {
        isChanged = isChanged || counts(of: before, in: self.old) != counts(of: after, in: self.new)
      }
      touched.append((from, to, isChanged))
      if let before = row.old, self.old[before.section] != nil {
        pieces[before.section, default: .init()].old.append(before.index)
      }
      if let after = row.new, self.new[after.section] != nil {
        pieces[after.section, default: .init()].new.append(after.index)
      }
      if let from, let to, from.section == to.section {
        pieces[from.section, default: .init()].staying.append((from.index, to.index))
      } else {
        busy.formUnion([from?.section, to?.section].compactMap(\.self))
      }
    }
    for (section, before) in self.old {
      guard let after = self.new[section] else { continue }
      let piece = pieces[section, default: .init()]
      if piece.staying.isEmpty, before.hidden.ranges.isEmpty, after.hidden.ranges.isEmpty { continue }
      let order = RowOrder(piece, from: before.hidden, to: after.hidden)
      orders[section] = order
      if !order.keepsRows { busy.insert(section) }
    }
  }

  private static func places(of wanted: Set<Int64>, in list: [VisibleSection]) -> [Int64: Place] {
    var places: [Int64: Place] = [:]
    for (index, section) in list.enumerated() where !section.isShut && wanted.contains(section.key) {
      places[section.key] = (index, section.hiddenRows)
    }
    return places
  }

  private func shown(_ row: RowPosition, in places: [Int64: Place]) -> RowPosition? {
    places[row.section]?.hidden.shownIndex(of: row.index).map { RowPosition(section: row.section, index: $0) }
  }

  private func counts(of row: RowPosition, in places: [Int64: Place]) -> ItemCounts? {
    places[row.section]?.hidden.counts(at: row.index)
  }

  func key(ofNew index: Int) -> Int64 { newKeys[index] }

  func oldPath(_ row: RowPosition) -> RowPath? { old[row.section].map { RowPath(section: $0.section, row: row.index) } }

  func newPath(_ row: RowPosition) -> RowPath? { new[row.section].map { RowPath(section: $0.section, row: row.index) } }
}

/// The order of one section's rows before and after; untouched rows between touched ones, and between the ends of what collapsed rows
/// hide, form blocks.
struct RowOrder {
  /// The touched rows of a section.
  struct Touched {
    /// The indices of those that were in the section before, shown or not.
    var old: [Int] = []
    /// The indices of those that are in it after, shown or not.
    var new: [Int] = []
    /// The shown indices of those that are shown in it before and after.
    var staying: [(from: Int, to: Int)] = []
  }

  /// A touched row, or a block of untouched ones, by shown indices.
  private struct Piece {
    let from: Int
    let to: Int
    let count: Int
  }

  private var pieces: [Piece]
  /// Blocks that are shown only before, by shown indices before.
  private(set) var covered: [IndexRun] = []
  /// Blocks that are shown only after, by shown indices after.
  private(set) var uncovered: [IndexRun] = []
  /// Untouched rows that hide other rows than before, by shown indices after.
  private(set) var reloaded: [Int] = []
  /// The moves with the smallest possible number of rows.
  private(set) var moves: [(from: Int, to: Int, count: Int)] = []

  /// Whether the rows that are shown are the same before and after, in the same order.
  var keepsRows: Bool { covered.isEmpty && uncovered.isEmpty && moves.isEmpty }

  /// O(r log t + b log b), where r is the number of ranges, t that of touched rows, and b that of touched rows and of ranges that differ.
  init(_ touched: Touched, from old: HiddenRows, to new: HiddenRows) {
    pieces = touched.staying.map { Piece(from: $0.from, to: $0.to, count: 1) }
    let before = UntouchedRows(besides: touched.old)
    let after = UntouchedRows(besides: touched.new)
    let hidden = HiddenInBoth(old, before, new, after)
    let bounds = Set((before.bounds + after.bounds + hidden.otherBounds).flatMap(hidden.bounds(for:))).sorted()
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let (first, last) = (before.index(of: start), before.index(of: end - 1))
      let count = last + 1 - first - (old.count(before: last + 1) - old.count(before: first))
      switch (old.shownIndex(of: first), new.shownIndex(of: after.index(of: start))) {
      case (let from?, let to?): pieces.append(Piece(from: from, to: to, count: count))
      case (let from?, nil): covered.append(IndexRun(from, count: count))
      case (nil, let to?): uncovered.append(IndexRun(to, count: end - start))
      case (nil, nil): break
      }
    }
    for row in hidden.otherRows {
      let (from, to) = (before.index(of: row), after.index(of: row))
      if old.shownIndex(of: from) == nil || old.counts(at: from) == new.counts(at: to) { continue }
      if let shown = new.shownIndex(of: to) { reloaded.append(shown) }
    }
    moves = fewestMoves
  }

  private var fewestMoves: [(from: Int, to: Int, count: Int)] {
    let old = pieces.sorted { $0.from < $1.from }
    let rank = Dictionary(old.enumerated().map { ($1.from, $0) }) { first, _ in first }
    let new = pieces.sorted { $0.to < $1.to }
    let ranks = new.map { rank[$0.from, default: 0] }
    let keeping = Set(heaviestIncreasingSubsequence(of: ranks, weights: new.map(\.count)))
    return new.indices.filter { !keeping.contains($0) }.map { (new[$0].from, new[$0].to, new[$0].count) }
  }
}

/// The untouched rows of a section that collapsed rows hide before and after, all by the number of untouched rows before them.
private struct HiddenInBoth {
  /// The ranges that are hidden in both lists and have the same ends there.
  private var ranges: [Range<Int>] = []
  /// The ends of the other ranges.
  private(set) var otherBounds: [Int] = []
  /// The untouched rows that may hide other rows than before.
  private(set) var otherRows: Set<Int> = []

  init(_ old: HiddenRows, _ before: UntouchedRows, _ new: HiddenRows, _ after: UntouchedRows) {
    var (oldRanges, newRanges) = (old.ranges[...], new.ranges[...])
    while true {
      let one = oldRanges.first.map {
        before.count(before: $0.rows.lowerBound)..<before.count(before: $0.rows.upperBound)
      }
      let other = newRanges.first.map {
        after.count(before: $0.rows.lowerBound)..<after.count(before: $0.rows.upperBound)
      }
      guard let lower = [one?.lowerBound, other?.lowerBound].compactMap(\.self).min() else { return }
      let was = one?.lowerBound == lower ? oldRanges.popFirst() : nil
      let isNow = other?.lowerBound == lower ? newRanges.popFirst() : nil
      let rows = (was.flatMap { before.position(of: $0.row) }, isNow.flatMap { after.position(of: $0.row) })
      if rows.0 != rows.1 || was?.counts != isNow?.counts {
        otherRows.formUnion([rows.0, rows.1].compactMap(\.self))
      }
      if let one, was != nil, isNow != nil, one == other {
        ranges.append(one)
      } else {
        if let one, was != nil { otherBounds += [one.lowerBound, one.upperBound] }
        if let other, isNow != nil { otherBounds += [other.lowerBound, other.upperBound] }
      }
    }
  }

  /// Returns a bound or, where it is in a range that is hidden in both lists, both ends of the range.
  func bounds(for bound: Int) -> [Int] {
    let next = ranges.partitioningIndex { $0.upperBound > bound }
    return next < ranges.count && ranges[next].contains(bound)
      ? [ranges[next].lowerBound, ranges[next].upperBound] : [bound]
  }
}
