/// What a request does to one user's flags.
package enum FoldRules {
  /// The states after a request on the sections named.
  ///
  /// Flags below a collapsed section stay as they are. Sections that are not collapsible are left out. With the
  /// accordion, opening a section closes its open siblings, except those that the request reaches as well, so that no
  /// request closes what it opens or leaves open.
  /// O(number of states).
  /// - Parameters:
  ///   - request: what to do; a toggle turns each section over.
  ///   - named: the sections that the request is about.
  ///   - isRecursive: whether it is about what is below them as well; the accordion looks at the named ones alone.
  ///   - states: a part of the outline that holds the named sections and, for the accordion, their siblings.
  ///   - accordion: the user's setting.
  package static func states(
    after request: FoldRequest, on named: Set<SectionID>, isRecursive: Bool, in states: [SectionState], accordion: Bool
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

  /// The indices, ascending, of the sections that a request is about: the named ones and, where it is recursive, all
  /// below them.
  private static func reached(from named: Set<SectionID>, isRecursive: Bool, in states: [SectionState]) -> [Int] {
    var reachingLevel = Int.max
    return states.indices.filter { index in
      let state = states[index]
      if state.level <= reachingLevel { reachingLevel = .max }
      let isNamed = named.contains(state.id)
      if isNamed, isRecursive, reachingLevel == .max { reachingLevel = state.level }
      return isNamed || reachingLevel < state.level
    }
  }

  /// The states with the open siblings closed of every named section that was closed and is open now, except those
  /// with an index in `spared`.
  private static func closingSiblings(
    of named: Set<SectionID>, sparing spared: Set<Int>, from before: [SectionState], to after: [SectionState]
  ) -> [SectionState] {
    var after = after
    let parents = LevelStack.parents(of: before.map(\.level))
    let opened = spared.filter { named.contains(before[$0].id) && before[$0].isShut && !after[$0].isShut }
    let families = Set(opened.map { parents[$0] })
    for index in before.indices where families.contains(parents[index]) && !spared.contains(index) {
      if before[index].isCollapsible { after[index].isCollapsed = true }
    }
    return after
  }
}
