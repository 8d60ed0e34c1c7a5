import ListChanges
import OutlineCore

/// The order of a list that two sides have changed.
///
/// An element that neither side moved stays in its order. One that only one side has, or only one side moved, is between those
/// where that side has it. Where both sides put something between the same two, each side's part stays together, and the
/// one with the smaller first element comes first. Neither side is the first one: the result is the same if they are
/// exchanged. O(n log n).
struct MergedOrder {
  /// The merged list: all that one of the sides has.
  private(set) var elements: [Int] = []
  /// The elements that each side has in another order; each is where one side has it, chosen by value.
  private(set) var conflicts: [Int] = []

  /// Merges two lists without duplicates.
  ///
  /// - Parameters:
  ///   - base: The list as it was; elements that neither side has are ignored.
  ///   - one: One side's list.
  ///   - other: The other side's list.
  ///   - rank: The order of the elements, for choices.
  init(base: [Int], _ one: [Int], _ other: [Int], rank: (Int) -> Int) {
    if one == other {
      elements = one
      return
    }
    let isSwapped = other.lexicographicallyPrecedes(one) { rank($0) < rank($1) }
    let first = ListPositions(isSwapped ? other : one)
    let second = ListPositions(isSwapped ? one : other)
    let common = base.filter { first[$0] != nil && second[$0] != nil }
    let movedByFirst = first.moved(from: common)
    let movedBySecond = second.moved(from: common)
    let original = Set(common)
    // An element that only one side moved follows that side; any other may keep its position if both sides agree on it.
    let candidates = first.list.filter {
      second[$0] != nil && (!original.contains($0) || movedByFirst.contains($0) == movedBySecond.contains($0))
    }
    let weights = candidates.map { original.contains($0) && !movedByFirst.contains($0) ? candidates.count + 1 : 1 }
    let kept = second.increasing(candidates, weights: weights)
    conflicts = candidates.filter { !kept.contains($0) }
    let firstRuns = first.runs(between: kept) {
      second[$0] == nil || !movedBySecond.contains($0) || movedByFirst.contains($0)
    }
    let secondRuns = second.runs(between: kept) {
      first[$0] == nil || movedBySecond.contains($0) && !movedByFirst.contains($0)
    }
    join(first.list.filter(kept.contains), firstRuns, secondRuns, rank: rank)
  }

  private mutating func join(_ kept: [Int], _ first: [[Int]], _ second: [[Int]], rank: (Int) -> Int) {
    for (gap, (one, other)) in zip(first, second).enumerated() {
      let isOtherFirst = other.first.map(rank) ?? .max < one.first.map(rank) ?? .max
      elements += isOtherFirst ? other + one : one + other
      if gap < kept.count { elements.append(kept[gap]) }
    }
  }
}

/// A list without duplicates, with the position of each element.
private struct ListPositions {
  let list: [Int]
  private let positions: [Int: Int]

  init(_ list: [Int]) {
    self.list = list
    positions = Dictionary(list.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The position of an element; nil if it is not in the list.
  subscript(_ element: Int) -> Int? { positions[element] }

  /// The smallest set of elements that were moved to get from an order of some elements to theirs here.
  func moved(from order: [Int]) -> Set<Int> {
    let staying = longestIncreasingSubsequence(of: order.map { positions[$0] ?? 0 })
    return Set(order).subtracting(staying.map { order[$0] })
  }

  /// The heaviest selection of elements that come in the same order here.
  func increasing(_ elements: [Int], weights: [Int]) -> Set<Int> {
    let sorted = elements.sorted { positions[$0] ?? 0 < positions[$1] ?? 0 }
    let ranks = Dictionary(sorted.enumerated().map { ($1, $0) }) { first, _ in first }
    return Set(
      heaviestIncreasingSubsequence(of: elements.map { ranks[$0] ?? 0 }, weights: weights).map { elements[$0] })
  }

  /// The wanted elements before, between and after the kept ones: one list for each gap.
  func runs(between kept: Set<Int>, where isWanted: (Int) -> Bool) -> [[Int]] {
    var runs: [[Int]] = [[]]
    for element in list {
      if kept.contains(element) {
        runs.append([])
      } else if isWanted(element) {
        runs[runs.count - 1].append(element)
      }
    }
    return runs
  }
}
