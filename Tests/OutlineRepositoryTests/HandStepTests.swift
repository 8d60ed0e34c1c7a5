import OutlineCore
import OutlineRepository
import TestPrograms
import Testing

/// Which statements by hand are one step of the history.
struct HandStepTests {
  private let folder: ScratchFolder
  private let outline: Outline
  private let shell: SQLiteShell

  init() throws {
    folder = try ScratchFolder()
    outline = try Outline(folder.path(of: "outline.db"))
    shell = SQLiteShell(folder.path(of: "outline.db"))
    _ = try outline.perform(.addSections([SectionDraft(title: "Home")], to: Placement()), as: "ana")
  }

  /// Adds a row by hand for each time, in milliseconds since the first.
  private func add(at times: [Int]) throws {
    let first = try #require(try shell.lines("SELECT max(change_id) + 1 FROM change").first.flatMap { Int($0) })
    let values = times.indices.map { "(1, 'row \($0)')" }.joined(separator: ", ")
    try shell.run("INSERT INTO row (section_id, text) VALUES \(values)")
    let changes = times.enumerated().map { "UPDATE change SET at = \(1_000_000 + $1) WHERE change_id = \(first + $0);" }
    #expect(try shell.runAsEdit(changes.joined(separator: "\n")).errors == "")
  }

  /// How many changes each entry has, the newest first, without that of the section.
  private func sizes() throws -> [Int] { try outline.log(as: "ana").entries.dropLast().map(\.changes.count) }

  @Test(arguments: [
    ([0], [1]), ([0, 0, 0], [3]), ([0, 100], [2]), ([0, 101], [1, 1]), ([0, 90, 180, 270, 280], [5]),
    ([0, 50, 200, 250], [2, 2]), ([100, 0], [2]), ([101, 0], [1, 1]),
    (Array(stride(from: 0, through: 10_000, by: 100)), [101]),
    (Array(stride(from: 0, through: 10_100, by: 100)), [101, 1]),
  ])
  func `statements at most 100 ms apart and 10 s in all are one step`(times: [Int], sizes: [Int]) throws {
    try add(at: times)
    #expect(try self.sizes() == sizes)
  }

  @Test func `an entry of pleat ends a step, even one without changes`() throws {
    try add(at: [0, 1])
    _ = try outline.perform(.addRows([RowDraft("milk")], to: Placement(.inside(.section(SectionID(1))))), as: "ana")
    try add(at: [2, 3])
    _ = try outline.set(.inbox, to: .text("Later"), as: "ana", with: Request())
    try add(at: [4])
    #expect(try sizes() == [1, 0, 2, 1, 2])
  }

  @Test func `a step is undone and redone as one, under the number of any of its changes`() throws {
    try add(at: [0, 60, 120])
    #expect(try outline.log(as: "ana").entries.first?.id == .hand(5))
    for number: Int64 in [3, 4, 5] {
      #expect(try outline.undo(.entry(.hand(number)), as: "ben").items.count == 3)
      #expect(try shell.lines("SELECT count(*) FROM row") == ["0"])
      #expect(try outline.redo(as: "ben").items.count == 3)
    }
    #expect(try outline.undo(.entry(.hand(4)), as: "ben").items.count == 3)
    #expect(try outline.undo(.entry(.hand(3)), as: "ben").items == [])
  }

  @Test func `a statement that was undone by itself is the end of a step`() throws {
    try add(at: [0, 60, 120])
    // As an older pleat has done: it took each statement for a step.
    try shell.runAsEdit(
      """
      INSERT INTO edit (edit_id, user, token, kind, undoes_change, first_change, last_change)
        VALUES (2, 'ana', 1, 'undo', 4, 6, 6);
      DELETE FROM row WHERE text = 'row 1'
      """)
    #expect(try outline.log(as: "ana").entries.dropLast().map(\.changes.count) == [1, 1, 2])
    #expect(try outline.undo(as: "ana").items == [.row(RowID(4))])
  }
}
