import ListChanges
import TestSupport
import Testing

extension ListItem: Identifiable {}

struct ListDiffTests {
  private func item(_ word: String) -> ListItem {
    let name = word.unicodeScalars.first.map { Int($0.value) } ?? 0
    return ListItem(id: name, look: Int(word.dropFirst()) ?? 0)
  }

  /// The changes between two sketched lists; a name is the first letter, and a digit after it is how the item looks.
  private func changes(_ before: String, _ after: String) throws -> String {
    let lists = [before, after].map { text in
      GroupedList(sketch(text).sections.map { .init(header: item($0.header), rows: $0.rows.map(item)) })
    }
    let changes = lists[0].changes(to: lists[1])
    #expect(changes.problem(from: lists[0].shape, to: lists[1].shape) == nil)
    #expect(try changes.replay(on: lists[0], reading: lists[1]) == lists[1])
    return changes.description
  }

  @Test func `what is the same stays, and what looks different is reloaded`() throws {
    #expect(try changes("A: a b | B: c", "A: a b | B: c") == "none")
    #expect(try changes("A: a b | B: c", "A1: a b1 | B: c") == "~R0.1 ~H0")
  }

  @Test func `rows move between sections that stay`() throws {
    #expect(try changes("A: a b | B: c", "A: b | B: c a") == "R0.0>1.1")
    #expect(try changes("A: a b | B: c", "A: b a1 | B: c") == "R0.1>0.0 ~R0.1")
    #expect(try changes("A: a b | B", "A | B: a b") == "R0.0>1.0x2")
  }

  @Test func `a row of a section that comes or goes is deleted or inserted`() throws {
    #expect(try changes("A: a b | B: c", "A: a b c") == "-S1 +R0.2")
    #expect(try changes("A: a b c", "A: a b | B: c") == "+S1 -R0.2")
  }

  @Test func `a section moves with its rows, and one whose rows come or go is deleted and inserted`() throws {
    #expect(try changes("A: a | B: b | C", "B: b | C | A: a1") == "S0>2 ~R2.0")
    #expect(try changes("A: a | B: b | C", "B: b | C | A: a x") == "-S0 +S2")
  }

  @Test func `an id that comes twice is paired once`() throws {
    #expect(try changes("A: a a b", "A: a b") == "-R0.1")
    #expect(try changes("A: a | A: b", "A: a | A: b | A") == "-S1 +S1x2")
    #expect(try changes("A: a b", "A: b a a") == "+R0.2 R0.1>0.0")
  }

  @Test(arguments: 0..<500)
  func `changes of random lists lead from one to the other, with an inverse that leads back`(seed: Int) throws {
    let triple = ListTriple(seed: seed)
    let changes = triple.before.changes(to: triple.after)
    #expect(changes.problem(from: triple.before.shape, to: triple.after.shape) == nil)
    #expect(try changes.replay(on: triple.before, reading: triple.after) == triple.after)
    #expect(try changes.inverse.replay(on: triple.after, reading: triple.before) == triple.before)
    #expect(triple.before.changes(to: triple.before).isEmpty)
  }

  @Test(arguments: 0..<500)
  func `lists with repeated ids lead from one to the other`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func list() -> ListTriple.List {
      ListTriple.List(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          .init(
            header: ListItem(id: Int.random(in: 0...4, using: &random)),
            rows: (0..<Int.random(in: 0...6, using: &random)).map { _ in
              ListItem(id: Int.random(in: 0...9, using: &random), look: Int.random(in: 0...1, using: &random))
            })
        })
    }
    let (before, after) = (list(), list())
    let changes = before.changes(to: after)
    #expect(changes.problem(from: before.shape, to: after.shape) == nil)
    #expect(try changes.replay(on: before, reading: after) == after)
  }

  @Test(arguments: 1...6)
  func `of equally few moves, the last to stay is the one that was first`(count: Int) throws {
    for order in permutations(of: count) {
      let before = ListTriple.List([.init(header: ListItem(id: 0), rows: (0..<count).map { ListItem(id: $0) })])
      let after = ListTriple.List([.init(header: ListItem(id: 0), rows: order.map { ListItem(id: $0) })])
      let rows = before.changes(to: after)
      let sections = GroupedList(before.sections[0].rows.map { .init(header: $0, rows: [] as [ListItem]) })
        .changes(to: GroupedList(after.sections[0].rows.map { .init(header: $0, rows: []) }))
      let moved = Set(rows.movedRows.flatMap { $0.from.row..<($0.from.row + $0.count) })
      #expect(Set(sections.movedSections.flatMap { $0.from..<($0.from + $0.count) }) == moved)
      #expect((0..<count).filter { !moved.contains($0) } == staying(order), "\(order)")
    }
  }

  /// The elements that stay by the rule of the page, by trying every choice.
  private func staying(_ order: [Int]) -> [Int] {
    let choices = (0..<(1 << order.count)).map { bits in order.indices.filter { bits >> $0 & 1 == 1 }.map { order[$0] }
    }
    .filter { zip($0, $0.dropFirst()).allSatisfy { $0 < $1 } }
    let longest = choices.map(\.count).max() ?? 0
    return choices.filter { $0.count == longest }.min { $0.reversed().lexicographicallyPrecedes($1.reversed()) } ?? []
  }
}
