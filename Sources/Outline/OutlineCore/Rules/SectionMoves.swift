package enum SectionMoves {
  /// Moves sections, each with everything below it, to another place, in the order given.
  ///
  /// Levels below a moved section keep their distance to it. O(number of states).
  /// - Parameters:
  ///   - states: The whole outline, in document order.
  ///   - roots: The sections to move, none below another.
  ///   - next: The section before which they go; nil for the end. If it moves too, the next one that stays takes its
  ///     part.
  ///   - level: The new level of each of `roots`.
  /// - Returns: The whole outline after the move, and the part of it that moved.
  package static func rearrange(
    _ states: [SectionState], moving roots: [SectionID], before next: SectionID?, level: Int
  ) -> (sections: [SectionState], moved: [SectionState]) {
    let wanted = Set(roots)
    var blocks: [SectionID: [SectionState]] = [:]
    var root: SectionState?
    var staying: [SectionState] = []
    var index: Int?
    for state in states {
      if state.id == next { index = staying.count }
      if let current = root, state.level <= current.level { root = nil }
      if root == nil, wanted.contains(state.id) { root = state }
      if let root {
        var moved = state
        moved.level += level - root.level
        blocks[root.id, default: []].append(moved)
      } else {
        staying.append(state)
      }
    }
    let moved = roots.flatMap { blocks[$0, default: []] }
    staying.insert(contentsOf: moved, at: index ?? staying.count)
    return (staying, moved)
  }
}

extension SectionMoves {
  /// Returns the ranges of the outermost of these sections, each with everything below it.
  package static func blocks(of states: [SectionState]) -> [Range<Int>] {
    var starts: [Int] = []
    for index in states.indices where starts.last.map({ states[index].level <= states[$0].level }) ?? true {
      starts.append(index)
    }
    return zip(starts, starts.dropFirst() + [states.count]).map { $0..<$1 }
  }

  /// Sorts the subsections of one section, each with everything below it.
  ///
  /// If their order changes, all get the smallest of their levels, so that none encloses another; sections below keep
  /// their distance.
  /// - Parameters:
  ///   - states: Everything below the section, in document order.
  ///   - values: The values to compare, one for each of `states`; only those of the subsections matter.
  ///   - isReversed: Whether the greatest comes first.
  /// - Returns: The sections in their new order, and the former index of each.
  package static func sorted(
    _ states: [SectionState], values: [SortValue?], isReversed: Bool
  ) -> (sections: [SectionState], indices: [Int]) {
    let blocks = blocks(of: states)
    let order = Sorting.order(of: blocks.map { values[$0.lowerBound] }, isReversed: isReversed)
    let isSorted = order == Array(blocks.indices)
    let least = blocks.map { states[$0.lowerBound].level }.min() ?? 1
    var sections: [SectionState] = []
    for block in order.map({ blocks[$0] }) {
      for index in block {
        var state = states[index]
        if !isSorted { state.level -= states[block.lowerBound].level - least }
        sections.append(state)
      }
    }
    return (sections, order.flatMap { blocks[$0] })
  }
}
