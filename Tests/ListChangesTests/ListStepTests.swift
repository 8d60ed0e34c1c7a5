import ListChanges
import Testing

struct ListStepTests {
  @Test func `steps remove from the end, insert from the start, then reload`() throws {
    let changes = try ViewChanges(
      notation: "-S1 -S4 +S0 +S5 -R0.0 -R0.3 -R2.1 +R1.2 +R2.0 ~R1.0 ~H1")
    #expect(
      changes.steps.map(\.description) == [
        "-R2.1", "-R0.3", "-R0.0", "-S4", "-S1", "+S0", "+S5", "+R1.2", "+R2.0", "~R1.0", "~H1",
      ])
  }

  @Test func `a move is a remove and an insert, merged with its neighbours`() throws {
    let changes = try ViewChanges(notation: "-S1 S2>0 -R3.0 R3.1>1.1 +R1.0")
    #expect(changes.steps.map(\.description) == ["-R3.0x2", "-S1x2", "+S0", "+R1.0x2"])
    let before = sketch("A | B: b | C: c | D: d e f")
    let after = sketch("C: c | A: n e | D: f")
    #expect(try changes.replay(on: before, reading: after) == after)
    #expect(before.applying(changes.steps, reading: after) == after)
  }

  @Test func `nothing takes no step`() {
    #expect(ViewChanges().steps.isEmpty)
    #expect(LineChanges().steps.isEmpty)
  }
}
