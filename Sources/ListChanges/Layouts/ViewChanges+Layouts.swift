extension ViewChanges {
  /// Converts the changes for a view in the layout `flat`, which is one list of lines.
  ///
  /// Replaying the result on the lines of the list before gives the lines of the list after. The lines to move are
  /// those of the sections and rows to move; lines are not compared, so that fewer moves might be enough. O(runs · log
  /// runs), where each reloaded header counts as a run; the number of rows does not matter.
  /// - Parameters:
  ///   - before: The shape of the list before, which must have every section and row that is deleted or moved.
  ///   - after: The shape of the list after, which must have every section and row that is inserted, moved or reloaded.
  ///     A section that is not in its shape is a runtime error, as it is for an array; check with ``problem(from:to:)``
  ///     first.
  public func flattened(from before: ListShape, to after: ListShape) -> LineChanges {
    let sectionMoves = movedSections.map { move in
      let from = before.lines(ofSections: IndexRun(move.from, count: move.count))
      return IndexMove(from: from.start, to: after.lines(ofSections: IndexRun(move.to)).start, count: from.count)
    }
    let rowMoves = movedRows.map { move in
      let from = before.lines(ofRows: RowRun(section: move.from.section, start: move.from.row))
      let to = after.lines(ofRows: RowRun(section: move.to.section, start: move.to.row))
      return IndexMove(from: from.start, to: to.start, count: move.count)
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

  /// The changes for a view in the layout `headerRows`, where row 0 of every section is its header.
  ///
  /// Row indices are one higher, a reloaded header becomes a reloaded row 0, and the changes of sections are the same.
  /// O(runs · log runs), where each reloaded header counts as a run.
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
