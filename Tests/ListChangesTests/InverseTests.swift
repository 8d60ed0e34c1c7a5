import ListChanges
import Testing

struct InverseTests {
  @Test func `what was inserted is deleted, moves go back, and reloads name the list before`() throws {
    let changes = try ViewChanges(notation: "-S0 +S3 -R1.0 +R0.1x2 R2.1>0.0 ~R0.0 ~R0.3 ~H0x2")
    #expect(changes.inverse.description == "-S3 +S0 -R0.1x2 +R1.0 R0.0>2.1 ~R1.1 ~R2.1 ~H1x2")
    #expect(changes.inverse.inverse == changes)
  }

  @Test func `a reloaded run is split where its places were apart`() throws {
    let changes = try ViewChanges(notation: "-R0.2x3 ~R0.0x5")
    #expect(changes.inverse.description == "+R0.2x3 ~R0.0x2 ~R0.5x3")
    let moved = try ViewChanges(notation: "S3>0 ~H0x3")
    #expect(moved.inverse.description == "S0>3 ~H0x2 ~H3")
  }

  @Test func `reloads in a section that moved move along`() throws {
    let changes = try ViewChanges(notation: "S0>2x2 ~R2.1 ~H2")
    #expect(changes.inverse.description == "S2>0x2 ~R0.1 ~H0")
  }

  @Test func `moves are sorted by where they come from now`() throws {
    let changes = try ViewChanges(notation: "S0>5 S3>1")
    #expect(changes.inverse.description == "S1>3 S5>0")
  }

  @Test func `the inverse of nothing is nothing`() {
    #expect(ViewChanges().inverse.isEmpty)
  }

  @Test func `a section is found in the other list`() throws {
    // before: 0 1 2 3 4; after: N 4 0 2 3
    let changes = try ViewChanges(notation: "-S1 +S0 S4>1")
    #expect((0..<5).map { changes.oldSection(of: $0) } == [nil, 4, 0, 2, 3])
    #expect((0..<5).map { changes.newSection(of: $0) } == [2, nil, 3, 4, 1])
  }

  @Test func `a row is found in the other list`() throws {
    // before: A: a b c | B: d | C: e f; after: N: n | C: e f | A: x a d c
    let changes = try ViewChanges(notation: "-S1 +S0 S2>1 -R0.1 +R2.0 +R2.2")
    func row(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }
    #expect(changes.oldRow(of: row(0, 0)) == nil)
    #expect(changes.oldRow(of: row(1, 1)) == row(2, 1))
    #expect((0..<4).map { changes.oldRow(of: row(2, $0)) } == [nil, row(0, 0), nil, row(0, 2)])
    #expect((0..<3).map { changes.newRow(of: row(0, $0)) } == [row(2, 1), nil, row(2, 3)])
    #expect(changes.newRow(of: row(1, 0)) == nil)
    #expect(changes.newRow(of: row(2, 0)) == row(1, 0))
    let move = try ViewChanges(notation: "R0.1>1.0x2")
    #expect(move.newRow(of: row(0, 2)) == row(1, 1))
    #expect(move.oldRow(of: row(1, 0)) == row(0, 1))
    #expect(move.newRow(of: row(1, 0)) == row(1, 2))
  }
}
