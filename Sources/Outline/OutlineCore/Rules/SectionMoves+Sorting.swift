import ListChanges

extension SectionMoves {
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
