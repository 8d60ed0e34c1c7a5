import ListChanges
import TestSupport
import Testing

struct LongestIncreasingSubsequenceTests {
  @Test(arguments: 0...7)
  func `of every order of up to seven numbers it is as long as any found by trying all`(count: Int) {
    for values in permutations(of: count) {
      let positions = longestIncreasingSubsequence(of: values)
      #expect(isIncreasing(positions))
      #expect(isIncreasing(positions.map { values[$0] }))
      #expect(positions.count == longest(in: values), "\(values)")
    }
  }

  @Test func `what is in order stays`() {
    #expect(longestIncreasingSubsequence(of: [1, 4, 9]) == [0, 1, 2])
  }

  @Test func `it is strictly increasing where numbers come twice`() {
    #expect(longestIncreasingSubsequence(of: [2, 2, 2]).count == 1)
    #expect(longestIncreasingSubsequence(of: [1, 3, 3, 5]).count == 3)
  }

  @Test func `one that moved to the front is the only one left out`() {
    #expect(longestIncreasingSubsequence(of: [9, 0, 1, 2]) == [1, 2, 3])
  }

  private func isIncreasing(_ values: [Int]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// The length by trying every choice of positions.
  private func longest(in values: [Int]) -> Int {
    let choices = 0..<(1 << values.count)
    return choices.map { bits in values.indices.filter { bits >> $0 & 1 == 1 } }
      .filter { isIncreasing($0.map { values[$0] }) }.map(\.count).max() ?? 0
  }
}
