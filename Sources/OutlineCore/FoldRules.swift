/// What a request does to one user's flags.
public enum FoldRules {
  /// The states after a request on the sections named.
  ///
  /// Flags below a collapsed section stay as they are. Sections that are not collapsible are left out. With the
  /// accordion, opening a section closes its open siblings, except those that the request opens as well.
  /// O(number of states).
  /// - Parameters:
  ///   - request: what to do; a toggle turns each section over.
  ///   - named: the sections that the request is about.
  ///   - isRecursive: whether it is about what is below them as well; the accordion looks at the named ones alone.
  ///   - states: a part of the outline that holds the named sections and, for the accordion, their siblings.
  ///   - accordion: the user's setting.
  public static func states(
    after request: FoldRequest, on named: Set<SectionID>, isRecursive: Bool, in states: [SectionState], accordion: Bool
  ) -> [SectionState] {
    var after = states
    var reach = Int.max
    for (index, state) in states.enumerated() {
      if state.level <= reach { reach = .max }
      let isNamed = named.contains(state.id)
      if isNamed, isRecursive, reach == .max { reach = state.level }
      guard isNamed || reach < state.level, state.isCollapsible else { continue }
      switch request {
      case .collapse: after[index].isCollapsed = true
      case .expand: after[index].isCollapsed = false
      case .toggle: after[index].isCollapsed.toggle()
      }
    }
    return accordion ? closingSiblings(of: named, from: states, to: after) : after
  }

  /// The states with the open siblings closed of every named section that was closed and is open now.
  private static func closingSiblings(
    of named: Set<SectionID>, from before: [SectionState], to after: [SectionState]
  ) -> [SectionState] {
    var after = after
    let parents = parents(of: before)
    let opened = before.indices.filter { before[$0].isShut && !after[$0].isShut }
    let openedSet = Set(opened)
    let families = Set(opened.filter { named.contains(before[$0].id) }.map { parents[$0] })
    for index in before.indices where families.contains(parents[index]) {
      let isSpared = openedSet.contains(index) || named.contains(before[index].id)
      if !isSpared, before[index].isCollapsible { after[index].isCollapsed = true }
    }
    return after
  }

  /// For each section the index of its parent, nil where it has none in the part.
  private static func parents(of states: [SectionState]) -> [Int?] {
    var open: [Int] = []
    return states.indices.map { index in
      while let last = open.last, states[last].level >= states[index].level { open.removeLast() }
      defer { open.append(index) }
      return open.last
    }
  }
}
