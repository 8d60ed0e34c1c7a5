import ListChanges

/// Where a row is, and how the user sees its section, in the list before an edit.
package struct RowLocation: Hashable, Sendable {
  /// The section that holds the row.
  package let section: SectionID
  /// How the user sees that section.
  package let visibility: SectionVisibility
  /// The row's index in the section, counted from 0, shown or not.
  package let index: Int

  /// Creates the location of a row.
  package init(section: SectionID, visibility: SectionVisibility, index: Int) {
    self.section = section
    self.visibility = visibility
    self.index = index
  }
}

/// What inserting, editing and deleting rows means to one user's view.
///
/// Moving is in `RowRules+Moving.swift`.
///
/// A collapsed section has 0 rows in the view: what happens in it changes no row there, at most the numbers that a
/// collapsed header shows. Every rule costs O(rows named in the edit).
package enum RowRules {
  /// Inserting `count` rows before the row at `location.index`.
  package static func inserting(_ count: Int, at location: RowLocation) -> ViewChanges {
    if let section = location.visibility.shownIndex {
      return ViewChanges(insertedRows: [RowRun(section: section, start: location.index, count: count)])
    }
    var counts = HeaderCounts()
    counts.addRows(count, to: location.visibility)
    return ViewChanges(reloadedHeaders: Runs.of(counts.changedHeaders))
  }

  /// Changing the text, the check box or the attributes of rows.
  package static func editing(_ rows: [RowLocation]) -> ViewChanges {
    ViewChanges(reloadedRows: Runs.of(rows: rows.compactMap(\.shownPath)))
  }

  /// Deleting rows from sections that stay.
  package static func deleting(_ rows: [RowLocation]) -> ViewChanges {
    var counts = HeaderCounts()
    for row in rows { counts.addRows(-1, to: row.visibility) }
    return ViewChanges(
      deletedRows: Runs.of(rows: rows.compactMap(\.shownPath)),
      reloadedHeaders: Runs.of(counts.changedHeaders))
  }
}

extension RowLocation {
  /// The row's path in the view; nil where the row is not shown.
  var shownPath: RowPath? { visibility.shownIndex.map { RowPath(section: $0, row: index) } }
}
