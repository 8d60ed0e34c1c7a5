/// The place of a row before an edit, and how the user sees its section.
package struct RowLocation: Hashable, Sendable {
  package let section: Int64
  package let visibility: SectionVisibility
  /// The row's index in the section, counted from 0, shown or not.
  package let index: Int
  /// Whether the task is done; nil for a row that is no task.
  package let isDone: Bool?

  package init(section: Int64, visibility: SectionVisibility, index: Int, isDone: Bool? = nil) {
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

extension RowRules {
  /// Returns the changes of moving rows, in the order given, to before the row at `location.index`.
  ///
  /// Between expanded sections it is a move; out of a collapsed section an insert, into one a delete; between collapsed
  /// sections only the numbers of headers change. Within one section as few rows as possible move.
  /// - Parameters:
  ///   - rows: The rows, each once, by their positions before the edit.
  ///   - location: The destination; its index counts the rows before the edit and may be their number.
  package static func moving(_ rows: [RowLocation], to location: RowLocation) -> ViewChanges {
    var counts = HeaderCounts()
    for row in rows {
      counts.addRows(.zero - row.counts, to: row.visibility)
      counts.addRows(row.counts, to: location.visibility)
    }
    var changes = ViewChanges(reloadedHeaders: Runs.of(counts.changedHeaders))
    guard let section = location.visibility.shownIndex else {
      changes.deletedRows = Runs.of(rows: rows.compactMap(\.shownPath))
      return changes
    }
    let start = location.index - rows.count { $0.section == location.section && $0.index < location.index }
    var inserted: [RowPath] = []
    var moved: [RowMove] = []
    for (step, row) in rows.enumerated() where row.section != location.section {
      let path = RowPath(section: section, row: start + step)
      if let from = row.shownPath { moved.append(RowMove(from: from, to: path)) } else { inserted.append(path) }
    }
    let within = moves(of: rows, to: location).map {
      RowMove(from: RowPath(section: section, row: $0.from), to: RowPath(section: section, row: $0.to))
    }
    changes.insertedRows = Runs.of(rows: inserted)
    changes.movedRows = Runs.merging(moved + within)
    return changes
  }

  /// The fewest moves of rows that stay in the section of `location`.
  ///
  /// O(1) for one row, else O(d log d) where d is the distance between the outermost positions involved.
  private static func moves(of rows: [RowLocation], to location: RowLocation) -> [(from: Int, to: Int)] {
    let own = rows.filter { $0.section == location.section }.map(\.index)
    if rows.count == 1, let from = own.first {
      let to = from < location.index ? location.index - 1 : location.index
      return from == to ? [] : [(from, to)]
    }
    guard let first = own.min(), let last = own.max() else { return [] }
    let low = min(first, location.index)
    let high = max(last + 1, location.index)
    let named = Set(own)
    let block = rows.map { $0.section == location.section ? $0.index : nil }
    let order: [Int?] =
      (low..<location.index).filter { !named.contains($0) } + block
      + (location.index..<high).filter { !named.contains($0) }
    let survivors = order.enumerated().compactMap { offset, index in index.map { (from: $0, to: low + offset) } }
    let keeping = Set(longestIncreasingSubsequence(of: survivors.map(\.from)))
    return survivors.indices.filter { !keeping.contains($0) }.map { survivors[$0] }
  }
}
