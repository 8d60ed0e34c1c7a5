import ListChanges

extension GroupedList {
  /// Returns the list after all steps, applied one at a time; nil if an index is out of range.
  func applying(_ steps: [ListStep], reading after: Self) -> Self? {
    var list = self
    for step in steps where !list.apply(step, reading: after) { return nil }
    return list
  }

  private mutating func apply(_ step: ListStep, reading after: Self) -> Bool {
    switch step {
    case .deleteRows(let run):
      guard rows(of: run) else { return false }
      sections[run.section].rows.removeSubrange(run.range)
    case .deleteSections(let run):
      guard run.start >= 0, run.range.upperBound <= sections.count else { return false }
      sections.removeSubrange(run.range)
    case .insertSections(let run):
      guard run.start <= sections.count, run.range.upperBound <= after.sections.count else { return false }
      sections.insert(contentsOf: after.sections[run.range], at: run.start)
    case .insertRows(let run):
      guard after.rows(of: run), sections.indices.contains(run.section),
        run.start <= sections[run.section].rows.count
      else { return false }
      sections[run.section].rows.insert(contentsOf: after.sections[run.section].rows[run.range], at: run.start)
    case .reloadRows(let run):
      guard rows(of: run), after.rows(of: run) else { return false }
      sections[run.section].rows.replaceSubrange(run.range, with: after.sections[run.section].rows[run.range])
    case .reloadHeaders(let run):
      guard run.range.upperBound <= min(sections.count, after.sections.count) else { return false }
      for index in run.range { sections[index].header = after.sections[index].header }
    }
    return true
  }

  private func rows(of run: RowRun) -> Bool {
    sections.indices.contains(run.section) && run.range.upperBound <= sections[run.section].rows.count
  }
}

extension Array {
  /// Returns the lines after all steps, applied one at a time; nil if an index is out of range.
  func applying(_ steps: [LineStep], reading after: Self) -> Self? {
    var lines = self
    for step in steps {
      switch step {
      case .delete(let run):
        guard run.range.upperBound <= lines.count else { return nil }
        lines.removeSubrange(run.range)
      case .insert(let run):
        guard run.start <= lines.count, run.range.upperBound <= after.count else { return nil }
        lines.insert(contentsOf: after[run.range], at: run.start)
      case .reload(let run):
        guard run.range.upperBound <= Swift.min(lines.count, after.count) else { return nil }
        lines.replaceSubrange(run.range, with: after[run.range])
      }
    }
    return lines
  }
}
