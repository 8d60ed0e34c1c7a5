import ListChanges
import Testing

struct LayoutTests {
  private let before = sketch("A: a b | B: c | C | D: d e")

  private func expectFlat(
    _ notation: String, _ after: String, is flat: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let changes = try ViewChanges(notation: notation)
    let after = sketch(after)
    #expect(try changes.replay(on: before, reading: after) == after, sourceLocation: sourceLocation)
    let lines = changes.flattened(from: before.shape, to: after.shape)
    #expect(lines.description == flat, sourceLocation: sourceLocation)
    #expect(try lines.replay(on: before.lines, reading: after.lines) == after.lines, sourceLocation: sourceLocation)
  }

  @Test func `the lines of a list are its headers and rows`() {
    let lines = before.lines
    #expect(lines.count == before.shape.lineCount)
    #expect(lines[3] == .header("B"))
    #expect(lines[4] == .row("c"))
    #expect(before.withHeaderRows.sections[2].rows == [.header("C")])
  }

  @Test func `a deleted section takes its header and its rows along`() throws {
    try expectFlat("-S1x2", "A: a b | D: d e", is: "-L3x3")
  }

  @Test func `a section and the rows in front of it are one run of lines`() throws {
    try expectFlat("-S1 -R0.1", "A: a | C | D: d e", is: "-L2x3")
  }

  @Test func `an inserted section brings its rows`() throws {
    try expectFlat("+S1 +R0.2", "A: a b x | N: n | B: c | C | D: d e", is: "+L3x3")
  }

  @Test func `sections that move are one move of lines`() throws {
    try expectFlat("S0>2x2", "C | D: d e | A: a b | B: c", is: "L0>4x5")
  }

  @Test func `rows that move pass the headers in between`() throws {
    try expectFlat("R0.1>3.1", "A: a | B: c | C | D: d b e", is: "L2>7")
  }

  @Test func `a header and the row below it are reloaded as one run`() throws {
    try expectFlat("~R1.0 ~R3.1 ~H0x2", "A2: a b | B2: c2 | C | D: d e2", is: "~L0 ~L3x2 ~L8")
  }

  @Test func `with header rows every row is one further down, and headers are rows`() throws {
    let changes = try ViewChanges(notation: "-S2 +R0.1x2 -R3.1 R1.0>2.0 ~R0.0 ~H0x2")
    #expect(changes.withHeaderRows.description == "-S2 -R3.2 +R0.2x2 R1.1>2.1 ~R0.0x2 ~R1.0")
    let after = sketch("A2: a2 x y b | B2 | D: c d")
    #expect(try changes.replay(on: before, reading: after) == after)
    let replayed = try changes.withHeaderRows.replay(on: before.withHeaderRows, reading: after.withHeaderRows)
    #expect(replayed == after.withHeaderRows)
    let (old, new) = (before.shape.withHeaderRows, after.shape.withHeaderRows)
    #expect(changes.withHeaderRows.problem(from: old, to: new) == nil)
  }

  @Test func `changes laid out say what they are`() throws {
    let changes = try ViewChanges(notation: "~H1")
    let laidOut = ListLayout.allCases.map { changes.laidOut($0, from: before.shape, to: before.shape) }
    #expect(laidOut.map(\.description) == ["~H1", "~R1.0", "~L3"])
    #expect(laidOut.map(\.layout) == ListLayout.allCases)
    #expect(laidOut.allSatisfy { !$0.isEmpty })
    let nothing = ListLayout.allCases.map { ViewChanges().laidOut($0, from: before.shape, to: before.shape) }
    #expect(nothing.allSatisfy { $0.isEmpty })
  }

  @Test func `collapsing a million rows is one run in every layout`() throws {
    let changes = try ViewChanges(notation: "-R0.0x1000000 ~H0")
    let (old, new) = (ListShape(rowCounts: [1_000_000]), ListShape(rowCounts: [0]))
    #expect(changes.flattened(from: old, to: new).description == "-L1x1000000 ~L0")
    #expect(changes.withHeaderRows.description == "-R0.1x1000000 ~R0.0")
    #expect(changes.inverse.description == "+R0.0x1000000 ~H0")
    #expect(changes.problem(from: old, to: new) == nil)
  }
}
