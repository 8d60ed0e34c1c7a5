import ListChanges

extension FoldRules {
  /// Returns the view changes of new flags of one user.
  ///
  /// Collapsing a section deletes its rows and its visible subsections as one run each; expanding inserts them.
  /// O(number of states); no row is read.
  /// - Parameters:
  ///   - before: A part of the outline before, which does not begin below a collapsed section.
  ///   - after: The same sections with the new flags.
  ///   - firstIndex: The index of the part's first section among all visible sections.
  package static func changes(
    from before: [SectionState], to after: [SectionState], firstIndex: Int
  ) -> ViewChanges {
    var changes = ViewChanges()
    var old = VisibilityWalk(index: firstIndex)
    var new = VisibilityWalk(index: firstIndex)
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

  /// The state of a walk through the sections.
  private struct VisibilityWalk {
    /// The index of the next visible section.
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
