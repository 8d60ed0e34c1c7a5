/// The rules for requests to collapse and expand.
package enum FoldRules {
  /// Returns the states after a request for the named sections.
  ///
  /// Flags below a collapsed section stay as they are. Sections that are not collapsible are left out. With the
  /// accordion, opening a section closes its open siblings, except those that the request reaches too. O(number of
  /// states).
  /// - Parameters:
  ///   - request: The request; a toggle inverts each section's flag.
  ///   - named: The sections that the request names.
  ///   - isRecursive: Whether it includes everything below them; the accordion follows only the named ones.
  ///   - states: A part of the outline that holds the named sections and, for the accordion, their siblings.
  ///   - accordion: The user's setting.
  package static func states(
    after request: FoldRequest, on named: Set<Int64>, isRecursive: Bool, in states: [SectionState], accordion: Bool
  ) -> [SectionState] {
    var after = states
    let reached = reached(from: named, isRecursive: isRecursive, in: states)
    for index in reached where states[index].isCollapsible {
      switch request {
      case .collapse: after[index].isCollapsed = true
      case .expand: after[index].isCollapsed = false
      case .toggle: after[index].isCollapsed.toggle()
      }
    }
    return accordion ? closingSiblings(of: named, sparing: Set(reached), from: states, to: after) : after
  }

  /// Returns the ascending indices of the named sections and, if the request is recursive, of all below them.
  private static func reached(from named: Set<Int64>, isRecursive: Bool, in states: [SectionState]) -> [Int] {
    var reachingLevel = Int.max
    return states.indices.filter { index in
      let state = states[index]
      if state.level <= reachingLevel { reachingLevel = .max }
      let isNamed = named.contains(state.key)
      if isNamed, isRecursive, reachingLevel == .max { reachingLevel = state.level }
      return isNamed || reachingLevel < state.level
    }
  }

  /// Returns the states in which the siblings of every newly opened named section are closed, except those in `spared`.
  private static func closingSiblings(
    of named: Set<Int64>, sparing spared: Set<Int>, from before: [SectionState], to after: [SectionState]
  ) -> [SectionState] {
    var after = after
    let parents = LevelStack.parents(of: before.map(\.level))
    let opened = spared.filter { named.contains(before[$0].key) && before[$0].isShut && !after[$0].isShut }
    let families = Set(opened.map { parents[$0] })
    for index in before.indices where families.contains(parents[index]) && !spared.contains(index) {
      if before[index].isCollapsible { after[index].isCollapsed = true }
    }
    return after
  }
}

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

/// What a fold edit does to sections and rows.
public enum FoldRequest: Hashable, Sendable {
  /// Collapse them.
  case collapse
  /// Expand them.
  case expand
  /// Collapse those that are expanded, and expand those that are collapsed.
  case toggle
}
