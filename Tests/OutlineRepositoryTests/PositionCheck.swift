/// Holds what an undo or a redo made against a model in which everything has a parent and an order among its siblings.
struct PositionCheck {
  typealias Key = PositionedItems.Key

  /// The entry that was taken back.
  let entry: PositionedEntry
  /// The entries made since.
  let later: [PositionedEntry]
  /// What there was when it was taken back.
  let now: PositionedItems

  /// The items that come back.
  private var deleted: Set<Key> { Set(entry.before.items.keys).subtracting(entry.after.items.keys) }
  /// The items that go.
  private var added: Set<Key> { Set(entry.after.items.keys).subtracting(entry.before.items.keys) }
  /// The items that come back, and those that move back.
  private var returning: Set<Key> { deleted.union(entry.placed.subtracting(added)) }

  /// Returns what is wrong with the items after the undo.
  func broken(_ result: PositionedItems) -> [String] {
    var broken: [String] = []
    let expected = Set(now.items.keys).union(deleted).subtracting(added)
    if Set(result.items.keys) != expected {
      broken.append("lost or doubled: \(expected.symmetricDifference(result.items.keys).sorted())")
    }
    for key in returning where result.items[key]?.list != entry.before.items[key]?.list {
      broken.append(
        "\(key) came back to the \(result.items[key]?.list ?? "?"), not the \(entry.before.items[key]?.list ?? "?")")
    }
    for key in expected.subtracting(returning) where result.items[key]?.list != now.items[key]?.list {
      broken.append("\(key) went from the \(now.items[key]?.list ?? "?") to the \(result.items[key]?.list ?? "?")")
    }
    for key in expected.subtracting(entry.touched) where result.items[key]?.content != now.items[key]?.content {
      broken.append("\(key) says something else")
    }
    for (key, item) in result.items {
      let steps = [now, entry.before].compactMap { $0.items[key]?.step }
      if item.step > max(steps.max() ?? 1, 1) { broken.append("\(key) is \(item.step) deeper than its parent") }
    }
    if result.jumps, !now.jumps, !entry.before.jumps { broken.append("levels that jump: \(result.levels)") }
    for list in Set(result.lists.keys).union(now.lists.keys).sorted() {
      broken += brokenOrder(of: list, result.lists[list] ?? [])
    }
    return broken
  }

  private func brokenOrder(of list: String, _ found: [Key]) -> [String] {
    var broken: [String] = []
    let staying = found.filter { !returning.contains($0) }
    if staying != (now.lists[list] ?? []).filter({ !returning.contains($0) && !added.contains($0) }) {
      broken.append("the \(list) have changed their order: \(found)")
    }
    let former = entry.before.lists[list] ?? []
    let fixed = former.filter { !returning.contains($0) && found.contains($0) && isFixed($0) }
    let certain = found.filter { fixed.contains($0) || returning.contains($0) }
    if certain != former.filter(certain.contains) {
      broken.append("the \(list) were \(former), and are \(found)")
    }
    for block in found.split(whereSeparator: { !returning.contains($0) }) {
      let last = found[..<block.startIndex].last
      let next = found[block.endIndex...].first
      let neighbours = [last, next].compactMap(\.self)
      if neighbours.contains(where: former.contains) || neighbours.isEmpty { continue }
      if !fixed.isEmpty { broken.append("\(block) are not beside former neighbours: \(found), which were \(former)") }
      if let last, let next, later.contains(where: { $0.placed.contains(last) && $0.placed.contains(next) }) {
        broken.append("\(block) part \(last) and \(next) in the \(list)")
      }
    }
    return broken
  }

  /// Whether nobody has moved an item since, and neither what it is in.
  private func isFixed(_ key: Key) -> Bool {
    let parent = now.items[key]?.parent
    return !later.contains { entry in
      entry.placed.contains(key) || parent.map(entry.placed.contains) ?? false
    }
  }

  /// Whether nothing is in the way of the undo, so that it must not be refused.
  var mustSucceed: Bool {
    entry.touched.allSatisfy(isIntact) && returning.allSatisfy(hasHome)
      && added.allSatisfy { key in
        now.items.allSatisfy { $0.value.parent != key || added.contains($0.key) || returning.contains($0.key) }
      }
  }

  /// Whether an item is as the entry left it, beside the same neighbours, or has gone along with what it is in.
  private func isIntact(_ key: Key) -> Bool {
    guard let after = entry.after.items[key] else { return now.items[key] == nil }
    guard now.items[key] == after else { return false }
    let isMoved = later.contains { later in
      later.placed.contains(key) && !(after.parent.map(later.placed.contains) ?? false)
    }
    if isMoved || later.contains(where: { $0.touched.contains(key) && !$0.placed.contains(key) }) { return false }
    let isCommon = { (other: Key) in
      entry.after.items[other]?.list == after.list && now.items[other]?.list == after.list
    }
    return entry.after.neighbours(of: key, where: isCommon) == now.neighbours(of: key, where: isCommon)
  }

  /// Whether a row goes along with one that it is below.
  private func isCarried(_ key: Key) -> Bool {
    var parent = now.items[key]?.parent
    while let current = parent, current.hasPrefix("r") {
      if returning.contains(current) { return true }
      parent = now.items[current]?.parent
    }
    return false
  }

  /// Whether what an item was in is there, and not below the item; a row has none below another row that goes back.
  private func hasHome(_ key: Key) -> Bool {
    var parent = entry.before.items[key]?.parent
    var steps = 0
    while let current = parent {
      if current == key || steps > 1000 || added.contains(current) { return false }
      guard returning.contains(current) || now.items[current] != nil else { return false }
      if current.hasPrefix("r"), !returning.contains(current), isCarried(current) { return false }
      parent = (returning.contains(current) ? entry.before : now).items[current]?.parent
      steps += 1
    }
    return true
  }
}
