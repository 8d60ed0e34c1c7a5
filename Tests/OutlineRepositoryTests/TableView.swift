import ListChanges

/// A list view that applies changes as table views do: it deletes from the end and inserts from the start.
///
/// It shares no code with `ViewChanges.replay`.
struct TableView {
  private(set) var list: VisibleList

  /// Plays `changes`; of `after` only what is inserted or reloaded is read.
  mutating func play(_ changes: ViewChanges, reading after: VisibleList) {
    let before = list
    var newSections: [Int: VisibleList.Section] = [:]
    var newRows: [RowPath: RowContent] = [:]
    var oldSections: [Int] = changes.deletedSections.flatMap(\.range)
    var oldRows = changes.deletedRows.flatMap(\.paths)
    for run in changes.insertedSections {
      for index in run.range { newSections[index] = after.sections[index] }
    }
    for move in changes.movedSections {
      for step in 0..<move.count {
        oldSections.append(move.from + step)
        newSections[move.to + step] = before.sections[move.from + step]
      }
    }
    for path in changes.insertedRows.flatMap(\.paths) { newRows[path] = after[path] }
    for move in changes.movedRows {
      for step in 0..<move.count {
        let from = RowPath(section: move.from.section, row: move.from.row + step)
        oldRows.append(from)
        newRows[RowPath(section: move.to.section, row: move.to.row + step)] = before[from]
      }
    }
    for path in oldRows.sorted(by: { $0.row > $1.row }) { list.sections[path.section].rows.remove(at: path.row) }
    for index in oldSections.sorted(by: >) { list.sections.remove(at: index) }
    for (index, section) in newSections.sorted(by: { $0.key < $1.key }) { list.sections.insert(section, at: index) }
    for (path, row) in newRows.sorted(by: { $0.key.row < $1.key.row }) {
      list.sections[path.section].rows.insert(row, at: path.row)
    }
    for path in changes.reloadedRows.flatMap(\.paths) { list.sections[path.section].rows[path.row] = after[path] }
    for index in changes.reloadedHeaders.flatMap(\.range) {
      list.sections[index].header = after.sections[index].header
    }
  }
}

extension RowRun {
  /// The paths of the run's rows.
  var paths: [RowPath] { range.map { RowPath(section: section, row: $0) } }
}

extension GroupedList {
  subscript(path: RowPath) -> Row { sections[path.section].rows[path.row] }
}
