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
    #expect(throws: OutlineError.atTop(.section(SectionID(1)), name: "A")) { try outline.perform(.outdent(["A"])) }
    #expect(throws: OutlineError.atTop(.section(SectionID(9)), name: "E")) {
      try outline.perform(.outdent(["B", "E"]))
    }
    #expect(try outline.view() == drawing)
  }

  @Test func `a section goes one level down to the end of the section before it`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.indent(["D"])) == "~H3")
    #expect(try outline.view() == "▾ A\n  - a\n  ▾ B\n    - b\n    ▾ C\n      - c\n    ▾ D\n      - d\n▾ E")
  }

  @Test func `what has nothing of its kind before it on its level does not go in`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n    - b\n▾ B\n  ▾ C")
    for (name, id) in [("A", ItemID.section(SectionID(1))), ("a", .row(RowID(2))), ("b", .row(RowID(3)))] {
      #expect(throws: OutlineError.nothingBefore(id, name: name)) { try outline.perform(.indent([.path([name])])) }
    }
    #expect(throws: OutlineError.nothingBefore(.section(SectionID(5)), name: "C")) {
      try outline.perform(.indent(["C"]))
    }
  }

  @Test func `a row goes below the one before it with everything below it, and nothing else changes`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b\n    - c\n  - d\n  ▾ B")
    #expect(try outline.perform(.indent(["b"])) == "~R0.0x3")
    #expect(try outline.view() == "▾ A\n  - a\n    - b\n      - c\n  - d\n  ▾ B")
    #expect(try outline.perform(.indent(["d"])) == "~R0.3")
    #expect(try outline.perform(.indent(["d"])) == "~R0.3")
    #expect(try outline.view() == "▾ A\n  - a\n    - b\n      - c\n      - d\n  ▾ B")
  }

  @Test func `a row goes out to after everything below its parent, and what followed it keeps its parent`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n    - b\n      - c\n    - d\n  - e")
    #expect(try outline.perform(.outdent(["b"])) == "R0.3>0.1 ~R0.2x2")
    #expect(try outline.view() == "▾ A\n  - a\n    - d\n  - b\n    - c\n  - e")
    #expect(throws: OutlineError.atTop(.row(RowID(3)), name: "b")) { try outline.perform(.outdent(["b"])) }
    #expect(try outline.perform(.outdent(["d"])) == "~R0.0x2")
  }

  @Test func `of several rows only the topmost count, and all keep their order`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b\n    - c\n  - d")
    try outline.perform(.indent(["c", "b", "d"]))
    #expect(try outline.view() == "▾ A\n  - a\n    - b\n      - c\n    - d")
    try outline.perform(.outdent(["d", "b", "c"]))
    #expect(try outline.view() == "▾ A\n  - a\n  - b\n    - c\n  - d")
  }

  @Test func `a row below a collapsed one is out of sight, and an edit of it changes only the numbers`() throws {
    let outline = try DrawnOutline("▾ S\n  + a\n    - b\n  - c\n▾ T\n  - d")
    #expect(try outline.perform(.add("x", to: .inside("a"))) == "~R0.0")
    #expect(try outline.perform(.rename("x", to: "y")) == "none")
    #expect(try outline.perform(.move("c", to: .inside("a"))) == "-R0.1 ~R0.0")
    #expect(try outline.perform(.move("y", to: .inside("T"))) == "+R1.1 ~R0.0")
    #expect(try outline.perform(.move("c", to: .after("a"))) == "+R0.1 ~R0.0")
    #expect(try outline.view() == "▾ S\n  + a · 1 hidden\n  - c\n▾ T\n  - d\n  - y")
    #expect(try outline.perform(.expand("a")) == "+R0.1 ~R0.0")
    #expect(try outline.perform(.collapse("a")) == "-R0.1 ~R0.0")
    #expect(try outline.perform(.delete(["b"], options: DeleteOptions())) == "~R0.0")
    #expect(try outline.view() == "▾ S\n  - a\n  - c\n▾ T\n  - d\n  - y")
  }

  @Test func `a row with others below it moves, is copied, sorted and deleted with them`() throws {
    let outline = try DrawnOutline("▾ S\n  - b\n    - d\n    - c\n  - a\n▾ T\n  - x\n    - y")
    #expect(try outline.perform(.sort(["S"], by: SortOrder())) == "R0.3>0.0")
    #expect(try outline.perform(.sort(["b"], by: SortOrder())) == "R0.3>0.2")
    #expect(try outline.perform(.move("b", to: .inside("x", .first))) == "R0.1>1.1x3 ~R1.1x3")
    #expect(try outline.view() == "▾ S\n  - a\n▾ T\n  - x\n    - b\n      - c\n      - d\n    - y")
    #expect(try outline.perform(.copy(["b"], to: .after("a"))) == "+R0.1x3")
    #expect(throws: OutlineError.insideItself(title: "x")) { try outline.perform(.move("x", to: .before("y"))) }
    #expect(throws: OutlineError.notEmpty(title: "x", rows: 4, sections: 0)) {
      try outline.perform(.delete(["x"], options: DeleteOptions()))
    }
    #expect(try outline.perform(.delete(["x"], options: DeleteOptions(isRecursive: true))) == "-R1.0x5")
    #expect(try outline.view() == "▾ S\n  - a\n  - b\n    - c\n    - d\n▾ T")
  }

  @Test func `where rows end, subsections begin`() throws {
    let outline = try DrawnOutline("▾ S\n  - a\n  ▾ T\n  ▾ U")
    try outline.perform(.move("a", to: .before("T")))
    for placement in [Placement.after("T"), .before("U"), .before("S")] {
      #expect(throws: OutlineError.self) { try outline.perform(.move("a", to: placement)) }
      #expect(throws: OutlineError.self) { try outline.perform(.add("x", to: placement)) }
    }
    #expect(throws: OutlineError.sectionAmongRows("a")) { try outline.perform(.move("U", to: .inside("a"))) }
    #expect(try outline.view() == "▾ S\n  - a\n  ▾ T\n  ▾ U")
  }

  @Test func `a section is made of a row with what is below it, and a row of a section`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n    - b\n      - c\n  - d\n  ▾ B")
    #expect(try outline.perform(.promote(["a"])) == "+S2 -R0.0x3 R0.0=S2 R0.1=R2.0 R0.2=R2.1")
    #expect(try outline.view() == "▾ A\n  - d\n  ▾ B\n  ▾ a\n    - b\n      - c")
    try outline.perform(.demote(["a"], to: .inside("A", .first)))
    #expect(try outline.view() == "▾ A\n  - a\n    - b\n      - c\n  - d\n  ▾ B")
    #expect(throws: OutlineError.needsHolder(title: "A")) { try outline.perform(.demote(["A"])) }
    try outline.perform(.addSections([SectionDraft(title: "Z")], to: Placement()))
    try outline.perform(.demote(["A"], to: .inside("Z")))
    #expect(try outline.view() == "▾ Z\n  - A\n    - a\n      - b\n        - c\n    - d\n    - B")
  }

  @Test func `a number, its note, box, attributes and flags stay with what changes its kind`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n    - b\n▾ B")
    _ = try outline.repository.perform(
      .change(["a"], to: Patch(text: "a\nnote", checkBox: .done, attributes: #"{"x":1}"#)), as: "ana")
    _ = try outline.repository.perform(.collapse("@r2"), as: "ben")
    _ = try outline.repository.perform(.promote(["@r2"]), as: "ana")
    let section = try #require(
      try outline.repository.lines(for: "ben").compactMap { line in
        if case .header(let header) = line { header } else { nil }
      }.first { $0.section.id == SectionID(2) })
    #expect(section.section.title == "a" && section.section.detail == "note" && section.section.isDone == true)
    #expect(section.section.attributes == #"{"x":1}"# && section.isCollapsed)
    _ = try outline.repository.perform(.demote(["@s2"], to: .inside("B")), as: "ana")
    let row = try #require(
      try outline.repository.lines(for: "ben").compactMap { line in if case .row(let row) = line { row } else { nil } }
        .last)
    #expect(row.id == RowID(2) && row.text == "a\nnote" && row.isDone == true && row.isCollapsed == true)
  }

  @Test func `a section that becomes a row, changes, and becomes a section again within one edit is reloaded`() throws {
    let outline = try DrawnOutline("▾ A\n▾ B")
    let edits: [Edit] = [
      .demote(["B"], to: .inside("A")), .change(.id(2), to: Patch(text: "C")), .promote([.id(2)], to: .after("A")),
    ]
    let request = Request(report: .changesWithShapes)
    #expect(try "\(outline.repository.perform(edits.map { BatchEdit($0) }, as: "ana", with: request).changes)" == "~H1")
    #expect(try "\(outline.repository.step(.undo, .lastOfAnybody(1), as: "ana", with: request).changes)" == "~H1")
    for edit in edits { try outline.perform(edit) }
    #expect(try "\(outline.repository.step(.undo, .lastOfAnybody(3), as: "ana", with: request).changes)" == "~H1")
    #expect(try outline.view() == "▾ A\n▾ B")
  }

  @Test func `a title too long and a level too deep are refused`() throws {
    let lines = (0..<100).map { "\(String(repeating: "  ", count: $0 + 1))- r\($0)" }
    let outline = try DrawnOutline(
      "▾ A\n" + lines.joined(separator: "\n") + "\n" + lines[99].replacing("r99", with: "x"))
    #expect(throws: OutlineError.tooDeep(title: "x", level: 101)) { try outline.perform(.indent(["x"])) }
    #expect(throws: OutlineError.tooDeep(title: "y", level: 101)) { try outline.perform(.add("y", to: .inside("x"))) }
    let long = String(repeating: "x", count: OutlineLimits.titleBytes + 1)
    try outline.perform(.rename("x", to: long))
    #expect(throws: OutlineError.tooLong(long, limit: 65_536)) { try outline.perform(.promote(["@r102"])) }
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
