import ListChanges
import OutlineCore
import Testing

struct LevelStackTests {
  @Test func `an entry is inside the nearest ones before it with smaller levels`() {
    for code in 0..<1_024 {
      let levels = (0..<5).map { 1 + code >> (2 * $0) & 3 }
      var stack = LevelStack<Int>()
      for index in levels.indices {
        stack.enter(index, level: levels[index])
        let enclosing = levels[...index].indices.filter { other in
          levels[(other + 1)..<max(other + 1, index + 1)].allSatisfy { $0 > levels[other] }
        }
        #expect(stack.entries == enclosing)
        #expect(stack.count == enclosing.count && stack.innermost == index && stack.innermostLevel == levels[index])
      }
    }
  }

  @Test func `entries are left from the inside, one by one, up to the one that encloses the level`() {
    var stack = LevelStack<String>()
    for (name, level) in [("a", 1), ("b", 3), ("c", 4)] { stack.enter(name, level: level) }
    #expect(stack.leave(for: 5) == nil)
    #expect(stack.leave(for: 2).map { [$0.entry, "\($0.level)"] } == ["c", "4"])
    stack.changeInnermost { $0 += "!" }
    #expect(stack.leave(for: 2)?.entry == "b!")
    #expect(stack.leave(for: 2) == nil)
    #expect(stack.entries == ["a"])
  }
}
