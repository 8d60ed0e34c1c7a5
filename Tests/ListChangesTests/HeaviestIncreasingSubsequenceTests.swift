import ListChanges
import TestSupport
import Testing

struct HeaviestIncreasingSubsequenceTests {
  @Test func `no increasing choice out of up to six is heavier`() {
    for count in 0...6 {
      let weights = (0..<count).map { [3, 1, 4, 1, 5, 9][$0] }
      for ranks in permutations(of: count) {
        let chosen = heaviestIncreasingSubsequence(of: ranks, weights: weights)
        #expect(chosen == chosen.sorted())
        #expect(zip(chosen, chosen.dropFirst()).allSatisfy { ranks[$0] < ranks[$1] })
        #expect(chosen.reduce(0) { $0 + weights[$1] } == best(ranks, weights), "\(ranks)")
      }
    }
  }

  /// The weight of the heaviest increasing choice, by trying all.
  private func best(_ ranks: [Int], _ weights: [Int]) -> Int {
    (0..<(1 << ranks.count)).map { choice in
      let chosen = ranks.indices.filter { choice & (1 << $0) != 0 }
      let isIncreasing = zip(chosen, chosen.dropFirst()).allSatisfy { ranks[$0] < ranks[$1] }
      return isIncreasing ? chosen.reduce(0) { $0 + weights[$1] } : 0
    }.max() ?? 0
  }
}
