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
    _ states: [SectionState], moving roots: [Int64], before next: Int64?, level: Int
  ) -> (sections: [SectionState], moved: [SectionState]) {
    let wanted = Set(roots)
    var blocks: [Int64: [SectionState]] = [:]
    var root: SectionState?
    var staying: [SectionState] = []
    var index: Int?
    for state in states {
      if state.key == next { index = staying.count }
      if let current = root, state.level <= current.level { root = nil }
      if root == nil, wanted.contains(state.key) { root = state }
      if let root {
        var moved = state
        moved.level += level - root.level
        blocks[root.key, default: []].append(moved)
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
}
