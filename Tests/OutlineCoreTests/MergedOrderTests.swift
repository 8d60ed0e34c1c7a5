import TestSupport
import Testing

@testable import OutlineDocuments

/// The order of a list that two sides have changed: every small list, and longer random ones.
struct MergedOrderTests {
  private func merge(_ base: [Int], _ ours: [Int], _ theirs: [Int]) -> [Int] {
    MergedOrder(base: base, ours, theirs) { $0 }.elements
  }

  /// Every order of every choice of the numbers from 0 to before `count`.
  private static func lists(of count: Int) -> [[Int]] {
    (0..<(1 << count)).flatMap { choice in
      let chosen = (0..<count).filter { choice & 1 << $0 != 0 }
      return permutations(of: chosen.count).map { $0.map { chosen[$0] } }
    }
  }

  /// Whether a list has all that one of two others has, each once.
  private func isComplete(_ merged: [Int], _ ours: [Int], _ theirs: [Int]) -> Bool {
    merged.count == Set(merged).count && Set(merged) == Set(ours + theirs)
  }

  @Test func `every small list gives the same from both sides, and has everything once`() {
    let lists = Self.lists(of: 4)
    var failures = 0
    for base in Self.lists(of: 3) where base == base.sorted() {
      for ours in lists {
        if merge(base, ours, ours) != ours { failures += 1 }
        for theirs in lists {
          let merged = merge(base, ours, theirs)
          if merged != merge(base, theirs, ours) || !isComplete(merged, ours, theirs) { failures += 1 }
        }
        // The side that has changed nothing has what it had, as far as that is still there.
        if merge(base, base.filter(ours.contains), ours) != ours { failures += 1 }
      }
    }
    #expect(failures == 0)
  }

  @Test func `what one side adds comes after the neighbour that it has there`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let base = Array(0..<Int.random(in: 1...12, using: &random))
      let theirs = base.shuffled(using: &random)
      let new = Array(100..<103)
      let index = Int.random(in: 0...base.count, using: &random)
      let ours = base[..<index] + new + base[index...]
      let merged = merge(base, Array(ours), theirs)
      #expect(merged.filter { $0 < 100 } == theirs)
      let start = merged.firstIndex(of: 100) ?? 0
      #expect(Array(merged[start...].prefix(3)) == new)
      let before = index > 0 ? base[index - 1] : nil, after = index < base.count ? base[index] : nil
      let neighbours = [start > 0 ? merged[start - 1] : nil, start + 3 < merged.count ? merged[start + 3] : nil]
      // Unless the neighbours were moved apart, at least one of them is beside it.
      if theirs == base { #expect(neighbours == [before, after]) }
    }
  }

  @Test(
    arguments: [
      ([1, 2, 3], [1, 9, 2, 3], [1, 2, 8, 3], [1, 9, 2, 8, 3]),
      ([1, 2], [1, 9, 8, 2], [1, 7, 2], [1, 7, 9, 8, 2]),
      ([1, 2, 3, 4], [4, 1, 2, 3], [1, 3, 2, 4], [4, 1, 3, 2]),
      ([1, 2, 3], [3, 1, 2], [3, 1, 2, 9], [3, 1, 2, 9]),
      ([1, 2, 3], [8, 3, 1, 2], [3, 1, 2, 9], [8, 3, 1, 2, 9]),
      ([5], [1, 5, 9], [2, 5, 8], [1, 2, 5, 8, 9]),
      ([1, 2, 3], [1, 3], [1, 2, 9, 3], [1, 2, 9, 3]),
    ] as [([Int], [Int], [Int], [Int])])
  func `both sides' moves and additions are taken over`(base: [Int], ours: [Int], theirs: [Int], expected: [Int]) {
    #expect(merge(base, ours, theirs) == expected)
    #expect(merge(base, theirs, ours) == expected)
  }

  @Test func `what both moved to other places is named`() {
    let order = MergedOrder(base: [1, 2, 3, 4, 5], [5, 1, 2, 3, 4], [1, 2, 5, 3, 4]) { $0 }
    #expect(order.conflicts == [5])
    #expect(order.elements == [1, 2, 5, 3, 4])
  }
}
