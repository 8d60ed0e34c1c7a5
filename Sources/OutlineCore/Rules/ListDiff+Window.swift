import ListChanges

extension ListDiff {
  /// Returns the changes from one visible list to another that was made from a copy of it.
  ///
  /// They are those of ``changes(from:to:rows:headers:)``. Only the sections between the first and the last that differ
  /// are compared, so the cost follows their number.
  /// - Parameters:
  ///   - old: The visible sections before.
  ///   - new: The visible sections after.
  ///   - touched: The sections of `rows` and `headers` that are visible, by their indices before and after.
  package static func changes(
    from old: BlockedList<VisibleSection>, to new: BlockedList<VisibleSection>, rows: [TouchedRow],
    headers: Set<SectionID>, touched: (old: [Int], new: [Int])
  ) -> ViewChanges {
    let limits = (
      head: (touched.old + touched.new).min() ?? .max,
      tail: min(
        touched.old.max().map { old.count - 1 - $0 } ?? .max, touched.new.max().map { new.count - 1 - $0 } ?? .max)
    )
    let (head, tail) = old.commonEnds(with: new, limits: limits, by: ==)
    return changes(
      from: Array(old[head..<(old.count - tail)]), to: Array(new[head..<(new.count - tail)]), rows: rows,
      headers: headers
    ).shifted(bySections: head)
  }
}

extension ViewChanges {
  /// Returns the same changes for a list with `count` more sections before them.
  fileprivate func shifted(bySections count: Int) -> ViewChanges {
    if count == 0 { return self }
    let shift = { (run: IndexRun) in IndexRun(run.start + count, count: run.count) }
    let shiftRows = { (run: RowRun) in RowRun(section: run.section + count, start: run.start, count: run.count) }
    let shiftPath = { (path: RowPath) in RowPath(section: path.section + count, row: path.row) }
    return ViewChanges(
      deletedSections: deletedSections.map(shift), insertedSections: insertedSections.map(shift),
      movedSections: movedSections.map { IndexMove(from: $0.from + count, to: $0.to + count, count: $0.count) },
      deletedRows: deletedRows.map(shiftRows), insertedRows: insertedRows.map(shiftRows),
      movedRows: movedRows.map { RowMove(from: shiftPath($0.from), to: shiftPath($0.to), count: $0.count) },
      reloadedRows: reloadedRows.map(shiftRows), reloadedHeaders: reloadedHeaders.map(shift))
  }
}
