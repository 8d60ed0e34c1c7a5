import OutlineCore
import TestPrograms
import TestSupport
import Testing

@testable import OutlineStore

/// The numbers of sections, counted by spans of sort keys.
struct NumberTests {
  @Test(arguments: [38, 40, 41, 43] as [Int64])
  func `a number is the position among the sections with the same parent, wherever the spans end`(distance: Int64)
    throws
  {
    var random = SeededGenerator(seed: UInt64(distance))
    let levels = (0..<200).map { _ in Int.random(in: 1...4, using: &random) }
    let values = levels.enumerated().map {
      "(\($0.offset + 1), \((Int64($0.offset) - 60) << distance), \($0.element), 't')"
    }
    let file = try OutlineFile(
      "INSERT INTO section (section_id, ord, level, title) VALUES \(values.joined(separator: ","));")
    try Store(opening: file.path, for: .reading).read { reader in
      for (index, number) in Self.numbers(levels).enumerated() {
        let section = try #require(try reader.section(SectionID(Int64(index) + 1)))
        #expect(try reader.number(of: section) == ItemNumber(number))
        var found: Section?
        for position in number { found = try reader.section(position, below: found) }
        #expect(found == section)
      }
      #expect(try reader.section(levels.count { $0 == 1 } + 200, below: nil) == nil)
    }
  }

  /// The number of every section, from the levels in document order.
  private static func numbers(_ levels: [Int]) -> [[Int]] {
    var path: [(level: Int, position: Int)] = []
    return levels.map { level in
      var position = 1
      while let last = path.last, last.level >= level {
        position = last.position + 1
        path.removeLast()
      }
      path.append((level, position))
      return path.map(\.position)
    }
  }
}
