/// Compares two visible lists, and finds the sections to delete, insert and move.
struct SectionPairing {
  /// The sections in both lists, by their indices before and after, in the order after.
  private(set) var pairs: [(from: Int, to: Int)] = []
  /// Deleted sections, as runs of the list before.
  private(set) var deleted: [IndexRun] = []
  /// Inserted sections, as runs of the list after.
  private(set) var inserted: [IndexRun] = []
  private(set) var moved: [IndexMove] = []
  private(set) var movedKeys: Set<Int64> = []

  /// Compares two visible lists.
  ///
  /// A section of `busy` that shows rows is deleted and inserted instead of moved.
  init(from old: [VisibleSection], to new: [VisibleSection], busy: Set<Int64>) {
    let shorter = min(old.count, new.count)
    var head = 0
    while head < shorter, old[head].key == new[head].key { head += 1 }
    var tail = 0
    while tail < shorter - head, old[old.count - 1 - tail].key == new[new.count - 1 - tail].key { tail += 1 }
    pairs = (0..<head).map { ($0, $0) }
    compare(
      old, head..<(old.count - tail), new, head..<(new.count - tail), busy: busy)
    pairs += (0..<tail).reversed().map { (old.count - 1 - $0, new.count - 1 - $0) }
  }

  private mutating func compare(
    _ old: [VisibleSection], _ oldRange: Range<Int>, _ new: [VisibleSection], _ newRange: Range<Int>,
    busy: Set<Int64>
  ) {
    let oldIndex = Dictionary(oldRange.map { (old[$0].key, $0) }) { first, _ in first }
    let survivors = newRange.compactMap { to in oldIndex[new[to].key].map { (from: $0, to: to) } }
    let keeping = Set(longestIncreasingSubsequence(of: survivors.map(\.from)))
    var moves: [IndexMove] = []
    var kept: Set<Int> = []
    for (index, pair) in survivors.enumerated() {
      let (before, after) = (old[pair.from], new[pair.to])
      if !keeping.contains(index) {
        let changesRows = before.shownRows != after.shownRows || after.shownRows > 0 && busy.contains(after.key)
        if changesRows { continue }
        moves.append(IndexMove(from: pair.from, to: pair.to))
        movedKeys.insert(after.key)
      }
      kept.insert(pair.from)
      pairs.append(pair)
    }
    let keptNew = Set(pairs.map(\.to))
    deleted = Runs.of(oldRange.filter { !kept.contains($0) })
    inserted = Runs.of(newRange.filter { !keptNew.contains($0) })
    moved = Runs.merging(moves)
  }
}
