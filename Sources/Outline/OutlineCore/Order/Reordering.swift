import ListChanges

/// A new order of elements with ascending keys that moves as few of them as possible.
package struct Reordering: Sendable {
  /// The old index of the element at each new position.
  package let order: [Int]
  /// The new positions of the elements that move, ascending.
  package let moved: [Int]

  /// Finds the elements to move.
  ///
  /// O(n log n).
  package init(_ order: [Int]) {
    self.order = order
    let staying = Set(longestIncreasingSubsequence(of: order))
    moved = order.indices.filter { !staying.contains($0) }
  }

  /// Returns unused keys for the elements that move; nil if there is no room between those that stay.
  ///
  /// O(n).
  /// - Parameters:
  ///   - keys: The keys of the elements by their old indices, ascending.
  ///   - lower: The key of the nearest element before all of them.
  ///   - upper: The key of the nearest element after all of them.
  package func keys(among keys: [OrderKey], above lower: OrderKey, below upper: OrderKey) -> [OrderKey]? {
    var new: [OrderKey] = []
    var next = moved.startIndex
    while next < moved.endIndex {
      var end = next + 1
      while end < moved.endIndex, moved[end] == moved[end - 1] + 1 { end += 1 }
      // The neighbours of a run of moved elements stay, or are the ends of the list.
      let previous = moved[next] > 0 ? order[moved[next] - 1] : nil
      let following = moved[end - 1] + 1 < order.count ? order[moved[end - 1] + 1] : nil
      guard
        let run = Self.keys(
          end - next, among: keys, after: previous, before: following, within: (lower, upper))
      else { return nil }
      new += run
      next = end
    }
    return new
  }

  /// Returns keys in the widest gap between two elements that stay.
  private static func keys(
    _ count: Int, among keys: [OrderKey], after first: Int?, before last: Int?, within ends: (OrderKey, OrderKey)
  ) -> [OrderKey]? {
    let reach = OrderKeys.gap.multipliedReportingOverflow(by: OrderKey(count) + 1)
    let room = min(reach.overflow ? OrderKeys.bound : reach.partialValue, OrderKeys.bound)
    let start = first ?? -1
    let end = last ?? keys.count
    func key(_ index: Int) -> OrderKey {
      if index < 0 { return max(ends.0, keys[0] - room) }
      if index == keys.count { return min(ends.1, keys[index - 1] + room) }
      return keys[index]
    }
    var best: (start: OrderKey, width: OrderKey) = (0, 0)
    for index in start..<end {
      let width = key(index + 1) - key(index)
      if width > best.width { best = (key(index), width) }
    }
    let step = min(best.width / (OrderKey(count) + 1), OrderKeys.gap)
    return step < 1 ? nil : (1...OrderKey(count)).map { best.start + $0 * step }
  }
}
