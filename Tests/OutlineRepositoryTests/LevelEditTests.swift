import ListChanges
import OutlineCore
import OutlineRepository
import Testing

struct LevelEditTests {
  private let drawing = "▾ A\n  - a\n  ▾ B\n    - b\n    ▾ C\n      - c\n  ▾ D\n    - d\n▾ E"

  @Test func `a section goes one level up, after its parent, and takes none of the sections that followed it`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.outdent(["B"])) == "S3>1 ~H2x2")
    #expect(try outline.view() == "▾ A\n  - a\n  ▾ D\n    - d\n▾ B\n  - b\n  ▾ C\n    - c\n▾ E")
  }

  @Test func `several sections go one level up in the order in which they were`() throws {
    let outline = try DrawnOutline(drawing)
    try outline.perform(.outdent(["D", "B"]))
    #expect(try outline.view() == "▾ A\n  - a\n▾ B\n  - b\n  ▾ C\n    - c\n▾ D\n  - d\n▾ E")
  }

  @Test func `a section at the top does not go up`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(throws: OutlineError.atTop(title: "A")) { try outline.perform(.outdent(["A"])) }
    #expect(throws: OutlineError.atTop(title: "E")) { try outline.perform(.outdent(["B", "E"])) }
    #expect(try outline.view() == drawing)
  }

  @Test func `a section goes one level down to the end of the section before it`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.indent(["D"])) == "~H3")
    #expect(try outline.view() == "▾ A\n  - a\n  ▾ B\n    - b\n    ▾ C\n      - c\n    ▾ D\n      - d\n▾ E")
  }

  @Test func `what has nothing before it on its level does not go down`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n▾ B\n  ▾ C")
    for name in ["A", "a", "C"] {
      #expect(throws: OutlineError.nothingBefore(name: name)) { try outline.perform(.indent([.path([name])])) }
    }
  }

  @Test func `a row goes below the row before it, which becomes a section with all rows after it`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b\n  - c\n  ▾ B")
    #expect(try outline.perform(.indent(["b"])) == "+S1x2 -R0.0x3 R0.0=S1 R0.1=R1.0 R0.2=S2")
    #expect(try outline.view() == "▾ A\n  ▾ a\n    - b\n  ▾ c\n  ▾ B")
    #expect(try outline.perform(.outdent(["b"])) == "+S2 -R1.0 R1.0=S2")
    #expect(try outline.view() == "▾ A\n  ▾ a\n  ▾ b\n  ▾ c\n  ▾ B")
    #expect(try outline.perform(.indent(["b", "c"])) == "-S2x2 +R1.0x2 S2=R1.0 S3=R1.1")
    #expect(try outline.view() == "▾ A\n  ▾ a\n    - b\n    - c\n  ▾ B")
  }

  @Test func `a row with blank lines at its beginning becomes a section with a title`() throws {
    let outline = try DrawnOutline("▾ A")
    try outline.perform(
      .addRows(["\nfirst", " \r\n\nsecond\nnote\n"].map { RowDraft($0) }, to: Placement(.inside("A"))))
    try outline.perform(.outdent([.row(RowID(2)), .row(RowID(3))]))
    let sections = try outline.repository.lines(for: "ana").compactMap { line in
      if case .header(let header) = line { [header.section.title, header.section.detail] } else { nil }
    }
    #expect(sections == [["A", nil], ["first", nil], ["second", "note\n"]])
  }

  @Test func `an empty section becomes a row where rows are, and below the last row of its parent`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  ▾ B\n▸ D\n▾ E")
    let changes = try outline.perform(.indent(["B"]))
    #expect(changes == "-S1 +S1 -R0.0 R0.0=S1 S1=R1.0")
    #expect(try outline.view() == "▾ A\n  ▾ a\n    - B\n▸ D · 0 hidden\n▾ E")
    #expect(try outline.perform(.indent(["E"])) == "-S3 ~H2")
    #expect(try outline.view() == "▾ A\n  ▾ a\n    - B\n▸ D · 1 hidden")
  }

  @Test func `a section that becomes a row, changes, and becomes a section again within one edit is reloaded`() throws {
    let outline = try DrawnOutline("▾ A\n▾ B")
    let edits: [Edit] = [.indent(["B"]), .change(.id(2), to: Patch(text: "C")), .outdent([.id(2)])]
    let request = Request(report: .changesWithShapes)
    #expect(try "\(outline.repository.perform(edits.map { BatchEdit($0) }, as: "ana", with: request).changes)" == "~H1")
    #expect(try "\(outline.repository.step(.undo, .lastOfAnybody(1), as: "ana", with: request).changes)" == "~H1")
    for edit in edits { try outline.perform(edit) }
    #expect(try "\(outline.repository.step(.undo, .lastOfAnybody(3), as: "ana", with: request).changes)" == "~H1")
    #expect(try outline.view() == "▾ A\n▾ B")
  }

  @Test func `in the layout flat, what changes its kind is a line that stays`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b\n  - c\n▾ B")
    let shape = ListShape(rowCounts: [3, 0])
    let answer = try outline.repository.perform(
      .indent(["b"]), as: "ana", with: Request(report: .changesWithShapes))
    let lines = answer.changes.flattened(from: shape, to: try #require(answer.shapes).after)
    #expect("\(lines)" == "~L1x3")
    #expect("\(answer.changes.inverse.flattened(from: try #require(answer.shapes).after, to: shape))" == "~L1x3")
  }

  @Test func `a number, its box, its attributes and everybody's flags stay with what changes its kind`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b")
    let patch = Patch(checkBox: .done, attributes: #"{"x":1}"#)
    _ = try outline.repository.perform(.change(["a"], to: patch), as: "ana")
    _ = try outline.repository.perform(.indent(["b"]), as: "ana")
    for user in ["ana", "ben"] { _ = try outline.repository.perform(.collapse("@s2"), as: user) }
    _ = try outline.repository.perform(.outdent(["b"]), as: "ana")
    _ = try outline.repository.perform(.delete(["b"], options: DeleteOptions()), as: "ana")
    _ = try outline.repository.perform(.addSections([SectionDraft(title: "X")], to: .before("A")), as: "ana")
    _ = try outline.repository.perform(.move("a", to: .inside("X")), as: "ana")
    _ = try outline.repository.perform(.outdent(["a"]), as: "ana")
    _ = try outline.repository.perform(.indent(["a"]), as: "ana")
    let row = try #require(
      try outline.repository.lines(for: "ana").compactMap { line in
        if case .row(let row) = line { row } else { nil }
      }.first)
    #expect(row.id == RowID(2) && row.text == "a" && row.isDone == true && row.attributes == #"{"x":1}"#)
    _ = try outline.repository.perform(.outdent(["a"]), as: "ana")
    #expect(try outline.repository.folds(as: "ana").first { $0.id == SectionID(2) }?.isCollapsed == false)
    #expect(try outline.repository.folds(as: "ben").first { $0.id == SectionID(2) }?.isCollapsed == true)
  }

  @Test func `a user who makes a section of a row sees it open, even if sections start collapsed for them`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b")
    _ = try outline.repository.perform(.resetFolds(startsCollapsed: true), as: "ana")
    _ = try outline.repository.perform(.expand("A"), as: "ana")
    _ = try outline.repository.perform(.indent(["b"]), as: "ana")
    #expect(try outline.view() == "▾ A\n  ▾ a\n    - b")
  }

  @Test func `what is added where sections are tasks comes after the last of them, as a section`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  ▾ B\n  ▾ C")
    _ = try outline.repository.perform(.change("B", to: Patch(checkBox: .open)), as: "ana")
    try outline.perform(.add("x", to: .inside("A")))
    try outline.perform(.add("y", to: .inside("A", .first)))
    try outline.perform(.add("z", to: .after("C")))
    try outline.perform(.add("w", to: .before("B")))
    #expect(try outline.view() == "▾ A\n  - y\n  - a\n  - w\n  ▾ B\n  ▾ C\n  ▾ z\n  ▾ x")
  }

  @Test func `what is added after the last task comes after the sections without content that follow it`() throws {
    let outline = try DrawnOutline("▾ A\n  ▾ B\n    - b\n  ▾ C\n  ▾ D\n    - d\n▾ E")
    _ = try outline.repository.perform(.change("B", to: Patch(checkBox: .open)), as: "ana")
    for name in ["x", "y"] { try outline.perform(.addRows([RowDraft(name)], to: .inside("A"))) }
    try outline.perform(.add("z", to: .inside("E")))
    try outline.perform(.move("z", to: .inside("A")))
    #expect(try outline.view() == "▾ A\n  ▾ B\n    - b\n  ▾ C\n  ▾ x\n  ▾ y\n  ▾ z\n  ▾ D\n    - d\n▾ E")
    _ = try outline.repository.perform(.delete(["D"], options: DeleteOptions(isRecursive: true)), as: "ana")
    try outline.perform(.add("w", to: .inside("A")))
    #expect(try outline.view() == "▾ A\n  ▾ B\n    - b\n  ▾ C\n  ▾ x\n  ▾ y\n  ▾ z\n  ▾ w\n▾ E")
  }

  @Test
  func `rows and subsections without content are sorted as one list, in which as few as can be change their kind`()
    throws
  {
    let outline = try DrawnOutline(
      "▾ A\n  ▾ c\n  ▾ a\n  ▾ b\n▾ D\n  - z\n  - c\n  ▾ b\n  ▾ E\n    - e\n▾ F\n  - b\n  ▾ d\n  ▾ c\n  ▾ a")
    #expect(try outline.perform(.sort(["A"], by: SortOrder())) == "S1>3")
    try outline.perform(.sort(["D"], by: SortOrder()))
    try outline.perform(.sort(["F"], by: SortOrder(isReversed: true)))
    let expected = """
      ▾ A
        ▾ a
        ▾ b
        ▾ c
      ▾ D
        - b
        - c
        - z
        ▾ E
          - e
      ▾ F
        ▾ d
        ▾ c
        ▾ b
        ▾ a
      """
    #expect(try outline.view() == expected)
  }

  @Test func `what is sorted as one list keeps its number, and is as it was after undo`() throws {
    let history = try DrawnHistory("▾ A\n  - d\n  - b\n  ▾ c\n  ▾ a", bens: [])
    let numbers = "SELECT section_id || title FROM section ORDER BY ord; SELECT row_id || text FROM row ORDER BY rank"
    let before = try history.shell.lines(numbers)
    try history.perform(.sort(["A"], by: SortOrder()))
    #expect(try history.shell.lines(numbers) == ["1A", "5a", "3b", "4c", "2d"])
    _ = try history.repository.undo(.lastOwn(1), as: "ana")
    #expect(try history.shell.lines(numbers) == before)
  }

  @Test func `a section that cannot be a row stays one where lists are sorted, and what comes after it becomes one`()
    throws
  {
    let outline = try DrawnOutline("▾ A\n  - d\n  - c\n  - a\n  ▾ b")
    _ = try outline.repository.perform(.change("b", to: Patch(newRows: .some(.task))), as: "ana")
    try outline.perform(.sort(["A"], by: SortOrder()))
    #expect(try outline.view() == "▾ A\n  - a\n  ▾ b\n  ▾ c\n  ▾ d")
  }

  @Test func `what is between subsections with content is sorted there, unless only subsections are`() throws {
    let drawing = "▾ A\n  - d\n  ▾ c\n  ▾ E\n    - e\n  ▾ h\n  ▾ g\n  ▾ B\n    - b\n  ▾ a"
    let outline = try DrawnOutline(drawing)
    try outline.perform(.sort(["A"], by: SortOrder()))
    #expect(
      try outline.view() == "▾ A\n  - c\n  - d\n  ▾ E\n    - e\n  ▾ g\n  ▾ h\n  ▾ B\n    - b\n  ▾ a")
    let other = try DrawnOutline(drawing)
    try other.perform(.sort(["A"], by: SortOrder(sortsSections: true)))
    #expect(
      try other.view() == "▾ A\n  - d\n  ▾ a\n  ▾ B\n    - b\n  ▾ c\n  ▾ E\n    - e\n  ▾ g\n  ▾ h")
  }

  @Test func `a section that is copied into a row is named alone, as is one beside rows`() throws {
    let outline = try DrawnOutline("▾ T\n  - a\n  - b\n▾ S\n  - c\n  ▾ U\n    - d")
    let answer = try outline.repository.perform(
      .copy(["S"], to: .inside("a")), as: "ana", with: Request(report: .names))
    let receipt = try #require(answer.receipt)
    #expect(receipt.items.map(\.name) == ["S"] && receipt.sectionsBelow == 1 && receipt.rowsBelow == 2)
    #expect(receipt.madeSections.map(\.name) == ["a"] && receipt.madeSectionCount == 2)
    #expect(
      try outline.view() == "▾ T\n  ▾ a\n    ▾ S\n      - c\n      ▾ U\n        - d\n  ▾ b\n▾ S\n  - c\n  ▾ U\n    - d")
    let mixed = try outline.repository.perform(
      .copy(["@s4", "@r7"], to: .inside("b")), as: "ana", with: Request(report: .names))
    #expect(mixed.receipt?.items.map(\.name) == ["S"] && mixed.receipt?.rowsBelow == 2)
  }

  @Test func `a subtask goes into a row, which becomes a section`() throws {
    let outline = try DrawnOutline("▾ T\n  - a\n  - b")
    try outline.perform(.add("x", to: .inside("a")))
    try outline.perform(.move("b", to: .inside("x")))
    #expect(try outline.view() == "▾ T\n  ▾ a\n    ▾ x\n      ▾ b")
    #expect(throws: OutlineError.insideItself(title: "b")) { try outline.perform(.move("b", to: .inside("b"))) }
  }

  @Test func `rows and sections move together, and sort as one list where sections are tasks`() throws {
    let outline = try DrawnOutline("▾ T\n  - a\n  - c\n  ▾ B\n    - b\n▾ D")
    try outline.perform(.move("B", "a", to: .inside("D")))
    #expect(try outline.view() == "▾ T\n  - c\n▾ D\n  - a\n  ▾ B\n    - b")
    _ = try outline.repository.perform(.change("B", to: Patch(checkBox: .open)), as: "ana")
    try outline.perform(.move("c", to: .inside("D")))
    #expect(try outline.view() == "▾ T\n▾ D\n  - a\n  ▾ B\n    - b\n  ▾ c")
    try outline.perform(.sort(["D"], by: SortOrder(isReversed: true)))
    #expect(try outline.view() == "▾ T\n▾ D\n  ▾ c\n  ▾ B\n    - b\n  ▾ a")
  }

  @Test func `an edit of something before its kind changed can be taken back, and what was edited since keeps it`()
    throws
  {
    let history = try DrawnHistory("▾ A\n  - a\n  - b", bens: [])
    try history.perform(.indent(["b"]), words: "indent b")
    try history.perform(.rename("a", to: "other"), as: "ben")
    #expect(throws: OutlineError.conflict(.changed(.section(SectionID(2)), text: "other"), words: "indent b")) {
      try history.repository.undo(.lastOwn(1), as: "ana")
    }
    _ = try history.repository.undo(.lastOwn(1), as: "ben")
    _ = try history.repository.undo(.lastOwn(1), as: "ana")
    #expect(try history.shell.lines("SELECT row_id || text FROM row ORDER BY rank") == ["2a", "3b"])
  }

  @Test func `an edit of something that has changed its kind since is not taken back, and says what it is now`() throws
  {
    let history = try DrawnHistory("▾ A\n  - a\n  - b", bens: [])
    try history.perform(.rename("a", to: "other"), words: "edit a")
    try history.perform(.add("c", to: .inside("A")), words: "add c")
    try history.perform(.indent(["b"]), words: "indent b")
    let entries = try history.repository.log(as: "ana", limit: 9).entries.map(\.id)
    #expect(throws: OutlineError.conflict(.converted(.section(SectionID(2)), text: "other"), words: "edit a")) {
      try history.repository.undo(.entry(entries[2]), as: "ana")
    }
    #expect(throws: OutlineError.conflict(.converted(.section(SectionID(4)), text: "c"), words: "add c")) {
      try history.repository.undo(.entry(entries[1]), as: "ana")
    }
    try history.perform(.delete(["b"], options: DeleteOptions()), words: "delete b")
    try history.perform(.delete(["c"], options: DeleteOptions()))
    try history.perform(.addSections([SectionDraft(title: "X")], to: .before("A")))
    try history.perform(.add("x", to: .inside("X")))
    try history.perform(.move("other", to: .inside("X")))
    try history.perform(.outdent(["other"]))
    let last = try history.repository.log(as: "ana", limit: 9).entries.first { $0.words == "delete b" }
    try history.perform(.indent(["other"]))
    #expect(throws: OutlineError.conflict(.converted(.row(RowID(2)), text: "other"), words: "delete b")) {
      try history.repository.undo(.entry(try #require(last?.id)), as: "ana")
    }
  }

  @Test func `a title too long, a level too deep and too many rows after it are refused`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b")
    let long = String(repeating: "x", count: OutlineLimits.titleBytes + 1)
    try outline.perform(.rename("a", to: long))
    #expect(throws: OutlineError.tooLong(long, limit: 65_536)) { try outline.perform(.indent(["@r3"])) }
    let lines = (0..<100).map { "\(String(repeating: "  ", count: $0))▾ S\($0)" }
    let deep = try DrawnOutline(lines.joined(separator: "\n"))
    try deep.perform(.add("a", to: .inside("S99")))
    try deep.perform(.add("b", to: .inside("S99")))
    #expect(throws: OutlineError.tooDeep(title: "a", level: 101)) { try deep.perform(.indent(["b"])) }
    let rows = (0..<100_003).map { RowDraft("r\($0)") }
    _ = try outline.repository.perform(
      .addSections([SectionDraft(title: "Many", rows: rows)], to: Placement()), as: "ana")
    #expect(throws: OutlineError.tooManyAfter(text: "r0", rows: 100_002)) { try outline.perform(.indent(["r1"])) }
  }
}

struct ReorderTests {
  @Test func `rows are reordered in place, within their section, in the order named`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b\n  - c\n▾ B\n  - d")
    #expect(try outline.perform(.reorder(["c"], to: .first)) == "R0.2>0.0")
    #expect(try outline.perform(.reorder(["a", "c"], to: .last)) == "R0.1>0.1 R0.2>0.0")
    #expect(try outline.perform(.reorder(["b"], to: .at(2))) == "R0.0>0.1")
    #expect(try outline.view() == "▾ A\n  - a\n  - b\n  - c\n▾ B\n  - d")
  }

  @Test func `sections are reordered among their siblings, with all that is below them`() throws {
    let outline = try DrawnOutline("▾ A\n  ▾ B\n    - b\n  ▾ C\n    ▾ D\n  ▾ E\n▾ F")
    #expect(try outline.perform(.reorder(["C"], to: .last)) == "S4>2")
    #expect(try outline.perform(.reorder(["F"], to: .first)) == "S5>0")
    #expect(try outline.view() == "▾ F\n▾ A\n  ▾ B\n    - b\n  ▾ E\n  ▾ C\n    ▾ D")
  }

  @Test func `things that are not all in one section are not reordered`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  ▾ B\n    - b\n▾ C")
    #expect(throws: OutlineError.severalParents) { try outline.perform(.reorder(["a", "b"], to: .first)) }
    #expect(throws: OutlineError.severalParents) { try outline.perform(.reorder(["A", "B"], to: .first)) }
    #expect(throws: OutlineError.outOfRange(3, noun: "position", validUpTo: 2)) {
      try outline.perform(.reorder(["C"], to: .at(3)))
    }
  }
}
