import ListChanges

/// Puts items back beside their former neighbours.
package enum FormerNeighbours {
  /// Returns the present siblings with the items that come back.
  ///
  /// Each item goes directly before the next of its former siblings; if none follows, directly after the last one
  /// before it, or to the end of an otherwise new list. Former siblings that have left or changed their order are
  /// ignored.
  ///
  /// O(n log n).
  /// - Parameters:
  ///   - items: The items that come back.
  ///   - old: The siblings as they were, the items included.
  ///   - now: The siblings as they are, without the items.
  ///   - unmoved: Whether a sibling is known not to have moved; where the order has changed, the others are assumed to
  ///     have moved.
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

  /// The largest set of siblings that have kept their order, with as many as possible of those known not to have moved.
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
