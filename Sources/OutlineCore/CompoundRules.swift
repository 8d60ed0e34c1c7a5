import ListChanges

/// What any edit means to one user's view, however much it did: by comparing the user's visible sections before and
/// after, and looking at the rows that it touched.
public enum CompoundRules {
  /// The changes from one visible list to another.
  ///
  /// The fewest sections move, and within a section the fewest rows. A section that moves keeps its rows; one that
  /// moves while its rows change is deleted and inserted. O(sections) where they keep their order, O(n log n) in
  /// those between the common ends else; O(t log t) in the rows touched. No row is read.
  /// - Parameters:
  ///   - old: the visible sections before.
  ///   - new: the visible sections after.
  ///   - rows: the rows touched; of others neither place in the section's order nor content changed.
  ///   - headers: sections whose title, detail, attributes or collapsibility changed.
  public static func changes(
    from old: [VisibleSection], to new: [VisibleSection], rows: [TouchedRow] = [], headers: Set<SectionID> = []
  ) -> ViewChanges {
    let pairing = SectionPairing(from: old, to: new, busy: busySections(rows))
    var changes = ViewChanges(
      deletedSections: pairing.deleted, insertedSections: pairing.inserted, movedSections: pairing.moved)
    for (from, to) in pairing.pairs {
      let (before, after) = (old[from], new[to])
      if before.isShut, !after.isShut, after.shownRows > 0 {
        changes.insertedRows.append(RowRun(section: to, start: 0, count: after.shownRows))
      } else if !before.isShut, after.isShut, before.shownRows > 0 {
        changes.deletedRows.append(RowRun(section: from, start: 0, count: before.shownRows))
      }
      let differs = before.isShut != after.isShut || before.level != after.level
      if differs || before.hiddenRows != after.hiddenRows || headers.contains(after.id) {
        Runs.append(to, to: &changes.reloadedHeaders)
      }
    }
    if !rows.isEmpty { changes.add(RowComparison(rows, old: old, new: new, pairing: pairing)) }
    return changes
  }

  /// The sections in which rows came, went or changed their order or content.
  private static func busySections(_ rows: [TouchedRow]) -> Set<SectionID> {
    Set(rows.flatMap { [$0.old?.section, $0.new?.section].compactMap(\.self) })
  }
}

extension ViewChanges {
  fileprivate mutating func add(_ rows: RowComparison) {
    deletedRows = Runs.merging(deletedRows + Runs.of(rows: rows.deleted))
    insertedRows = Runs.merging(insertedRows + Runs.of(rows: rows.inserted))
    movedRows = Runs.merging(rows.moved)
    reloadedRows = Runs.of(rows: rows.reloaded)
  }
}
