/// The view changes of any edit, found by comparing the visible sections before and after, and the touched rows.
package enum ListDiff {
  /// Returns the changes from one visible list to another.
  ///
  /// As few sections as possible move, and as few rows within a section. A section that moves keeps its rows, and those
  /// with new content are reloaded; if rows come, go or move in it as well, it is deleted and inserted. A row that is
  /// shown before and after, in sections that stay, moves, even if one of the sections opens or closes.
  ///
  /// O(sections) if they keep their order, otherwise O(n log n) in those between the common ends; O(t log t) in the
  /// touched rows. No row is read.
  /// - Parameters:
  ///   - old: The visible sections before.
  ///   - new: The visible sections after.
  ///   - rows: The touched rows, at least those in sections that show their rows and whose header is shown before and
  ///     after; no other row changes its content or its order.
  ///   - headers: The sections with new content.
  package static func changes(
    from old: [VisibleSection], to new: [VisibleSection], rows: [TouchedRow] = [], headers: Set<Int64> = []
  ) -> ViewChanges {
    let rows = ShownRows(rows, from: old, to: new)
    let pairing = SectionPairing(from: old, to: new, busy: rows.busy)
    var changes = ViewChanges(
      deletedSections: pairing.deleted, insertedSections: pairing.inserted, movedSections: pairing.moved)
    for (from, to) in pairing.pairs {
      let (before, after) = (old[from], new[to])
      if before.isShut, !after.isShut, after.shownRows > 0 {
        changes.insertedRows.append(RowRun(section: to, start: 0, count: after.shownRows))
      } else if !before.isShut, after.isShut, before.shownRows > 0 {
        changes.deletedRows.append(RowRun(section: from, start: 0, count: before.shownRows))
      }
      if before.showsOtherHeader(than: after) || headers.contains(after.key) {
        Runs.append(to, to: &changes.reloadedHeaders)
      }
    }
    changes.add(RowDiff(rows, pairing: pairing))
    return changes
  }
}

extension ViewChanges {
  /// Adds the changes of rows; a row that moves out of a closing section or into an opening one leaves the run of that
  /// section's rows.
  fileprivate mutating func add(_ rows: RowDiff) {
    let sources = rows.moved.map { RowRun(section: $0.from.section, start: $0.from.row, count: $0.count) }
    let targets = rows.moved.map { RowRun(section: $0.to.section, start: $0.to.row, count: $0.count) }
    deletedRows = Runs.subtracting(
      sources, from: Runs.merging(deletedRows + rows.covered + Runs.of(rows: rows.deleted)))
    insertedRows = Runs.subtracting(
      targets, from: Runs.merging(insertedRows + rows.uncovered + Runs.of(rows: rows.inserted)))
    movedRows = Runs.merging(rows.moved)
    reloadedRows = Runs.of(rows: rows.reloaded)
  }
}

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
    headers: Set<Int64>, touched: (old: [Int], new: [Int])
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
