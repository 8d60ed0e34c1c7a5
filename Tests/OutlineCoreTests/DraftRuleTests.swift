import ListChanges
import OutlineCore
import Testing

struct DraftRuleTests {
  private func leveled(_ levels: [Int], at level: Int?, isTop: Bool = false) throws -> [Int] {
    let drafts = levels.map { SectionDraft(level: $0, title: "t") }
    return try DraftRules.leveled(drafts, at: level, isTop: isTop).map(\.level)
  }

  @Test func `the outermost sections take the level of the place and the others keep their distance`() throws {
    #expect(try leveled([1, 2, 3, 1, 2], at: 4) == [4, 5, 6, 4, 5])
    #expect(try leveled([2, 4, 2], at: 1) == [1, 3, 1])
  }

  @Test func `a draft further out than those before it takes the level of the place as well`() throws {
    #expect(try leveled([3, 2, 3, 1], at: 2) == [2, 2, 3, 2])
  }

  @Test func `in an empty outline levels stay as they are`() throws {
    #expect(try leveled([3, 1, 2], at: nil, isTop: true) == [3, 1, 2])
  }

  @Test func `at the top levels of their own are kept where nothing before captures them`() throws {
    #expect(try leveled([1, 2], at: 2, isTop: true) == [1, 2])
    #expect(try leveled([3, 4], at: 2, isTop: true) == [2, 3])
    #expect(try leveled([3, 1, 2], at: 2, isTop: true) == [2, 1, 2])
  }

  @Test func `nothing nests deeper than the file takes`() throws {
    #expect(try leveled([1, 2], at: 99) == [99, 100])
    #expect(throws: OutlineError.tooDeep(title: "t", level: 101)) { try leveled([1, 2], at: 100) }
    #expect(throws: OutlineError.tooDeep(title: "t", level: 0)) { try leveled([0], at: nil, isTop: true) }
  }

  @Test func `texts are as long as the file takes and no longer, in bytes`() throws {
    try DraftRules.check(title: String(repeating: "a", count: 65_536))
    try DraftRules.check(text: String(repeating: "é", count: 524_288))
    let (title, detail) = (String(repeating: "a", count: 65_537), String(repeating: "é", count: 524_289))
    let text = String(repeating: "a", count: 1_048_577)
    #expect(throws: OutlineError.tooLong(title, limit: 65_536)) { try DraftRules.check(title: title) }
    #expect(throws: OutlineError.tooLong(detail, limit: 1_048_576)) { try DraftRules.check(detail: detail) }
    #expect(throws: OutlineError.tooLong(text, limit: 1_048_576)) { try DraftRules.check(text: text) }
  }

  @Test func `a NUL is refused wherever it is`() {
    #expect(throws: OutlineError.containsNUL) { try DraftRules.check(title: "a\0b") }
    #expect(throws: OutlineError.containsNUL) { try DraftRules.check(detail: "\0") }
    #expect(throws: OutlineError.containsNUL) { try DraftRules.check(text: "ab\0") }
  }
}

struct SectionMoveTests {
  private let before = Drawing("▾ A\n  - a\n  ▾ B\n    ▸ C\n▾ D\n  ▾ E")

  private func moving(_ titles: String..., before next: String?, level: Int) -> [SectionState] {
    SectionMoves.rearrange(
      before.states, moving: titles.map { id($0).rawValue }, before: next.map { id($0).rawValue }, level: level
    ).sections
  }

  @Test func `a section moves with all that is below it`() {
    #expect(moving("A", before: nil, level: 1) == Drawing("▾ D\n  ▾ E\n▾ A\n  - a\n  ▾ B\n    ▸ C").states)
    #expect(moving("D", before: "B", level: 2) == Drawing("▾ A\n  - a\n  ▾ D\n    ▾ E\n  ▾ B\n    ▸ C").states)
  }

  @Test func `levels below a moved section keep their distance to it`() {
    #expect(moving("B", before: "A", level: 1) == Drawing("▾ B\n  ▸ C\n▾ A\n  - a\n▾ D\n  ▾ E").states)
  }

  @Test func `several sections arrive in the order in which they are named`() {
    #expect(moving("E", "B", before: "A", level: 1) == Drawing("▾ E\n▾ B\n  ▸ C\n▾ A\n  - a\n▾ D").states)
  }

  @Test func `before a section that moves itself means before the next one that stays`() {
    #expect(moving("D", "B", before: "B", level: 2) == Drawing("▾ A\n  - a\n  ▾ D\n    ▾ E\n  ▾ B\n    ▸ C").states)
    #expect(moving("E", before: "E", level: 2) == before.states)
  }

  @Test func `an item that moved is shown as it is afterwards`() {
    let moved = SectionMoves.rearrange(before.states, moving: [id("B").rawValue], before: nil, level: 3).moved
    #expect(moved.map(\.id) == ["B", "C"].map(id))
    #expect(moved.map(\.level) == [3, 4])
  }
}
