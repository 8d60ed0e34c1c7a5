import OutlineCore
import OutlineRepository
import Testing

/// Undoing edits in which sections or rows take the places of others that move in the same edit.
///
/// SQLite updates these tables in the order of ids, so a statement that moves everything up by one passes the guards
/// only if the last section or row has the smallest id.
struct ParkingTests {
  /// Makes rows and sections whose ids fall while their places rise.
  private func reversed() throws -> DrawnHistory {
    let history = try DrawnHistory("▾ A\n  - a", bens: [])
    try history.shell.run(
      """
      INSERT INTO row (section_id, rank, text) VALUES (1, -1000000000, 'b'), (1, -2000000000, 'c'), (1, -3000000000, 'd');
      UPDATE row SET rank = -1 WHERE row_id = 2;
      INSERT INTO section (ord, title) VALUES (-1000000000, 'B'), (-2000000000, 'C');
      """)
    return history
  }

  @Test func `rows go back to places that other rows have to leave first`() throws {
    let history = try reversed()
    try endStep(of: history)
    let before = try history.state()
    #expect(try history.shell.run("UPDATE row SET rank = rank + 1000000000 WHERE row_id > 1 OR 1;").errors == "")
    try goBackAndForth(history, to: before)
  }

  @Test func `sections go back to places that other sections have to leave first`() throws {
    let history = try reversed()
    try history.shell.run("UPDATE section SET ord = 0 WHERE section_id = 1")
    try endStep(of: history)
    let before = try history.state()
    #expect(try history.shell.run("UPDATE section SET ord = ord + 1000000000;").errors == "")
    try goBackAndForth(history, to: before)
  }

  @Test func `a row goes back to the place of one that goes to another section`() throws {
    let history = try DrawnHistory("▾ A\n  - a\n  - b\n▾ B\n  - c", bens: [])
    let before = try history.state()
    // 'a' leaves its place for B, and 'b' takes it.
    let statement = "UPDATE row SET section_id = iif(row_id = 2, 4, 1), rank = iif(row_id = 2, 7, 1000000000)"
    #expect(try history.shell.run("\(statement) WHERE row_id < 4;").errors == "")
    try history.step(.undo)
    #expect(try history.state() == before)
    try history.step(.redo)
    #expect(
      try history.shell.lines("SELECT row_id, section_id, rank FROM row ORDER BY row_id") == [
        "2|4|7", "3|1|1000000000", "5|4|1000000000",
      ])
  }

  @Test func `a section comes back to the place that another one goes back from`() throws {
    let history = try DrawnHistory("▾ A\n  - a\n▾ B\n  - b", bens: [])
    let before = try history.state()
    let batch: [Edit] = [
      .delete([.path(["A"])], options: DeleteOptions(isRecursive: true)),
      .addSections([SectionDraft(title: "C")], to: .before("B")), .move("B", to: .before("C")),
    ]
    _ = try history.repository.perform(batch.map { BatchEdit($0) }, as: "ana")
    try history.step(.undo)
    #expect(try history.state() == before)
  }

  /// Makes an entry, so that later statements by hand are not one step with those before.
  private func endStep(of history: DrawnHistory) throws {
    _ = try history.repository.set(.inbox, to: .text("Later"), as: "ana", with: Request())
  }

  /// Undoes the last edit, which must lead to `before`, and redoes it.
  private func goBackAndForth(_ history: DrawnHistory, to before: [String]) throws {
    let after = try history.state()
    try #require(after != before)
    try history.step(.undo)
    #expect(try history.state() == before)
    try history.step(.redo)
    #expect(try history.state() == after)
  }
}
