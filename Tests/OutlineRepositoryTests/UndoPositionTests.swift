import OutlineCore
import OutlineRepository
import Testing

/// Sections and rows that come back out of order: below the parent and beside the neighbours that they had.
struct UndoPositionTests {
  private func history(_ drawing: String) throws -> DrawnHistory { try DrawnHistory(drawing, bens: []) }

  /// The sections with their levels, and the rows.
  private func outline(_ history: DrawnHistory) throws -> [String] {
    try history.shell.lines(
      """
      SELECT name FROM (
        SELECT ord, NULL AS rank, level || title AS name FROM section
        UNION ALL SELECT ord, rank, substr('----', 1, row.level) || text FROM row JOIN section USING (section_id))
      ORDER BY ord, rank
      """)
  }

  private func newest(_ history: DrawnHistory) throws -> EntryID {
    try #require(try history.repository.log(as: "ana", limit: 1).entries.first?.id)
  }

  @Test func `a deleted section comes back below its parent, which has moved since`() throws {
    let history = try history("▾ Home\n▾ Work\n▾ Shop")
    try history.perform(.addSections([SectionDraft(title: "Plan")], to: .inside("Work")))
    try history.perform(.delete(["Plan"], options: DeleteOptions()), as: "bob")
    try history.perform(.move("Work", to: Placement(.anywhere, .last)))
    _ = try history.repository.undo(.lastOwn(1), as: "bob")
    #expect(try outline(history) == ["1Home", "1Shop", "1Work", "2Plan"])
    _ = try history.repository.redo(.lastOwn(1), as: "bob")
    #expect(try outline(history) == ["1Home", "1Shop", "1Work"])
  }

  @Test func `a moved section goes back below its parent, which has moved since, and never below another`() throws {
    let history = try history("▾ X\n▾ A\n▾ Z\n  ▾ K")
    try history.perform(.move("K", to: .inside("X")))
    let move = try newest(history)
    try history.perform(.move("Z", to: Placement(.anywhere, .first)))
    _ = try history.repository.undo(.entry(move), as: "ana")
    #expect(try outline(history) == ["1Z", "2K", "1X", "1A"])
    _ = try history.repository.redo(.entry(move), as: "ana")
    #expect(try outline(history) == ["1Z", "1X", "2K", "1A"])
  }

  @Test func `no section comes back as the first line with a level below the top`() throws {
    let history = try history("▾ A\n  ▾ B\n▾ C")
    try history.perform(.delete(["B"], options: DeleteOptions()))
    let deletion = try newest(history)
    try history.perform(.move("A", to: Placement(.anywhere, .last)))
    _ = try history.repository.undo(.entry(deletion), as: "ana")
    #expect(try outline(history) == ["1C", "1A", "2B"])
  }

  @Test func `a parent on another level takes what comes back along, with what is below it`() throws {
    let history = try history("▾ A\n▾ B\n  ▾ C\n    - c\n    ▾ D\n▾ E")
    try history.perform(.delete(["C"], options: DeleteOptions(isRecursive: true)))
    let deletion = try newest(history)
    try history.perform(.move("B", to: .inside("A")), as: "ben")
    _ = try history.repository.undo(.entry(deletion), as: "ana")
    #expect(try outline(history) == ["1A", "2B", "3C", "-c", "4D", "1E"])
  }

  @Test func `what moved along with its parent has not moved`() throws {
    let history = try history("▾ A\n  ▾ K\n▾ B\n▾ C")
    try history.perform(.move("K", to: .inside("B")))
    let move = try newest(history)
    try history.perform(.move("B", to: Placement(.anywhere, .first)), as: "ben")
    try history.perform(.addSections([SectionDraft(title: "N")], to: .inside("K")), as: "ben")
    _ = try history.repository.undo(.entry(move), as: "ana")
    #expect(try outline(history) == ["1B", "1A", "2K", "3N", "1C"])
  }

  @Test func `a section whose parent is gone or inside it is refused, and nothing changes`() throws {
    let cases: [(Edit, Edit, Conflict)] = [
      (
        .delete(["K"], options: DeleteOptions()), .delete(["A"], options: DeleteOptions(isRecursive: true)),
        .gone(.section(SectionID(1)), text: nil)
      ),
      (
        .move("K", to: .inside("B")), .move("A", to: .inside("K")),
        .inside(.section(SectionID(1)), title: "A", of: .section(SectionID(2)), named: "K")
      ),
      (
        .move("K", to: .inside("B")), .move("K", to: Placement(.anywhere, .last)),
        .moved(.section(SectionID(2)), text: "K")
      ),
    ]
    for (own, others, conflict) in cases {
      let history = try history("▾ A\n  ▾ K\n▾ B")
      try history.perform(own, words: "my edit")
      try history.perform(others, as: "ben")
      let before = try history.shell.contents()
      #expect(throws: OutlineError.conflict(conflict, words: "my edit")) {
        try history.repository.undo(.lastOwn(1), as: "ana")
      }
      #expect(try history.shell.contents() == before)
    }
  }

  @Test func `what comes back never parts what was added together`() throws {
    let drafts = ["N1", "N2", "N3", "N4"]
    let sections = try history("▾ A\n▾ B\n▾ C")
    try sections.perform(.delete(["B"], options: DeleteOptions()))
    try sections.perform(.addSections(drafts.map { SectionDraft(title: $0) }, to: .after("A")), as: "ben")
    _ = try sections.repository.undo(.lastOwn(1), as: "ana")
    #expect(try outline(sections) == ["1A", "1N1", "1N2", "1N3", "1N4", "1B", "1C"])
    let rows = try history("▾ A\n  - a\n  - b\n  - c\n  - d\n  - e")
    try rows.perform(.delete(["b", "d"], options: DeleteOptions()))
    try rows.perform(.addRows(drafts.map { RowDraft($0) }, to: .after("a")), as: "ben")
    _ = try rows.repository.undo(.lastOwn(1), as: "ana")
    #expect(try outline(rows) == ["1A", "-a", "-N1", "-N2", "-N3", "-N4", "-b", "-c", "-d", "-e"])
  }

  @Test func `rows that come back one after another find each other`() throws {
    let history = try history("▾ A\n  - a\n  - b\n  - c\n  - d")
    for row in ["b", "c"] { try history.perform(.delete([.path([row])], options: DeleteOptions())) }
    try history.perform(.addRows(["x", "y", "z"].map { RowDraft($0) }, to: .after("a")), as: "ben")
    for _ in 1...2 { _ = try history.repository.undo(.lastOwn(1), as: "ana") }
    #expect(try outline(history) == ["1A", "-a", "-x", "-y", "-z", "-b", "-c", "-d"])
  }

  @Test func `a row comes back below its row, which has moved since to another section and level`() throws {
    let history = try history("▾ A\n  - a\n    - b\n    - c\n    - d\n▾ B\n  - e")
    try history.perform(.delete(["c"], options: DeleteOptions()))
    try history.perform(.move("a", to: .inside("e")), as: "ben")
    _ = try history.repository.undo(.lastOwn(1), as: "ana")
    #expect(try outline(history) == ["1A", "1B", "-e", "--a", "---b", "---c", "---d"])
    _ = try history.repository.redo(.lastOwn(1), as: "ana")
    #expect(try outline(history) == ["1A", "1B", "-e", "--a", "---b", "---d"])
  }

  @Test func `levels go back together with what is below now`() throws {
    let history = try history("▾ A\n  - a\n  - b\n    - c\n  - d")
    try history.perform(.indent(["b"]))
    try history.perform(.addRows([RowDraft("x")], to: .inside("b", .first)), as: "ben")
    try history.perform(.addRows([RowDraft("y")], to: .inside("c")), as: "ben")
    #expect(try outline(history) == ["1A", "-a", "--b", "---x", "---c", "----y", "-d"])
    _ = try history.repository.undo(.lastOwn(1), as: "ana")
    #expect(try outline(history) == ["1A", "-a", "-b", "--x", "--c", "---y", "-d"])
  }

  @Test func `a row that comes back takes no row below it that came since`() throws {
    let history = try history("▾ A\n  - a\n    - b\n  - c")
    try history.perform(.delete(["a"], options: DeleteOptions(isRecursive: true)))
    try history.perform(.addRows([RowDraft("x"), RowDraft("y", level: 2)], to: .before("c")), as: "ben")
    _ = try history.repository.undo(.lastOwn(1), as: "ana")
    #expect(try outline(history) == ["1A", "-x", "--y", "-a", "--b", "-c"])
  }

  @Test func `a row whose place is gone is refused, and nothing changes`() throws {
    let row = { (number: Int64) in ItemID.row(RowID(number)) }
    let cases: [(Edit, Edit, Conflict)] = [
      (
        .delete(["b"], options: DeleteOptions()), .delete(["a"], options: DeleteOptions(isRecursive: true)),
        .gone(row(2), text: nil)
      ),
      (.addRows([RowDraft("x")], to: .inside("a")), .move("c", to: .inside("x")), .filled(row(5), title: "x")),
      (.move("b", to: .inside("c")), .move("a", to: .inside("b")), .inside(row(2), title: "a", of: row(3), named: "b")),
      (.move("b", to: .inside("c")), .move("b", to: .inside("A")), .moved(row(3), text: "b")),
      (.delete(["b"], options: DeleteOptions()), .promote(["a"]), .converted(.section(SectionID(2)), text: "a")),
    ]
    for (own, others, conflict) in cases {
      let history = try history("▾ A\n  - a\n    - b\n  - c")
      try history.perform(own, words: "my edit")
      try history.perform(others, as: "ben")
      let before = try history.shell.contents()
      #expect(throws: OutlineError.conflict(conflict, words: "my edit")) {
        try history.repository.undo(.lastOwn(1), as: "ana")
      }
      #expect(try history.shell.contents() == before)
    }
  }

  @Test func `a row at the end comes back beside the one it followed`() throws {
    let history = try history("▾ A\n  - a\n  - b")
    try history.perform(.delete(["b"], options: DeleteOptions()))
    try history.perform(.addRows([RowDraft("x")], to: .inside("A")), as: "ben")
    _ = try history.repository.undo(.lastOwn(1), as: "ana")
    #expect(try outline(history) == ["1A", "-a", "-b", "-x"])
  }
}
