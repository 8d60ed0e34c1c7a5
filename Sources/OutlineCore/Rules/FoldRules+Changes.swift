import ListChanges

extension FoldRules {
  /// What another set of flags means to one user's view.
  ///
  /// Collapsing is one run of row deletes, plus one run of section deletes for the visible subsections; expanding is
  /// the reverse. Deletes are in indices of the list before, inserts in those of the list after. O(number of
  /// states); no row is read.
  /// - Parameters:
  ///   - before: a part of the outline that does not begin below a collapsed section, as it was.
  ///   - after: the same sections with other flags.
  ///   - firstIndex: the index of the part's first section among all visible sections.
  package static func changes(
    from before: [SectionState], to after: [SectionState], firstIndex: Int
  ) -> ViewChanges {
    var changes = ViewChanges()
    var old = Sight(index: firstIndex)
    var new = Sight(index: firstIndex)
    for (was, state) in zip(before, after) {
      let wasSeen = old.sees(was)
      let isSeen = new.sees(state)
      switch (wasSeen, isSeen) {
      case (true, false): Runs.append(old.index, to: &changes.deletedSections)
      case (false, true): Runs.append(new.index, to: &changes.insertedSections)
      case (true, true) where was.isShut != state.isShut:
        Runs.append(new.index, to: &changes.reloadedHeaders)
        if state.rowCount == 0 { break }
        if state.isShut {
          changes.deletedRows.append(RowRun(section: old.index, start: 0, count: state.rowCount))
        } else {
          changes.insertedRows.append(RowRun(section: new.index, start: 0, count: state.rowCount))
        }
      default: break
      }
      if wasSeen { old.index += 1 }
      if isSeen { new.index += 1 }
    }
    return changes
  }

  /// How far a walk through the sections has come, and what hides the next ones.
  private struct Sight {
    /// The index that the next visible section has.
    var index: Int
    private var shutLevel = Int.max

    init(index: Int) { self.index = index }

    /// Whether the user sees the next section.
    mutating func sees(_ state: SectionState) -> Bool {
      if state.level > shutLevel { return false }
      shutLevel = state.isShut ? state.level : Int.max
      return true
    }
  }
}
