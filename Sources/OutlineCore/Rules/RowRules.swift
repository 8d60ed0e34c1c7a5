import ListChanges

/// The place of a row before an edit, and how the user sees its section.
package struct RowLocation: Hashable, Sendable {
  package let section: SectionID
  package let visibility: SectionVisibility
  /// The row's index in the section, counted from 0, shown or not.
  package let index: Int
  /// Whether the task is done; nil for a row that is no task.
  package let isDone: Bool?

  package init(section: SectionID, visibility: SectionVisibility, index: Int, isDone: Bool? = nil) {
    self.section = section
    self.visibility = visibility
    self.index = index
    self.isDone = isDone
  }
}

/// The view changes of inserting, editing, moving and deleting rows.
///
/// A collapsed section shows no rows: an edit in it changes at most the numbers of a header. Every rule costs O(rows
/// named in the edit).
package enum RowRules {
  /// Returns the changes of inserting rows before the row at `location.index`.
  package static func inserting(_ rows: ItemCounts, at location: RowLocation) -> ViewChanges {
    if let section = location.visibility.shownIndex {
      return ViewChanges(insertedRows: [RowRun(section: section, start: location.index, count: rows.rows)])
    }
    var counts = HeaderCounts()
    counts.addRows(rows, to: location.visibility)
    return ViewChanges(reloadedHeaders: Runs.of(counts.changedHeaders))
  }

  /// Returns the changes of editing the content of rows.
  ///
  /// A check box that is hidden changes the numbers of the header that hides it.
  /// - Parameter rows: The rows before the edit, each with its new check box.
  package static func editing(_ rows: [(row: RowLocation, isDone: Bool?)]) -> ViewChanges {
    var counts = HeaderCounts()
    for (row, isDone) in rows { counts.addRows(ItemCounts(row: isDone) - row.counts, to: row.visibility) }
    return ViewChanges(
      reloadedRows: Runs.of(rows: rows.compactMap(\.row.shownPath)), reloadedHeaders: Runs.of(counts.changedHeaders))
  }

  /// Returns the changes of deleting rows from sections that stay.
  package static func deleting(_ rows: [RowLocation]) -> ViewChanges {
    var counts = HeaderCounts()
    for row in rows { counts.addRows(.zero - row.counts, to: row.visibility) }
    return ViewChanges(
      deletedRows: Runs.of(rows: rows.compactMap(\.shownPath)),
      reloadedHeaders: Runs.of(counts.changedHeaders))
  }
}

extension RowLocation {
  var counts: ItemCounts { ItemCounts(row: isDone) }

  /// The row's path in the view; nil where the row is not shown.
  var shownPath: RowPath? { visibility.shownIndex.map { RowPath(section: $0, row: index) } }
}
