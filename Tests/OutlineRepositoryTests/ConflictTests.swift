import OutlineCore
import OutlineRepository
import Testing

/// Changes that prevent an undo, made by hand without being logged.
struct ConflictTests {
  /// An edit, a change to the file that is not logged, and the conflict that the undo reports.
  struct Case: Sendable, CustomTestStringConvertible {
    let edit: Edit
    let unlogged: String
    let conflict: Conflict

    var testDescription: String { unlogged }
  }

  private static let pan = ItemID.row(RowID(4))
  private static let kitchen = ItemID.section(SectionID(3))
  private static func deleting(_ words: String) -> Edit {
    .delete([.path([words])], options: DeleteOptions(isRecursive: true))
  }

  static let cases = [
    Case(
      edit: .change(.path(["pan"]), to: Patch(text: "wok")), unlogged: "DELETE FROM row WHERE row_id = 4",
      conflict: .gone(pan, text: "pan")),
    Case(
      edit: .move("pan", to: .inside("Work")), unlogged: "UPDATE row SET rank = 5 WHERE row_id = 4",
      conflict: .moved(pan, text: "pan")),
    Case(
      edit: .change(.path(["Kitchen"]), to: Patch(isCollapsible: false)),
      unlogged: "UPDATE section SET collapsible = 1 WHERE section_id = 3", conflict: .changed(kitchen, text: "Kitchen")),
    Case(
      edit: .addRows([RowDraft("new")], to: .inside("Work")), unlogged: "DELETE FROM row WHERE text = 'new'",
      conflict: .gone(.row(RowID(11)), text: nil)),
    Case(
      edit: .move("Kitchen", to: .inside("Work")), unlogged: "DELETE FROM section WHERE section_id = 3",
      conflict: .gone(kitchen, text: nil)),
    Case(
      edit: deleting("pan"), unlogged: "DELETE FROM section WHERE section_id = 3", conflict: .gone(kitchen, text: nil)),
    Case(
      edit: deleting("pan"), unlogged: "INSERT INTO row (row_id, section_id, text) VALUES (4, 8, 'again')",
      conflict: .back(pan, text: "again")),
    Case(
      edit: deleting("Kitchen"), unlogged: "INSERT INTO section (section_id, title) VALUES (3, 'Again')",
      conflict: .back(kitchen, text: "Again")),
    Case(
      edit: .addSections([SectionDraft(title: "New")], to: Placement()),
      unlogged: "INSERT INTO row (section_id, text) VALUES (11, 'inside')",
      conflict: .filled(.section(SectionID(11)), title: "New")),
  ]

  @Test(arguments: cases)
  func `an undo that no longer fits is refused with what is in the way, and changes nothing`(example: Case) throws {
    let history = try DrawnHistory()
    try history.perform(example.edit, words: "the edit")
    #expect(try history.shell.runUnlogged(example.unlogged).errors == "")
    let before = try history.shell.contents()
    #expect(throws: OutlineError.conflict(example.conflict, words: "the edit")) { try history.step(.undo) }
    #expect(try history.shell.contents() == before)
  }

  @Test
  func `a change of a text that the log does not have is not seen, goes with the undo, and comes back with the redo`()
    throws
  {
    let history = try DrawnHistory()
    try history.perform(.change(.path(["pan"]), to: Patch(text: "wok")), words: "the edit")
    let trigger = try history.shell.lines("SELECT sql FROM sqlite_schema WHERE name = 'log_row_update'").joined(
      separator: "\n")
    try history.shell.run(
      "DROP TRIGGER log_row_update; UPDATE row SET text = 'tin' WHERE row_id = 4; \(trigger);")
    #expect(try history.step(.undo) == ["the edit"])
    #expect(try history.shell.lines("SELECT text FROM row WHERE row_id = 4") == ["pan"])
    #expect(try history.step(.redo) == ["the edit"])
    #expect(try history.shell.lines("SELECT text FROM row WHERE row_id = 4") == ["tin"])
  }

  @Test func `one step of several that does not fit takes none of them`() throws {
    let history = try DrawnHistory()
    try history.perform(.change(.path(["pan"]), to: Patch(text: "wok")), words: "first")
    try history.perform(.addRows([RowDraft("a")], to: .inside("Home")), words: "second")
    let trigger = try history.shell.lines("SELECT sql FROM sqlite_schema WHERE name = 'log_row_delete'")
    try history.shell.run(
      "DROP TRIGGER log_row_delete; DELETE FROM row WHERE row_id = 4; \(trigger.joined(separator: "\n"));")
    let before = try history.shell.contents()
    #expect(throws: OutlineError.conflict(.gone(Self.pan, text: "pan"), words: "first")) {
      try history.step(.undo, count: 2)
    }
    #expect(try history.shell.contents() == before)
    #expect(try history.step(.undo) == ["second"])
  }

  @Test func `a flag that was set since is not undone`() throws {
    let history = try DrawnHistory()
    try history.perform(.collapse("Home"), words: "collapse Home")
    try history.shell.runUnlogged("UPDATE fold SET collapsed = 0 WHERE user_id = 1")
    #expect(
      throws: OutlineError.conflict(.changed(.section(SectionID(1)), text: "Home"), words: "collapse Home")
    ) {
      try history.step(.undo, .folds)
    }
  }
}
