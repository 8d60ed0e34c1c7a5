import ListChanges

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
    from old: [VisibleSection], to new: [VisibleSection], rows: [TouchedRow] = [], headers: Set<SectionID> = []
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
      if before.showsOtherHeader(than: after) || headers.contains(after.id) {
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
