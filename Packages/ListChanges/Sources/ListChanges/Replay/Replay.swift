/// An index that a replay cannot use.
enum BadIndex: Error {
  /// An index in the list before that is out of range, or that two deletions or moves name.
  case old(Int)
  /// An index in the list after that is out of range, or that two insertions or moves name.
  case new(Int)
}

/// Returns the list after deletions, insertions and moves; all other elements keep their order and fill the remaining
/// positions.
///
/// Reads only the inserted elements of `after`. O(length of the lists).
func replay<Element>(
  deleted: [IndexRun], inserted: [IndexRun], moved: [IndexMove], on before: [Element], reading after: [Element]
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
    for step in 0..<max(0, move.count) {
      let (from, to) = (move.from &+ step, move.to &+ step)
      guard before.indices.contains(from), taken.insert(from).inserted else { throw .old(from) }
      guard arrivals.updateValue(before[from], forKey: to) == nil else { throw .new(to) }
    }
  }
  let kept = before.indices.filter { !taken.contains($0) }.map { before[$0] }
  guard let merged = merge(kept, with: arrivals) else { throw .new(arrivals.keys.max() ?? 0) }
  return merged
}

/// Puts every arrival at its index, and fills the remaining positions with the kept elements; nil if an index is out of
/// range.
func merge<Element>(_ kept: [Element], with arrivals: [Int: Element]) -> [Element]? {
  var merged: [Element] = []
  var remaining = kept[...]
  for position in 0..<(kept.count + arrivals.count) {
    if let arrival = arrivals[position] {
      merged.append(arrival)
    } else if let next = remaining.popFirst() {
      merged.append(next)
    } else {
      return nil
    }
  }
  return merged
}
