import ListChanges

/// Puts items back beside the neighbours that they had.
package enum FormerNeighbours {
  /// Returns a list of siblings with items that come back.
  ///
  /// Each item comes directly before the sibling that followed it, or directly after the one that it followed. So it
  /// never parts siblings that came together since. The siblings that go by are those whose order has not changed.
  ///
  /// O(n log n).
  /// - Parameters:
  ///   - items: The items that come back.
  ///   - old: The siblings as they were, the items included.
  ///   - now: The siblings as they are, without the items.
  ///   - unmoved: Whether a sibling is known not to have moved. Where siblings have changed their order, the others are
  ///     taken for those that moved.
  package static func list<ID: Hashable>(
    returning items: Set<ID>, asIn old: [ID], to now: [ID], unmoved: (ID) -> Bool
  ) -> [ID] {
    let stable = stable(of: old, in: now, unmoved)
    var waiting: [ID] = []
    var (before, after): ([ID: [ID]], [ID: [ID]]) = ([:], [:])
    var last: ID?
    for id in old {
      if items.contains(id) {
        waiting.append(id)
      } else if stable.contains(id) {
        before[id] = waiting
        waiting = []
        last = id
      }
    }
    if let last {
      after[last] = waiting
      waiting = []
    }
    return now.flatMap { (before[$0] ?? []) + [$0] + (after[$0] ?? []) } + waiting
  }

  /// The siblings that have kept their order among each other; as many as possible, those known not to have moved first.
  private static func stable<ID: Hashable>(of old: [ID], in now: [ID], _ unmoved: (ID) -> Bool) -> Set<ID> {
    let present = Set(now)
    let common = old.filter(present.contains)
    let ranks = Dictionary(zip(common, common.indices)) { first, _ in first }
    let order = now.filter { ranks[$0] != nil }
    let weights = order.map { unmoved($0) ? order.count + 1 : 1 }
    let kept = heaviestIncreasingSubsequence(of: order.compactMap { ranks[$0] }, weights: weights)
    return Set(kept.map { order[$0] })
  }
}
