import OutlineCore
import OutlineRepository
import Testing

/// Undoing an edit that is not the last one, while what was edited since stays.
struct SelectiveUndoTests {
  private static func row(_ number: Int64) -> ItemID { .row(RowID(number)) }
  private static func section(_ number: Int64) -> ItemID { .section(SectionID(number)) }

  /// Two sections, of which B has five rows with the ids 2 to 6.
  private func letters() throws -> DrawnHistory {
    try DrawnHistory("▾ A\n  - a\n▾ B\n  - b\n  - c\n  - d\n  - e\n  - f", bens: [])
  }

  /// Edits as ben so often between two rows that they have to make room.
  private func squeeze(_ history: DrawnHistory, _ placement: Placement, times: Int = 40) throws {
    for number in 1...times { try history.perform(.addRows([RowDraft("x\(number)")], to: placement), as: "ben") }
    try #require(try history.shell.lines("SELECT count(*) FROM change WHERE made_room AND thing = 'row'") != ["0"])
  }

  private func rows(_ history: DrawnHistory, in section: String) throws -> [String] {
    try history.shell.lines(
      "SELECT text FROM row JOIN section USING (section_id) WHERE title = '\(section)' AND text NOT GLOB 'x*' ORDER BY rank"
    )
  }

  private func undoOwn(_ history: DrawnHistory, _ direction: History.Direction = .undo) throws -> [String] {
    try history.repository.step(direction, .lastOwn(1), as: "ana").entries.map(\.sentence)
  }

  @Test func `of several users' edits, one's own last one is taken back and the others stay`() throws {
    let history = try DrawnHistory()
    try history.perform(.change(.path(["pan"]), to: Patch(text: "wok")), words: "edit pan")
    try history.perform(.addRows([RowDraft("bowl")], to: .inside("Kitchen")), as: "ben")
    try history.perform(.change(.path(["wok"]), to: Patch(checkBox: .done)), as: "ben")
    #expect(try undoOwn(history) == ["edit pan"])
    #expect(
      try history.shell.lines("SELECT text, done FROM row WHERE section_id = 3 ORDER BY rank") == [
        "pan|1", "pot|", "bowl|",
      ])
    #expect(try undoOwn(history, .redo) == ["edit pan"])
    #expect(try history.shell.lines("SELECT text, done FROM row WHERE row_id = 4") == ["wok|1"])
  }

  @Test func `another's edit is refused by name, and anybody's is taken when it is asked for`() throws {
    let history = try DrawnHistory()
    try history.perform(.addRows([RowDraft("bowl")], to: .inside("Kitchen")), as: "ben", words: "add bowl")
    let before = try history.shell.contents()
    let error = #expect(throws: OutlineError.self) { try history.repository.undo(as: "ana") }
    guard case .othersEdit(let entry, .undo) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(entry.words == "add bowl" && entry.origin.user == "ben")
    #expect(try history.shell.contents() == before)
    #expect(try history.repository.undo(.lastOfAnybody(1), as: "ana").entries.map(\.words) == ["add bowl"])
    #expect(throws: OutlineError.self) { try history.repository.redo(as: "ben") }  // ana has undone it
    #expect(try history.repository.redo(as: "ana").entries.map(\.words) == ["add bowl"])
    #expect(throws: OutlineError.self) { try history.repository.undo(as: "ana") }  // it is still ben's edit
    #expect(try history.repository.undo(as: "ben").entries.map(\.words) == ["add bowl"])
  }

  @Test func `a key that only made room never conflicts`() throws {
    let history = try letters()
    try history.perform(.move("e", to: .after("b")), words: "move e")
    let rank = "SELECT rank FROM row WHERE text = 'e'"
    let before = try history.shell.lines(rank)
    try squeeze(history, .before("e"))
    try #require(try history.shell.lines(rank) != before)
    let effects = try history.repository.log(as: "ana", limit: 40, hasEffects: true).lines.compactMap(\.effects)
    #expect(effects.allSatisfy { $0.count == 1 && $0.first.first?.kind == .added })
    #expect(try undoOwn(history) == ["move e"])
    #expect(try rows(history, in: "B") == ["b", "c", "d", "e", "f"])
    #expect(try undoOwn(history, .redo) == ["move e"])
    #expect(try rows(history, in: "B") == ["b", "e", "c", "d", "f"])
  }

  @Test func `neighbours that made room for an edit may have changed or gone since`() throws {
    let history = try letters()
    for number in 1...40 {
      try history.perform(.addRows([RowDraft("x\(number)")], to: .after("b")), words: "x\(number)")
    }
    let room = try history.shell.lines(
      "SELECT DISTINCT edit_id, words FROM change JOIN edit USING (edit_id) WHERE made_room ORDER BY edit_id")
    let squeezing = try #require(room.last?.split(separator: "|"))
    let id = try #require(EntryID(String(squeezing[0])))
    let neighbours = try history.shell.lines("SELECT id FROM change WHERE made_room AND edit_id = \(squeezing[0])")
    try history.shell.run(
      "DELETE FROM row WHERE row_id = \(neighbours[0]); UPDATE row SET text = 'new' WHERE row_id = \(neighbours.last ?? "");"
    )
    let before = try history.shell.lines("SELECT text FROM row WHERE section_id = 3 ORDER BY rank")
    #expect(try history.repository.undo(.entry(id), as: "ana").entries.map(\.words) == [String(squeezing[1])])
    #expect(
      try history.shell.lines("SELECT text FROM row WHERE section_id = 3 ORDER BY rank")
        == before.filter { $0 != squeezing[1] })
  }

  @Test func `a row whose position is gone goes into the nearest gap`() throws {
    let history = try letters()
    try history.perform(.delete(["c", "d"], options: DeleteOptions()), words: "delete c d")
    let deletion = try #require(try history.repository.log(as: "ana", limit: 1).entries.first?.id)
    try history.perform(.addRows([RowDraft("new")], to: .after("b")), as: "ben")
    try history.shell.run(
      "UPDATE row SET rank = (SELECT old_place FROM change WHERE action = 'delete' AND id = 3) "
        + "WHERE text = 'new'")
    #expect(try history.repository.undo(.entry(deletion), as: "ana").entries.map(\.words) == ["delete c d"])
    #expect(try rows(history, in: "B") == ["b", "new", "c", "d", "e", "f"])
  }

  @Test func `rows come back between the neighbours that they had, wherever those made room`() throws {
    let history = try letters()
    try history.perform(.delete(["c", "d"], options: DeleteOptions()), words: "delete c d")
    try squeeze(history, .after("b"), times: 45)
    try history.perform(.delete([.path(["e"])], options: DeleteOptions()), as: "ben")
    #expect(try undoOwn(history) == ["delete c d"])
    let order = try history.shell.lines("SELECT text FROM row WHERE section_id = 3 ORDER BY rank")
    #expect(order.filter { !$0.hasPrefix("x") } == ["b", "c", "d", "f"])
  }

  @Test func `a section that comes back catches no section that came since, and its own come with it`() throws {
    let history = try DrawnHistory("▾ A\n▾ B\n  - b\n  ▾ C\n    - c\n  ▾ D\n▾ E\n  ▾ F", bens: [])
    try history.perform(.delete(["B"], options: DeleteOptions(isRecursive: true)), words: "delete B")
    try history.perform(.addSections([SectionDraft(title: "New", rows: [RowDraft("n")])], to: .after("A")), as: "ben")
    #expect(try undoOwn(history) == ["delete B"])
    #expect(
      try history.shell.lines("SELECT level || title FROM section ORDER BY ord") == [
        "1A", "1New", "1B", "2C", "2D", "1E", "2F",
      ])
    #expect(try undoOwn(history, .redo) == ["delete B"])
    try history.perform(.indent(["New"]), as: "ben")
    #expect(try undoOwn(history) == ["delete B"])
    #expect(
      try history.shell.lines("SELECT level || title FROM section ORDER BY ord") == [
        "1A", "2New", "1B", "2C", "2D", "1E", "2F",
      ])
  }

  @Test func `a section that moved goes back where others came to its position`() throws {
    let history = try DrawnHistory("▾ A\n▾ B\n  ▾ C\n▾ E\n▾ F", bens: [])
    try history.perform(.move("B", to: .after("E")), words: "move B")
    try history.perform(.addSections([SectionDraft(title: "New")], to: .after("A")), as: "ben")
    try history.perform(.addSections([SectionDraft(title: "Newer")], to: .after("New")), as: "ben")
    #expect(try undoOwn(history) == ["move B"])
    let order = try history.shell.lines("SELECT level || title FROM section ORDER BY ord")
    #expect(order.filter { !$0.hasPrefix("1N") } == ["1A", "1B", "2C", "1E", "1F"])
    let index = try #require(order.firstIndex(of: "1B"))
    #expect(order[index + 1] == "2C" && index < (order.firstIndex(of: "1E") ?? 0))
  }

  @Test func `what no longer fits is named, and nothing is changed`() throws {
    let cases: [(Edit, Edit, Conflict)] = [
      (
        .change(.path(["pan"]), to: Patch(text: "wok")), .change(.path(["wok"]), to: Patch(text: "tin")),
        .changed(Self.row(4), text: "tin")
      ),
      (
        .change(.path(["pan"]), to: Patch(text: "wok")), .delete(["wok"], options: DeleteOptions()),
        .gone(Self.row(4), text: "wok")
      ),
      (.move("pan", to: .inside("Work")), .move("pan", to: .inside("Home")), .moved(Self.row(4), text: "pan")),
      (
        .addRows([RowDraft("new")], to: .inside("Work")), .change(.path(["new"]), to: Patch(text: "newer")),
        .changed(Self.row(11), text: "newer")
      ),
      (
        .addSections([SectionDraft(title: "New")], to: Placement()),
        .addSections([SectionDraft(title: "Sub")], to: .inside("New")),
        .filled(Self.section(11), title: "New")
      ),
      (
        .move("Kitchen", to: .inside("Work")), .move("Kitchen", to: .inside("Home")),
        .moved(Self.section(3), text: "Kitchen")
      ),
      (
        .delete(["pan"], options: DeleteOptions()), .delete(["Kitchen"], options: DeleteOptions(isRecursive: true)),
        .gone(Self.section(3), text: nil)
      ),
      (
        .change(.path(["Kitchen"]), to: Patch(text: "Cuisine")), .change(.path(["Cuisine"]), to: Patch(text: "Küche")),
        .changed(Self.section(3), text: "Küche")
      ),
    ]
    for (own, others, conflict) in cases {
      let history = try DrawnHistory()
      try history.perform(own, words: "my edit")
      try history.perform(others, as: "ben")
      let before = try history.shell.contents()
      #expect(throws: OutlineError.conflict(conflict, words: "my edit")) { try undoOwn(history) }
      #expect(try history.shell.contents() == before)
    }
  }

  @Test func `a fold of a row is taken back, unless nothing is below the row any more`() throws {
    let history = try DrawnHistory("▾ A\n  - a\n    - b", bens: [])
    let flags = "SELECT section_id, collapsed FROM fold"
    try history.perform(.fold(.sections([.row(RowID(2))], recursive: false), .collapse))
    #expect(try history.shell.lines(flags) == ["2|1"])
    try history.step(.undo, .folds)
    #expect(try history.shell.lines(flags) == [])
    try history.step(.redo, .folds)
    #expect(try history.shell.lines(flags) == ["2|1"])
  }

  @Test func `one entry is taken back by its number, by hand too, and brought back by it`() throws {
    let history = try DrawnHistory()
    try history.perform(.addRows([RowDraft("bowl")], to: .inside("Kitchen")), as: "ben", words: "add bowl")
    try history.shell.run("UPDATE section SET title = 'Job' WHERE section_id = 8")
    try history.perform(.addRows([RowDraft("last")], to: .inside("Home")), words: "add last")
    let log = try history.repository.log(as: "ana").entries
    #expect(log.prefix(3).map(\.words) == ["add last", "", "add bowl"])
    let hand = try #require(EntryID("\(log[1].id)"))
    #expect("\(hand)".hasPrefix("h"))
    for id in [hand, log[2].id] {
      #expect(try history.repository.undo(.entry(id), as: "ana").entries.map(\.id) == [id])
      #expect(try history.repository.undo(.entry(id), as: "ana").entries == [])
    }
    #expect(try history.shell.lines("SELECT title FROM section WHERE section_id = 8") == ["Work"])
    #expect(try history.shell.lines("SELECT count(*) FROM row WHERE text IN ('bowl', 'last')") == ["1"])
    #expect(try history.repository.redo(.entry(hand), as: "ana").entries.map(\.origin.id) == [hand])
    #expect(try history.shell.lines("SELECT title FROM section WHERE section_id = 8") == ["Job"])
    let undo = try #require(try history.repository.log(as: "ana").entries.first { $0.kind == .undo(.content) })
    #expect(undo.origin.id == log[2].id)
    #expect(try history.repository.undo(.entry(undo.id), as: "ana").entries.map(\.origin.id) == [log[2].id])
    #expect(try history.shell.lines("SELECT count(*) FROM row WHERE text IN ('bowl', 'last')") == ["2"])
    #expect(throws: OutlineError.noEntry(.edit(99))) { try history.repository.undo(.entry(.edit(99)), as: "ana") }
  }
}
