extension ViewChanges {
  /// Returns the first number of sections, or of rows in a section, that does not match the changes; nil if all match.
  ///
  /// Every run must be inside its list. O(sections + runs · log runs).
  func countProblem(from before: ListShape, to after: ListShape) -> ViewChangesProblem? {
    let deleted = deletedSections.reduce(0) { $0 + $1.count }
    let inserted = insertedSections.reduce(0) { $0 + $1.count }
    guard before.sectionCount - deleted + inserted == after.sectionCount else {
      return .sectionCount(
        before: before.sectionCount, deleted: deleted, inserted: inserted, after: after.sectionCount)
    }
    let changes = RowCounts(self)
    let (oldCounts, newCounts) = (before.rowCounts, after.rowCounts)
    for (old, new) in sectionSources.pairs(upTo: after.sectionCount) {
      let (count, newCount) = (oldCounts[old], newCounts[new])
      if let problem = changes.problem(inSection: new, from: old, before: count, after: newCount) { return problem }
    }
    return nil
  }
}

/// How many rows are deleted, inserted and moved, by section.
private struct RowCounts {
  private var deleted: [Int: Int] = [:]
  private var inserted: [Int: Int] = [:]
  private var movedOut: [Int: Int] = [:]
  private var movedIn: [Int: Int] = [:]

  init(_ changes: ViewChanges) {
    for run in changes.deletedRows { deleted[run.section, default: 0] += run.count }
    for run in changes.insertedRows { inserted[run.section, default: 0] += run.count }
    for move in changes.movedRows {
      movedOut[move.from.section, default: 0] += move.count
      movedIn[move.to.section, default: 0] += move.count
    }
  }

  func problem(inSection new: Int, from old: Int, before: Int, after: Int) -> ViewChangesProblem? {
    let leaving = (deleted: deleted[old, default: 0], moved: movedOut[old, default: 0])
    let arriving = (inserted: inserted[new, default: 0], moved: movedIn[new, default: 0])
    guard before - leaving.deleted - leaving.moved + arriving.inserted + arriving.moved != after else { return nil }
    return .rowCount(
      section: new, before: before, deleted: leaving.deleted, inserted: arriving.inserted, movedOut: leaving.moved,
      movedIn: arriving.moved, after: after)
  }
}

extension IndexMap {
  /// The elements below index `end` that are not inserted: their index in the old list and in the new one.
  ///
  /// O(end).
  func pairs(upTo end: Int) -> [(from: Int, to: Int)] {
    segmentsStarting(before: end).flatMap { segment in
      (0..<min(segment.count, end - segment.start)).map { (segment.source.row + $0, segment.start + $0) }
    }
  }
}
