import OutlineCore
import OutlineRepository
import Testing

struct LevelEditTests {
  private let drawing = "▾ A\n  - a\n  ▾ B\n    - b\n    ▾ C\n      - c\n  ▾ D\n    - d\n▾ E"

  @Test func `a section goes one level up behind its parent, and catches none of those that followed it`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.promote(["B"])) == "S3>1 ~H2x2")
    #expect(try outline.view() == "▾ A\n  - a\n  ▾ D\n    - d\n▾ B\n  - b\n  ▾ C\n    - c\n▾ E")
  }

  @Test func `several sections go one level up in the order in which they stood`() throws {
    let outline = try DrawnOutline(drawing)
    try outline.perform(.promote(["D", "B"]))
    #expect(try outline.view() == "▾ A\n  - a\n▾ B\n  - b\n  ▾ C\n    - c\n▾ D\n  - d\n▾ E")
  }

  @Test func `a section at the top does not go up`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(throws: OutlineError.atTop(title: "A")) { try outline.perform(.promote(["A"])) }
    #expect(throws: OutlineError.atTop(title: "E")) { try outline.perform(.promote(["B", "E"])) }
    #expect(try outline.view() == drawing)
  }

  @Test func `a section goes one level down to the end of the section before it`() throws {
    let outline = try DrawnOutline(drawing)
    #expect(try outline.perform(.demote(["D"])) == "~H3")
    #expect(try outline.view() == "▾ A\n  - a\n  ▾ B\n    - b\n    ▾ C\n      - c\n    ▾ D\n      - d\n▾ E")
  }

  @Test func `a section without one before it does not go down, nor does a row`() throws {
    let outline = try DrawnOutline(drawing)
    for title in ["A", "B", "C"] {
      #expect(throws: OutlineError.noSectionBefore(title: title)) { try outline.perform(.demote([.path([title])])) }
    }
    #expect(throws: OutlineError.needsSection("@r2")) { try outline.perform(.demote(["@r2"])) }
  }

  @Test func `a row becomes the first subsection of its section, which catches no row`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b\n  - c\n  ▾ B")
    #expect(try outline.perform(.promote(["a"])) == "+S1 -R0.0")
    #expect(try outline.view() == "▾ A\n  - b\n  - c\n  ▾ a\n  ▾ B")
    try outline.perform(.promote(["c", "b"]))
    #expect(try outline.view() == "▾ A\n  ▾ b\n  ▾ c\n  ▾ a\n  ▾ B")
  }

  @Test func `an empty section becomes the last row of its parent, at the top of the section before it`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  ▾ B\n    - b\n  ▾ C\n▸ D\n▾ E")
    #expect(try outline.perform(.demote(["C"])) == "-S2 +R0.1")
    #expect(try outline.view() == "▾ A\n  - a\n  - C\n  ▾ B\n    - b\n▸ D · 0 hidden\n▾ E")
    #expect(try outline.perform(.demote(["E"])) == "-S3 ~H2")
    #expect(try outline.view() == "▾ A\n  - a\n  - C\n  ▾ B\n    - b\n▸ D · 1 hidden")
  }

  @Test func `a task that becomes a section, and a row again, keeps its check box`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b")
    let patch = Patch(checkBox: .done, attributes: #"{"x":1}"#)
    _ = try outline.repository.perform(.change(["a"], to: patch), as: "ana")
    _ = try outline.repository.perform(.promote(["a"]), as: "ana")
    guard case .header(let header)? = try outline.repository.lines(for: "ana").last else {
      Issue.record("the last line is no header")
      return
    }
    #expect(header.section.title == "a" && header.section.isDone == true)
    #expect(header.section.attributes == #"{"x":1}"#)
    _ = try outline.repository.perform(.demote(["a"]), as: "ana")
    guard case .row(let row)? = try outline.repository.lines(for: "ana").last else {
      Issue.record("the last line is no row")
      return
    }
    #expect(row.text == "a" && row.isDone == true && row.attributes == #"{"x":1}"#)
  }

  @Test func `what is made of a row or of a section is named in its place`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b\n▾ B\n▾ C\n  - c")
    let made = try outline.repository.perform(.promote(["b", "a"]), as: "ana").items
    #expect(made == [.section(SectionID(7)), .section(SectionID(8))])
    let rows = try outline.repository.perform(.demote(["C", "B"]), as: "ana").items
    #expect(rows == [.section(SectionID(5)), .row(RowID(9))])
    #expect(try outline.view() == "▾ A\n  - B\n  ▾ a\n  ▾ b\n  ▾ C\n    - c")
  }

  @Test func `a title too long and a level too deep are refused`() throws {
    let outline = try DrawnOutline("▾ A\n  - a")
    let long = String(repeating: "x", count: OutlineLimits.titleBytes + 1)
    try outline.perform(.rename("a", to: long))
    #expect(throws: OutlineError.tooLong(bytes: 65_537, limit: 65_536)) { try outline.perform(.promote(["@r2"])) }
    let lines = (0..<100).map { "\(String(repeating: "  ", count: $0))▾ S\($0)" }
    let deep = try DrawnOutline(lines.joined(separator: "\n"))
    try deep.perform(.add("a", to: .inside("S99")))
    #expect(throws: OutlineError.tooDeep(title: "S99", level: 101)) { try deep.perform(.promote(["a"])) }
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

  @Test func `things that are not all in one section, or rows and sections, are not reordered`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  ▾ B\n    - b\n▾ C")
    #expect(throws: OutlineError.severalParents) { try outline.perform(.reorder(["a", "b"], to: .first)) }
    #expect(throws: OutlineError.severalParents) { try outline.perform(.reorder(["A", "B"], to: .first)) }
    #expect(throws: OutlineError.mixedMove) { try outline.perform(.reorder(["a", "B"], to: .first)) }
    #expect(throws: OutlineError.outOfRange(3, noun: "position", validUpTo: 2)) {
      try outline.perform(.reorder(["C"], to: .at(3)))
    }
  }
}
