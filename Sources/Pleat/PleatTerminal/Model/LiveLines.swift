import ListChanges
import OutlineCore
import OutlineRepository

/// The lines of a live view, with the rows near the ones on the screen kept in memory.
///
/// View changes move the kept rows to their new positions, so a row is read only when it is first needed or was
/// changed.
struct LiveLines {
  let view: OutlineView
  /// The kept rows, by the indices of their lines.
  private var rows: [Int: RowLine] = [:]

  init(_ view: OutlineView) { self.view = view }

  var count: Int { view.numberOfLines }

  /// Returns the line at an index; nil if it does not exist or has not been read.
  func line(_ line: Int) -> ShownLine? {
    switch view.shape.position(ofLine: line) {
    case .header(let section): view.header(ofSection: section).map { ShownLine($0) }
    case .row(let path):
      rows[line].map { ShownLine($0, level: view.header(ofSection: path.section)?.section.level ?? 1) }
    case nil: nil
    }
  }

  /// Reads the missing rows of these ranges, and forgets rows far away from all of them.
  ///
  /// - Throws: `StoreError`.
  mutating func load(_ ranges: [Range<Int>]) throws {
    let ranges = ranges.map { $0.clamped(to: 0..<self.count) }
    for range in ranges { try read(range) }
    let count = ranges.reduce(0) { $0 + $1.count }
    guard rows.count > 4 * count + 200, let first = ranges.first, let last = ranges.last else { return }
    let near = (first.lowerBound - count)..<(last.upperBound + count)
    rows = rows.filter { near.contains($0.key) }
    // The rows kept between distant ranges may outnumber those in the ranges.
    if rows.count > 8 * count + 400 { rows = rows.filter { row in ranges.contains { $0.contains(row.key) } } }
  }

  /// Reads the missing rows of a range.
  private mutating func read(_ range: Range<Int>) throws {
    let isMissing = { (line: Int) in
      if case .row? = view.shape.position(ofLine: line) { rows[line] == nil } else { false }
    }
    guard let first = range.first(where: isMissing), let last = range.last(where: isMissing) else { return }
    for (index, line) in try view.lines(in: first..<(last + 1)).enumerated() {
      if case .row(let row) = line { rows[first + index] = row }
    }
  }

  /// Moves the kept rows to their new lines, and forgets those that were deleted or changed.
  mutating func apply(_ changes: LineChanges) {
    // With so many runs, reading the rows again is faster than finding each of them.
    let runs = changes.deletedLines.count + changes.insertedLines.count + changes.movedLines.count
    if runs > 1_000 { return forget() }
    let back = changes.inverse
    var moved: [Int: RowLine] = [:]
    for (line, row) in rows {
      guard let new = back.oldLine(of: line) else { continue }
      if !changes.reloadedLines.contains(where: { $0.range.contains(new) }) { moved[new] = row }
    }
    rows = moved
  }

  mutating func forget() { rows = [:] }
}

/// The part of a list that is on the screen.
struct Viewport: Hashable {
  /// The selected line.
  var cursor = 0
  /// The line at the top of the screen.
  var top = 0
  /// How many screen lines of the top line are scrolled off the screen.
  var skip = 0
}

extension LineChanges {
  /// Returns the line that replaces a deleted or moved one: the nearest later line that stays or, if there is none, the
  /// nearest earlier one; nil if none stays.
  ///
  /// - Parameters:
  ///   - line: The index of the line in the list before.
  ///   - count: The number of lines in the list before.
  ///   - isForward: Whether a later line is preferred to an earlier one.
  /// - Returns: An index in the list after.
  func neighbour(of line: Int, count: Int, isForward: Bool) -> Int? {
    let gone = (deletedLines + movedLines.map { IndexRun($0.from, count: $0.count) }).sorted { $0.start < $1.start }
    var next = line
    for run in gone where run.range.contains(next) { next = run.start + run.count }
    var before = line
    for run in gone.reversed() where run.range.contains(before) { before = run.start - 1 }
    let lines = [next < count ? next : nil, before >= 0 ? before : nil]
    return (isForward ? lines : lines.reversed()).compactMap(\.self).first.flatMap(newLine)
  }
}
