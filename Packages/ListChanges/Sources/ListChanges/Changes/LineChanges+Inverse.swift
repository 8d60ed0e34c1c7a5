extension LineChanges {
  /// Returns the index that a line of the list after had in the list before, or nil if the line is inserted.
  ///
  /// The changes do not know how long the lists are, so `line` must be an index in the list after. O(runs · log runs).
  public func oldLine(of line: Int) -> Int? { sources.source(of: line)?.row }

  /// Returns the index that a line of the list before has in the list after, or nil if the line is deleted.
  ///
  /// `line` must be an index in the list before. O(runs · log runs).
  public func newLine(of line: Int) -> Int? { inverse.oldLine(of: line) }

  /// The changes that lead back from the list after to the list before.
  ///
  /// Insertions become deletions and the other way round, moves are reversed, and reloads are translated into indices
  /// in the list before. A reload of an inserted line is dropped. O(runs · log runs).
  public var inverse: LineChanges {
    let sources = sources
    return LineChanges(
      deletedLines: insertedLines, insertedLines: deletedLines,
      movedLines: Runs.merging(movedLines.map { IndexMove(from: $0.to, to: $0.from, count: $0.count) }),
      reloadedLines: Runs.merging(
        reloadedLines.flatMap(sources.sources(of:)).map { IndexRun($0.start, count: $0.count) }))
  }

  private var sources: IndexMap {
    IndexMap(
      inserted: insertedLines, departures: deletedLines + movedLines.map { IndexRun($0.from, count: $0.count) },
      moves: movedLines.map { .init(start: $0.to, count: $0.count, source: RowPath(section: 0, row: $0.from)) })
  }
}
