import TestSupport
import Testing

@testable import ListChanges

struct BlockedListTests {
  @Test(arguments: 1...20) func `replacing elements in a list gives the list that an array gives`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var array = Array(0..<Int.random(in: 0...40, using: &generator))
    var list = BlockedList(array, blockSize: 4)
    for _ in 0..<200 {
      let range = Self.range(in: array.count, &generator)
      let new = (0..<Int.random(in: 0...6, using: &generator)).map { _ in Int.random(in: 0...9, using: &generator) }
      let limits = (head: Int.random(in: 0...60, using: &generator), tail: Int.random(in: 0...60, using: &generator))
      let (before, old) = (list, array)
      list.replace(range, with: new)
      array.replaceSubrange(range, with: new)
      #expect(Array(list) == array && Array(before) == old, "seed \(seed)")
      #expect(list.blocks.allSatisfy { !$0.isEmpty && $0.count <= 4 }, "seed \(seed)")
      #expect(list.blocks.dropLast().allSatisfy { $0.count >= 2 }, "seed \(seed)")
      let (head, tail) = before.commonEnds(with: list, limits: limits, by: ==)
      let expected = Self.commonEnds(old, array, limits)
      #expect(head == expected.head && tail == expected.tail, "seed \(seed)")
    }
  }

  @Test func `the first element after any bound is found`() {
    for count in 0...30 {
      let list = BlockedList((0..<count).map { $0 * 2 }, blockSize: 4)
      for bound in -1...(2 * count + 1) {
        #expect(list.partitioningIndex { $0 > bound } == Array(list).partitioningIndex { $0 > bound })
      }
    }
  }

  @Test(arguments: 1...4) func `a shape in which sections are replaced is the shape of the new list`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var counts = (0..<1_000).map { _ in Int.random(in: 0...3, using: &generator) }
    var shape = ListShape(rowCounts: counts)
    for _ in 0..<8 {
      let range = Self.range(in: counts.count, &generator)
      let new = (0..<Int.random(in: 0...400, using: &generator)).map { _ in Int.random(in: 0...3, using: &generator) }
      shape.replace(sections: range, withRowCounts: new)
      counts.replaceSubrange(range, with: new)
      let lines = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + 1 + $1) }
      #expect(shape.rowCounts == counts && shape.lineCount == lines[counts.count], "seed \(seed)")
      #expect(shape == ListShape(rowCounts: counts), "seed \(seed)")
      #expect(counts.indices.allSatisfy { shape.headerLine(ofSection: $0) == lines[$0] }, "seed \(seed)")
      #expect(
        (0..<shape.lineCount).allSatisfy { line in shape.position(ofLine: line).flatMap(shape.line) == line },
        "seed \(seed)")
    }
  }

  private static func range(in count: Int, _ generator: inout SeededGenerator) -> Range<Int> {
    let ends = [Int.random(in: 0...count, using: &generator), Int.random(in: 0...count, using: &generator)].sorted()
    return ends[0]..<min(ends[1], ends[0] + 9)
  }

  private static func commonEnds(
    _ old: [Int], _ new: [Int], _ limits: (head: Int, tail: Int)
  ) -> (head: Int, tail: Int) {
    let head = zip(old, new).prefix(limits.head).prefix { $0 == $1 }.count
    let (rest, newRest) = (old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
    return (head, zip(rest, newRest).prefix(limits.tail).prefix { $0 == $1 }.count)
  }
}
