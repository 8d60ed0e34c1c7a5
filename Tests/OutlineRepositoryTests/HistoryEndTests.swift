import OutlineCore
import OutlineRepository
import Testing

/// How far undo and redo go.
struct HistoryEndTests {
  @Test func `more steps than there are is an error that says how many there are, and nothing is taken back`() throws {
    let history = try DrawnHistory()
    try history.perform(.addRows([RowDraft("a")], to: .inside("Work")))
    let before = try history.shell.contents()
    #expect(throws: OutlineError.historyEnds(after: 2, .undo)) { try history.step(.undo, count: 3) }
    #expect(try history.shell.contents() == before)
    #expect(try history.step(.undo, count: 2).count == 2)
    #expect(try history.content() == [])
    #expect(throws: OutlineError.historyEnds(after: 2, .redo)) { try history.step(.redo, count: 5) }
    for direction in [History.Direction.undo, .redo] {
      if direction == .redo { try history.step(.redo, count: 2) }
      #expect(try history.step(direction, count: 3).isEmpty)
    }
  }

  @Test func `nothing to take back or to bring back is no error, and writes nothing`() throws {
    let history = try DrawnHistory()
    #expect(try history.step(.redo) == [])
    try history.step(.undo)
    let before = try history.shell.contents()
    #expect(try history.step(.undo) == [])
    #expect(try history.shell.contents() == before)
  }

  @Test(arguments: ["pleat", "hand"])
  func `a new edit ends what can be brought back`(by: String) throws {
    let history = try DrawnHistory()
    try history.perform(.addRows([RowDraft("a")], to: .inside("Work")))
    try history.step(.undo)
    if by == "hand" {
      try history.shell.run("UPDATE row SET text = 'b' WHERE row_id = 2;")
    } else {
      try history.perform(.change(.path(["keys"]), to: Patch(text: "b")))
    }
    let before = try history.shell.contents()
    #expect(try history.step(.redo) == [])
    #expect(try history.shell.contents() == before)
  }

  @Test func `folds of anybody do not end what can be brought back`() throws {
    let history = try DrawnHistory()
    try history.perform(.addRows([RowDraft("a")], to: .inside("Work")), words: "add a")
    try history.step(.undo)
    try history.perform(.fold(.all(withRows: false), .collapse))
    try history.perform(.setAccordion(true), as: "ben")
    try history.shell.run("UPDATE fold SET collapsed = 1 - collapsed; INSERT INTO user (name) VALUES ('cy');")
    try history.step(.undo, .folds)
    #expect(try history.step(.redo) == ["add a"])
  }

  @Test func `an edit that undo passed over is not undone twice`() throws {
    let history = try DrawnHistory()
    for text in ["a", "b"] { try history.perform(.addRows([RowDraft(text)], to: .inside("Work")), words: text) }
    #expect(try history.step(.undo) == ["b"])
    #expect(try history.step(.redo) == ["b"])
    #expect(try history.step(.undo) == ["b"])
    #expect(try history.step(.undo) == ["a"])
    try history.perform(.addRows([RowDraft("c")], to: .inside("Work")), words: "c")
    #expect(try history.step(.undo) == ["c"])
    #expect(try history.step(.undo) == ["an edit"])
    #expect(try history.step(.redo, count: 2) == ["an edit", "c"])
  }

  @Test func `an edit that the log has lost a part of is not taken back`() throws {
    let history = try DrawnHistory()
    try history.perform(.addRows([RowDraft("a"), RowDraft("b")], to: .inside("Work")), words: "add a b")
    try history.shell.runAsEdit("DELETE FROM change WHERE change_id < (SELECT max(change_id) FROM change);")
    let before = try history.shell.contents()
    #expect(throws: OutlineError.historyCut(words: "add a b")) { try history.step(.undo) }
    #expect(try history.shell.contents() == before)
  }

  @Test func `an edit in the middle of which the log lost something is not taken back`() throws {
    let history = try DrawnHistory()
    try history.perform(.addRows([RowDraft("a"), RowDraft("b")], to: .inside("Work")), words: "add a b")
    try history.shell.runAsEdit("DELETE FROM change WHERE change_id = (SELECT max(change_id) FROM change);")
    #expect(throws: OutlineError.historyCut(words: "add a b")) { try history.step(.undo) }
  }
}
