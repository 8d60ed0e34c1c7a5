/// A place of one list that a replay cannot use.
enum BadIndex: Error {
  /// An index of the list before that is outside of it, or named twice.
  case old(Int)
  /// An index of the list after that is outside of it, or filled twice.
  case new(Int)
}

/// The list after, where elements leave, arrive and move, and the others fill the places left in their order.
///
/// Of `after` only what is inserted is read. O(length of the lists).
func replay<Element>(
  deleted: [IndexRun], inserted: [IndexRun], moved: [LineMove], on before: [Element], reading after: [Element]
) throws(BadIndex) -> [Element] {
  var taken: Set<Int> = []
  var arrivals: [Int: Element] = [:]
  for run in deleted {
    for index in run.range {
      guard before.indices.contains(index), taken.insert(index).inserted else { throw .old(index) }
    }
  }
  for run in inserted {
    for index in run.range {
      guard after.indices.contains(index), arrivals.updateValue(after[index], forKey: index) == nil else {
        throw .new(index)
      }
    }
  }
  for move in moved {
    for step in 0..<move.count {
      let (from, to) = (move.from + step, move.to + step)
      guard before.indices.contains(from), taken.insert(from).inserted else { throw .old(from) }
      guard arrivals.updateValue(before[from], forKey: to) == nil else { throw .new(to) }
    }
  }
  let kept = before.indices.filter { !taken.contains($0) }.map { before[$0] }
  guard let merged = merge(kept, with: arrivals) else { throw .new(arrivals.keys.max() ?? 0) }
  return merged
}

/// Puts every arrival at its place and lets what was kept fill the others; nil when an arrival is out of reach.
func merge<Element>(_ kept: [Element], with arrivals: [Int: Element]) -> [Element]? {
  var merged: [Element] = []
  var remaining = kept[...]
  for place in 0..<(kept.count + arrivals.count) {
    if let arrival = arrivals[place] {
      merged.append(arrival)
    } else if let next = remaining.popFirst() {
      merged.append(next)
    } else {
      return nil
    }
  }
  return merged
}
