import OutlineCore
import OutlineDocuments
import OutlineFormats
import TestSupport
import Testing

/// What somebody made of a copy of a document, with what others made of the document.
struct RevisingTests {
  /// Reads a drawing such as "A1 a1 a2 .B2 b1": capitals are sections with their ids, dots their levels, small letters
  /// rows, whose numbers are greater by 1000; `=x` behind one gives it another text, and one without a number is new.
  private static func pieces(_ drawing: String) -> [OutlinePiece] {
    drawing.split(separator: " ").map { word in
      let parts = word.drop { $0 == "." }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      let name = parts[0]
      let id = Int64(name.drop { $0.isLetter })
      let text = parts.count > 1 ? parts[1] : name
      if name.first?.isUppercase == true {
        let draft = SectionDraft(level: word.prefix { $0 == "." }.count + 1, title: text)
        return .section(SectionPiece(draft, id: id.map { SectionID($0) }))
      }
      return .row(RowPiece(RowDraft(text), id: id.map { RowID($0 + 1_000) }))
    }
  }

  private static func drawing(_ items: [DocumentItem]) -> String {
    items.map { item in
      let name =
        switch item.content {
        case .section(let section): String(repeating: ".", count: item.level - 1) + section.title
        case .row(let row): row.text
        }
      return item.id == nil ? name + "!" : name
    }.joined(separator: " ")
  }

  private func combined(_ base: String, _ mine: String, _ theirs: String) throws -> String {
    let documents = [base, mine, theirs].map { Document(Self.pieces($0)) }
    return Self.drawing(try ThreeWayMerge.revising(documents[0], to: documents[1], over: documents[2]).items)
  }

  @Test(arguments: [
    ("A1 a1 a2", "A1 a1=x a2", "A1 a1 a2=y", "A1 x y"),
    ("A1 a1 a2", "A1 a2 a1", "A1 a1 a3 a2", "A1 a3 a2 a1"),
    ("A1 a1 a2", "A1 a1 b a2", "A1 a1 a3 a2", "A1 a1 a3 b! a2"),
    ("A1 a1 a2 B2", "A1 a1 a2 B2 b", "A1 a2 B2 a1", "A1 a2 B2 a1 b!"),
    ("A1 a1 B2 b3", "A1 B2 b3", "A1 a1 B2 b3 b4", "A1 B2 b3 b4"),
    ("A1 a1 .B2 b3", "A1 a1 .B2 b3 .C c", "A1 a1 .B2 b3 ..D4 d5", "A1 a1 .B2 b3 ..D4 d5 .C! c!"),
    ("A1 .B2 C3", "A1 .B2 C3", "A1 .B2 .D4 d5 C3", "A1 .B2 .D4 d5 C3"),
    ("A1 a1 a2", "A1 a2", "A1 a1", "A1"),
    ("A1 a1", "A1 a1=x", "A1 a1=x", "A1 x"),
    ("A1 B2 C3", "C3 A1 B2", "C3 A1 B2", "C3 A1 B2"),
    ("A1 a1 a2", "A1 .B1001=a1 .B1002=a2", "A1 a1 a2=y", "A1 .a1 .y"),
    ("A1 .B1001=x .C2 c3", "A1 a1=x .C2 c3", "A1 .B1001=w .C2 c3", "A1 w .C2 c3"),
  ])
  func `what fits is combined`(base: String, mine: String, theirs: String, expected: String) throws {
    #expect(try combined(base, mine, theirs) == expected)
  }

  @Test(arguments: [
    ("A1 a1", "A1 a1=x", "A1 a1=y", OutlineError.outdated(.changed(.row(RowID(1001)), text: "y"))),
    ("A1 a1", "A1", "A1 a1=y", .outdated(.changed(.row(RowID(1001)), text: "y"))),
    ("A1 a1", "A1 a1=x", "A1", .outdated(.gone(.row(RowID(1001)), text: "x"))),
    ("A1 B2 b1", "A1", "A1 B2 b1 b2", .outdated(.filled(.section(SectionID(2)), title: "B2"))),
    ("A1 B2", "A1 B2 b", "A1", .outdated(.gone(.section(SectionID(2)), text: "B2"))),
    ("A1 a1 a2 a3", "A1 a3 a1 a2", "A1 a2 a1 a3", .outdated(.changed(.row(RowID(1002)), text: "a2"))),
    ("A1 a1", "A1 a1=", "A1 a1", .emptyName("text")),
  ])
  func `what does not fit is named`(base: String, mine: String, theirs: String, error: OutlineError) {
    #expect(throws: error) { try combined(base, mine, theirs) }
  }

  @Test func `where one side changes nothing, the result is the other, and nothing is lost where both do`() throws {
    var random = SeededGenerator(seed: 7)
    var combinations = 0
    for _ in 0..<400 {
      let base = Self.random(using: &random)
      let mine = Self.changed(base, from: 100, using: &random)
      let theirs = Self.changed(base, from: 200, using: &random)
      #expect(try combined(base, mine, base) == Self.plain(mine))
      #expect(try combined(base, base, theirs) == Self.plain(theirs))
      guard let both = try? combined(base, mine, theirs) else { continue }
      combinations += 1
      let words = { (drawing: String) in Set(Self.plain(drawing).split(separator: " ").map { $0.drop { $0 == "." } }) }
      let new = words(mine).union(words(theirs)).subtracting(words(base))
      #expect(words(both).isSuperset(of: new), "\(base) | \(mine) | \(theirs)")
      let kept = words(base).intersection(words(mine)).intersection(words(theirs))
      #expect(words(both) == new.union(kept), "\(base) | \(mine) | \(theirs)")
    }
    #expect(combinations > 100)
  }

  /// The drawing as ``drawing(_:)`` draws what it stands for.
  private static func plain(_ drawing: String) -> String {
    drawing.split(separator: " ").map { word in
      let dots = word.prefix { $0 == "." }
      return dots + (word.split(separator: "=").last ?? "").drop { $0 == "." }
    }.joined(separator: " ")
  }

  private static func random(using random: inout SeededGenerator) -> String {
    (1...8).map { number in
      if number == 1 || random.next() % 3 == 0 {
        return String(repeating: ".", count: number == 1 ? 0 : Int(random.next() % 2)) + "S\(number)"
      }
      return "r\(number)"
    }.joined(separator: " ")
  }

  /// The drawing with two changes: a row deleted, a text changed, something added, or two neighbouring rows swapped.
  private static func changed(_ drawing: String, from start: Int, using random: inout SeededGenerator) -> String {
    var words = drawing.split(separator: " ").map(String.init)
    for step in 0..<2 {
      let index = Int(random.next() % UInt64(words.count))
      let isRow = words[index].hasPrefix("r")
      switch random.next() % 4 {
      case 0 where isRow: words.remove(at: index)
      case 1: words[index] = (words[index].split(separator: "=").first.map(String.init) ?? "") + "=t\(start + step)"
      case 2: words.insert("r\(start + step)", at: index + 1)
      default:
        if isRow, index + 1 < words.count, words[index + 1].hasPrefix("r") { words.swapAt(index, index + 1) }
      }
    }
    return words.joined(separator: " ")
  }
}
