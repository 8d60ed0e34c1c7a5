import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// What an undo restores.
struct UndoTests {
  /// An edit of every kind, for the outline of ``DrawnHistory/home``.
  static let edits: [Edit] = [
    .addRows([RowDraft("a"), RowDraft("b")], to: .inside("Work", .first)),
    .addSections(
      [SectionDraft(title: "New", rows: [RowDraft("x")]), SectionDraft(level: 2, title: "Sub")], to: .before("Work")),
    .change(.path(["pan"]), to: Patch(text: "frying pan", attributes: "{\"k\":1}")),
    .change(.path(["Kitchen"]), to: Patch(text: "Cuisine", detail: "at home", isCollapsible: false)),
    .move("pan", "desk", to: .inside("Home", .first)),
    .move("lamp", to: .before("desk")),
    .move("Kitchen", to: .inside("Work")),
    .move("Work", to: .before("Home")),
    .reorder(["lamp"], to: .first), .copy(["lamp"], to: Placement()), .copy(["Work"], to: Placement(.anywhere, .first)),
    .reorder(["Work"], to: .first),
    .outdent(["Kitchen"]),
    .outdent(["Drawer"]),
    .promote(["pan", "lamp"]), .promote(["lamp"], to: .before("Home")),
    .demote(["Kitchen"]), .demote(["Work"], to: .inside("pan")),
    .indent(["Work"]),
    .indent(["pot"]), .indent(["pot", "lamp"]), .move("pan", to: .inside("pot")),
    .move("desk", to: .inside("pan", .first)),
    .sort(["Kitchen", "Work"], by: SortOrder(isReversed: true)),
    .sort([], by: SortOrder(isReversed: true, sortsSections: true)),
    .delete([.path(["pot"]), .path(["keys"])], options: DeleteOptions()),
    .delete([.path(["Kitchen"])], options: DeleteOptions(isRecursive: true)),
    .delete([.path(["Kitchen"])], options: DeleteOptions(isRecursive: true, keepsRowsIn: .path(["Work"]))),
    .delete([.path(["Home"]), .path(["Work"])], options: DeleteOptions(isRecursive: true)),
  ]

  @Test(arguments: edits)
  func `an edit that is taken back leaves every id, place, text and flag as it was`(edit: Edit) throws {
    let history = try DrawnHistory()
    try history.shell.run("UPDATE row SET attributes = '{\"a\":1}' WHERE row_id % 2; UPDATE section SET detail = 'd'")
    let before = try history.state()
    try history.perform(edit)
    let after = try history.state()
    try #require(after != before)
    try history.step(.undo, as: "ben")
    #expect(try history.state() == before)
    try history.step(.redo)
    #expect(try history.content() == after.filter { !$0.hasPrefix("flag") })
    try history.step(.undo)
    #expect(try history.state() == before)
  }

  @Test(arguments: edits)
  func `the changes of an undo are those of the edit the other way round`(edit: Edit) throws {
    let history = try DrawnHistory()
    let before = try history.repository.visible(to: "ana")
    let there = try history.perform(edit).changes
    let back = try history.steps(.undo).changes
    #expect(try history.repository.visible(to: "ana") == before)
    #expect(Self.sizes(of: back) == Self.sizes(of: there.inverse), "\(there) and \(back)")
  }

  /// The numbers of insertions, deletions, moves and reloads; if two things swap places, either of them may be the one
  /// that moves.
  private static func sizes(of changes: ViewChanges) -> [Int] {
    [
      changes.deletedSections, changes.insertedSections, changes.reloadedHeaders,
    ].map { $0.reduce(0) { $0 + $1.count } }
      + [changes.deletedRows, changes.insertedRows, changes.reloadedRows].map { $0.reduce(0) { $0 + $1.count } }
      + [changes.movedSections.reduce(0) { $0 + $1.count }, changes.movedRows.reduce(0) { $0 + $1.count }]
  }

  @Test func `several edits are taken back from the last, as one, and made again in their order`() throws {
    let history = try DrawnHistory()
    let before = try history.state()
    try history.perform(.addRows([RowDraft("bowl")], to: .inside("Kitchen")), words: "add bowl")
    try history.perform(.move("bowl", to: .inside("Drawer")), as: "ben", words: "move bowl")
    try history.perform(.delete([.path(["bowl"])], options: DeleteOptions()), words: "delete bowl")
    let after = try history.state()
    #expect(try history.step(.undo, count: 3) == ["delete bowl", "move bowl", "add bowl"])
    #expect(try history.state() == before)
    #expect(try history.step(.redo, count: 2) == ["add bowl", "move bowl"])
    #expect(try history.step(.redo) == ["delete bowl"])
    #expect(try history.state() == after)
  }

  @Test func `a statement by hand is taken back like an edit`() throws {
    let history = try DrawnHistory()
    let before = try history.state()
    try history.shell.run("DELETE FROM section WHERE title IN ('Kitchen', 'Work');")
    #expect(try history.step(.undo) == ["edited outside pleat"])
    #expect(try history.state() == before)
    #expect(try history.step(.redo) == ["edited outside pleat"])
    #expect(try history.shell.lines("SELECT title FROM section ORDER BY ord") == ["Home", "Drawer"])
  }

  @Test(arguments: [
    "UPDATE row SET text = text || '.', done = 0", "UPDATE row SET text = CAST(x'6162ff' AS TEXT) WHERE row_id > 5",
    "DELETE FROM row", "INSERT INTO row (section_id, text) SELECT section_id, title FROM section",
  ])
  func `rows that were all changed in one way are taken back, byte for byte, and changed again`(statement: String)
    throws
  {
    let history = try DrawnHistory(bens: [])
    try history.shell.run("UPDATE row SET level = 1; UPDATE row SET text = CAST(x'63ff64' AS TEXT) WHERE row_id = 10")
    let before = try history.state()
    try history.perform(.change(.path(["Home"]), to: Patch(detail: "other")))
    try history.shell.run(statement)
    let after = try history.state()
    #expect(try history.step(.undo, as: "cleo").count == 1)
    #expect(try history.step(.redo, as: "cleo").count == 1)
    #expect(try history.state() == after)
    try history.step(.undo, count: 2)
    #expect(try history.state() == before)
  }

  @Test func `a dry run says what would be taken back and changes nothing`() throws {
    let history = try DrawnHistory()
    try history.perform(.delete([.path(["Work"])], options: DeleteOptions(isRecursive: true)), words: "delete Work")
    let before = try history.shell.contents()
    let answer = try history.repository.undo(as: "ana", with: Request(isTrial: true))
    #expect(answer.entries.map(\.sentence) == ["delete Work"])
    #expect(answer.changes.description == "+S2")
    #expect(try history.shell.contents() == before)
  }
}
