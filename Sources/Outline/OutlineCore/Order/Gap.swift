/// A gap between two neighbours in a list that is ordered by sort keys.
package struct Gap: Hashable, Sendable {
  /// The sort key of the neighbour before; nil at the start of the list.
  package let lower: OrderKey?
  /// The sort key of the neighbour after; nil at the end of the list.
  package let upper: OrderKey?

  /// The greatest number of rows that move towards the start of the list to widen a gap.
  static let leftReach = 64

  package init(lower: OrderKey?, upper: OrderKey?) {
    self.lower = lower
    self.upper = upper
  }

  /// Returns sort keys for `count` new elements in this gap, and neighbours to move if the gap is too narrow.
  ///
  /// Widening follows the two-sided Dietz–Sleator rule: walk outwards on both sides, and at step j stop at the first
  /// side whose distance exceeds the square of the number of elements to spread over it. Amortised O(log n) neighbours
  /// move per insertion, and 0.2 if all insertions are at the same position. If the gap is wide enough, nothing is read.
  /// - Parameters:
  ///   - count: The number of new elements.
  ///   - before: Returns the nearest neighbour before a key; nil at the start of the list.
  ///   - after: Returns the nearest neighbour after a key; nil at the end of the list.
  /// - Throws: Whatever `before` and `after` throw.
  /// - Source: P. Dietz, D. Sleator, "Two algorithms for maintaining order in a list", STOC 1987.
  package func spacing<ID: Sendable>(
    for count: Int, before: (OrderKey) throws -> Keyed<ID>?, after: (OrderKey) throws -> Keyed<ID>?
  ) throws -> Spacing<ID> {
    if let keys = keysWithoutMoving(count) { return Spacing(keys: keys, moved: []) }
    var left = Side<ID>(end: lower, bound: -OrderKeys.bound)
    var right = Side<ID>(end: upper, bound: OrderKeys.bound)
    while true {
      let hasLeft = try (left.items.count < Self.leftReach || right.isDone) && left.extend(before)
      let leftWidth = width(from: left.end, to: upper ?? OrderKeys.bound)
      if hasLeft, leftWidth > square(left.items.count + count) {
        return spread(left.items.reversed(), newAt: left.items.count, count, from: left.end, over: leftWidth)
      }
      let hasRight = try right.extend(after)
      let rightWidth = width(from: lower ?? -OrderKeys.bound, to: right.end)
      if !hasLeft && !hasRight || hasRight && rightWidth > square(right.items.count + count) {
        return spread(right.items, newAt: 0, count, from: lower ?? -OrderKeys.bound, over: rightWidth)
      }
    }
  }

  /// Returns evenly spread keys, or nil if the gap is too narrow.
  private func keysWithoutMoving(_ count: Int) -> [OrderKey]? {
    let steps = OrderKey(count)
    let reach = OrderKeys.gap.multipliedReportingOverflow(by: steps)
    switch (lower, upper) {
    case (nil, nil):
      return keys(count, from: 0, step: OrderKeys.gap)
    case (let lower?, nil) where !reach.overflow && lower < OrderKeys.bound - reach.partialValue:
      return keys(count, from: lower, step: OrderKeys.gap)
    case (nil, let upper?) where !reach.overflow && upper > -OrderKeys.bound + reach.partialValue:
      return keys(count, from: upper - reach.partialValue - OrderKeys.gap, step: OrderKeys.gap)
    default:
      let start = lower ?? -OrderKeys.bound
      let step = ((upper ?? OrderKeys.bound) - start) / (steps + 1)
      return step >= 1 ? keys(count, from: start, step: step) : nil
    }
  }

  private func keys(_ count: Int, from start: OrderKey, step: OrderKey) -> [OrderKey] {
    (0..<count).map { start + OrderKey($0 + 1) * step }
  }

  private func spread<ID: Sendable>(
    _ items: [Keyed<ID>], newAt index: Int, _ count: Int, from start: OrderKey, over width: OrderKey
  ) -> Spacing<ID> {
    var all = keys(items.count + count, from: start, step: width / OrderKey(items.count + count + 1))
    let new = Array(all[index..<(index + count)])
    all.removeSubrange(index..<(index + count))
    let moves = zip(items, all).filter { $0.key != $1 }
    let falling = moves.filter { $0.key > $1 }
    let rising = moves.filter { $0.key < $1 }.reversed()
    return Spacing(keys: new, moved: (falling + rising).map { Keyed($0.id, at: $1) })
  }
}

/// The neighbours on one side of a gap that are spread out, and the sort key just beyond them.
private struct Side<ID: Sendable> {
  private(set) var items: [Keyed<ID>] = []
  private(set) var end: OrderKey
  private let bound: OrderKey
  private var next: Keyed<ID>?
  private(set) var isDone: Bool

  init(end: OrderKey?, bound: OrderKey) {
    self.end = end ?? bound
    self.bound = bound
    isDone = end == nil
  }

  /// Adds one more neighbour; returns false if there is none.
  mutating func extend(_ neighbour: (OrderKey) throws -> Keyed<ID>?) throws -> Bool {
    if isDone { return false }
    if items.isEmpty, next == nil { next = try neighbour(bound < 0 ? end + 1 : end - 1) }
    guard let item = next else { return false }
    items.append(item)
    next = try neighbour(item.key)
    end = next?.key ?? open(beyond: item.key)
    isDone = next == nil
    return true
  }

  /// Returns the end of a side that has no further neighbour: one more gap, so that widening never runs out of keys.
  private func open(beyond key: OrderKey) -> OrderKey {
    bound < 0 ? max(bound, key - OrderKeys.gap) : min(bound, key + OrderKeys.gap)
  }
}

/// Returns the distance between two keys.
///
/// The greatest possible distance is one more than an `OrderKey` holds, and the result is then `OrderKey.max`.
private func width(from start: OrderKey, to end: OrderKey) -> OrderKey {
  let (width, isTooWide) = end.subtractingReportingOverflow(start)
  return isTooWide ? .max : width
}

private func square(_ number: Int) -> OrderKey { OrderKey(number) * OrderKey(number) }

/// A sort key: the value of `section.ord` or `row.rank`.
///
/// There are gaps between sort keys, so that a new element fits between two neighbours without a change to either.
package typealias OrderKey = Int64

/// The constants for ``OrderKey``.
package enum OrderKeys {
  /// The distance between elements that are appended one after another.
  package static let gap: OrderKey = 1_000_000_000
  /// The limit of sort keys, 2^62: every key is less than it and greater than its negative.
  package static let bound: OrderKey = 1 << 62
}

/// An element of an ordered list, with its sort key.
package struct Keyed<ID: Sendable>: Sendable {
  package let id: ID
  package let key: OrderKey

  package init(_ id: ID, at key: OrderKey) {
    self.id = id
    self.key = key
  }
}

/// The sort keys for new elements, and the neighbours that must make room for them.
package struct Spacing<ID: Sendable>: Sendable {
  /// The sort keys for the new elements, in ascending order.
  package let keys: [OrderKey]
  /// The neighbours that get a new sort key first, in an order in which no two ever have the same key.
  package let moved: [Keyed<ID>]
}
