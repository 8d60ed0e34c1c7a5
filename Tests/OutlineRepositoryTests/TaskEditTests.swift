import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// Edits of several things at once, and of tasks.
struct TaskEditTests {
  @Test func `ticking rows reloads those that are shown, and the header that hides others`() throws {
    let outline = try DrawnOutline(DrawnHistory.home)
    #expect(try outline.perform(.setCheckBox(of: "lamp", "pan", "keys", to: .done)) == "~R0.0 ~R2.1 ~H1")
    #expect(try outline.perform(.setCheckBox(of: "pot", to: .open)) == "~H1")
    #expect(try outline.perform(.setCheckBox(of: "lamp", "keys", to: .done)) == "none")
  }

  @Test func `several headers that change are reloaded`() throws {
    let outline = try DrawnOutline(DrawnHistory.home)
    #expect(try outline.perform(.change("Work", "Home", "Drawer", to: Patch(detail: "x"))) == "~H0 ~H2")
    #expect(try outline.perform(.change("Work", "keys", to: Patch(text: "x"))) == "~R0.0 ~H2")
  }

  @Test func `sections that may no longer be collapsed open together`() throws {
    let outline = try DrawnOutline(DrawnHistory.home)
    let changes = try outline.perform(.change("Kitchen", "Drawer", "Work", to: Patch(isCollapsible: false)))
    #expect(changes == "+S2 +R1.0x2 ~H1 ~H3")
  }

  @Test func `a task that repeats comes again, its line is drawn again, and undo gives the old day back`() throws {
    let outline = try DrawnOutline(DrawnHistory.home)
    let friday = Schedule(due: DueDate("2026-11-27"), repeats: "FREQ=WEEKLY")
    let patch = Patch(schedule: SchedulePatch(due: friday.due, repeats: friday.repeats))
    #expect(try outline.perform(.change("lamp", "pan", "Work", to: patch)) == "~R2.1 ~H1x2")
    let today = try #require(Day("2026-11-28"))
    let done = Edit.change("lamp", "pan", "Work", to: Patch(checkBox: .done, doneOn: today))
    #expect(try outline.perform(done) == "~R2.1 ~H2")
    let row = { try outline.repository.details(of: "lamp", as: "ana") }
    guard case .row(let lamp) = try row().line else { throw OutlineError.containsNUL }
    #expect(lamp.content.schedule == Schedule(due: DueDate("2026-12-04"), repeats: "FREQ=WEEKLY"))
    #expect(lamp.isDone == false)
    #expect(try row().timesDone.count == 1)
    #expect(try outline.repository.undo(as: "ana").hasWritten)
    guard case .row(let before) = try row().line else { throw OutlineError.containsNUL }
    #expect(before.content.schedule == friday)
    #expect(before.isDone == false)
    #expect(try row().timesDone.isEmpty)
    #expect(try outline.repository.redo(as: "ana").hasWritten)
    #expect(try row().timesDone.count == 1)
  }

  /// A row that repeats in a section that does, each with tasks below it; a row says whether it is done by its name.
  private func repeating() throws -> DrawnOutline {
    let outline = try DrawnOutline(
      """
      ▾ House
        - flat
          - dust x
            - shelf x
          - windows o
          - note
        - tap x
        ▸ Cellar
          - boxes x
      """)
    let ticks = ["dust x", "shelf x", "tap x", "boxes x"].map { Address.path([$0]) }
    try outline.perform(.change(ticks, to: Patch(checkBox: .done)))
    try outline.perform(.setCheckBox(of: "windows o", to: .open))
    let weekly = Patch(schedule: SchedulePatch(due: DueDate("2026-11-27"), repeats: "FREQ=WEEKLY"))
    try outline.perform(.change("flat", "House", to: weekly))
    return outline
  }

  /// Whether the tasks of ``repeating()`` are done, in order.
  private func boxes(_ outline: DrawnOutline) throws -> String {
    let names = ["House", "flat", "dust x", "shelf x", "windows o", "note", "tap x", "boxes x"]
    return try names.map { name in
      let line = try outline.repository.details(of: .path([name]), as: "ana").line
      let isDone: Bool? =
        switch line {
        case .row(let row): row.isDone
        case .header(let header): header.section.isDone
        }
      return isDone.map { $0 ? "x" : "o" } ?? "-"
    }.joined()
  }

  @Test func `a task that comes again opens the tasks below it, and undo closes them`() throws {
    let today = try #require(Day("2026-11-27"))
    let done = Patch(checkBox: .done, doneOn: today)
    let edits: [(Edit, changes: String, boxes: String)] = [
      (.change("flat", to: done), "~R0.0x3", "ooooo-xx"),
      (.change("flat", "shelf x", to: done), "~R0.0x3", "oooo" + "o-xx"),
      (.tick(["flat"], isDone: true, on: today), "~R0.0x3", "ooooo-xx"),
      (.change("House", to: done), "~R0.1x2 ~R0.5 ~H0x2", "oooo" + "o-oo"),
      (.tick(["House"], isDone: true, on: today), "~R0.0x3 ~R0.5 ~H0x2", "ooooo-oo"),
      (.change("dust x", to: done), "none", "ooxxo-xx"),
      (.change("flat", to: Patch(checkBox: .done)), "~R0.0", "oxxxo-xx"),
    ]
    for (edit, changes, expected) in edits {
      let outline = try repeating()
      #expect(try boxes(outline) == "ooxxo-xx")
      #expect(try outline.perform(edit) == changes, "\(edit)")
      #expect(try boxes(outline) == expected, "\(edit)")
      guard changes != "none" else { continue }
      #expect(try outline.repository.undo(as: "ana").hasWritten)
      #expect(try boxes(outline) == "ooxxo-xx")
      #expect(try outline.repository.redo(as: "ana").hasWritten)
      #expect(try boxes(outline) == expected)
    }
  }

  @Test func `deleting the done rows of sections leaves the others`() throws {
    let outline = try DrawnOutline(DrawnHistory.home)
    _ = try outline.perform(.setCheckBox(of: "lamp", "pan", "knife", "keys", to: .done))
    #expect(try outline.perform(.deleteDone(in: ["Kitchen", "Drawer"], isRecursive: false)) == "~H1")
    #expect(try outline.perform(.deleteDone(in: nil, isRecursive: false)) == "-R0.0 -R2.1")
    #expect(try outline.perform(.deleteDone(in: nil, isRecursive: false)) == "none")
    #expect(throws: OutlineError.self) { try outline.perform(.deleteDone(in: ["desk"], isRecursive: false)) }
  }

  @Test func `a section that is done goes with what is below it, unless something there is open`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  ▾ B\n    - b\n    ▾ C\n      - c\n▾ D\n  - d")
    _ = try outline.perform(.setCheckBox(of: "B", "C", "D", "a", "c", to: .done))
    _ = try outline.perform(.setCheckBox(of: "b", to: .open))
    #expect(try outline.perform(.deleteDone(in: ["A"], isRecursive: false)) == "-S2 -R0.0")
    #expect(try outline.view() == "▾ A\n  ▾ B\n    - b\n▾ D\n  - d")
    #expect(try outline.perform(.deleteDone(in: nil, isRecursive: true)) == "-S1x2")
    #expect(try outline.view() == "▾ A")
  }

  @Test func `a section is ticked alone, or with all tasks below it, and hidden boxes change the header`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b\n  ▸ B\n    - c\n    ▾ C\n      - d\n▾ D")
    #expect(try outline.perform(.setCheckBox(of: "a", "c", "C", "d", to: .open)) == "~R0.0 ~H1")
    #expect(try outline.perform(.setCheckBox(of: "A", to: .done)) == "~H0")
    #expect(try outline.perform(.tick(["A"], isDone: true)) == "~R0.0 ~H1")
    #expect(try outline.perform(.tick(["A"], isDone: true)) == "none")
    #expect(try outline.perform(.tick(["B", "c"], isDone: false)) == "~H1")
    #expect(try outline.perform(.setCheckBox(of: "C", to: .plain)) == "~H1")
    let header = try #require(try outline.repository.visible(to: "ana").sections.dropFirst().first?.header)
    #expect(header.isDone == false)
    #expect(header.closed?.hidden == ItemCounts(rows: 2, tasks: 2, doneTasks: 0))
  }
}
