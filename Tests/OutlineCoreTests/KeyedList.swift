import OutlineCore
import Testing

/// A list ordered by sort keys, which must be unique.
struct KeyedList {
  private(set) var keys: [OrderKey]
  /// The elements in order; the sort key of `ids[n]` is `keys[n]`.
  private(set) var ids: [Int]
  /// How many neighbours were moved so far.
  private(set) var moves = 0
  private var made = 0

  init(_ keys: [OrderKey] = []) {
    self.keys = keys
    ids = Array(keys.indices)
    made = keys.count
  }

  /// The gap before the element at `index`.
  func gap(at index: Int) -> Gap {
    Gap(lower: index > 0 ? keys[index - 1] : nil, upper: index < keys.count ? keys[index] : nil)
  }

  /// The sort keys for `count` new elements before the one at `index`.
  func spacing(for count: Int, at index: Int) throws -> Spacing<Int> {
    try gap(at: index).spacing(
      for: count,
      before: { key in
        let index = firstIndex(notBelow: key)
        return index > 0 ? Keyed(ids[index - 1], at: keys[index - 1]) : nil
      },
      after: { key in
        let index = firstIndex(notBelow: key + 1)
        return index < keys.count ? Keyed(ids[index], at: keys[index]) : nil
      })
  }

  /// Inserts `count` new elements before the one at `index`, and moves neighbours one after the other to make room.
  ///
  /// - Returns: what is wrong; empty where no key is ever shared, out of bounds, or out of order.
  mutating func insert(_ count: Int = 1, at index: Int) throws -> [String] {
    let spacing = try spacing(for: count, at: index)
    var wrong: [String] = []
    let order = ids
    for move in spacing.moved {
      guard let index = ids.firstIndex(of: move.id) else { return ["\(move.id) is not there"] }
      let isFree = (index == 0 || keys[index - 1] < move.key) && (index + 1 == keys.count || move.key < keys[index + 1])
      if !isFree { wrong.append("\(move.id) meets a neighbour at \(move.key)") }
      keys[index] = move.key
      moves += 1
    }
    if ids != order { wrong.append("the order has changed") }
    if spacing.keys.count != count { wrong.append("\(spacing.keys.count) keys for \(count)") }
    keys.insert(contentsOf: spacing.keys, at: index)
    ids.insert(contentsOf: made..<(made + count), at: index)
    made += count
    let changed = max(0, index - 70)..<min(keys.count, index + count + spacing.moved.count + 2)
    for index in changed.dropFirst() where keys[index - 1] >= keys[index] { wrong.append("no order at \(index)") }
    if keys[changed].contains(where: { abs($0) >= OrderKeys.bound }) { wrong.append("out of bounds") }
    return wrong
  }

  /// The index of the first key that is not below `key`.
  private func firstIndex(notBelow key: OrderKey) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
