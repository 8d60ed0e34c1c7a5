/// The arrangement of sections after some of them have moved.
package enum SectionMoves {
  /// Takes sections with all that is below them out of the outline and puts them, in the order given, elsewhere.
  ///
  /// Levels below a moved section keep their distance to it. O(number of states).
  /// - Parameters:
  ///   - states: the whole outline, in document order.
  ///   - roots: the sections that move, none below another.
  ///   - next: the section before which they go; nil for the end. Where it moves itself: the next one that stays.
  ///   - level: the level that each of `roots` gets.
  /// - Returns: the whole outline after the move, and the part of it that moved.
  package static func rearrange(
    _ states: [SectionState], moving roots: [SectionID], before next: SectionID?, level: Int
  ) -> (sections: [SectionState], moved: [SectionState]) {
    let wanted = Set(roots)
    var blocks: [SectionID: [SectionState]] = [:]
    var root: SectionState?
    var staying: [SectionState] = []
    var place: Int?
    for state in states {
      if state.id == next { place = staying.count }
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
    staying.insert(contentsOf: moved, at: place ?? staying.count)
    return (staying, moved)
  }
}
