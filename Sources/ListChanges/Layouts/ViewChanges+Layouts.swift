extension ViewChanges {
  /// The changes for a view in the layout `flat`, which is one list of lines.
  ///
  /// Flattening the list that these changes lead to gives what replaying the flattened changes on the flattened list
  /// gives. Lines that move are those of the sections and rows that move: no line is compared, so there may be fewer
  /// moves that would do. O(runs · log runs), where each reloaded header is a run of its own; no row is read.
  /// - Parameters:
  ///   - before: the shape of the list before; has to hold every section and row that leaves.
  ///   - after: the shape of the list after; has to hold every section and row that arrives or is reloaded. Traps
  ///     where a section is outside of its shape, as an array does; ``problem(from:to:)`` tells beforehand.
  public func flattened(from before: ListShape, to after: ListShape) -> LineChanges {
    let sectionMoves = movedSections.map { move in
      let from = before.lines(ofSections: IndexRun(move.from, count: move.count))
      return LineMove(from: from.start, to: after.lines(ofSections: IndexRun(move.to)).start, count: from.count)
    }
    let rowMoves = movedRows.map { move in
      let from = before.lines(ofRows: RowRun(section: move.from.section, start: move.from.row))
      let to = after.lines(ofRows: RowRun(section: move.to.section, start: move.to.row))
      return LineMove(from: from.start, to: to.start, count: move.count)
    }
    let headers = reloadedHeaders.flatMap { run in run.range.map { after.lines(ofSections: IndexRun($0)).start } }
    return LineChanges(
      deletedLines: Runs.merging(
        deletedSections.map(before.lines(ofSections:)) + deletedRows.map(before.lines(ofRows:))),
      insertedLines: Runs.merging(
        insertedSections.map(after.lines(ofSections:)) + insertedRows.map(after.lines(ofRows:))),
      movedLines: Runs.merging(sectionMoves + rowMoves),
      reloadedLines: Runs.merging(headers.map { IndexRun($0) } + reloadedRows.map(after.lines(ofRows:))))
  }

  /// The changes for a view in the layout `headerRows`, where every section's header is its row 0.
  ///
  /// Row indices are one higher, and a reloaded header is a reloaded row 0; sections stay as they are. O(runs · log
  /// runs), where each reloaded header is a run of its own.
  public var withHeaderRows: ViewChanges {
    func shifted(_ run: RowRun) -> RowRun { RowRun(section: run.section, start: run.start + 1, count: run.count) }
    func shifted(_ path: RowPath) -> RowPath { RowPath(section: path.section, row: path.row + 1) }
    let headers = reloadedHeaders.flatMap { run in run.range.map { RowRun(section: $0, start: 0) } }
    var changes = self
    changes.deletedRows = deletedRows.map(shifted)
    changes.insertedRows = insertedRows.map(shifted)
    changes.movedRows = movedRows.map { RowMove(from: shifted($0.from), to: shifted($0.to), count: $0.count) }
    changes.reloadedRows = Runs.merging(headers + reloadedRows.map(shifted))
    changes.reloadedHeaders = []
    return changes
  }
}
