import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// What is archived, and how it comes back.
struct ArchiveTests {
  private static let home = """
    ▾ Home
      - keys
      - lamp
      - pan
      ▾ Kitchen
        - pot
      ▾ Garden
        - rake
    ▾ Work
      - desk
    """

  /// Everything but the order keys, which moving there and back may change.
  private func content(of history: DrawnHistory) throws -> [String] {
    try history.shell.lines(
      """
      SELECT section_id, level, title, attributes FROM section ORDER BY ord;
      SELECT row_id, section_id, text, done, attributes FROM row ORDER BY section_id, rank
      """)
  }

  @Test func `what is archived leaves its place, and the archive is made as a collapsed section`() throws {
    let outline = try DrawnOutline(Self.home)
    #expect(try outline.perform(.archive(["lamp"])) == "+S4 -R0.1")
    let expected =
      "▾ Home\n  - keys\n  - pan\n  ▾ Kitchen\n    - pot\n  ▾ Garden\n    - rake\n▾ Work\n  - desk\n▸ Archive · 1 hidden"
    #expect(try outline.view() == expected)
    let changes = try outline.perform(.archive(["Kitchen", "desk", "pan"]))
    #expect(changes == "-S1 -R0.1 -R3.0 ~H3")
    #expect(try outline.perform(.archive(["Kitchen", "desk"])) == "none")
    #expect(throws: OutlineError.isArchive(title: "Archive")) { try outline.perform(.archive(["keys", "Archive"])) }
  }

  @Test(arguments: [
    [["lamp", "pan"]], [["pan", "lamp"]], [["keys"], ["lamp"], ["pan"]], [["Kitchen"]], [["Kitchen", "Garden"]],
    [["Garden", "pan", "Kitchen", "keys"]], [["Work"]], [["Home"]], [["Home", "Work"]], [["pot"], ["Kitchen"]],
  ])
  func `what was archived goes back to where it was, and keeps its number`(groups: [[String]]) throws {
    let history = try DrawnHistory(Self.home, bens: ["Home"])
    let before = try content(of: history)
    for group in groups { try history.perform(.archive(group.map { .path([$0]) })) }
    #expect(try content(of: history) != before)
    for group in groups.reversed() { try history.perform(.unarchive(group.map { .path([$0]) }, to: nil)) }
    let archive = try #require(try history.shell.lines("SELECT section_id FROM section WHERE title = 'Archive'").first)
    try history.perform(.delete([.section(SectionID(Int64(archive) ?? 0))], options: DeleteOptions()))
    #expect(try content(of: history) == before)
  }

  @Test func `what comes back follows its path where the section has another title, past a skipped level too`() throws {
    let outline = try DrawnOutline("▾ Home\n    ▾ A\n      - x\n    ▾ B")
    try outline.perform(.archive(["x"]))
    for (old, new) in [("A", "C"), ("B", "A")] { try outline.perform(.change(.path([old]), to: Patch(text: new))) }
    try outline.perform(.unarchive(["x"], to: nil))
    #expect(try outline.everything() == "▾ Home\n    ▾ C\n    ▾ A\n      - x\n▸ Archive")
  }

  private static let siblings = "▾ T\n  - a\n  - b\n  - c\n  - d\n  ▾ A\n    - x\n  ▾ B\n  ▾ C\n  ▾ D\n▾ U"

  /// All orders of three things.
  private static func orders(_ things: [String]) -> [[String]] {
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map { $0.map { things[$0] } }
  }

  @Test(arguments: [
    ["a", "b", "c"], ["b", "c", "d"], ["a", "c", "d"], ["A", "B", "D"], ["B", "C", "D"], ["b", "B", "C"],
  ])
  func `what was archived together or one by one comes back in its order, whatever comes back first`(names: [String])
    throws
  {
    for groups in [[names]] + Self.orders(names).map({ $0.map { [$0] } }) {
      for returning in Self.orders(names) {
        let outline = try DrawnOutline(Self.siblings)
        let before = try outline.view()
        for group in groups { _ = try outline.perform(.archive(group.map { .path([$0]) })) }
        for name in returning { _ = try outline.perform(.unarchive([.path([name])], to: nil)) }
        _ = try outline.perform(.delete("Archive"))
        #expect(try outline.view() == before, "archived \(groups), unarchived \(returning)")
      }
    }
  }

  @Test func `an item that comes back is beside its neighbours, though the list was edited meanwhile`() throws {
    let outline = try DrawnOutline(Self.siblings)
    _ = try outline.perform(.archive(["b", "c", "B", "C"]))
    _ = try outline.perform(.add("new", to: .inside("T", .first)))
    let mid = SectionDraft(title: "Mid", rows: [RowDraft("n")])
    _ = try outline.perform(.addSections([mid], to: .before("A")))
    _ = try outline.perform(.delete("b"))
    for name in ["c", "C", "B"] { _ = try outline.perform(.unarchive([.path([name])], to: nil)) }
    let sections = "  ▾ Mid\n    - n\n  ▾ A\n    - x\n  ▾ B\n  ▾ C\n  ▾ D\n▾ U\n▸ Archive · 0 hidden"
    #expect(try outline.view() == "▾ T\n  - new\n  - a\n  - c\n  - d\n" + sections)
    _ = try outline.perform(.archive(["a", "c", "A"]))
    _ = try outline.perform(.delete("c"))
    _ = try outline.perform(.add("sub", to: .inside("new")))
    _ = try outline.perform(.unarchive(["a", "A"], to: nil))
    #expect(try outline.view() == "▾ T\n  - new\n    - sub\n  - a\n  - d\n" + sections)
  }

  @Test func `a position that is not there any more is the last one`() throws {
    let outline = try DrawnOutline(Self.home)
    _ = try outline.perform(.archive(["pan", "Garden"]))
    _ = try outline.perform(.delete("keys", "lamp", "Kitchen", recursively: true))
    #expect(try outline.perform(.unarchive(["pan", "Garden"], to: nil)) == "+S1 +R0.0 ~H3")
    #expect(try outline.view() == "▾ Home\n  - pan\n  ▾ Garden\n    - rake\n▾ Work\n  - desk\n▸ Archive · 0 hidden")
  }

  @Test func `an item that has lost its place goes to the place that is given`() throws {
    let outline = try DrawnOutline(Self.home)
    _ = try outline.perform(.archive(["pot", "rake"]))
    _ = try outline.perform(.delete("Kitchen"))
    _ = try outline.perform(.archive(["Garden"]))
    for (name, path) in [("pot", "Home/Kitchen"), ("rake", "Home/Garden")] {
      #expect(throws: OutlineError.placeGone(name: name, path: path)) {
        try outline.perform(.unarchive([.path([name])], to: nil))
      }
    }
    #expect(try outline.perform(.unarchive(["pot"], to: .inside("Work", .first))) == "+R1.0 ~H2")
    let changes = try outline.perform(.unarchive(["rake", "Garden"], to: nil))
    #expect(changes == "+S1 ~H3")
    #expect(throws: OutlineError.notArchived(name: "pot")) { try outline.perform(.unarchive(["pot"], to: nil)) }
    #expect(throws: OutlineError.notArchived(name: "keys")) {
      try outline.perform(.unarchive(["keys"], to: .inside("Work")))
    }
  }

  @Test func `a place of another file is found by its path`() throws {
    let history = try DrawnHistory(Self.home, bens: ["Home"])
    try history.perform(.archive(["pot"]))
    try history.perform(.addSections("Elsewhere"))
    try history.shell.run(
      "UPDATE row SET attributes = replace(attributes, '@', '@' || (SELECT max(section_id) FROM section) || ':1 x')")
    let elsewhere = try #require(try history.shell.lines("SELECT max(section_id) FROM section").first)
    try history.shell.run(
      "UPDATE row SET attributes = json_object('archived-from', '@\(elsewhere):1 Home/Kitchen') WHERE text = 'pot'")
    try history.perform(.unarchive(["pot"], to: nil))
    #expect(try history.repository.visible(to: "ana").sections.first { $0.header.title == "Kitchen" }?.rows.count == 1)
  }

  @Test func `what is done is archived with what is below it, and is open nowhere`() throws {
    let outline = try DrawnOutline(Self.home)
    _ = try outline.perform(.setCheckBox(of: "keys", "Kitchen", "Garden", "desk", to: .done))
    _ = try outline.perform(.setCheckBox(of: "rake", "lamp", to: .open))
    #expect(try outline.perform(.archiveDone(in: ["Home"])) == "-S1 +S3 -R0.0")
    let expected =
      "▾ Home\n  - lamp\n  - pan\n  ▾ Garden\n    - rake\n▾ Work\n  - desk\n▸ Archive · 2 hidden"
    #expect(try outline.view() == expected)
    _ = try outline.perform(.archive(["Garden"]))
    _ = try outline.perform(.deleteDone(in: nil, isRecursive: true))
    _ = try outline.perform(.addSections([SectionDraft(title: "Empty")], to: .inside("Archive")))
    let status = try outline.repository.status(as: "ana")
    #expect([status.sections, status.rows, status.openTasks, status.doneTasks] == [2, 2, 1, 0])
    #expect([status.archivedSections, status.archivedRows, status.listItems] == [3, 3, 0])
    let open = try outline.repository.lines(for: "ana", ListQuery(ignoresFolds: true, leavesOutDone: true))
    #expect(open.count == 4)
    #expect(try outline.repository.find(FindQuery(.task(isDone: false)), as: "ana").count == 1)
    #expect(try outline.repository.find(FindQuery(.archived), as: "ana").count == 6)
    let inside = try outline.repository.lines(
      for: "ana", ListQuery(addresses: ["Archive"], ignoresFolds: true, leavesOutDone: true))
    #expect(inside.count == 2)
  }
}
