import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// Rows that move in the same batch in which their section, or the one that they go to, opens or closes.
struct CompoundMoveTests {
  /// The changes of several edits as one, which must obey the laws.
  private func changes(of edits: Edit..., in drawing: String) throws -> String {
    let outline = try DrawnOutline(drawing)
    let before = try outline.repository.visible(to: "ana")
    let changes = try outline.repository.perform(edits.map { BatchEdit($0) }, as: "ana").changes
    let after = try outline.repository.visible(to: "ana")
    let laws = PairLaws(changes: changes, before: before, after: after)
    #expect(laws.broken(isOneEdit: false) == [])
    return changes.description
  }

  @Test func `a row that moves into a section that opens moves, between the rows that are inserted there`() throws {
    let drawing = "▾ A\n  - ant\n  - ape\n▸ B\n  - bee\n  - bug"
    #expect(
      try changes(of: .expand("B"), .move("ant", to: .after("bee")), in: drawing)
        == "+R1.0 +R1.2 R0.0>1.1 ~H1")
    #expect(try changes(of: .move("ape", to: .inside("B")), .expand("B"), in: drawing) == "+R1.0x2 R0.1>1.2 ~H1")
  }

  @Test func `a row that moves into a section that closes is deleted with nothing inserted`() throws {
    #expect(
      try changes(
        of: .collapse("B"), .move("ant", to: .inside("B")), in: "▾ A\n  - ant\n  - ape\n▾ B\n  - bee")
        == "-R0.0 -R1.0 ~H1")
  }

  @Test func `a row that moves out of a section that opens is inserted`() throws {
    #expect(
      try changes(
        of: .expand("A"), .move("ant", to: .inside("B")), in: "▸ A\n  - ant\n  - ape\n▾ B\n  - bee")
        == "+R0.0 +R1.1 ~H0")
  }

  @Test func `a row that moves out of a section that closes moves, from between the rows that are deleted`() throws {
    #expect(
      try changes(
        of: .move("ape", to: .inside("B")), .collapse("A"), in: "▾ A\n  - ant\n  - ape\n  - asp\n▾ B\n  - bee")
        == "-R0.0 -R0.2 R0.1>1.1 ~H0")
  }

  @Test func `rows that move from a section that closes into one that opens move, and one that is edited is reloaded`()
    throws
  {
    #expect(
      try changes(
        of: .collapse("A"), .expand("B"), .move("ant", "ape", to: .inside("B", .first)),
        .change(.path(["ape"]), to: Patch(text: "emu")), in: "▾ A\n  - ant\n  - ape\n  - asp\n▸ B\n  - bee")
        == "-R0.2 +R1.2 R0.0>1.0x2 ~R1.1 ~H0x2")
  }

  @Test func `a section that moves while a row of it changes its text moves, and the row is reloaded there`() throws {
    #expect(
      try changes(
        of: .move("B", to: .before("A")), .change(.path(["bee"]), to: Patch(text: "bat")),
        in: "▾ A\n  - ant\n▾ B\n  - bee\n  - bug") == "S1>0 ~R0.0")
  }

  @Test func `a section that moves, opens and loses its rows moves`() throws {
    #expect(
      try changes(
        of: .move("B", to: .before("A")), .expand("B"), .move("bee", to: .inside("A")),
        in: "▾ A\n  - ant\n▸ B\n  - bee") == "S1>0 +R1.1 ~H0")
  }
}

/// Batches that change something and change it back.
struct ChangedBackTests {
  private func changes(_ edits: [Edit]) throws -> String {
    let outline = try DrawnOutline("▾ A\n  - a1\n▾ B\n  - b1")
    let answer = try outline.repository.perform(edits.map { BatchEdit($0) }, as: "ana")
    return answer.changes.description
  }

  private let moveB = Edit.move([.path(["B"])], to: Placement(.before(.path(["A"]))))
  private let changeRow = Edit.change(.path(["b1"]), to: Patch(text: "B1"))

  @Test func `a section that moves while a text in it changes is a move and a reload`() throws {
    #expect(try changes([moveB, changeRow]) == "S1>0 ~R0.0")
  }

  @Test func `a text that is changed back is no reload`() throws {
    let back = Edit.change(.path(["B1"]), to: Patch(text: "b1"))
    #expect(try changes([changeRow, back]) == "none")
    #expect(try changes([moveB, changeRow, back]) == "S1>0")
  }

  @Test func `a title that is changed back is no reload`() throws {
    let edits: [Edit] = [
      .change(.path(["A"]), to: Patch(text: "Z")), .change(.path(["Z"]), to: Patch(text: "A")),
    ]
    #expect(try changes(edits) == "none")
  }
}
