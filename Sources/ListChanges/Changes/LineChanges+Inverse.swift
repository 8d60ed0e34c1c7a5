extension LineChanges {
  /// The index in the list before of a line of the list after; nil when it is inserted.
  ///
  /// The changes do not know how long the lists are: `line` has to be in the list after. O(runs · log runs).
  public func oldLine(of line: Int) -> Int? { sources.source(of: line)?.row }

  /// The index in the list after of a line of the list before; nil when it is deleted.
  ///
  /// `line` has to be in the list before. O(runs · log runs).
  public func newLine(of line: Int) -> Int? { inverse.oldLine(of: line) }

  /// The changes that lead back from the list after to the list before.
  ///
  /// What was inserted is deleted, moves go the other way, and reloads are translated into indices of the list before;
  /// a reload of an inserted line is dropped. O(runs · log runs).
  public var inverse: LineChanges {
    let sources = sources
    return LineChanges(
      deletedLines: insertedLines, insertedLines: deletedLines,
      movedLines: Runs.merging(movedLines.map { LineMove(from: $0.to, to: $0.from, count: $0.count) }),
      reloadedLines: Runs.merging(
        reloadedLines.flatMap(sources.sources(of:)).map { IndexRun($0.start, count: $0.count) }))
  }

  private var sources: IndexMap {
    IndexMap(
      inserted: insertedLines, departures: deletedLines + movedLines.map { IndexRun($0.from, count: $0.count) },
      moves: movedLines.map { .init(start: $0.to, count: $0.count, source: RowPath(section: 0, row: $0.from)) })
  }
}
