import ListChanges
import TestSupport
import Testing

@testable import OutlineCore

struct SectionsBelowTests {
  @Test func `a section has below it what follows with greater levels`() {
    let levels = [2, 3, 1, 2, 4, 3, 2, 1]
    let below = SectionsBelow(levels: levels)
    #expect(levels.indices.map { below[$0] } == [1, 0, 4, 2, 0, 0, 0, 0])
    #expect(below[-1] == 0 && below[8] == 0)
    #expect(SectionsBelow(levels: [])[0] == 0)
  }

  @Test func `it counts as whoever looks from each section down to the next that is not below it`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let levels = (0..<Int.random(in: 1...30, using: &random)).map { _ in Int.random(in: 1...6, using: &random) }
      let below = SectionsBelow(levels: levels)
      let slow = levels.indices.map { index in levels[(index + 1)...].prefix { $0 > levels[index] }.count }
      #expect(levels.indices.map { below[$0] } == slow, "\(levels)")
    }
  }
}
