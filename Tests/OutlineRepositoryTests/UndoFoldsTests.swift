import OutlineCore
import OutlineRepository
import Testing

/// The effect of undoing content on folds, and undoing folds themselves.
struct UndoFoldsTests {
  @Test func `folds are no part of what undo takes back`() throws {
    let history = try DrawnHistory()
    try history.perform(.addRows([RowDraft("a")], to: .inside("Work")), words: "add a")
    try history.perform(.collapse("Home", "Work"))
    let flags = try history.state().filter { $0.hasPrefix("flag") }
    #expect(try history.step(.undo) == ["add a"])
    #expect(try history.state().filter { $0.hasPrefix("flag") } == flags)
  }

  @Test func `folds are undone for the acting user alone`() throws {
    let history = try DrawnHistory()
    try history.perform(.collapse("Home"), words: "collapse Home")
    try history.perform(.expand("Home"), as: "ben")
    try history.perform(.addRows([RowDraft("a")], to: .inside("Work")))
    try history.perform(.expand("Kitchen"), words: "expand Kitchen")
    try history.shell.run("UPDATE fold SET collapsed = 1 WHERE user_id = 2;")
    let content = try history.content()
    #expect(try history.step(.undo, .folds) == ["expand Kitchen"])
    #expect(try history.outline.everything().contains("▸ Kitchen"))
    #expect(try history.step(.undo, .folds) == ["collapse Home"])
    #expect(try history.outline.everything().contains("▾ Home"))
    #expect(try history.step(.redo, .folds, count: 2) == ["collapse Home", "expand Kitchen"])
    #expect(try history.outline.everything().hasPrefix("▸ Home\n  - keys\n  ▾ Kitchen"))
    #expect(try history.outline.everything(for: "ben").hasPrefix("▸ Home\n  - keys\n  ▾ Kitchen\n"))
    #expect(try history.content() == content)
  }

  @Test func `of a statement that set the flags of several users, the acting user's are undone`() throws {
    let history = try DrawnHistory("▾ A\n▾ B", bens: ["A"])
    try history.perform(.collapse("A"))
    try history.perform(.expand("A"), as: "ben")
    try history.shell.run("UPDATE fold SET collapsed = 1 - collapsed;")
    #expect(try history.step(.undo, .folds) == ["edited outside pleat"])
    #expect(try history.outline.everything() == "▸ A\n▾ B")
    #expect(try history.outline.everything(for: "ben") == "▸ A\n▾ B")
  }

  @Test func `settings are undone with the folds`() throws {
    let history = try DrawnHistory()
    try history.perform(.setAccordion(true), words: "accordion on")
    try history.perform(.resetFolds(startsCollapsed: true), words: "reset --collapsed")
    try history.perform(.setAccordion(true), as: "ben")
    func settings() throws -> [String] {
      try history.shell.lines("SELECT name, starts_collapsed, accordion FROM user ORDER BY user_id")
    }
    #expect(try settings() == ["ana|1|1", "ben|0|1"])
    #expect(try history.step(.undo, .folds) == ["reset --collapsed"])
    #expect(try settings() == ["ana|0|1", "ben|0|1"])
    #expect(try history.outline.everything().contains("▸ Kitchen"))
    #expect(try history.step(.undo, .folds) == ["accordion on"])
    #expect(try settings() == ["ana|0|0", "ben|0|1"])
    #expect(try history.step(.redo, .folds, count: 2) == ["accordion on", "reset --collapsed"])
    #expect(try settings() == ["ana|1|1", "ben|0|1"])
  }

  @Test func `what comes back has the flags of all users that are still there`() throws {
    let history = try DrawnHistory()
    let flags = try history.state().filter { $0.hasPrefix("flag") }
    let deletion = Edit.delete([.path(["Home"])], options: DeleteOptions(isRecursive: true))
    try history.perform(deletion)
    try history.step(.undo)
    #expect(try history.state().filter { $0.hasPrefix("flag") } == flags)
    try history.perform(deletion)
    try history.shell.run("DELETE FROM user WHERE name = 'ben'; INSERT INTO user (name) VALUES ('ben');")
    try history.step(.undo)
    #expect(try history.state().filter { $0.hasPrefix("flag") } == flags.filter { !$0.contains("ben") })
  }

  @Test func `flags of sections that have gone since stay gone`() throws {
    let history = try DrawnHistory()
    try history.perform(.collapse("Home", "Work"), words: "collapse both")
    try history.perform(.delete([.path(["Work"])], options: DeleteOptions(isRecursive: true)))
    #expect(try history.step(.undo, .folds) == ["collapse both"])
    #expect(try history.outline.everything().hasPrefix("▾ Home"))
    #expect(try history.shell.lines("SELECT count(*) FROM fold WHERE section_id = 8") == ["0"])
  }

  @Test func `the flags of a section that was deleted are no fold that could be undone`() throws {
    let history = try DrawnHistory()
    try history.perform(.delete([.path(["Kitchen"])], options: DeleteOptions(isRecursive: true)))
    let before = try history.state()
    // The edit to undo set the flag of the drawing, whose section is deleted now.
    try history.step(.undo, .folds)
    #expect(try history.step(.undo, .folds) == [])
    #expect(try history.state() == before)
  }

  @Test func `a user the file does not know has no folds to undo`() throws {
    let history = try DrawnHistory()
    let before = try history.shell.contents()
    #expect(try history.step(.undo, .folds, as: "nobody") == [])
    #expect(try history.shell.contents() == before)
  }
}
