import ListChanges
import OutlineCore
import OutlineRepository

/// The lines of a live view, with the rows near the ones on the screen kept in memory.
///
/// View changes move the rows that are kept to their new positions, so a row is read only when it comes into sight or
/// was changed.
struct LiveLines {
  let view: OutlineView
  /// The rows that are kept, by their lines.
  private var rows: [Int: RowLine] = [:]

  init(_ view: OutlineView) { self.view = view }

  var count: Int { view.numberOfLines }

  /// The line at an index; nil if there is none, or it has not been read.
  func line(_ line: Int) -> ShownLine? {
    switch view.shape.position(ofLine: line) {
    case .header(let section): view.header(ofSection: section).map { ShownLine($0) }
    case .row(let path):
      rows[line].map { ShownLine($0, level: view.header(ofSection: path.section)?.section.level ?? 1) }
    case nil: nil
    }
  }

  /// Reads the rows of ranges that are not kept, and forgets those that are far away from all of them.
  /// - Throws: `StoreError`.
  mutating func load(_ ranges: [Range<Int>]) throws {
    let ranges = ranges.map { $0.clamped(to: 0..<self.count) }
    for range in ranges { try read(range) }
    let count = ranges.reduce(0) { $0 + $1.count }
    guard rows.count > 4 * count + 200, let first = ranges.first, let last = ranges.last else { return }
    let near = (first.lowerBound - count)..<(last.upperBound + count)
    rows = rows.filter { near.contains($0.key) }
    // There may be more rows between ranges that are far apart than in them.
    if rows.count > 8 * count + 400 { rows = rows.filter { row in ranges.contains { $0.contains(row.key) } } }
  }

  /// Reads the rows of a range that are not kept.
  private mutating func read(_ range: Range<Int>) throws {
    let isMissing = { (line: Int) in
      if case .row? = view.shape.position(ofLine: line) { rows[line] == nil } else { false }
    }
    guard let first = range.first(where: isMissing), let last = range.last(where: isMissing) else { return }
    for (index, line) in try view.lines(in: first..<(last + 1)).enumerated() {
      if case .row(let row) = line { rows[first + index] = row }
    }
  }

  /// Moves the rows that are kept to their new lines, and forgets those that were deleted or changed.
  mutating func apply(_ changes: LineChanges) {
    // Reading the rows again is faster than finding each of them among so many runs.
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
  /// How many lines of the screen, of the line at the top, are above the screen.
  var skip = 0
}

extension LineChanges {
  /// The line that takes over from a deleted or moved one: the next that stays or, if there is none, the last one
  /// before it that does; nil if none stays.
  ///
  /// - Parameters:
  ///   - line: The index of the line in the list before.
  ///   - count: The number of lines in the list before.
  ///   - isForward: Whether a line after it is preferred; otherwise one before it is.
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
